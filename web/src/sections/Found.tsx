import { Fragment } from "preact";
import type { RunDocument } from "../data/document";
import { select, selection } from "../state/state";
import { hiddenFrom, type View } from "../state/view";

/** How many rows a search finds, here and where nobody looks, with the way there: `0 here · 1 in Python: show`. */
export function Found({ document, view }: { document: RunDocument; view: View }) {
  return (
    <span class="found" role="status">
      {view.rows.length} here
      {hiddenFrom(document, view, selection.value).map(({ count, where, change }) => (
        <Fragment key={where}>
          {" · "}
          {count} {where === null ? "behind the filters" : `in ${where}`}:{" "}
          <button type="button" class="link" onClick={() => select(change)}>
            show
          </button>
        </Fragment>
      ))}
    </span>
  );
}
