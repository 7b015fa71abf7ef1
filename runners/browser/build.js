/** Bundles the worker: the harness and the codecs of the Node.js runner, with the libraries that are installed here. */

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const CODECS = new URL("../node/codecs/", import.meta.url);

/** Write the module that lists the codecs which browsers can run, and what their packages tell. */
async function listCodecs() {
  /** @type {Record<string, object>} */
  const manifests = {};
  const entries = [];
  for (const file of readdirSync(CODECS).sort()) {
    const { default: library } = await import(new URL(file, CODECS).href);
    if (library.nodeOnly) continue;
    if (!library.builtIn) {
      const file = `${HERE}node_modules/${library.library}/package.json`;
      const { version, homepage, license } = JSON.parse(readFileSync(file, "utf8"));
      manifests[library.library] = { version, homepage, license };
    }
    entries.push({ file: fileURLToPath(new URL(file, CODECS)), source: `../node/codecs/${file}` });
  }
  return [
    ...entries.map(({ file }, index) => `import library${index} from ${JSON.stringify(file)};`),
    "export const LIBRARIES = [",
    ...entries.map(({ source }, index) => `{ library: library${index}, source: ${JSON.stringify(source)} },`),
    "];",
    `export const MANIFESTS = ${JSON.stringify(manifests)};`,
  ].join("\n");
}

/** @type {import("esbuild").Plugin} */
const plugin = {
  name: "weighbridge",
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^weighbridge:codecs$/ }, ({ path }) => ({ path, namespace: "weighbridge" }));
    onLoad({ filter: /.*/, namespace: "weighbridge" }, async () => ({
      contents: await listCodecs(),
      resolveDir: HERE,
    }));
    // A library comes from here, though the file that imports it lies in the Node.js runner's folder.
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind, pluginData }) => {
      if (pluginData === plugin.name || !importer.startsWith(fileURLToPath(CODECS))) return undefined;
      return resolve(path, { resolveDir: HERE, kind, pluginData: plugin.name });
    });
  },
};

await build({
  entryPoints: [`${HERE}page/worker.js`],
  outfile: `${HERE}build/worker.js`,
  bundle: true,
  format: "esm",
  platform: "browser",
  target: ["chrome140", "firefox140"],
  plugins: [plugin],
  alias: { fs: `${HERE}page/fs.js` },
  // @shelacek/ubjson asks for it where there is no TextEncoder.
  external: ["util"],
  logLevel: "warning",
});
