import { useComputed } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { titlesOf } from "../data/cells";
import type { RunDocument } from "../data/document";
import {
  flipsOf,
  leftOutOf,
  lossesBy,
  lossesLeftOut,
  numbersOf,
  remarksOn,
  saturationOf,
  wouldGain,
} from "../model/advice";
import { candidatesOf } from "../model/candidates";
import { consider, type Case } from "../model/case";
import { BANDWIDTH, CPU_PRICE, EGRESS_PRICE, RATE, ROUND_TRIP } from "../model/quantities";
import { OBJECTIVES, type Scenario } from "../model/scenario";
import { further, sentence } from "../model/sentences";
import { Chips } from "../parts/Chips";
import { Section } from "../parts/Section";
import { choice, select } from "../state/state";
import type { View } from "../state/view";
import { showSection } from "./Contents";
import { useDeferred } from "./deferred";
import { chosenScenario } from "./scenario";
import { Unbroken } from "./Unbroken";
import "./verdict.css";

/** What to do, in a sentence and three numbers: for one runner, its baseline, and the reader's network. */
export function Verdict({ document, view }: { document: RunDocument; view: View }) {
  const { payload } = view;
  const member = choice.lang.value.find((name) => view.members.includes(name)) ?? view.members[0] ?? "";
  const scenario = useComputed(chosenScenario).value;
  const candidates = useMemo(() => candidatesOf(document, payload, member), [document, payload, member]);
  const of = useMemo(
    () => consider(document, payload, member, candidates, scenario),
    [document, payload, member, candidates, scenario],
  );
  const facts = useDeferred(useMemo(() => ({ of, document, scenario }), [of, document, scenario]));
  return (
    <Section name="verdict" title="Verdict">
      <Choices document={document} member={member} names={candidates.map(({ name }) => name)} of={of} />
      <div aria-live="polite" class={`verdict ${of.obstacle === null ? (of.verdict?.kind ?? "none") : "none"}`}>
        <p class="sentence">
          <Unbroken text={sentence(of, document, scenario)} />
        </p>
        <Further of={of} document={document} scenario={scenario} />
        <Numbers of={of} scenario={scenario} />
      </div>
      {of.verdict && <Facts {...facts} />}
      {of.verdict && <Losses of={of} />}
      <Asked scenario={scenario} />
    </Section>
  );
}

interface ChoicesProps {
  document: RunDocument;
  member: string;
  names: readonly string[];
  of: Case;
}

function Choices({ document, member, names, of }: ChoicesProps) {
  const titles = titlesOf(document);
  const wanted = choice.baseline.value;
  const own = of.contest?.baseline.name;
  return (
    <div class="controls no-print">
      <label class="field">
        <span class="muted">Runner</span>
        <select value={member} onChange={(event) => choose(event.currentTarget.value)}>
          {[...titles].map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span class="muted">Baseline</span>
        <select value={wanted ?? ""} onChange={(event) => select({ baseline: event.currentTarget.value || null })}>
          <option value="">the run’s baseline{wanted === null && own !== undefined ? ` (${own})` : ""}</option>
          {wanted !== null && !names.includes(wanted) && <option>{wanted}</option>}
          {[...names].sort().map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <Chips
        joined
        label="What counts"
        options={OBJECTIVES.map((value) => ({ value, label: value === "latency" ? "Latency" : "Cost" }))}
        chosen={[choice.minimise.value]}
        onToggle={(minimise) => select({ minimise })}
      />
    </div>
  );
}

/** Of several chosen runners the first is the one that the verdict is about; otherwise it becomes the only one. */
function choose(member: string): void {
  const chosen = choice.lang.value;
  select({ lang: chosen.includes(member) ? [member, ...chosen.filter((other) => other !== member)] : [member] });
}

interface Props {
  of: Case;
  document: RunDocument;
  scenario: Scenario;
}

function Further({ of, document, scenario }: Props) {
  const more = further(of, document, scenario);
  if (more === "") return null;
  return (
    <p class="further">
      <Unbroken text={more} />
    </p>
  );
}

/** What the codec of the sentence saves against the baseline. */
function Numbers({ of, scenario }: { of: Case; scenario: Scenario }) {
  const numbers = of.obstacle === null ? numbersOf(of, scenario) : null;
  if (numbers === null) return null;
  const changes = of.verdict?.kind !== "stay";
  const { codec, latency, share, cores, money } = numbers;
  const tiles = [
    { what: "latency", value: latency, per: share === "" ? "a message" : `a message, ${share}` },
    { what: "cores", value: cores, per: `at ${RATE.write(scenario.messagesPerS)}` },
    { what: "money", value: money, per: "a month" },
  ];
  return (
    <>
      <p class="muted saves">
        {changes ? `${codec} saves` : `${codec} would save`} against {of.contest?.baseline.name}
      </p>
      <dl class="tiles">
        {tiles.map(({ what, value, per }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <Amount text={value} />
              <span class="per">{per}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** An estimate, its error, and its unit: the first is what is read first. */
function Amount({ text }: { text: string }) {
  const [, estimate, rest] = /^(.*?)( ± .*)$/.exec(text) ?? [null, text, ""];
  return (
    <span class="amount">
      <strong>{estimate}</strong>
      {rest}
    </span>
  );
}

/** What would be advised to those who can live with a loss: one box for each that leaves a codec out. */
function Losses({ of }: { of: Case }) {
  const accepted = choice.accept.value;
  const losses = [...new Set([...accepted, ...lossesLeftOut(of)])].sort();
  if (losses.length === 0) return null;
  return (
    <fieldset class="losses no-print">
      <legend class="muted">I can live with</legend>
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
    </fieldset>
  );
}

function Facts({ of, document, scenario }: Props) {
  const changes = of.verdict?.kind !== "stay";
  const flips = useMemo(() => flipsOf(of, document, scenario), [of, document, scenario]);
  const losses = useMemo(() => lossesBy(of, document), [of, document]);
  const lost = losses.map(({ text }) => text).join("; ") || "nothing that this run knows of";
  const facts: [string, string][] = [
    ["It flips", flips],
    [changes ? "What is lost" : "What would be lost", changes || wouldGain(of, scenario) ? lost : ""],
    ["The link is full", saturationOf(of, scenario)],
    ["To be known", remarksOn(of, document, scenario).join("; ")],
    ["Left out", leftOutOf(of)],
  ];
  return (
    <dl class="verdict-facts">
      {facts
        .filter(([, text]) => text !== "")
        .map(([label, text]) => (
          <div class="fact" key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
}

/** What was asked, with the way to the sliders. */
function Asked({ scenario }: { scenario: Scenario }) {
  const compressed = scenario.compressor === "none" ? "not compressed" : `after ${scenario.compressor}`;
  const parts = [
    `${RATE.write(scenario.messagesPerS)} ${compressed} over ${BANDWIDTH.write(scenario.bandwidthBitsPerS)}`,
    `round trip ${ROUND_TRIP.write(scenario.rttS)}`,
    `a core ${CPU_PRICE.write(scenario.cpuPricePerCoreHour)}`,
    `traffic ${EGRESS_PRICE.write(scenario.egressPricePerGigabyte)}`,
    ...(scenario.accepted.length > 0 ? [`accepted: ${scenario.accepted.join(", ")}`] : []),
    ...(scenario.requirements.length > 0 ? [`required: ${scenario.requirements.join(", ")}`] : []),
  ];
  return (
    <p class="muted asked">
      For messages at {parts.join(", ")}.{" "}
      <button type="button" class="link no-print" onClick={() => showSection("end-to-end")}>
        Set your own
      </button>
    </p>
  );
}
