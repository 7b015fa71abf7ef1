/** cbor2, the successor of the package cbor. */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "cbor2",
  format: "cbor",
  library: "cbor2",
  documentation: "https://hildjj.github.io/cbor2/",
  load: () => import("cbor2"),
  rows: [
    {
      variant: null,
      api: "encode, decode",
      operations: ["encode", "decode"],
      bigint: true,
      bind: ({ encode, decode }) => ({
        encode: (value) => encode(value),
        decode: (data) => decode(data),
      }),
    },
  ],
};
