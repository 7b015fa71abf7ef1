/** Node.js, as the protocol needs it. */

import { readFileSync } from "node:fs";

/** @param {string} name of a package in this folder's node_modules */
function installed(name) {
  const file = new URL(`node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}

/** @param {string} text */
function fromBase64(text) {
  const pooled = Buffer.from(text, "base64");
  if (pooled.toString("base64") !== text) throw new SyntaxError("not base64");
  return Uint8Array.from(pooled);
}

/** @type {import("./harness/platform.js").Platform} */
export const platform = {
  name: "node",
  clocks: {
    wall: { name: "CLOCK_MONOTONIC", resolutionNs: 1, now: () => process.hrtime.bigint() },
    // Of the whole process, for V8 collects garbage in several threads.
    cpu: {
      name: "getrusage(RUSAGE_SELF)",
      resolutionNs: 1000,
      covers: "process",
      now: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) * 1000;
      },
    },
  },
  describe: () => ({
    runner: "node",
    runtime: `Node.js ${process.versions.node}`,
    compiler: `V8 ${process.versions.v8}`,
    flags: [process.env.NODE_OPTIONS, ...process.execArgv].filter(Boolean).join(" ") || null,
  }),
  manifest: (library) => (library.builtIn ? { version: process.versions.v8 } : installed(library.library)),
  reasonMissing: (library, error) => {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return `${reason}; try: npm ci && node install.js, in runners/node (${library.documentation})`;
  },
  fromBase64,
  toDocument: (bytes) => Buffer.from(bytes.buffer),
  toBase64: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"),
  toUtf8: (string) => Buffer.from(string),
  fromUtf8: (data) => data.toString(),
};
