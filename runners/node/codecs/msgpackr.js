/**
 * msgpackr. Its results are regions of a large buffer that it fills up and then replaces, so each stays valid.
 *
 * The variant `records` writes the keys of each kind of object once a message (the library's record extension). The variant
 * `structures` has the keys of the schema's records outside of the messages, so that only who has the schema can read them.
 * Objects that lack optional fields are not among these: their keys are in the message.
 */

import { noPrototype } from "../harness/keys.js";

/** @type {import("../harness/keys.js").KeyRule} */
const keys = (key, isField) =>
  key === "toJSON" ? 'this library may call what has the key "toJSON"' : noPrototype(key, isField);

/** @param {import("../harness/typed.js").Types} types @returns {string[][]} */
const structuresOf = ({ schema }) =>
  schema.records
    .filter((/** @type {any} */ { fields }) => fields.length > 0)
    .map((/** @type {any} */ { fields }) => fields.map((/** @type {any} */ field) => field.key));

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "msgpackr",
  format: "msgpack",
  library: "msgpackr",
  homepage: "https://github.com/kriszyp/msgpackr",
  documentation: "https://github.com/kriszyp/msgpackr#basic-usage",
  load: async (platform) => {
    const library = await import("msgpackr");
    if (platform.name === "node" && !library.isNativeAccelerationEnabled) {
      throw new Error("its native part, msgpackr-extract, does not load");
    }
    return library;
  },
  rows: [
    {
      variant: null,
      api: "pack, unpack",
      operations: ["encode", "decode", "encode-typed", "decode-typed"],
      bigint: true,
      keys,
      bind: ({ pack, unpack }) => ({
        encode: (value) => pack(value),
        decode: (data) => unpack(data),
      }),
    },
    {
      variant: "records",
      format: "msgpackr-records",
      api: "Packr",
      operations: ["encode", "decode", "encode-typed", "decode-typed"],
      bigint: true,
      keys,
      bind: ({ Packr }) => {
        const packr = new Packr();
        return {
          encode: (value) => packr.pack(value),
          decode: (data) => packr.unpack(data),
        };
      },
    },
    {
      variant: "structures",
      format: "msgpackr-structures",
      api: "Packr with getStructures",
      operations: ["encode-typed", "decode-typed"],
      bigint: true,
      keys,
      bindTypes: ({ Packr }, types) => {
        const structures = structuresOf(types);
        const options = { maxSharedStructures: structures.length, shouldShareStructure: () => false };
        // Given as its option `structures`, those beyond the 32nd would be read wrong.
        const packr = new Packr({ ...options, getStructures: () => structures });
        return {
          "encode-typed": (value) => packr.pack(value),
          "decode-typed": (data) => packr.unpack(data),
        };
      },
    },
  ],
};
