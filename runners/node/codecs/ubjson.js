/**
 * @shelacek/ubjson. It makes and takes ArrayBuffers. It hands on the parts of a container as arguments of one call, which
 * are limited, and fails on containers of many thousand entries.
 */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "shelacek-ubjson",
  format: "ubjson",
  library: "@shelacek/ubjson",
  documentation: "https://bitbucket.org/shelacek/ubjson/src/master/README.md",
  load: async () => {
    const imported = await import("@shelacek/ubjson");
    return imported.default ?? imported;
  },
  rows: [
    {
      variant: null,
      api: "encode, decode",
      operations: ["encode", "decode"],
      bind: ({ encode, decode }) => ({
        encode: (value) => new Uint8Array(encode(value)),
        decode: (data) => decode(data.buffer),
      }),
    },
    {
      variant: "optimized",
      api: "optimizeArrays, optimizeObjects",
      operations: ["encode", "decode"],
      bind: ({ encode, decode }) => {
        const options = { optimizeArrays: true, optimizeObjects: true };
        return {
          encode: (value) => new Uint8Array(encode(value, options)),
          decode: (data) => decode(data.buffer),
        };
      },
    },
  ],
};
