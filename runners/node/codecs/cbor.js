/** cbor, which is built on the streams of Node.js. Its successor is cbor2; this one has most of the users. */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "cbor",
  format: "cbor",
  library: "cbor",
  nodeOnly: true,
  documentation: "https://hildjj.github.io/node-cbor/",
  load: async () => (await import("cbor")).default,
  rows: [
    {
      variant: null,
      api: "encodeOne, decode",
      operations: ["encode", "decode"],
      platformBytes: true,
      bigint: true,
      bind: ({ encodeOne, decode }) => {
        // Beyond this size the stream that it writes to accepts no more: 16 KiB by default.
        const options = { highWaterMark: 1 << 26 };
        return {
          encode: (value) => encodeOne(value, options),
          decode: (data) => decode(data),
        };
      },
    },
  ],
};
