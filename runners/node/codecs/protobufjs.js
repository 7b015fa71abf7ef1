/**
 * protobuf.js, by reflection over the text of the schema: it compiles code for each message when it is first used.
 *
 * It writes plain objects as well as its messages, and integers of 64 bits as numbers or `Long`s, which is what it reads
 * them as. The application has numbers.
 */

import { Into, OutOf, holdsMany, isInteger } from "../harness/typed.js";

/** With integers that are exact beyond 2^53. */
class IntoLongs extends Into {
  /** @param {any} kind @param {string} value */
  scalar(kind, value) {
    return isInteger(kind) ? `Long.fromString(String(${value}), ${kind.kind === "uint64"})` : value;
  }
}

class OutOfMessages extends OutOf {
  /** @param {any} slot @param {string} holder @param {string} name @param {boolean} within */
  isThere(slot, holder, name, within) {
    // What is absent has a default in the prototype.
    if (slot.type.kind === "record" || holdsMany(slot.type)) return super.isThere(slot, holder, name, within);
    return `Object.hasOwn(${holder}, ${JSON.stringify(name)})`;
  }

  /** @param {any} kind @param {string} value */
  scalar(kind, value) {
    // The default of bytes is an empty array.
    if (kind.kind === "bytes") return `Uint8Array.from(${value})`;
    return isInteger(kind) ? this.integer(value) : value;
  }

  /** @param {string} value */
  integer(value) {
    return `${value}.toNumber()`;
  }
}

class OutOfLongs extends OutOfMessages {
  /** @param {string} value */
  integer(value) {
    return `fromBigInt(BigInt(String(${value})))`;
  }
}

/**
 * @param {any} protobuf
 * @param {import("../harness/typed.js").Types} types
 */
function prepare(protobuf, types) {
  const { root } = protobuf.parse(types.protoOfNames);
  const find = (/** @type {string} */ name) => root.lookupType(`weighbridge.${name}`);
  const names = {
    Long: protobuf.util.Long,
    nameOf: (/** @type {any} */ record, /** @type {any} */ field) => find(record.name).fieldsById[field.number].name,
  };
  return { Message: find(types.rootName), names };
}

/** @type {Pick<import("../harness/codec.js").Row, "operations" | "api">} */
const TYPED = { api: "parse; encode, decode", operations: ["encode-typed", "decode-typed"] };

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "protobufjs",
  format: "protobuf",
  library: "protobufjs",
  homepage: "https://protobufjs.github.io/protobuf.js/",
  documentation: "https://github.com/protobufjs/protobuf.js#encode-and-decode",
  load: async () => (await import("protobufjs")).default,
  rows: [
    {
      ...TYPED,
      variant: null,
      bindTypes: (protobuf, types, _, label) => {
        const { Message, names } = prepare(protobuf, types);
        const into = new Into(types, names).compile(`${label} into`);
        const outOf = new OutOfMessages(types, names).compile(`${label} out of`);
        return {
          "encode-typed": (value) => Message.encode(into(value)).finish(),
          "decode-typed": (data) => outOf(Message.decode(data)),
        };
      },
    },
    {
      ...TYPED,
      variant: "own-types",
      bigint: true,
      bindTypes: (protobuf, types, _, label) => {
        const { Message, names } = prepare(protobuf, types);
        const into = new IntoLongs(types, names).compile(`${label} into`);
        return {
          "encode-typed": (message) => Message.encode(message).finish(),
          "decode-typed": (data) => Message.decode(data),
          build: (value) => Message.decode(Message.encode(into(value)).finish()),
          plain: new OutOfLongs(types, names).compile(`${label} out of`),
        };
      },
    },
  ],
};
