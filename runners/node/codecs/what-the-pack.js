/** what-the-pack, which encodes into a buffer of a size given once and copies the result out of it. */

const LARGEST_MESSAGE = 1 << 26;

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "what-the-pack",
  format: "msgpack",
  library: "what-the-pack",
  homepage: "https://github.com/uneventfullyweird/what-the-pack",
  documentation: "https://www.npmjs.com/package/what-the-pack",
  load: async () => (await import("what-the-pack")).default,
  rows: [
    {
      variant: null,
      api: "initialize",
      operations: ["encode", "decode"],
      bind: ({ initialize, Buffer }, { name }) => {
        const { encode, decode } = initialize(LARGEST_MESSAGE);
        return {
          encode: (value) => encode(value),
          // In browsers it brings a Buffer of its own.
          decode: name === "node" ? (data) => decode(data) : (data) => decode(Buffer.from(data.buffer)),
        };
      },
    },
  ],
};
