/** Times the baseline and one other codec on a JSON document by mitata: the same adapters, the same tree. */

import { readFileSync } from "node:fs";

import { do_not_optimize, measure } from "mitata";

import { Adapter, settlePrototypes } from "./harness/codec.js";
import { fromText } from "./harness/values.js";
import { platform } from "./platform.js";

const CODECS = ["json", "msgpackr"];
// Batches of some milliseconds, as Weighbridge has them, and not single calls.
const OPTIONS = { batch_threshold: Infinity, batch_samples: 512, min_cpu_time: 5e9 };

const [, , file] = process.argv;
const harness = `mitata ${platform.manifest(/** @type {any} */ ({ library: "mitata" })).version}`;
const text = readFileSync(file, "utf8");

for (const name of CODECS) {
  const { default: library } = await import(`./codecs/${name}.js`);
  const adapter = new Adapter(library, library.rows[0], name, platform);
  await adapter.load();
  if (adapter.reasonMissing) throw new Error(`${name}: ${adapter.reasonMissing}`);
  settlePrototypes();
  const value = fromText(text, library.rows[0].bigint ? "natural" : "parsed", platform.fromBase64);
  const { encode, decode } = adapter.operations;
  if (!encode || !decode) throw new Error(`${name} does not encode and decode`);
  const data = platform.toDocument(Uint8Array.from(encode(value)));
  const operations = {
    encode: () => do_not_optimize(encode(value)),
    decode: () => do_not_optimize(decode(data)),
  };
  for (const [operation, call] of Object.entries(operations)) {
    process.stderr.write(`${name} ${operation}\n`);
    const before = process.cpuUsage();
    const { p50, ticks } = await measure(call, OPTIONS);
    const { user, system } = process.cpuUsage(before);
    const cpu = ((user + system) * 1000) / ticks;
    console.log(JSON.stringify({ harness, codec: name, operation, ns: p50, cpu_ns: cpu }));
  }
}
