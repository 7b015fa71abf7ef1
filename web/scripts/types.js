/**
 * Writes the types of the documents that Python prints, from their schemas in docs/schemas; with --check, only tells
 * whether they are up to date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const DOCUMENTS = [
  { schema: "docs/schemas/run.json", name: "RunDocument", output: "web/src/data/document.ts" },
  { schema: "docs/schemas/advise.json", name: "AdviceDocument", output: "web/src/data/advice.ts" },
];

/** Every property has a title, and each title would become a type of its own. */
function withoutTitles(node) {
  if (Array.isArray(node)) return node.map(withoutTitles);
  if (node === null || typeof node !== "object") return node;
  const entries = Object.entries(node).filter(([key, value]) => !(key === "title" && typeof value === "string"));
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutTitles(value)]));
}

for (const { schema, name, output } of DOCUMENTS) {
  const file = new URL(`../../${output}`, import.meta.url);
  const described = JSON.parse(readFileSync(new URL(`../../${schema}`, import.meta.url), "utf8"));
  const text = await compile({ ...withoutTitles(described), title: name }, name, {
    additionalProperties: false,
    bannerComment: `/* Written by \`npm run types\` from ${schema}. */`,
    unknownAny: true,
    format: true,
    style: { printWidth: 120 },
  });
  if (!process.argv.includes("--check")) {
    writeFileSync(file, text);
  } else if (readFileSync(file, "utf8") !== text) {
    console.error(`${output} is not what ${schema} says; renew it with: npm run types`);
    process.exitCode = 1;
  }
}
