/**
 * Writes src/data/document.ts from docs/schemas/run.json; with --check, only tells whether it is up to date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const OUTPUT = new URL("../src/data/document.ts", import.meta.url);
const schema = JSON.parse(readFileSync(new URL("../../docs/schemas/run.json", import.meta.url), "utf8"));

/** Every property has a title, and each title would become a type of its own. */
function withoutTitles(node) {
  if (Array.isArray(node)) return node.map(withoutTitles);
  if (node === null || typeof node !== "object") return node;
  const entries = Object.entries(node).filter(([key, value]) => !(key === "title" && typeof value === "string"));
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutTitles(value)]));
}

const text = await compile({ ...withoutTitles(schema), title: "RunDocument" }, "RunDocument", {
  additionalProperties: false,
  bannerComment: "/* Written by `npm run types` from docs/schemas/run.json. */",
  unknownAny: true,
  format: true,
  style: { printWidth: 120 },
});
if (!process.argv.includes("--check")) {
  writeFileSync(OUTPUT, text);
} else if (readFileSync(OUTPUT, "utf8") !== text) {
  console.error("web/src/data/document.ts is not what docs/schemas/run.json says; renew it with: npm run types");
  process.exit(1);
}
