/** What a change would cost that is not in the numbers. */
import type { LossInfo } from "../data/advice";
import { participantOf } from "../data/cells";
import type { PayloadInfo, RunDocument } from "../data/document";
import { choicesFor, concessions, isExact, isPrebuilt, lossesOf, type Described, type Policy } from "./candidates";
import { isOld } from "./requirements";

const CONCESSIONS: Readonly<Record<Policy, string>> = {
  buffers: "it reuses its buffers, which your program has to keep and must not share between threads",
  strings: "its strings are borrowed: they die with the bytes that they were read from",
  utf8: "it does not check that strings are UTF-8",
};

const PRICES: Readonly<Record<Policy, string>> = {
  buffers: "reuses its buffers",
  strings: "borrows its strings",
  utf8: "does not check UTF-8",
};

/** Return what another codec concedes and the baseline does not, in a few words each. */
export function pricesOf(baseline: Described, other: Described): string[] {
  return concessions(baseline, other).map((policy) => PRICES[policy]);
}

/** Something that the baseline has and another codec has not, in words. */
export type Loss = LossInfo;

/** In which of a run's languages some codec can read and write a format, and in which one that is exact. */
interface Coverage {
  any: Set<string>;
  exact: Set<string>;
}

/** The coverage of every format for a payload, and how many languages the run has. */
export interface Covered {
  formats: ReadonlyMap<string, Coverage>;
  languages: number;
}

const KNOWN = new WeakMap<PayloadInfo, Covered>();

/** Return the coverage of every format for a payload; it takes a while, and is kept. */
export function coverage(document: RunDocument, payload: PayloadInfo): Covered {
  const known = KNOWN.get(payload) ?? covered(document, payload);
  KNOWN.set(payload, known);
  return known;
}

function covered(document: RunDocument, payload: PayloadInfo): Covered {
  const cells = document.cells.filter((cell) => cell.payload === payload.payload);
  const languages = new Map(cells.map((cell) => [participantOf(cell), cell.language]));
  const formats = new Map<string, Coverage>();
  for (const { participant, candidates } of choicesFor(document, payload)) {
    const language = languages.get(participant) ?? participant;
    for (const candidate of candidates) {
      const found = formats.get(candidate.format) ?? { any: new Set(), exact: new Set() };
      formats.set(candidate.format, found);
      found.any.add(language);
      if (isExact(candidate)) found.exact.add(language);
    }
  }
  return { formats, languages: new Set(languages.values()).size };
}

/** Return what would be lost by a change from the baseline to another codec, given the coverage of their payload. */
export function losses(document: RunDocument, baseline: Described, other: Described, covered: Covered): Loss[] {
  const found: Loss[] = [];
  const kept = lossesOf(baseline);
  const lost = lossesOf(other).filter((loss) => !kept.includes(loss));
  if (lost.length > 0) {
    found.push({ kind: "fidelity", text: `it does not preserve everything: ${lost.join(", ")}` });
  }
  if (other.format !== baseline.format) found.push(...ofFormat(document, baseline.format, other.format, covered));
  for (const policy of concessions(baseline, other)) found.push({ kind: policy, text: CONCESSIONS[policy] });
  if (isPrebuilt(other) && !isPrebuilt(baseline)) {
    const text = "it starts from the library's own tree, which your program would have to build";
    found.push({ kind: "tree", text });
  }
  const { library, library_version, released } = other.rows[0];
  if (isOld({ released }, document.run.started)) {
    found.push({ kind: "release", text: `${library} ${library_version} was released on ${released}` });
  }
  return found;
}

function ofFormat(document: RunDocument, today: string, other: string, { formats, languages }: Covered): Loss[] {
  const [own, foreign] = [today, other].map((name) => document.formats.find(({ format }) => format === name));
  const title = foreign?.title ?? other;
  const found: Loss[] = [];
  if (own?.schemaless && foreign && !foreign.schemaless) {
    const text =
      `${title} is read by its schema alone: both ends have to hold it, and generate code or read it; ` +
      "weighbridge evolve tells what survives a change of it";
    found.push({ kind: "schema", text });
  }
  if (own?.text && foreign && !foreign.text) {
    found.push({ kind: "readability", text: `${title} is not readable without a tool` });
  }
  const [old, now] = [formats.get(today), formats.get(other)];
  if (languages > 1 && old && now) {
    found.push({
      kind: "ecosystem",
      text:
        `${title} has a codec in ${now.any.size} of ${languages} languages weighed, an exact one in ` +
        `${now.exact.size} (${own?.title ?? today}: ${old.any.size} and ${old.exact.size})`,
    });
  }
  return found;
}
