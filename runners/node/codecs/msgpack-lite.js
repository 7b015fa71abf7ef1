/** msgpack-lite: long without a release, and still the dependency of many packages. */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "msgpack-lite",
  format: "msgpack",
  library: "msgpack-lite",
  documentation: "https://github.com/kawanet/msgpack-lite#encoding-and-decoding-messagepack",
  load: async () => (await import("msgpack-lite")).default,
  rows: [
    {
      variant: null,
      api: "encode, decode",
      operations: ["encode", "decode"],
      utf8: { node: "checked", browser: "unchecked" }, // in browsers it decodes text itself
      platformBytes: true,
      bind: ({ encode, decode }) => ({
        encode: (value) => encode(value),
        decode: (data) => decode(data),
      }),
    },
  ],
};
