import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { PayloadInfo, RunDocument } from "../data/document";
import { lossesLeftOut } from "../model/advice";
import { closeCallsOf } from "../model/flips";
import { BANDWIDTH, RATE, ROUND_TRIP } from "../model/quantities";
import type { Scenario } from "../model/scenario";
import { titlesOfFormats } from "../model/sentences";
import { useWide } from "../parts/wide";
import { Section } from "../parts/Section";
import { choice, select } from "../state/state";
import type { View } from "../state/view";
import { Answers } from "./Answers";
import { answerOf, choicesOf, type Answer, type Choices } from "./verdicts";
import { Application } from "./Application";
import { useDeferred } from "./deferred";
import { chosenScenario } from "./scenario";
import "./verdict.css";

/** In a narrower window what is asked stands above the answers; as in the style sheet. */
const STACKED_PX = 900;

/** What to do, in a line for every language, beside the application that it is advised for. */
export function Verdict({ document, view }: { document: RunDocument; view: View }) {
  const { payload } = view;
  const scenario = useComputed(chosenScenario).value;
  const choices = useMemo(() => choicesOf(document, payload), [document, payload]);
  const answers = useMemo(
    () => choices.map((own) => answerOf(document, payload, own, scenario)),
    [choices, document, payload, scenario],
  );
  // Asking thrice as much takes too long for every step of a slider.
  const settled = useDeferred(useMemo(() => ({ answers, scenario }), [answers, scenario]));
  const close = useMemo(
    () =>
      new Map(
        settled.answers.map(({ participant, of }) => [participant, closeCallsOf(of, document, settled.scenario)]),
      ),
    [settled, document],
  );
  return (
    <Section name="verdict" title="Should I change?">
      <p class="only-print">
        {payload.payload}: {asked(scenario)}
      </p>
      <div class="verdict">
        <div class="verdicts">
          {answers.length > 0 ? (
            <Answers
              document={document}
              answers={answers}
              close={close}
              participants={view.participants}
              scenario={scenario}
            />
          ) : (
            <p class="lead">
              No advice: this run has no codec that both encodes and decodes <strong>{payload.payload}</strong>.
            </p>
          )}
        </div>
        <Asking scenario={scenario} payload={payload} to={<To document={document} choices={choices} />}>
          <Losses answers={answers} />
        </Asking>
      </div>
    </Section>
  );
}

interface AskingProps {
  scenario: Scenario;
  payload: PayloadInfo;
  to: ComponentChildren;
  children: ComponentChildren;
}

/** What is asked about: all controls, or where there is little room, a line that opens them. */
function Asking({ scenario, payload, to, children }: AskingProps) {
  const wide = useWide(STACKED_PX);
  const controls = (
    <Application payload={payload} to={to}>
      {children}
    </Application>
  );
  if (wide) return <div class="asking no-print">{controls}</div>;
  return (
    <details class="asking no-print">
      <summary>
        {payload.payload}: {asked(scenario)}
      </summary>
      {controls}
    </details>
  );
}

/** Whether one thing is asked about: a format, or a codec of any language. */
function To({ document, choices }: { document: RunDocument; choices: readonly Choices[] }) {
  const to = choice.to.value;
  const titles = titlesOfFormats(document);
  const candidates = choices.flatMap((own) => own.candidates);
  const formats = [...new Set(candidates.map(({ format }) => format))].sort();
  const names = [...new Set(candidates.map(({ name }) => name))].filter((name) => !formats.includes(name)).sort();
  return (
    <label class="field to">
      <strong>Should I move to</strong>
      <select value={to ?? ""} onChange={(event) => select({ to: event.currentTarget.value || null })}>
        <option value="">anything?</option>
        {to !== null && ![...formats, ...names].includes(to) && <option value={to}>{to}?</option>}
        <optgroup label="A format">
          {formats.map((format) => (
            <option key={format} value={format}>
              {titles.get(format) ?? format}?
            </option>
          ))}
        </optgroup>
        <optgroup label="A codec">
          {names.map((name) => (
            <option key={name} value={name}>
              {name}?
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  );
}

/** What was asked, in words. */
function asked(scenario: Scenario): string {
  return [
    `${RATE.write(scenario.messages_per_s)} over ${BANDWIDTH.write(scenario.bandwidth_bits_per_s)}`,
    `round trip ${ROUND_TRIP.write(scenario.rtt_s)}`,
    scenario.compressor === "none" ? "not compressed" : `after ${scenario.compressor}`,
    ...(scenario.to === null ? [] : [`to ${scenario.to}`]),
    ...(scenario.requirements.length > 0 ? [`required: ${scenario.requirements.join(", ")}`] : []),
  ].join(", ");
}

/** What would be advised to those who can live with a loss: one box for each that leaves a codec out. */
function Losses({ answers }: { answers: readonly Answer[] }) {
  const accepted = choice.accept.value;
  const losses = [...new Set([...accepted, ...answers.flatMap(({ of }) => lossesLeftOut(of))])].sort();
  if (losses.length === 0) return null;
  return (
    <details class="losses" open={accepted.length > 0}>
      <summary>Losses that I can live with{accepted.length > 0 && ` (${accepted.length})`}</summary>
      {losses.map((loss) => (
        <label key={loss}>
          <input
            type="checkbox"
            checked={accepted.includes(loss)}
            onChange={({ currentTarget: { checked } }) =>
              select({ accept: checked ? [...accepted, loss] : accepted.filter((other) => other !== loss) })
            }
          />
          {loss}
        </label>
      ))}
    </details>
  );
}
