/**
 * Compiles what npm brings as source: simdjson's binding. Where that fails, only this codec is missing, and it says why.
 *
 * It takes a C++ compiler, make, Python, and Node.js's headers, which are in /usr/include/node (Debian: libnode-dev) or come
 * with an installation from nodejs.org. Nothing is downloaded.
 */

import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const NOTE = new URL("node_modules/.simdjson-failed", import.meta.url);
const HEADERS = "include/node/node_api.h";

const prefix = ["/usr/local", "/usr", dirname(dirname(process.execPath))].findLast((folder) =>
  existsSync(join(folder, HEADERS)),
);

/** @returns {string} why it could not be compiled, or nothing */
function compile() {
  if (!prefix) return "Node.js's headers were not found (Debian: libnode-dev)";
  const { error, status, stderr } = spawnSync("npm", ["rebuild", "simdjson", "--ignore-scripts=false"], {
    cwd: import.meta.dirname ?? new URL(".", import.meta.url).pathname,
    env: { ...process.env, npm_config_nodedir: prefix },
    encoding: "utf8",
  });
  if (status === 0 && existsSync(new URL("node_modules/simdjson/build/Release/simdjson.node", import.meta.url)))
    return "";
  const words = stderr?.split("\n").filter((line) => /error/i.test(line)) ?? [];
  return `its binding could not be compiled: ${error?.message ?? words[0] ?? `status ${status}`}`;
}

const reason = compile();
rmSync(NOTE, { force: true });
if (reason) {
  writeFileSync(NOTE, reason);
  process.stderr.write(`simdjson: ${reason}\n`);
}
