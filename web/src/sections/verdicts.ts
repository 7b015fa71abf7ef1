/** The answer for every runner: what it uses today, what it should use, and what that saves. */
import { badgesOfCandidate, type Badge } from "../data/badges";
import { titlesOf } from "../data/cells";
import type { PayloadInfo, RunDocument } from "../data/document";
import { talkedAbout } from "../model/advice";
import { candidatesOf, type Candidate } from "../model/candidates";
import { consider, type Case } from "../model/case";
import { money, NS_PER_S, transferNs, type Weight } from "../model/model";
import type { Scenario } from "../model/scenario";
import { headline, whatToDo } from "../model/sentences";
import { objective, saved } from "../model/verdict";
import type { Order } from "../state/state";

/** What there is to choose from in a runner. */
export interface Choices {
  participant: string;
  title: string;
  candidates: readonly Candidate[];
}

/** One line: what to do in a runner. */
export interface Answer {
  participant: string;
  title: string;
  of: Case;
  /** the advice in a few words, or why there is none */
  headline: string;
  /** whether a change is advised */
  changes: boolean;
  /** what is used today; null where that cannot be weighed */
  today: Bar | null;
  /** what is advised instead or, where nothing is, what comes nearest; null where there is no other */
  other: Bar | null;
  /** what that takes less; null where there is nothing to compare */
  saves: Saving | null;
  /** of the codec that the headline names, and doubts about the other */
  badges: readonly Badge[];
}

/** A share of what is minimised or, of a library that only spares processors, of their time. */
export interface Saving {
  of: "objective" | "processor";
  share: number;
  /** whether it is more than the error */
  sure: boolean;
}

/** What a message takes with a codec in nanoseconds, or in money a month, but for the round trip. */
export interface Bar {
  name: string;
  format: string;
  processor: number;
  wire: number;
}

export function lengthOf({ processor, wire }: Bar): number {
  return processor + wire;
}

/** Return what the runners of a run can choose from; one that measured nothing of the payload is left out. */
export function choicesOf(document: RunDocument, payload: PayloadInfo): Choices[] {
  return [...titlesOf(document)]
    .map(([participant, title]) => ({ participant, title, candidates: candidatesOf(document, payload, participant) }))
    .filter(({ candidates }) => candidates.length > 0);
}

export function answerOf(
  document: RunDocument,
  payload: PayloadInfo,
  { participant, title, candidates }: Choices,
  scenario: Scenario,
): Answer {
  const of = consider(document, payload, participant, candidates, scenario);
  const { contest, verdict, obstacle } = of;
  const today = contest?.baseline ?? null;
  const other = obstacle === null ? talkedAbout(of) : null;
  const changes = obstacle === null && (verdict?.kind === "library" || verdict?.kind === "format");
  return {
    participant,
    title,
    of,
    headline: headlineOf(of, changes, document, scenario),
    changes,
    today: today && barOf(today, scenario),
    other: other && barOf(other, scenario),
    saves: other && savesOf(of, other, scenario),
    badges: badgesOfAnswer(today, other, changes, document),
  };
}

/** Say what to do; where one thing is asked about, by yes or no. */
function headlineOf(of: Case, changes: boolean, document: RunDocument, scenario: Scenario): string {
  const { contest, verdict, obstacle } = of;
  const { to } = scenario;
  if (verdict?.undecided) return headline(of, document, scenario);
  const what = whatToDo(of, document);
  if (to === null || !contest || obstacle !== null) return what;
  if (!changes && !verdict?.rejected) return `No: ${to} is left out`;
  return `${changes ? "Yes" : "No"}: ${what.replace(/^./, (letter) => letter.toLowerCase())}`;
}

/** The badges of the codec that the headline names, and what makes the numbers of the other doubtful. */
function badgesOfAnswer(
  today: Weight | null,
  other: Weight | null,
  changes: boolean,
  document: RunDocument,
): readonly Badge[] {
  const of = (weight: Weight | null) =>
    weight ? badgesOfCandidate(weight.candidate, today?.candidate ?? null, document) : [];
  const [named, compared] = changes ? [other, today] : [today, other];
  const doubts = of(compared).filter(({ kind }) => kind === "doubt");
  return [...of(named), ...doubts.map((badge) => ({ ...badge, text: `${compared?.name} ${badge.text}` }))];
}

function savesOf({ contest, verdict }: Case, other: Weight, scenario: Scenario): Saving | null {
  if (!contest || !verdict) return null;
  const { baseline } = contest;
  const difference = contest.less(baseline, other);
  const sparing = verdict.kind === "library" && verdict.library.by === "processor";
  const less = sparing ? difference.processor : saved(difference, scenario);
  const whole = sparing ? baseline.processor : objective(baseline, scenario);
  return {
    of: sparing ? "processor" : "objective",
    share: less.estimate / whole.estimate,
    sure: less.half !== null && Math.abs(less.estimate) > less.half,
  };
}

function barOf(weight: Weight, scenario: Scenario): Bar {
  const { name, format, processor, bytes } = weight;
  const [own, sent] =
    scenario.minimise === "latency"
      ? [processor.estimate, transferNs(bytes, scenario.bandwidth_bits_per_s)]
      : [money(processor, 0, scenario).estimate, money({ estimate: 0, half: 0 }, bytes, scenario).estimate];
  return { name, format, processor: own, wire: sent };
}

/** Return the answers in another order; what has no number comes last. */
export function ordered(answers: readonly Answer[], order: Order): readonly Answer[] {
  if (order === "run") return answers;
  const key = (answer: Answer): number | string => {
    switch (order) {
      case "advice":
        return answer.headline;
      case "today":
        return answer.today ? lengthOf(answer.today) : Infinity;
      case "best": {
        const best = answer.changes ? answer.other : answer.today;
        return best ? lengthOf(best) : Infinity;
      }
      case "saves":
        return -(answer.saves?.share ?? -Infinity);
    }
  };
  const keyed = answers.map((answer) => ({ answer, by: key(answer) }));
  return keyed.sort((a, b) => (a.by < b.by ? -1 : Number(a.by > b.by))).map(({ answer }) => answer);
}

/** How long a call takes beside what the bars show, in nanoseconds. */
export function roundTripNs(scenario: Scenario): number {
  return scenario.minimise === "latency" ? scenario.rtt_s * NS_PER_S : 0;
}
