import { fixed } from "../model/figures";
import type { RunDocument } from "./document";

export interface Warning {
  /** the first kind leaves no number of the run to believe */
  kind: "bad" | "warn";
  /** in a word or two */
  brief: string;
  text: string;
}

/** A share of rows without a steady speed that is worth a warning. */
const MANY_UNSETTLED = 0.05;

/** A share of quietly timed batches below which the estimates are mostly corrected ones. */
const HARDLY_QUIET = 0.25;

/** What a reader must know before any number: the port of report/cautions.py. */
export function warningsOf(document: RunDocument): Warning[] {
  const { run, cells } = document;
  const warnings: Warning[] = [];
  const { passed, pairs, different } = run.self_check;
  if (!passed) {
    warnings.push({
      kind: "bad",
      brief: "failed its self-check",
      text:
        `This run failed its own check: of ${pairs} codecs measured twice, ${different} differ from themselves. ` +
        "Do not trust its numbers; measure again on a quieter machine.",
    });
  }
  const tooShort = cells.length > 0 && cells.every((cell) => cell.processes < 2);
  if (tooShort) {
    warnings.push({
      kind: "bad",
      brief: "too short to rank",
      text:
        "Too short to rank: every codec was measured in one process only, so that nothing is known of its error. " +
        `Give it more time, such as --budget ${Math.ceil(run.measured_s / 2) * 10}s, or weigh less at once.`,
    });
  }
  const { quiet_share: quiet } = run.quietness;
  if (quiet !== null && quiet < HARDLY_QUIET) {
    warnings.push({
      kind: "warn",
      brief: "busy machine",
      text:
        "Somebody else used the processor through most of this run: times are corrected to a quiet machine, " +
        "intervals are wider. --wait-for-quiet 2m waits for better moments.",
    });
  }
  const unsettled = cells.filter((cell) => !cell.settled).length;
  if (unsettled > MANY_UNSETTLED * cells.length) {
    warnings.push({
      kind: "warn",
      brief: `${unsettled} of ${cells.length} rows not settled`,
      text:
        `${unsettled} of ${cells.length} rows were still becoming faster or slower when the time for warming up was ` +
        'over; they say "not settled".' +
        // A run that is too short has been told how much more it needs: more than this.
        (tooShort
          ? ""
          : ` Give the run more time, such as --budget ${fixed(run.measured_s * 4, 0)}s, or weigh fewer languages at once.`),
    });
  }
  if (run.status !== "complete") {
    warnings.push({
      kind: "warn",
      brief: "interrupted",
      text: `This run was interrupted. To go on: weighbridge resume ${run.run}`,
    });
  }
  return warnings;
}
