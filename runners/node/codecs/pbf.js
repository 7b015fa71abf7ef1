/**
 * pbf, by the code that it compiles for a schema. Its messages are plain objects, its integers numbers.
 *
 * It knows what is absent of messages and members of a oneof only. So what is `optional` in the schema is made the only
 * member of a oneof, which is what proto3 says it is, and the bytes are the same.
 */

import { Into, OutOf, holdsMany, mayLack } from "../harness/typed.js";

/** @param {any} slot */
const isOneof = (slot) => mayLack(slot) && slot.type.kind !== "record" && !holdsMany(slot.type);

class OutOfMessages extends OutOf {
  plain = true;

  /** @param {any} slot @param {string} holder @param {string} name @param {boolean} within */
  isThere(slot, holder, name, within) {
    return isOneof(slot) ? `${holder}._${name} !== undefined` : super.isThere(slot, holder, name, within);
  }
}

/**
 * @param {any} library
 * @param {import("../harness/typed.js").Types} types
 * @param {string} label
 */
function prepare({ compile, parse }, types, label) {
  const text = types.text("proto").replace(/^ *optional (\S+ (\S+) = .*)$/gm, "oneof _$2 {\n$1\n}");
  const compiled = compile(parse(text));
  return {
    read: compiled[`read${types.rootName}`],
    write: compiled[`write${types.rootName}`],
    into: new Into(types).compile(`${label} into`),
    outOf: new OutOfMessages(types).compile(`${label} out of`),
  };
}

/** @type {Pick<import("../harness/codec.js").Row, "operations" | "api">} */
const TYPED = { api: "compile; PbfWriter, PbfReader", operations: ["encode-typed", "decode-typed"] };

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "pbf",
  format: "protobuf",
  library: "pbf",
  homepage: "https://github.com/mapbox/pbf",
  documentation: "https://github.com/mapbox/pbf#using-compiled-code",
  load: async () => {
    const { default: parse } = await import("protocol-buffers-schema/parse.js");
    return { ...(await import("pbf")), ...(await import("pbf/compile")), parse };
  },
  rows: [
    {
      ...TYPED,
      variant: null,
      bindTypes: (library, types, _, label) => {
        const { PbfReader, PbfWriter } = library;
        const { read, write, into, outOf } = prepare(library, types, label);
        return {
          "encode-typed": (value) => {
            const pbf = new PbfWriter();
            write(into(value), pbf);
            return pbf.finish();
          },
          "decode-typed": (data) => outOf(read(new PbfReader(data))),
        };
      },
    },
    {
      ...TYPED,
      variant: "own-types",
      bindTypes: (library, types, _, label) => {
        const { PbfReader, PbfWriter } = library;
        const { read, write, into, outOf } = prepare(library, types, label);
        return {
          "encode-typed": (message) => {
            const pbf = new PbfWriter();
            write(message, pbf);
            return pbf.finish();
          },
          "decode-typed": (data) => read(new PbfReader(data)),
          build: into,
          plain: outOf,
        };
      },
    },
  ],
};
