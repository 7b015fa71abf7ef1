/** @msgpack/msgpack, the reference implementation of the MessagePack organisation. */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "msgpack-javascript",
  format: "msgpack",
  library: "@msgpack/msgpack",
  documentation: "https://github.com/msgpack/msgpack-javascript#api",
  load: () => import("@msgpack/msgpack"),
  rows: [
    {
      variant: null,
      api: "encode, decode",
      operations: ["encode", "decode"],
      utf8: "unchecked", // up to 200 bytes; longer text is decoded by TextDecoder
      bind: ({ encode, decode }) => ({
        encode: (value) => encode(value),
        decode: (data) => decode(data),
      }),
    },
    {
      variant: "bigint",
      api: "useBigInt64",
      operations: ["encode", "decode"],
      utf8: "unchecked", // up to 200 bytes; longer text is decoded by TextDecoder
      bigint: true,
      bind: ({ encode, decode }) => {
        const options = { useBigInt64: true };
        return {
          encode: (value) => encode(value, options),
          decode: (data) => decode(data, options),
        };
      },
    },
    {
      variant: "reuse",
      api: "Encoder.encodeSharedRef, Decoder",
      operations: ["encode", "decode"],
      utf8: "unchecked", // up to 200 bytes; longer text is decoded by TextDecoder
      buffers: "reuse",
      bind: ({ Encoder, Decoder }) => {
        const encoder = new Encoder();
        const decoder = new Decoder();
        return {
          encode: (value) => encoder.encodeSharedRef(value),
          decode: (data) => decoder.decode(data),
        };
      },
    },
  ],
};
