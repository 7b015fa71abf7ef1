/** cborg, the CBOR of IPLD: strict, and with deterministic output. */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "cborg",
  format: "cbor",
  library: "cborg",
  homepage: "https://github.com/rvagg/cborg",
  documentation: "https://github.com/rvagg/cborg#api",
  load: () => import("cborg"),
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
