/** One payload in one member of a run: who contends, and what the numbers say. */
import type { Advice } from "../data/advice";
import type { PayloadInfo, RunDocument } from "../data/document";
import { baselineOf, type Candidate } from "./candidates";
import { enter, type Contest } from "./contest";
import { missing } from "./model";
import type { Scenario } from "./scenario";
import { Spot } from "./spot";
import { decide, type Verdict } from "./verdict";

/**
 * Why there is nothing to advise: the run does not agree with itself, knows no error or lacks a number, or the messages
 * of no codec fit through the link.
 */
export type Obstacle = NonNullable<Advice["obstacle"]>;

/** What there is to say about one payload in one member. */
export interface Case {
  payload: PayloadInfo;
  member: string;
  candidates: readonly Candidate[];
  /** who contends; null if the baseline cannot be weighed */
  contest: Contest | null;
  /** what to do; null where there is an obstacle, but for a saturated link */
  verdict: Verdict | null;
  /** why there is nothing to advise */
  obstacle: Obstacle | null;
  /** where numbers are missing, which */
  lacking: readonly string[];
  /** where the run was too short, how long one is needed, in seconds */
  budgetS: number | null;
}

/** Weigh the candidates of one member on one payload against its baseline. */
export function consider(
  document: RunDocument,
  payload: PayloadInfo,
  member: string,
  candidates: readonly Candidate[],
  scenario: Scenario,
): Case {
  const about: Case = {
    payload,
    member,
    candidates,
    contest: null,
    verdict: null,
    obstacle: null,
    lacking: [],
    budgetS: null,
  };
  const { run, formats } = document;
  if (!run.self_check.passed) return { ...about, obstacle: "self-check" };
  const baseline = baselineOf(candidates, scenario.baseline);
  if (baseline === null) {
    const what =
      candidates.length === 0 ? "a codec that both encodes and decodes" : "a codec to compare with: name a --baseline";
    return { ...about, obstacle: "missing", lacking: [what] };
  }
  // The report asks for the same where all was measured once.
  const tooShort = { obstacle: "too-short", budgetS: Math.ceil(run.measured_s / 2) * 10 } as const;
  if (candidates.every(({ encode, decode }) => Math.max(encode.processes, decode.processes) < 2)) {
    return { ...about, ...tooShort };
  }
  const lacking = missing(baseline, scenario.compressor);
  const { to } = scenario;
  // Another format has to beat the libraries for the own one, whichever is asked about.
  const isForeign =
    to !== null &&
    !candidates.some(({ format, ...one }) => format === baseline.format && isAsked({ ...one, format }, to));
  const asked = candidates.filter(
    (candidate) =>
      candidate === baseline || isAsked(candidate, to) || (isForeign && candidate.format === baseline.format),
  );
  const contest = enter(asked, baseline, scenario, formats, run.started);
  if (contest === null) {
    return { ...about, obstacle: "missing", lacking: lacking.map((number) => `${baseline.name}'s ${number}`) };
  }
  if (contest.baseline.processor.half === null) return { ...about, contest, ...tooShort };
  const verdict = decide(contest, new Spot(scenario));
  return { ...about, contest, verdict, obstacle: verdict.kind === "none" ? "saturated" : null };
}

/** Tell whether a question is about a candidate: about its format, its codec, or one variant of that. */
export function isAsked({ name, format, encode }: Candidate, wanted: string | null): boolean {
  return wanted === null || [name, format, encode.codec].includes(wanted);
}
