import { many } from "../charts/labels";
import { boardPayloadsOf, boardsOf, countedOf } from "../data/boards";
import type { RunDocument } from "../data/document";
import { environmentOf } from "../data/environment";
import { payloadsOf, titlesOf } from "../data/cells";
import { warningsOf } from "../data/warnings";
import { percent } from "../model/figures";
import { printWhole } from "../state/printing";
import { theme, toggleTheme } from "../state/theme";
import { SectionLink } from "./Contents";

/** Whose weighing this is: what was weighed, when, on what, and under which conditions. */
export function Header({ document }: { document: RunDocument }) {
  const { run } = document;
  const { machine } = environmentOf(document);
  const weighed = new Set([...payloadsOf(document), ...boardPayloadsOf(document)]);
  const payloads = document.run.payloads.filter((payload) => weighed.has(payload)).map(({ payload }) => payload);
  const rows = document.cells.length + countedOf(document).length;
  const runners = titlesOf(document).size + boardsOf(document).length;
  const facts = [
    run.started.slice(0, 10),
    machine["cpu"] === undefined ? null : `${String(machine["cpu"])}, ${String(machine["cores"])} cores`,
    `${many(rows, "row")} of ${many(runners, "runner")}`,
    `run ${run.run}`,
  ].filter((fact) => fact !== null);
  return (
    <header>
      <div class="grow">
        <div class="titles">
          <p class="wordmark">Weighbridge</p>
          <h1>{payloads.join(", ") || "Nothing was measured"}</h1>
        </div>
        <p class="muted facts">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          <Conditions document={document} />
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

/** How quiet the machine was, and what else to know of all rows, in a word each; with the way to more of it. */
function Conditions({ document }: { document: RunDocument }) {
  const { quiet_share: quiet } = document.run.quietness;
  const warnings = warningsOf(document).filter(({ kind }) => kind === "warn");
  return (
    <span class="badges">
      {quiet !== null && (
        <SectionLink name="conditions" class="badge" title="How quiet the machine was">
          {percent(quiet)} of batches on a quiet core
        </SectionLink>
      )}
      {warnings.map(({ brief, text }) => (
        <SectionLink key={brief} name="conditions" class="badge doubt" title={text}>
          {brief}
        </SectionLink>
      ))}
    </span>
  );
}
