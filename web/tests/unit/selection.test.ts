/** Which cells of a run a command is about. */
import { describe, expect, test } from "vitest";
import { qualifiedName } from "../../src/data/cells";
import { selected, type Chosen } from "../../src/data/selection";
import { Refusal } from "../../src/refusal";
import { cell, documentOf } from "./charts-run";

const ALL: Chosen = { payloads: [], languages: [], runners: [], formats: [], codecs: [], operations: [] };
const script = { language: "javascript" };
const RUN = documentOf([
  cell("json", "json", 1000, { member: "node", ...script }),
  cell("json", "json", 1000, { member: "browser:firefox", ...script }),
  cell("json", "json", 1000, { member: "browser:chrome", ...script }),
  cell("msgpackr[records]", "msgpack", 1000, { member: "node", ...script, operation: "decode" }),
  cell("fast.json", "json", 1000, { member: "go" }),
  cell("packer", "msgpack", 1000, { member: "go", payload: "hello" }),
]);

function names(chosen: Partial<Chosen>): string[] {
  return selected(RUN, { ...ALL, ...chosen }).map(qualifiedName);
}

describe("selecting", () => {
  test("nothing leaves all", () => expect(names({})).toHaveLength(6));

  test.each<[Partial<Chosen>, string[]]>([
    [{ languages: ["go"] }, ["go/fast.json", "go/packer"]],
    [{ runners: ["browser"] }, ["browser:firefox/json", "browser:chrome/json"]],
    [{ runners: ["firefox", "go"] }, ["browser:firefox/json", "go/fast.json", "go/packer"]],
    [{ runners: ["browser:chrome"] }, ["browser:chrome/json"]],
    [{ formats: ["msgpack"], operations: ["decode"] }, ["node/msgpackr[records]"]],
    [{ payloads: ["hello"] }, ["go/packer"]],
    [{ codecs: ["msgpackr"] }, ["node/msgpackr[records]"]],
    [{ codecs: ["msgpackr[records]"] }, ["node/msgpackr[records]"]],
    [
      { codecs: ["javascript/j*", "go/p?cker"] },
      ["node/json", "browser:firefox/json", "browser:chrome/json", "go/packer"],
    ],
    [{ codecs: ["fast.*"] }, ["go/fast.json"]],
  ])("%o takes %o", (chosen, expected) => expect(names(chosen)).toEqual(expected));

  test.each<[Partial<Chosen>, string]>([
    [{ payloads: ["order"] }, "no payload 'order': did you mean orders"],
    [{ languages: ["rust"] }, "no language 'rust': there are go, javascript"],
    [{ runners: ["firefax"] }, "no runner 'firefax': did you mean firefox"],
    [{ formats: ["jsn"] }, "no format 'jsn': did you mean json"],
    [{ operations: ["scan"] }, "no operation 'scan': there are decode, encode"],
    [{ codecs: ["fast?json", "pakcer"] }, "no codec 'pakcer': did you mean packer"],
    [{ codecs: ["go/pack"] }, "no codec 'go/pack': did you mean go/packer"],
    [{ languages: ["go"], operations: ["decode"] }, "Leave something out"],
  ])("%o is refused", (chosen, message) => {
    expect(() => names(chosen)).toThrow(Refusal);
    expect(() => names(chosen)).toThrow(message);
  });

  test("from a run without rows is refused", () => {
    expect(() => selected(documentOf([]), ALL)).toThrow("no row that was measured");
  });
});
