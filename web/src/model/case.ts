/** One payload in one participant of a run: who contends, and what the numbers say. */
import type { Advice } from "../data/advice";
import type { PayloadInfo, RunDocument } from "../data/document";
import { baselineOf, type Candidate } from "./candidates";
import { enter, isAsked, type Contest } from "./contest";
import { missing } from "./model";
import type { Scenario } from "./scenario";
import { Spot } from "./spot";
import { decide, type Verdict } from "./verdict";

/**
 * Why there is nothing to advise: the run does not agree with itself, knows no error, lacks a number or what is asked
 * about, or the messages of no codec fit through the link.
 */
export type Obstacle = NonNullable<Advice["obstacle"]>;

/** What there is to say about one payload in one participant. */
export interface Case {
  payload: PayloadInfo;
  participant: string;
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

/** Weigh the candidates of one participant on one payload against its baseline. */
export function consider(
  document: RunDocument,
  payload: PayloadInfo,
  participant: string,
  candidates: readonly Candidate[],
  scenario: Scenario,
): Case {
  const about: Case = {
    payload,
    participant,
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
  const contest = enter(candidates, baseline, scenario, formats, run.started);
  if (contest === null) {
    return { ...about, obstacle: "missing", lacking: lacking.map((number) => `${baseline.name}'s ${number}`) };
  }
  if (contest.baseline.processor.half === null) return { ...about, contest, ...tooShort };
  if (scenario.to !== null && !isThere(contest, candidates, scenario.to))
    return { ...about, contest, obstacle: "absent" };
  const verdict = decide(contest, new Spot(scenario));
  return { ...about, contest, verdict, obstacle: verdict.kind === "none" ? "saturated" : null };
}

/** Tell whether there is something to move to: not only what is used today. */
function isThere({ baseline }: Contest, candidates: readonly Candidate[], to: string): boolean {
  return candidates.some((candidate) => candidate !== baseline.candidate && isAsked(candidate, to));
}
