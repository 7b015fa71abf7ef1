/** cbor-x. Its results are regions of a large buffer that it fills up and then replaces, so each stays valid. */

import { noPrototype } from "../harness/keys.js";

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "cbor-x",
  format: "cbor",
  library: "cbor-x",
  homepage: "https://github.com/kriszyp/cbor-x",
  documentation: "https://github.com/kriszyp/cbor-x#basic-usage",
  load: async (platform) => {
    const library = await import("cbor-x");
    if (platform.name === "node" && !library.isNativeAccelerationEnabled) {
      throw new Error("its native part, cbor-extract, does not load");
    }
    return library;
  },
  rows: [
    {
      variant: null,
      api: "encode, decode",
      operations: ["encode", "decode", "encode-typed", "decode-typed"],
      platformBytes: true,
      bigint: true,
      keys: noPrototype,
      bind: ({ encode, decode }) => ({
        encode: (value) => encode(value),
        decode: (data) => decode(data),
      }),
    },
  ],
};
