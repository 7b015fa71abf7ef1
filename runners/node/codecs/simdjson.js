/** simdjson's binding, which decodes only, and from a string. */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "simdjson",
  format: "json",
  library: "simdjson",
  nodeOnly: true,
  documentation: "https://github.com/luizperes/simdjson_nodejs#usage",
  load: async () => (await import("simdjson")).default,
  rows: [
    {
      variant: null,
      api: "parse",
      operations: ["decode"],
      bind: ({ parse }, { fromUtf8 }) => ({ decode: (data) => parse(fromUtf8(data)) }),
    },
  ],
};
