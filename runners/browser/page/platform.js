/** A browser's worker, as the protocol needs it. */

const STEPS = 101;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Measure the step of `performance.now`, which browsers make coarse on purpose.
 * @returns {number} in nanoseconds
 */
function measureStep() {
  const steps = [];
  let last = performance.now();
  while (steps.length < STEPS) {
    const now = performance.now();
    if (now > last) steps.push(now - last);
    last = now;
  }
  // The middle one: if the thread had to wait, some steps are large.
  return Math.max(1, Math.round(steps.sort((one, other) => one - other)[STEPS >> 1] * 1e6));
}

/**
 * @param {{ runtime: string, engine: string, engineVersion: string }} browser what the driver tells of it
 * @param {Record<string, import("../../node/harness/platform.js").Manifest>} manifests of the libraries that were bundled
 * @returns {import("../../node/harness/platform.js").Platform}
 */
export function makePlatform({ runtime, engine, engineVersion }, manifests) {
  return {
    name: "browser",
    clocks: {
      wall: { name: "performance.now", resolutionNs: measureStep(), now: () => performance.now() * 1e6 },
      cpu: null,
    },
    describe: () => ({
      runner: "browser",
      runtime,
      compiler: `${engine} ${engineVersion}`,
      flags: "dedicated worker, cross-origin isolated",
    }),
    manifest: (library) => (library.builtIn ? { version: `${engine} ${engineVersion}` } : manifests[library.library]),
    reasonMissing: (library, error) => `${library.library} does not load in this browser: ${error}`,
    fromBase64: (text) => Uint8Array.fromBase64(text),
    toBase64: (bytes) => bytes.toBase64(),
    toDocument: (bytes) => bytes,
    toUtf8: (string) => encoder.encode(string),
    fromUtf8: (data) => decoder.decode(data),
  };
}
