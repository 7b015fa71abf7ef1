/**
 * Protobuf-ES by reflection: messages that are plain objects but for what is absent, which is in a prototype, and integers
 * of 64 bits as BigInts.
 */

import { Into, OutOf, isInteger } from "../harness/typed.js";

class IntoMessages extends Into {
  /** @param {any} kind @param {string} value */
  scalar(kind, value) {
    return isInteger(kind) ? `BigInt(${value})` : value;
  }
}

class OutOfMessages extends OutOf {
  /** @param {any} kind @param {string} value */
  scalar(kind, value) {
    return isInteger(kind) ? `fromBigInt(${value})` : value;
  }
}

/**
 * @param {any} library
 * @param {import("../harness/typed.js").Types} types
 * @param {import("../harness/platform.js").Platform} platform
 * @param {string} label
 */
function prepare({ fromBinary, createFileRegistry, FileDescriptorSetSchema }, types, { fromBase64 }, label) {
  const files = fromBinary(FileDescriptorSetSchema, fromBase64(types.text("proto-compiled")));
  const registry = createFileRegistry(files);
  const find = (/** @type {string} */ name) => registry.getMessage(`weighbridge.${name}`);
  const names = {
    nameOf: (/** @type {any} */ record, /** @type {any} */ field) =>
      find(record.name).fields.find((/** @type {any} */ one) => one.number === field.number).localName,
  };
  return {
    schema: find(types.rootName),
    into: new IntoMessages(types, names).compile(`${label} into`),
    outOf: new OutOfMessages(types, names).compile(`${label} out of`),
  };
}

/** @type {Pick<import("../harness/codec.js").Row, "operations" | "api" | "bigint">} */
const TYPED = { api: "create; toBinary, fromBinary", operations: ["encode-typed", "decode-typed"], bigint: true };

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "bufbuild-protobuf",
  format: "protobuf",
  library: "@bufbuild/protobuf",
  homepage: "https://github.com/bufbuild/protobuf-es",
  documentation: "https://github.com/bufbuild/protobuf-es/blob/main/MANUAL.md#working-with-messages",
  load: async () => ({ ...(await import("@bufbuild/protobuf")), ...(await import("@bufbuild/protobuf/wkt")) }),
  rows: [
    {
      ...TYPED,
      variant: null,
      bindTypes: (library, types, platform, label) => {
        const { create, toBinary, fromBinary } = library;
        const { schema, into, outOf } = prepare(library, types, platform, label);
        return {
          "encode-typed": (value) => toBinary(schema, create(schema, into(value))),
          "decode-typed": (data) => outOf(fromBinary(schema, data)),
        };
      },
    },
    {
      ...TYPED,
      variant: "own-types",
      api: "toBinary, fromBinary",
      bindTypes: (library, types, platform, label) => {
        const { create, toBinary, fromBinary } = library;
        const { schema, into, outOf } = prepare(library, types, platform, label);
        return {
          "encode-typed": (message) => toBinary(schema, message),
          "decode-typed": (data) => fromBinary(schema, data),
          build: (value) => create(schema, into(value)),
          plain: outOf,
        };
      },
    },
  ],
};
