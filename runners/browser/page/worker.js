/** The runner inside the browser: answers the lines that come through the bridge. */

import { LIBRARIES, MANIFESTS } from "weighbridge:codecs";

import { Adapter, settlePrototypes } from "../../node/harness/codec.js";
import { Session } from "../../node/harness/session.js";
import { makePlatform } from "./platform.js";

/** @param {string} greeting the first message: what only the driver knows of this browser */
async function prepare(greeting) {
  if (!crossOriginIsolated) throw new Error("the page is not isolated from other origins");
  const platform = makePlatform(JSON.parse(greeting), MANIFESTS);
  const adapters = LIBRARIES.flatMap(({ library, source }) =>
    library.rows.map((row) => new Adapter(library, row, source, platform)),
  );
  for (const adapter of adapters) await adapter.load();
  settlePrototypes();
  return new Session(platform, adapters);
}

const address = new URL("bridge", location.href);
address.protocol = "ws:";
const socket = new WebSocket(address);

/** @type {Session | null} */
let protocol = null;

socket.addEventListener("message", async ({ data }) => {
  if (protocol) {
    socket.send(protocol.answer(data));
    return;
  }
  try {
    protocol = await prepare(data);
    socket.send("ready");
  } catch (error) {
    socket.send(String(error));
  }
});
