import { useComputed } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Chart } from "../charts/Chart";
import { ranking } from "../charts/ranking";
import type { RunDocument } from "../data/document";
import { rebased } from "../data/measures";
import { Badges } from "../parts/Badges";
import { Section } from "../parts/Section";
import { choice, select } from "../state/state";
import type { View } from "../state/view";
import { comparedOf, isLess, linesOf, ratioText, type Compared, type Entry } from "./comparison";
import { SectionLink } from "./Contents";
import { chosenScenario } from "./scenario";
import "./compare.css";

/** The codecs that the reader has picked, of any runners, alone and side by side. */
export function Compare({ document, view }: { document: RunDocument; view: View }) {
  const { payload, operation } = view;
  const names = choice.compare.value;
  const scenario = useComputed(chosenScenario).value;
  const compared = useMemo(() => comparedOf(document, payload, names), [document, payload, names]);
  const lines = useMemo(() => linesOf(document, compared, scenario), [document, compared, scenario]);
  const [first] = compared;
  const picture = useMemo(() => {
    const cells = compared.flatMap(({ cells }) => cells.filter((cell) => cell.operation === operation));
    return first
      ? ranking(document, rebased(document, cells, first.name, "net"), { unit: "relative", weight: "net" })
      : null;
  }, [document, compared, first, operation]);
  return (
    <Section name="compare" title="Side by side">
      {first ? (
        <>
          <p class="lead">
            <strong>{payload.payload}</strong>, with the ratio to {first.codec} of {first.runner}.{" "}
            {compared.length < 2 && "Pick another codec in one of the tables below."}
          </p>
          <div class="scroll" role="region" aria-label="Side by side" tabIndex={0}>
            <table class="compare">
              <caption class="hidden">The numbers of the codecs that were picked</caption>
              <thead>
                <tr>
                  <td />
                  {compared.map((one) => (
                    <Head key={one.name} one={one} first={one === first} />
                  ))}
                </tr>
              </thead>
              <tbody>
                {lines.map(({ label, entries }) => (
                  <tr key={label}>
                    <th scope="row" class="name">
                      {label}
                    </th>
                    {entries.map((entry, at) => (
                      <td key={compared[at]?.name} class="number">
                        {entry && <Number entry={entry} />}
                      </td>
                    ))}
                  </tr>
                ))}
                <tr>
                  <th scope="row" class="name">
                    remarks
                  </th>
                  {compared.map(({ name, badges }) => (
                    <td key={name} class="number">
                      {badges.length > 0 ? <Badges badges={badges} /> : <span class="muted">exact</span>}
                    </td>
                  ))}
                </tr>
              </tbody>
            </table>
          </div>
          {compared.length > 1 && (
            <Chart picture={picture} title={`${operation} of ${payload.payload}, relative to ${first.codec}`} />
          )}
        </>
      ) : (
        <p class="lead">What was picked has not been measured on {payload.payload}.</p>
      )}
    </Section>
  );
}

function Head({ one, first }: { one: Compared; first: boolean }) {
  const { name, codec, runner, cells } = one;
  const names = choice.compare.value;
  return (
    <th scope="col" class="number">
      <strong>{codec}</strong>
      <br />
      {runner}
      <br />
      {cells[0]?.library} {cells[0]?.library_version}
      <br />
      {!first && (
        <>
          <button
            type="button"
            class="link"
            onClick={() => select({ compare: [name, ...names.filter((other) => other !== name)] })}
          >
            as the first
          </button>{" "}
        </>
      )}
      <button
        type="button"
        class="link"
        aria-label={`Take ${codec} of ${runner} out`}
        onClick={() => select({ compare: names.filter((other) => other !== name) })}
      >
        take out
      </button>
    </th>
  );
}

function Number({ entry: { text, ratio } }: { entry: Entry }) {
  const less = ratio && isLess(ratio);
  return (
    <>
      {text}
      {ratio && (
        <span
          class={`ratio ${less === null ? "muted" : less ? "better" : ""}`}
          title={less === null ? "this run cannot tell them apart" : undefined}
        >
          {ratioText(ratio)}
        </span>
      )}
    </>
  );
}

/** What has been picked so far; it stays in sight. */
export function Tray() {
  const names = choice.compare.value;
  if (names.length === 0) return null;
  return (
    <div class="tray no-print" role="region" aria-label="Picked to compare">
      <span class="tray-names">{names.join(", ")}</span>
      <SectionLink name="compare" class="chip go">
        Compare {names.length}
      </SectionLink>
      <button type="button" class="link" onClick={() => select({ compare: [] })}>
        Clear
      </button>
    </div>
  );
}
