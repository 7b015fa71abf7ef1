/**
 * avsc: one document without a header, by the schema alone. It writes plain objects and reads into classes of its own.
 *
 * Its longs are numbers, and it refuses those beyond 2^53, unless told how to read and write them otherwise: `[bigint]`.
 */

import { noPrototypeInMaps } from "../harness/keys.js";
import { Into, OutOf } from "../harness/typed.js";

/** @param {any} kind */
const isUnsigned = (kind) => kind.kind === "uint64";

class IntoRecords extends Into {
  boxes = false;
  wraps = false;
  none = "null";

  /** @param {any} kind @param {string} value */
  scalar(kind, value) {
    if (!this.names.bigint) return value;
    if (isUnsigned(kind)) return `BigInt.asIntN(64, BigInt(${value}))`;
    return kind.kind === "int64" ? `BigInt(${value})` : value;
  }
}

class OutOfRecords extends OutOf {
  boxes = false;
  wraps = false;

  /** @param {any} kind @param {string} value */
  scalar(kind, value) {
    if (!this.names.bigint) return value;
    if (isUnsigned(kind)) return `fromBigInt(BigInt.asUintN(64, ${value}))`;
    return kind.kind === "int64" ? `fromBigInt(${value})` : value;
  }
}

/** @param {any} avro as its page on custom long types has it */
function makeLongs(avro) {
  return avro.types.LongType.__with({
    fromBuffer: (/** @type {Buffer} */ data) => data.readBigInt64LE(),
    toBuffer: (/** @type {bigint} */ value) => {
      const data = Buffer.alloc(8);
      data.writeBigInt64LE(value);
      return data;
    },
    fromJSON: BigInt,
    toJSON: Number,
    isValid: (/** @type {any} */ value) => typeof value === "bigint",
    compare: (/** @type {bigint} */ one, /** @type {bigint} */ other) => (one === other ? 0 : one < other ? -1 : 1),
  });
}

/**
 * @param {any} avro
 * @param {import("../harness/typed.js").Types} types
 * @param {string} label
 * @param {boolean} bigint
 */
function bind(avro, types, label, bigint) {
  const type = avro.Type.forSchema(types.avscOfNames, bigint ? { registry: { long: makeLongs(avro) } } : {});
  const into = new IntoRecords(types, { bigint }).compile(`${label} into`);
  const outOf = new OutOfRecords(types, { bigint }).compile(`${label} out of`);
  return { type, into, outOf };
}

/** @type {Pick<import("../harness/codec.js").Row, "operations" | "api" | "platformBytes" | "keys">} */
const TYPED = {
  api: "toBuffer, fromBuffer",
  operations: ["encode-typed", "decode-typed"],
  platformBytes: true,
  keys: noPrototypeInMaps,
};

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "avsc",
  format: "avro",
  library: "avsc",
  nodeOnly: true,
  documentation: "https://github.com/mtth/avsc#examples",
  load: async () => (await import("avsc")).default,
  rows: [
    {
      ...TYPED,
      variant: null,
      bindTypes: (avro, types, _, label) => {
        const { type, into, outOf } = bind(avro, types, label, false);
        return {
          "encode-typed": (value) => type.toBuffer(into(value)),
          "decode-typed": (data) => outOf(type.fromBuffer(data)),
        };
      },
    },
    {
      ...TYPED,
      variant: "bigint",
      api: "a LongType of BigInts",
      bigint: true,
      bindTypes: (avro, types, _, label) => {
        const { type, into, outOf } = bind(avro, types, label, true);
        return {
          "encode-typed": (value) => type.toBuffer(into(value)),
          "decode-typed": (data) => outOf(type.fromBuffer(data)),
        };
      },
    },
    {
      ...TYPED,
      variant: "own-types",
      bindTypes: (avro, types, _, label) => {
        const { type, into, outOf } = bind(avro, types, label, false);
        return {
          "encode-typed": (value) => type.toBuffer(value),
          "decode-typed": (data) => type.fromBuffer(data),
          build: (value) => type.fromBuffer(type.toBuffer(into(value))),
          plain: outOf,
        };
      },
    },
  ],
};
