/** Where the wall time of a run went. */
import { fixed } from "../model/figures";
import type { RunInfo } from "./document";

export const TIMED = "timed batches";
/** What was prepared on another processor while somebody was timed, and made the run no longer. */
export const ASIDE = "aside";
const CORE = "core";
/** The core's own time; no runner's is called like this. */
export const NOBODY = "no runner";

/** What one runner, or all of them, spent, in seconds. */
export interface Account {
  who: string;
  seconds: ReadonlyMap<string, number>;
  total: number;
  /** the share of the total in timed batches */
  timed: number;
  aside: number;
}

/** The accounts of all runners in the order of the run, those of no runner last. */
export function accountsOf({ spent }: RunInfo, titles: ReadonlyMap<string, string>): Account[] {
  const runners = [...new Set(spent.map(({ runner }) => runner))];
  return runners
    .sort((one, other) => Number(one === CORE) - Number(other === CORE))
    .map((runner) =>
      account(
        runner === CORE ? NOBODY : (titles.get(runner) ?? runner),
        spent.filter((one) => one.runner === runner),
      ),
    );
}

export function wholeOf({ spent }: RunInfo): Account {
  return account("all", spent);
}

function account(who: string, spent: RunInfo["spent"]): Account {
  const seconds = new Map<string, number>();
  for (const one of spent) seconds.set(one.activity, (seconds.get(one.activity) ?? 0) + one.seconds);
  const aside = seconds.get(ASIDE) ?? 0;
  seconds.delete(ASIDE);
  const total = [...seconds.values()].reduce((sum, value) => sum + value, 0);
  return { who, seconds, total, timed: total > 0 ? (seconds.get(TIMED) ?? 0) / total : 0, aside };
}

/** What was done, the timed batches first, then what took longest. */
export function activitiesOf({ seconds }: Account): string[] {
  const rest = [...seconds.keys()].filter((activity) => activity !== TIMED);
  const spent = (activity: string) => seconds.get(activity) ?? 0;
  return [TIMED, ...rest.sort((a, b) => spent(b) - spent(a) || (a < b ? -1 : 1))];
}

/** Say what all runners spent the run's time on, null where it is not known; as report/spending.py. */
export function spendingLine(run: RunInfo): string | null {
  const whole = wholeOf(run);
  if (whole.total <= 0) return null;
  const [timed, ...rest] = activitiesOf(whole).map(
    (activity) => [fixed(((whole.seconds.get(activity) ?? 0) / whole.total) * 100, 0), activity] as const,
  );
  const others = rest.filter(([share]) => share !== "0").map(([share, activity]) => `, ${share} % ${activity}`);
  const beside =
    whole.aside >= 0.05 ? ` Another ${fixed(whole.aside, 1)} s of preparing went on aside, on another processor.` : "";
  return `Of ${fixed(whole.total, 1)} s, ${timed?.[0]} % went into ${TIMED}${others.join("")}.${beside}`;
}
