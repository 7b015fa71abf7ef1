import { useComputed, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { badgesOfCandidate } from "../data/badges";
import type { RunDocument } from "../data/document";
import { answer } from "../model/answer";
import { contendersOf, isWeighed, ranked, type Contender, type Weighed } from "../model/contenders";
import { crossing } from "../model/crossing";
import { size } from "../model/figures";
import * as model from "../model/model";
import type { Scenario } from "../model/scenario";
import * as units from "../model/units";
import { Badges } from "../parts/Badges";
import { CompareBox } from "../parts/CompareBox";
import { Format } from "../parts/Format";
import { Section } from "../parts/Section";
import { Unbroken } from "./Unbroken";
import type { View } from "../state/view";
import { Application } from "./Application";
import { BandwidthChart } from "./BandwidthChart";
import { PartsChart } from "./PartsChart";
import { chosenScenario } from "./scenario";
import "./end-to-end.css";

/** So many rows are shown before the reader asks for more. */
const FIRST_ROWS = 20;

/** What a message takes from one program to another, on the reader's own network. */
export function EndToEnd({ document, view }: { document: RunDocument; view: View }) {
  const scenario = useComputed(chosenScenario).value;
  const { compressor, baseline } = scenario;
  const contenders = useMemo(
    () => contendersOf(document, view.payload, view.participants, view.cells, compressor, baseline),
    [document, view, compressor, baseline],
  );
  const order = ranked(contenders, scenario);
  const lacking = contenders.filter((contender) => !isWeighed(contender));
  return (
    <Section name="end-to-end" title="End to end">
      <p class="lead">
        What one message of <strong>{view.payload.payload}</strong> takes from a program to another and back: encode,
        compress, {"bytes\u00a0÷\u00a0bandwidth"}, decompress, decode, and one round trip for the answer.
      </p>
      <Application payload={view.payload} />
      <p aria-live="polite" class="answer">
        <Unbroken text={answer(order, document, scenario)} />
      </p>
      {order.length > 0 && (
        <>
          <PartsChart order={order} scenario={scenario} />
          <Table
            order={order}
            document={document}
            lacking={lacking}
            scenario={scenario}
            many={view.participants.length > 1}
          />
          <h3>At other bandwidths</h3>
          <BandwidthChart document={document} contenders={contenders} scenario={scenario} />
          <Crossover order={order} />
        </>
      )}
    </Section>
  );
}

interface TableProps {
  order: readonly Weighed[];
  document: RunDocument;
  lacking: readonly Contender[];
  scenario: Scenario;
  many: boolean;
}

function Table({ order, document, lacking, scenario, many }: TableProps) {
  const all = useSignal(false);
  const shown = order.filter(
    (contender, at) => all.value || at < FIRST_ROWS || contender.weight === contender.baseline,
  );
  const baseline = many ? "its runner’s baseline" : (order[0]?.baseline?.name ?? "the baseline");
  return (
    <>
      <div class="scroll" role="region" aria-label="End to end as a table" tabIndex={0}>
        <table class="dense">
          <caption class="hidden">What one message takes with each codec, the best first</caption>
          <thead>
            <tr>
              <th scope="col" class="number">
                #
              </th>
              <th scope="col" class="name">
                codec
              </th>
              <th scope="col" class="number">
                total
              </th>
              <th scope="col" class="number">
                against {baseline}
              </th>
              <th scope="col" class="number">
                bytes
              </th>
              <th scope="col" class="number" title="of both ends together">
                cores
              </th>
              <th scope="col" class="number">
                money a month
              </th>
              <th scope="col" class="number" title="share of the bandwidth">
                link
              </th>
              <th scope="col">format</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((contender) => (
              <Row
                key={contender.key}
                contender={contender}
                document={document}
                number={order.indexOf(contender) + 1}
                scenario={scenario}
              />
            ))}
          </tbody>
        </table>
      </div>
      {order.length > shown.length && (
        <button type="button" class="chip more no-print" onClick={() => (all.value = true)}>
          Show all {order.length} codecs
        </button>
      )}
      {lacking.length > 0 && (
        <p class="muted more">
          Not compared, for want of a number in this run:{" "}
          {lacking.map(({ label, lacking }) => `${label} (${lacking.join(", ")})`).join("; ")}.
        </p>
      )}
    </>
  );
}

