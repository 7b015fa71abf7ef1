import { fixed } from "../model/figures";
import type { Quietness } from "./document";

/** A batch whose fork takes less than so many times the quiet pitch was timed on a quiet core; as measure/pitch.py. */
export const QUIET_REACH = 1.06;

/** Say how quiet the machine was, null where no fork told; as `quietness_line` of report/quietness.py. */
export function quietnessLine({ quiet_share: share, corrected }: Quietness): string | null {
  if (share === null) return null;
  const percent = fixed((corrected ?? 0) * 100, 1);
  const because = Number(percent) <= 0 ? "" : `; because of the others, a typical time was corrected by ${percent} %`;
  return `${fixed(share * 100, 0)} % of batches were timed on a quiet core${because}.`;
}
