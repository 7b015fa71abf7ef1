/** Fails if a library is locked in another version than in the Node.js runner. */

import { readFileSync } from "node:fs";

/** @param {string} folder */
function locked(folder) {
  const file = new URL(`${folder}/package-lock.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

const [here, there] = [locked("."), locked("../node")];
for (const name of Object.keys(here[""].dependencies)) {
  const path = `node_modules/${name}`;
  if (here[path].version === there[path]?.version) continue;
  process.stderr.write(
    `${name} is ${here[path].version} here, and ${there[path]?.version ?? "absent"} in runners/node\n`,
  );
  process.exitCode = 1;
}
