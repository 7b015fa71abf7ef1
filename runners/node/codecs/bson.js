/** bson, by MongoDB. Bytes come back as a Buffer, not in the library's own class, on the plain row too. */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "bson",
  format: "bson",
  library: "bson",
  homepage: "https://github.com/mongodb/js-bson",
  documentation: "https://github.com/mongodb/js-bson#documentation",
  load: () => import("bson"),
  rows: [
    {
      variant: null,
      api: "serialize, deserialize",
      operations: ["encode", "decode"],
      bigint: true,
      rootDocument: true,
      bind: ({ serialize, deserialize }) => {
        const options = { promoteBuffers: true };
        return {
          encode: (value) => serialize(value),
          decode: (data) => deserialize(data, options),
        };
      },
    },
    {
      variant: "bigint",
      api: "useBigInt64",
      operations: ["encode", "decode"],
      bigint: true,
      rootDocument: true,
      bind: ({ serialize, deserialize }) => {
        const options = { promoteBuffers: true, useBigInt64: true };
        return {
          encode: (value) => serialize(value),
          decode: (data) => deserialize(data, options),
        };
      },
    },
  ],
};
