import { useMemo } from "preact/hooks";
import { OPERATIONS, titlesOf } from "../data/cells";
import type { Cell, Failure, RunDocument } from "../data/document";
import { coverageOf, survivorsOf, type Survivor } from "../data/surviving";
import { titlesOfFormats } from "../model/sentences";
import { Format } from "../parts/Format";
import { Section } from "../parts/Section";
import type { View } from "../state/view";
import { Probes } from "./Probes";
import "./fidelity.css";

type Titles = ReadonlyMap<string, string>;

/** What survives a codec: which formats can be had exactly where, what is lost elsewhere, and who loses nothing. */
export function Fidelity({ document, view }: { document: RunDocument; view: View }) {
  const titles = titlesOf(document);
  const survivors = useMemo(() => survivorsOf(document, view.participants, view.cells), [document, view]);
  return (
    <Section name="fidelity" title="What survives">
      <p class="lead">
        Every result was verified before it was timed. <em>Exact</em> means that what comes back is what went in, to the
        bit of every number; what is lost otherwise is named.
      </p>
      {view.participants.length > 1 && (
        <Formats
          survivors={survivors}
          participants={view.participants}
          titles={titles}
          formats={titlesOfFormats(document)}
        />
      )}
      <Lossy survivors={survivors.filter(({ exact }) => !exact)} titles={titles} />
      <h3>Exact in all that was measured</h3>
      <dl class="exact">
        {view.participants.map((participant) => {
          const exact = survivors
            .filter((one) => one.participant === participant && one.exact)
            .map(({ codec }) => codec);
          if (exact.length === 0) return null;
          return (
            <div class="fact" key={participant}>
              <dt>{titles.get(participant)}</dt>
              <dd>{exact.join(", ")}</dd>
            </div>
          );
        })}
      </dl>
      <Probes document={document} view={view} />
    </Section>
  );
}

interface FormatsProps {
  survivors: readonly Survivor[];
  participants: readonly string[];
  titles: Titles;
  formats: Titles;
}

/** How many codecs of every format are exact in each runner. */
function Formats({ survivors, participants, titles, formats }: FormatsProps) {
  const present = participants.filter((participant) => survivors.some((one) => one.participant === participant));
  return (
    <>
      <h3>Codecs by format, exact and lossy</h3>
      <div class="scroll" role="region" aria-label="Codecs by format and runner" tabIndex={0}>
        <table class="coverage">
          <caption class="hidden">How many codecs of each format are exact in each runner, and how many lossy</caption>
          <thead>
            <tr>
              <th scope="col" class="name">
                format
              </th>
              {present.map((participant) => (
                <th scope="col" class="number" key={participant}>
                  {titles.get(participant)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {coverageOf(survivors).map(([format, covered]) => (
              <tr key={format}>
                <th scope="row" class="name">
                  {formats.get(format) ?? format}
                </th>
                {present.map((participant) => {
                  const { exact = 0, lossy = 0 } = covered.get(participant) ?? {};
                  return (
                    <td class="number" key={participant}>
                      {exact > 0 && exact}
                      {exact > 0 && lossy > 0 && " + "}
                      {lossy > 0 && <span class="warn">{lossy} lossy</span>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** A row for each codec that loses or refuses something. */
function Lossy({ survivors, titles }: { survivors: readonly Survivor[]; titles: Titles }) {
  if (survivors.length === 0) return null;
  const operations = OPERATIONS.filter((operation) =>
    survivors.some(({ cells, failures }) => [...cells, ...failures].some((one) => one.operation === operation)),
  );
  return (
    <>
      <h3>Lossy, or refusing something</h3>
      <div class="scroll" role="region" aria-label="What codecs lose" tabIndex={0}>
        <table class="losing">
          <caption class="hidden">What codecs lose or refuse</caption>
          <thead>
            <tr>
              <th scope="col" class="name">
                codec
              </th>
              <th scope="col">runner</th>
              <th scope="col">format</th>
              {operations.map((operation) => (
                <th scope="col" key={operation}>
                  {operation}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {survivors.map(({ participant, codec, format, cells, failures }, at) => (
              <tr key={`${participant}/${codec}`}>
                <th scope="row" class="name">
                  {codec}
                </th>
                {/* Said once for all rows below it, but to those who hear the table. */}
                <td class={survivors[at - 1]?.participant === participant ? "repeated" : ""}>
                  {titles.get(participant) ?? participant}
                </td>
                <td class="muted">
                  <Format format={format} />
                </td>
                {operations.map((operation) => (
                  <Outcome
                    key={operation}
                    cells={cells.filter((cell) => cell.operation === operation)}
                    failures={failures.filter((failure) => failure.operation === operation)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** What one operation of a codec does to the payloads: its losses, and where it fails. */
function Outcome({ cells, failures }: { cells: readonly Cell[]; failures: readonly Failure[] }) {
  if (cells.length === 0 && failures.length === 0) return <td class="muted">—</td>;
  const losses = [...new Set(cells.flatMap((cell) => cell.losses))].sort();
  const failed = [...new Set(failures.map((failure) => failure.payload ?? "every payload"))].sort();
  if (losses.length === 0 && failed.length === 0) return <td class="muted">exact</td>;
  return (
    <td>
      {losses.length > 0 && <span class="warn">{losses.join(", ")}</span>}
      {losses.length > 0 && failed.length > 0 && "; "}
      {failed.length > 0 && <span class="bad">fails on {failed.join(", ")}</span>}
    </td>
  );
}
