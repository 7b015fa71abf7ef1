import { memberOf, OPERATIONS, titlesOf } from "../data/cells";
import type { Cell, Failure, RunDocument } from "../data/document";
import { codecName } from "../model/figures";
import { Section } from "../parts/Section";
import type { View } from "../state/view";

/** What survives a codec: a row for each that loses or refuses something, and the names of all that lose nothing. */
export function Fidelity({ document, view }: { document: RunDocument; view: View }) {
  const titles = titlesOf(document);
  return (
    <Section name="fidelity" title="What survives">
      <p class="lead">
        Every result was verified before it was timed. <em>Exact</em> means that what comes back is what went in, to the
        bit of every number; what is lost otherwise is named.
      </p>
      {view.members.map((member) => (
        <MemberFidelity
          key={member}
          title={titles.get(member) ?? member}
          cells={view.cells.filter((cell) => memberOf(cell) === member)}
          failures={document.failures.filter((failure) => failure.runner === member && failure.stage === "verify")}
        />
      ))}
    </Section>
  );
}

interface Props {
  title: string;
  cells: readonly Cell[];
  failures: readonly Failure[];
}

function MemberFidelity({ title, cells, failures }: Props) {
  const codecs = Map.groupBy(cells, codecName);
  // A failed cell has no number and so no row; its codec's other operations may.
  const failedOf = (codec: string) => failures.filter((failure) => failure.codec === codec);
  const loses = ([codec, own]: [string, Cell[]]) =>
    own.some((cell) => cell.fidelity === "lossy") || failedOf(codec).length > 0;
  const lossy = [...codecs].filter(loses).sort(([a], [b]) => a.localeCompare(b));
  const exact = [...codecs].filter((entry) => !loses(entry)).map(([codec]) => codec);
  const operations = OPERATIONS.filter(
    (operation) =>
      cells.some((cell) => cell.operation === operation) ||
      lossy.some(([codec]) => failedOf(codec).some((failure) => failure.operation === operation)),
  );
  if (codecs.size === 0) return null;
  return (
    <div class="block">
      <h3>{title}</h3>
      {lossy.length > 0 && (
        <div class="scroll" role="region" aria-label={`What codecs of ${title} lose`} tabIndex={0}>
          <table class="even">
            <caption class="hidden">What codecs of {title} lose or refuse</caption>
            <thead>
              <tr>
                <th scope="col" class="name">
                  codec
                </th>
                <th scope="col">format</th>
                {operations.map((operation) => (
                  <th scope="col" key={operation}>
                    {operation}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lossy.map(([codec, own]) => (
                <tr key={codec}>
                  <th scope="row" class="name">
                    {codec}
                  </th>
                  <td class="muted">{own[0]?.format}</td>
                  {operations.map((operation) => (
                    <Verdict
                      key={operation}
                      cells={own.filter((cell) => cell.operation === operation)}
                      failures={failedOf(codec).filter((failure) => failure.operation === operation)}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {exact.length > 0 && (
        <p class="muted after">
          <strong>Exact in all that was measured:</strong> {exact.sort((a, b) => a.localeCompare(b)).join(", ")}.
        </p>
      )}
    </div>
  );
}

/** What one operation of a codec does to the payloads: its losses, and where it fails. */
function Verdict({ cells, failures }: { cells: readonly Cell[]; failures: readonly Failure[] }) {
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
