/**
 * msgpackr. Its results are regions of a large buffer that it fills up and then replaces, so each stays valid.
 *
 * The variant `records` writes the keys of each kind of object once a message (the library's record extension). Keys that
 * are kept outside of the messages (its option `structures`) would leave a message that nobody can read by itself.
 */

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
      bind: ({ Packr }) => {
        const packr = new Packr();
        return {
          encode: (value) => packr.pack(value),
          decode: (data) => packr.unpack(data),
        };
      },
    },
  ],
};
