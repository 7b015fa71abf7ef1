import { useMemo } from "preact/hooks";
import type { RunDocument } from "../data/document";
import { flipsTexts, leftOutOf, lossesBy, numbersOf, remarksOn, ratesTexts, wouldGain } from "../model/advice";
import { compressingOf } from "../model/compressing";
import { closeCallsOf, flipsOf } from "../model/flips";
import { RATE } from "../model/quantities";
import type { Scenario } from "../model/scenario";
import { further, sentence } from "../model/sentences";
import { UsedToday } from "../parts/UsedToday";
import type { Answer } from "./verdicts";
import { useDeferred } from "./deferred";
import { Unbroken } from "./Unbroken";
import "./advice.css";

interface Props {
  document: RunDocument;
  answer: Answer;
  scenario: Scenario;
}

/** What is behind a line of the answers: the sentence, what a change saves, where the advice flips, what is lost. */
export function Advice({ document, answer, scenario }: Props) {
  const { of, changes } = answer;
  const more = further(of, document, scenario);
  const facts = useDeferred(useMemo(() => ({ of, document, scenario }), [of, document, scenario]));
  return (
    <div class="advice-detail">
      <div aria-live="polite">
        <p class="sentence">
          <Unbroken text={sentence(of, document, scenario)} />
        </p>
        {more !== "" && (
          <p class="further">
            <Unbroken text={more} />
          </p>
        )}
        {changes && <Numbers answer={answer} scenario={scenario} />}
      </div>
      {of.verdict && <Facts {...facts} />}
      <UsedToday names={of.candidates.map(({ name }) => name)} own={of.contest?.baseline.name} />
    </div>
  );
}

/** What the advised codec saves against the baseline: big, because it is advised. */
function Numbers({ answer: { of }, scenario }: { answer: Answer; scenario: Scenario }) {
  const numbers = numbersOf(of, scenario);
  if (numbers === null) return null;
  const { codec, latency, share, cores, money } = numbers;
  const tiles = [
    { what: "latency", value: latency, per: share === "" ? "a message" : `a message, ${share}` },
    { what: "cores", value: cores, per: `at ${RATE.write(scenario.messages_per_s)}` },
    { what: "money", value: money, per: "a month" },
  ];
  return (
    <>
      <p class="muted saves">
        {codec} saves against {of.contest?.baseline.name}
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

function Facts({ of, document, scenario }: { of: Answer["of"]; document: RunDocument; scenario: Scenario }) {
  const changes = of.verdict?.kind === "library" || of.verdict?.kind === "format";
  const found = useMemo(() => flipsOf(of, document, scenario), [of, document, scenario]);
  const close = useMemo(() => closeCallsOf(of, document, scenario), [of, document, scenario]);
  const losses = useMemo(() => lossesBy(of, document), [of, document]);
  const lost = losses.length > 0 ? losses.map(({ text }) => text) : ["nothing that this run knows of"];
  const facts: [string, readonly string[]][] = [
    ["Close call", close],
    ["It flips", flipsTexts(of, found, scenario)],
    ["Compressing", compressingOf(of, found, scenario)],
    ["By rate", ratesTexts(of, found, scenario)],
    [changes ? "What is lost" : "Would be lost", changes || wouldGain(of, scenario) ? lost : []],
    ["To be known", remarksOn(of, document, scenario)],
    ["Left out", leftOutOf(of)],
  ];
  return (
    <dl class="advice-facts">
      {facts
        .filter(([, parts]) => parts.length > 0)
        .map(([label, parts]) => (
          <div class="fact" key={label}>
            <dt>{label}</dt>
            {parts.map((part) => (
              <dd key={part}>{part}</dd>
            ))}
          </div>
        ))}
    </dl>
  );
}