interface RowProps {
  contender: Weighed;
  document: RunDocument;
  number: number;
  scenario: Scenario;
}

function Row({ contender, document, number, scenario }: RowProps) {
  const { weight, less, candidate, label, key } = contender;
  const full = model.isSaturated(weight, scenario);
  const own = weight === contender.baseline;
  return (
    <tr data-contender={key} class={own ? "baseline" : undefined}>
      <td class="number">{full ? "–" : number}</td>
      <th scope="row" class="name">
        <CompareBox name={key} label={label} />
        <span class="codec">{label}</span>{" "}
        <Badges badges={badgesOfCandidate(candidate, contender.baseline?.candidate ?? null, document)} />
      </th>
      <td class="number strong">{units.time(model.total(weight, scenario))}</td>
      <td class="number">
        {own ? (
          <span class="is-baseline">= baseline</span>
        ) : (
          less && <Change contender={contender} scenario={scenario} />
        )}
      </td>
      <td class="number">{size(Math.round(weight.bytes))}</td>
      <td class="number">{units.amount(model.cores(weight.processor, scenario), units.LEAST_CORES)}</td>
      <td class="number">{units.amount(model.money(weight.processor, weight.bytes, scenario), units.LEAST_MONEY)}</td>
      <td class={full ? "number bad" : "number"}>{units.percent(model.load(weight, scenario))}</td>
      <td class="muted">
        <Format format={candidate.format} />
      </td>
    </tr>
  );
}

/** How much more or less it takes than the baseline; muted where that may be noise. */
function Change({ contender, scenario }: { contender: Weighed; scenario: Scenario }) {
  const { less, baseline } = contender;
  if (!less || !baseline) return null;
  const { estimate, half } = model.savedTime(less, scenario);
  const sign = estimate > 0 ? "−" : "+";
  const share = Math.abs(estimate) / model.total(baseline, scenario).estimate;
  const unsure = half === null || Math.abs(estimate) <= half;
  return (
    <span
      class={unsure ? "muted" : estimate > 0 ? "better" : undefined}
      title={unsure ? "within the error" : undefined}
    >
      {sign}
      {units.time({ estimate: Math.abs(estimate), half })} ({units.isTiny(share) ? "" : sign}
      {units.percent(share)})
    </span>
  );
}

/** At which bandwidth any two of them take equally long. */
function Crossover({ order }: { order: readonly Weighed[] }) {
  const chosen = useSignal<{ first: string | null; second: string | null }>({ first: null, second: null });
  const baseline = order.find(({ weight, baseline }) => weight === baseline);
  const find = (key: string | null) => order.find((contender) => contender.key === key);
  const first = find(chosen.value.first) ?? baseline ?? order[0];
  const second = find(chosen.value.second) ?? order.find((contender) => contender !== first);
  if (!first || !second) return null;
  const sorted = [...order].sort((a, b) => (a.label < b.label ? -1 : 1));
  const pick = (which: "first" | "second", of: Weighed, label: string) => (
    <select
      aria-label={label}
      value={of.key}
      onChange={(event) => (chosen.value = { ...chosen.value, [which]: event.currentTarget.value })}
    >
      {sorted.map(({ key, label }) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </select>
  );
  return (
    <div class="crossover">
      <p>
        Crossover between {pick("first", first, "Crossover between")} and {pick("second", second, "and")}
      </p>
      <p aria-live="polite" class="strong">
        {first === second
          ? "Choose two different codecs."
          : crossing({ name: first.label, weight: first.weight }, { name: second.label, weight: second.weight })}
      </p>
    </div>
  );
}
