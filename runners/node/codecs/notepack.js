/** notepack.io, which socket.io-msgpack-parser is made of. Its files for Node.js and for browsers differ. */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "notepack.io",
  format: "msgpack",
  library: "notepack.io",
  documentation: "https://github.com/darrachequesne/notepack#usage",
  load: async () => (await import("notepack.io")).default,
  rows: [
    {
      variant: null,
      api: "encode, decode",
      operations: ["encode", "decode"],
      utf8: { node: "checked", browser: "unchecked" }, // in browsers it decodes text itself
      bind: ({ encode, decode }, { name }) => ({
        // In browsers it makes an ArrayBuffer.
        encode: name === "node" ? (value) => encode(value) : (value) => new Uint8Array(encode(value)),
        decode: (data) => decode(data),
      }),
    },
  ],
};
