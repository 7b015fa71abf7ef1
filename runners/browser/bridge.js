/** The way into the page: serves it on loopback, and exchanges lines with its worker over a WebSocket. */

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import { WebSocketServer } from "ws";

// With these two, a page is isolated from other origins, and may have a clock of 5 µs (Chromium) and 20 µs (Firefox)
// instead of 100 and 1000.
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** @type {Record<string, { file: string, type: string }>} */
const FILES = {
  "": { file: "page/index.html", type: "text/html; charset=utf-8" },
  "main.js": { file: "page/main.js", type: "text/javascript; charset=utf-8" },
  "worker.js": { file: "build/worker.js", type: "text/javascript; charset=utf-8" },
};

/** @param {string} file in the runner's folder */
function read(file) {
  return readFileSync(new URL(file, import.meta.url));
}

/** A page's worker, once it has connected. */
export class Bridge {
  /** Nobody who cannot read this process's memory can guess the page's address. */
  #secret = randomUUID();
  #server = createServer((request, response) => {
    const name = request.url?.startsWith(`/${this.#secret}/`) ? request.url.slice(this.#secret.length + 2) : null;
    if (name === null || !Object.hasOwn(FILES, name)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { ...ISOLATION, "Content-Type": FILES[name].type }).end(read(FILES[name].file));
  });
  /** @type {import("ws").WebSocket | null} */
  #socket = null;
  /** @type {(line: string) => void} */
  #take = () => {};

  /**
   * Start to serve.
   * @returns {Promise<string>} the page's address
   */
  async listen() {
    await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", () => resolve(null)));
    const address = /** @type {import("node:net").AddressInfo} */ (this.#server.address());
    return `http://127.0.0.1:${address.port}/${this.#secret}/`;
  }

  /**
   * Wait for the page's worker.
   * @param {object} greeting the first message to it
   * @param {(reason: string) => void} onEnd called when it is gone
   */
  async connected(greeting, onEnd) {
    const sockets = new WebSocketServer({
      server: this.#server,
      path: `/${this.#secret}/bridge`,
      perMessageDeflate: false,
      maxPayload: 2 ** 30,
    });
    /** @type {import("ws").WebSocket} */
    const socket = await new Promise((resolve) => sockets.once("connection", resolve));
    socket.on("message", (data) => this.#take(data.toString()));
    socket.on("close", () => onEnd("the page is gone"));
    this.#socket = socket;
    const ready = await this.exchange(JSON.stringify(greeting));
    if (ready !== "ready") throw new Error(ready);
  }

  /**
   * Send one line and wait for the one that answers it.
   * @param {string} line
   * @returns {Promise<string>}
   */
  exchange(line) {
    return new Promise((resolve) => {
      this.#take = resolve;
      this.#socket?.send(line);
    });
  }
}
