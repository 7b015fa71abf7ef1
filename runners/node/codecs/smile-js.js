/** smile-js, which decodes only. */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "smile-js",
  format: "smile",
  library: "smile-js",
  documentation: "https://ngyewch.github.io/smile-js/",
  load: () => import("smile-js"),
  rows: [
    {
      variant: null,
      api: "parse",
      operations: ["decode"],
      bind: ({ parse }) => ({ decode: (data) => parse(data) }),
    },
  ],
};
