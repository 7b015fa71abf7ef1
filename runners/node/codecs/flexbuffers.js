/** FlexBuffers, as flatbuffers has them. References are read lazily, so a scan follows all of them. */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "flexbuffers",
  format: "flexbuffers",
  library: "flatbuffers",
  homepage: "https://flatbuffers.dev",
  documentation: "https://flatbuffers.dev/flexbuffers/",
  load: async () => {
    const imported = await import("flatbuffers/js/flexbuffers.js");
    return imported.default ?? imported;
  },
  rows: [
    {
      variant: null,
      api: "encode, toObject",
      operations: ["encode", "decode"],
      bigint: true,
      bind: ({ encode, toObject }) => ({
        encode: (value) => encode(value),
        decode: (data) => toObject(data.buffer),
      }),
    },
  ],
};
