import type { RunDocument } from "../data/document";
import { warningsOf } from "../data/warnings";

/** What a reader must know before any number. */
export function Banner({ document }: { document: RunDocument }) {
  const warnings = warningsOf(document);
  if (warnings.length === 0) return null;
  const worst = warnings.some(({ kind }) => kind === "bad") ? "bad" : "warn";
  return (
    <div class={`banner ${worst}`} role="note" aria-label="Before you read the numbers">
      {warnings.map(({ kind, text }) => (
        <p key={text} class={kind}>
          {text}
        </p>
      ))}
    </div>
  );
}
