/** The Node.js runner of Weighbridge: speaks docs/protocol.md over standard input and output. */

import { Console } from "node:console";
import { readSync, readdirSync, writeSync } from "node:fs";

import { Adapter, settlePrototypes } from "./harness/codec.js";
import { Session } from "./harness/session.js";
import { platform } from "./platform.js";

const LINE_FEED = 0x0a;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Wait where a descriptor would block, without giving the event loop a turn. */
function pause() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}

/** Call something again for as long as it would block. @template T @param {() => T} work */
function insist(work) {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EAGAIN") throw error;
      pause();
    }
  }
}

/** Read lines from standard input, without their line feeds. */
function* readLines() {
  const chunk = Buffer.allocUnsafeSlow(1 << 16);
  /** @type {Buffer[]} */
  let parts = [];
  for (;;) {
    const size = insist(() => readSync(0, chunk));
    if (size === 0) return;
    let rest = Buffer.from(chunk.subarray(0, size));
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED)) {
      yield Buffer.concat([...parts, rest.subarray(0, end)]);
      parts = [];
      rest = rest.subarray(end + 1);
    }
    parts.push(rest);
  }
}

/** @param {string} answer */
function writeLine(answer) {
  const line = Buffer.from(`${answer}\n`);
  for (let written = 0; written < line.length;) written += insist(() => writeSync(1, line, written));
}

/** Find every codec in the folder `codecs`, and import its library. */
async function findAdapters() {
  const adapters = [];
  for (const file of readdirSync(new URL("codecs/", import.meta.url)).sort()) {
    const { default: library } = await import(`./codecs/${file}`);
    for (const row of library.rows) adapters.push(new Adapter(library, row, `codecs/${file}`, platform));
  }
  for (const adapter of adapters) await adapter.load();
  settlePrototypes();
  return adapters;
}

// Standard output carries answers only: what a library logs goes to standard error.
globalThis.console = new Console(process.stderr);
const protocol = new Session(platform, await findAdapters());
try {
  for (const line of readLines()) {
    let text = "";
    try {
      text = decoder.decode(line);
    } catch {
      // Not UTF-8: answered like an empty line, as a bad request.
    }
    writeLine(protocol.answer(text));
    if (protocol.finished) break;
  }
} catch (error) {
  if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EPIPE") throw error;
  process.exitCode = 1;
}
