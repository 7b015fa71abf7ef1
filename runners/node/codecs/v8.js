/** V8's structured clone, which Node.js sends between its threads. */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "v8",
  format: "v8",
  library: "V8",
  builtIn: true,
  nodeOnly: true,
  homepage: "https://v8.dev",
  documentation: "https://nodejs.org/api/v8.html#serialization-api",
  licence: "BSD-3-Clause",
  load: () => import("node:v8"),
  rows: [
    {
      variant: null,
      api: "serialize, deserialize",
      operations: ["encode", "decode"],
      utf8: "unchecked", // text is Latin-1 or UTF-16, and half surrogate pairs pass
      bigint: true,
      bind: ({ serialize, deserialize }) => ({
        encode: (value) => serialize(value),
        decode: (data) => deserialize(data),
      }),
    },
  ],
};
