import type { RunDocument } from "../data/document";
import { environmentOf } from "../data/environment";
import { payloadsOf, titlesOf } from "../data/cells";
import { printWhole } from "../state/printing";
import { theme, toggleTheme } from "../state/theme";

/** Whose weighing this is: what was weighed, when and on what. */
export function Header({ document }: { document: RunDocument }) {
  const { run } = document;
  const { machine } = environmentOf(document);
  const payloads = payloadsOf(document).map(({ payload }) => payload);
  const runners = titlesOf(document).size;
  const facts = [
    run.started.slice(0, 10),
    machine["cpu"] === undefined ? null : `${String(machine["cpu"])}, ${String(machine["cores"])} cores`,
    `${document.cells.length} rows of ${runners} ${runners === 1 ? "runner" : "runners"}`,
    `run ${run.run}`,
  ].filter((fact) => fact !== null);
  return (
    <header>
      <div class="grow">
        <p class="wordmark">Weighbridge</p>
        <h1>{payloads.join(", ") || "Nothing was measured"}</h1>
        <p class="muted facts">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <button type="button" class="chip no-print only-wide" onClick={() => void printWhole()}>
        Print
      </button>
      <button
        type="button"
        class="chip no-print"
        onClick={toggleTheme}
        aria-label={`Change to ${theme.value === "dark" ? "light" : "dark"} colours`}
      >
        {theme.value === "dark" ? "Light" : "Dark"}
      </button>
    </header>
  );
}
