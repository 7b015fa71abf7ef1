/**
 * The browser runner of Weighbridge: speaks docs/protocol.md over standard input and output, for a worker in a page of the
 * browser that its argument names.
 */

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import puppeteer from "puppeteer-core";

import { Bridge } from "./bridge.js";
import { BROWSERS, findProgram } from "./browsers.js";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LINE_FEED = 0x0a;

/** @param {string} reason @returns {never} */
function giveUp(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

/** @param {string} name of a file in this folder */
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Make a folder for all that the browser writes. Both go when this process does, whatever ends it. */
function makeFolder() {
  // Browsers make sockets in it, whose paths may not be longer than 107 bytes.
  const base = tmpdir().length > 40 ? "/tmp" : tmpdir();
  const folder = join(base, `weighbridge-browser-${randomUUID().slice(0, 8)}`);
  // First who removes it, then the folder: between the two there is nothing to be left behind.
  spawn(here("sweep"), [folder], { stdio: ["pipe", "ignore", "ignore"], detached: true }).unref();
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/**
 * Start the browser, and in it the page with the worker.
 * @param {import("./browsers.js").Browser} kind
 * @returns {Promise<Bridge>}
 */
async function open(kind) {
  const program = findProgram(kind);
  const bridge = new Bridge();
  const address = await bridge.listen();
  const folder = makeFolder();
  const browser = await puppeteer.launch({
    ...kind.options,
    browser: kind.driver,
    executablePath: here("become-browser"),
    userDataDir: join(folder, "profile"),
    // Programs leave sockets and locks in the folder for temporary files, too. Firefox's reporter of crashes would outlive it.
    env: { ...process.env, TMPDIR: folder, WEIGHBRIDGE_PROGRAM: program, MOZ_CRASHREPORTER_DISABLE: "1" },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    defaultViewport: null,
  });
  browser.on("disconnected", () => giveUp(`${kind.title} ended`));
  const [page] = await browser.pages();
  page.on("console", (message) => process.stderr.write(`${message.text()}\n`));
  page.on("pageerror", (error) => giveUp(`the page failed: ${error}`));
  const version = (await browser.version()).replace(/^[^/]*\//, "");
  let engineVersion = version;
  if (kind.driver === "chrome") {
    const session = await page.createCDPSession();
    engineVersion = (await session.send("Browser.getVersion")).jsVersion;
    await session.detach();
  }
  const greeting = { runtime: `${kind.title} ${version}`, engine: kind.engine, engineVersion };
  const connected = bridge.connected(greeting, giveUp);
  await page.goto(address);
  await connected;
  return bridge;
}

/**
 * Answer every line of standard input.
 * @param {Bridge} bridge
 */
async function converse(bridge) {
  /** @type {Buffer[]} */
  let parts = [];
  for await (const chunk of process.stdin) {
    let rest = chunk;
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED)) {
      let line = "";
      try {
        line = decoder.decode(Buffer.concat([...parts, rest.subarray(0, end)]));
      } catch {
        // Not UTF-8: answered like an empty line, as a bad request.
      }
      parts = [];
      rest = rest.subarray(end + 1);
      const answer = await bridge.exchange(line);
      await new Promise((resolve) => process.stdout.write(`${answer}\n`, resolve));
      if (quits(line, answer)) return;
    }
    parts.push(rest);
  }
}

/** @param {string} line @param {string} answer */
function quits(line, answer) {
  return line.length < 1000 && answer === '{"answer":"ok"}' && JSON.parse(line).request === "quit";
}

const kind = BROWSERS[process.argv[2] ?? ""];
if (!kind) giveUp(`usage: node runner.js ${Object.keys(BROWSERS).join("|")}`);
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, () => process.exit(1));
process.stdout.on("error", () => process.exit(1));
try {
  await converse(await open(kind));
} catch (error) {
  giveUp(`${kind.title}: ${error instanceof Error ? error.message : error}`);
}
// The driver ends the browser as this process exits.
process.exit(0);
