/** What can be chosen, from which cells, against what, and what would be lost. */
import { describe, expect, test } from "vitest";
import type { RunDocument } from "../../src/data/document";
import { baselineOf, choicesFor, candidatesOf, ownCells, type Candidate } from "../../src/model/candidates";
import { coverage, losses } from "../../src/model/losses";
import { both, cell, documentOf, payloadOf, type About } from "./advice-run";

const [ORDERS, OTHER] = [payloadOf(), payloadOf("other")];

function found(document: RunDocument, participant = "python"): Candidate[] {
  return candidatesOf(document, document.run.payloads[0] ?? ORDERS, participant);
}

function named(document: RunDocument, name: string): Candidate {
  const candidate = found(document).find((candidate) => candidate.name === name);
  if (!candidate) throw new Error(`no ${name}`);
  return candidate;
}

describe("candidates", () => {
  const halves = documentOf([
    ...both("json", 1000, 2000),
    cell("json[prebuilt]", "encode", 500),
    cell("json[insitu]", "decode", 700),
    cell("yajl", "encode", 300),
    cell("yajl[tree]", "decode", 400),
    cell("gjson", "decode", 100),
    cell("rapid", "scan", 50),
  ]);

  test("borrow the half that a variant lacks from the plain codec", () => {
    expect(found(halves).map(({ name }) => name)).toEqual(["json", "json[prebuilt]", "json[insitu]", "yajl[tree]"]);
    expect(named(halves, "json[prebuilt]").decode).toBe(named(halves, "json").decode);
    expect(named(halves, "json[insitu]").encode).toBe(named(halves, "json").encode);
    expect(named(halves, "yajl[tree]").encode.net_ns.estimate).toBe(300);
  });

  test("know which cells are their own", () => {
    const own = (name: string) => ownCells(named(halves, name)).map(({ operation }) => operation);
    expect([own("json"), own("json[prebuilt]"), own("json[insitu]")]).toEqual([
      ["encode", "decode"],
      ["encode"],
      ["decode"],
    ]);
  });

  test("are two, where a codec has two formats", () => {
    const two = documentOf([...both("multi", 1, 1), ...both("multi", 2, 2, 1, { format: "msgpack" })]);
    expect(found(two).map(({ format, encode, decode }) => [format, encode.format, decode.format])).toEqual([
      ["json", "json", "json"],
      ["msgpack", "msgpack", "msgpack"],
    ]);
  });

  test("of participants and payloads are kept apart", () => {
    const document = documentOf(
      [
        ...both("json", 1, 1),
        ...both("json", 2, 2, 1, { participant: "python:jit" }),
        ...both("json", 3, 3, 1, { payload: "other" }),
      ],
      [ORDERS, OTHER],
    );
    expect(found(document, "python:jit").map(({ encode }) => encode.net_ns.estimate)).toEqual([2]);
    expect(found(document, "nobody")).toEqual([]);
    expect(choicesFor(document, ORDERS).map(({ participant }) => participant)).toEqual(["python", "python:jit"]);
    expect(choicesFor(document, OTHER).map(({ participant }) => participant)).toEqual(["python"]);
  });
});

describe("the baseline", () => {
  test("is what the run compares with, or what is named, of any variant", () => {
    const to: About = { relative: ["python/json[assoc]", 1, 0] };
    const document = documentOf([
      ...both("fast", 1, 1, 1, to),
      ...both("json[object]", 1, 1),
      ...both("json[assoc]", 1, 1),
    ]);
    const name = (wanted: string | null) => baselineOf(found(document), wanted)?.name;
    expect(["fast", "json", "json[object]"].map(name)).toEqual(["fast", "json[assoc]", "json[object]"]);
    // A name that only another language has: there its plain JSON stands.
    expect([name(null), name("serde_json")]).toEqual(["json[assoc]", "json[assoc]"]);
  });

  test("is none without a ratio, but for one that is named", () => {
    const document = documentOf(both("json", 1, 1, 1, { relative: ["rust/serde_json", 3, 0.1] }));
    expect(baselineOf(found(document), null)).toBeNull();
    expect(baselineOf(found(document), "json")?.name).toBe("json");
  });
});

describe("what would be lost", () => {
  const JSON_CELLS = both("json", 1, 1);
  const lost = (document: RunDocument) =>
    new Map(
      losses(document, named(document, "json"), named(document, "other"), coverage(document, { ...ORDERS })).map(
        ({ kind, text }) => [kind, text],
      ),
    );

  test("is nothing by a codec like the baseline", () => {
    expect([...lost(documentOf([...JSON_CELLS, ...both("other", 1, 1)]))]).toEqual([]);
  });

  test.each<[About, string, RegExp]>([
    [{ losses: ["int53", "float32"] }, "fidelity", /^it does not preserve everything: int53, float32/],
    [{ format: "msgpack" }, "readability", /^MessagePack is not readable without a tool/],
    [{ policies: { buffers: "reuse" } }, "buffers", /^it reuses its buffers/],
    [{ policies: { strings: "borrowed" } }, "strings", /^its strings are borrowed/],
    [{ policies: { utf8: "unchecked" } }, "utf8", /^it does not check that strings are UTF-8/],
    [{ policies: { starts_from: "library" } }, "tree", /^it starts from the library's own tree/],
    [{ released: "2020-02-29" }, "release", /^other 1.0 was released on 2020-02-29/],
  ])("is said of %o, unless the baseline is like that", (about, kind, text) => {
    expect(lost(documentOf([...JSON_CELLS, ...both("other", 1, 1, 1, about)])).get(kind as never)).toMatch(text);
    const same = lost(documentOf([...both("json", 1, 1, 1, about), ...both("other", 1, 1, 1, about)]));
    expect([undefined, "release"]).toContain(same.has(kind as never) ? kind : undefined);
  });

  test("is not what concerns decoding where only encoding does so", () => {
    const borrowing = [cell("other", "encode", 1, 1, { policies: { strings: "borrowed" } }), cell("other", "decode")];
    expect([...lost(documentOf([...JSON_CELLS, ...borrowing]))]).toEqual([]);
  });

  test("counts the ecosystem in languages, not in runners", () => {
    const packed: About = { format: "msgpack" };
    const node: About = { participant: "node", language: "javascript" };
    const firefox: About = { participant: "browser:firefox", language: "javascript" };
    const document = documentOf([
      ...JSON_CELLS,
      ...both("other", 1, 1, 1, packed),
      ...both("json", 1, 1, 1, node),
      ...both("lossy", 1, 1, 1, { ...packed, ...node, losses: ["int53"] }),
      ...both("json", 1, 1, 1, firefox),
      ...both("lossy", 1, 1, 1, { ...packed, ...firefox, losses: ["int53"] }),
      ...both("json", 1, 1, 1, { participant: "rust" }),
      cell("half", "decode", 1, 1, { participant: "rust", ...packed }),
    ]);
    expect(lost(document).get("ecosystem")).toBe(
      "MessagePack has a codec in 2 of 3 languages weighed, an exact one in 1 (JSON: 3 and 3)",
    );
  });

  test("knows nothing of an ecosystem from one language", () => {
    const document = documentOf([...JSON_CELLS, ...both("other", 1, 1, 1, { format: "msgpack" })]);
    expect([...lost(document).keys()]).toEqual(["readability"]);
  });
});
