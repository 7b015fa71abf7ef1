/** JSON as the engine has it, and the UTF-8 on either side of it, since messages are bytes. */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "json",
  format: "json",
  library: "JSON",
  builtIn: true,
  homepage: "https://tc39.es/ecma262/#sec-json-object",
  documentation: "https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/JSON",
  licence: "BSD-3-Clause",
  load: async () => JSON,
  rows: [
    {
      variant: null,
      api: "JSON.stringify, JSON.parse",
      operations: ["encode", "decode", "encode-typed", "decode-typed"],
      bind: (_, { toUtf8, fromUtf8 }) => ({
        encode: (value) => toUtf8(JSON.stringify(value)),
        decode: (data) => JSON.parse(fromUtf8(data)),
      }),
    },
  ],
};
