import type { RunDocument } from "../data/document";
import { warningsOf } from "../data/warnings";

/** What leaves no number of the run to believe: to be read before any. All else is said where it matters. */
export function Banner({ document }: { document: RunDocument }) {
  const warnings = warningsOf(document).filter(({ kind }) => kind === "bad");
  if (warnings.length === 0) return null;
  return (
    <div class="banner" role="note" aria-label="Before you read the numbers">
      {warnings.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
