/** json-bigint: JSON whose integers keep all their digits. By default they become BigNumbers, outside the value model. */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "json-bigint",
  format: "json",
  library: "json-bigint",
  homepage: "https://github.com/sidorares/json-bigint",
  documentation: "https://github.com/sidorares/json-bigint#options",
  load: async () => (await import("json-bigint")).default,
  rows: [
    {
      variant: null,
      api: "useNativeBigInt",
      operations: ["encode", "decode"],
      bigint: true,
      bind: (jsonBigint, { toUtf8, fromUtf8 }) => {
        const { parse, stringify } = jsonBigint({ useNativeBigInt: true });
        return {
          encode: (value) => toUtf8(stringify(value)),
          decode: (data) => parse(fromUtf8(data)),
        };
      },
    },
  ],
};
