/**
 * What differs between Node.js and a browser's page.
 * @typedef {object} Platform
 * @property {"node" | "browser"} name
 * @property {{ wall: Clock, cpu: Clock | null }} clocks
 * @property {() => object} describe the runtime's members of the answer to `describe`
 * @property {(library: import("./codec.js").Library) => Manifest} manifest what a library's package.json tells; of what is
 *   built into the runtime, its version
 * @property {(library: import("./codec.js").Library, error: unknown) => string} reasonMissing
 * @property {(text: string) => Uint8Array<ArrayBuffer>} fromBase64 alone in its ArrayBuffer; throws a SyntaxError
 * @property {(bytes: Uint8Array<ArrayBuffer>) => Uint8Array} toDocument what bytes arrive as on this platform, without a copy
 * @property {(bytes: Uint8Array) => string} toBase64
 * @property {(string: string) => Uint8Array} toUtf8 as a user of this platform writes it
 * @property {(data: any) => string} fromUtf8 as a user of this platform writes it
 */

/**
 * @typedef {object} Manifest
 * @property {string} version
 * @property {string} [homepage]
 * @property {string} [license]
 */

/**
 * @typedef {object} Clock
 * @property {string} name
 * @property {number} resolutionNs
 * @property {"thread" | "process"} [covers] whose CPU time it is
 * @property {() => number | bigint} now in nanoseconds
 */

export {};
