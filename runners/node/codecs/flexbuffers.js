/** FlexBuffers, as flatbuffers has them. References are read lazily: single values are found without the others. */

/**
 * @param {any} reference to the root
 * @param {import("../harness/picking.js").Steps} steps
 */
function find(reference, steps) {
  let found = reference;
  try {
    for (const step of steps) found = found.get(step);
  } catch (error) {
    // A string says that there is no such key or index; anything else is a fault.
    if (typeof error === "string") return undefined;
    throw error;
  }
  return found.toObject();
}

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "flexbuffers",
  format: "flexbuffers",
  library: "flatbuffers",
  homepage: "https://flatbuffers.dev",
  documentation: "https://flatbuffers.dev/flexbuffers/",
  load: async () => {
    const imported = await import("flatbuffers/js/flexbuffers.js");
    return imported.default ?? imported;
  },
  rows: [
    {
      variant: null,
      api: "encode, toObject; toReference",
      operations: ["encode", "decode"],
      bigint: true,
      bind: ({ encode, toObject, toReference }) => ({
        encode: (value) => encode(value),
        decode: (data) => toObject(data.buffer),
        pick: (paths) => (data) => {
          const root = toReference(data.buffer);
          return paths.map((steps) => find(root, steps));
        },
      }),
    },
  ],
};
