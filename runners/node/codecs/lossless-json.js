/** lossless-json: JSON whose numbers are parsed by a function of one's own; here its own one for BigInts. */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "lossless-json",
  format: "json",
  library: "lossless-json",
  homepage: "https://github.com/josdejong/lossless-json",
  documentation: "https://github.com/josdejong/lossless-json#api",
  load: () => import("lossless-json"),
  rows: [
    {
      variant: null,
      api: "parseNumberAndBigInt",
      operations: ["encode", "decode"],
      bigint: true,
      bind: ({ parse, stringify, parseNumberAndBigInt }, { toUtf8, fromUtf8 }) => ({
        encode: (value) => toUtf8(stringify(value)),
        decode: (data) => parse(fromUtf8(data), null, parseNumberAndBigInt),
      }),
    },
  ],
};
