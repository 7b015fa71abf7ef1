import { useState } from "preact/hooks";
import { choice, select, type Order } from "../state/state";
import { ALL_MEMBERS } from "../state/view";
import { colourOf, groupOf } from "../charts/formats";
import type { Badge } from "../data/badges";
import { titlesOf } from "../data/cells";
import type { RunDocument } from "../data/document";
import { duration } from "../model/figures";
import type { Scenario } from "../model/scenario";
import { titlesOfFormats } from "../model/sentences";
import * as units from "../model/units";
import { Badges } from "../parts/Badges";
import { Advice } from "./Advice";
import { lengthOf, ordered, roundTripNs, type Answer, type Bar } from "./verdicts";
import "./answers.css";

interface Props {
  document: RunDocument;
  answers: readonly Answer[];
  /** by participant, what would turn its verdict though it is near */
  close: ReadonlyMap<string, readonly string[]>;
  /** the participants that the rest of the page is about */
  participants: readonly string[];
  scenario: Scenario;
}

const COLUMNS: readonly { heading: string; order: Order; kind?: string; title?: string }[] = [
  { heading: "language", order: "run", kind: "name", title: "in the order of the run" },
  { heading: "what to do", order: "advice" },
  { heading: "today", order: "today", title: "what a message takes with what is used today, the least first" },
  { heading: "best", order: "best", title: "what a message takes with what is advised, the least first" },
  { heading: "saves", order: "saves", kind: "number", title: "the most first" },
];

/** A line for every runner: what to do, and what a message takes today and with what is advised. */
export function Answers({ document, answers, close, participants, scenario }: Props) {
  const longest = Math.max(
    ...answers.flatMap(({ today, other }) => [today, other].map((bar) => (bar ? lengthOf(bar) : 0))),
  );
  const every = titlesOf(document).size;
  const chosen = participants.length < every || every === 1;
  const order = choice.order.value;
  // What somebody comes back for, or was sent, stands first; a row that is opened now stays where it is.
  const [first] = useState(chosen ? participants : []);
  const rows = pinned(ordered(answers, order), order === "run" ? first : []);
  return (
    <>
      <table class="answers">
        <caption class="hidden">
          What to do in each language. The button in a row opens the reasons, and shows the rest of the page of that
          language alone.
        </caption>
        <thead>
          <tr>
            {COLUMNS.map(({ heading, order: by, kind, title }) => (
              <th
                key={heading}
                scope="col"
                class={[kind, by].join(" ")}
                title={title}
                aria-sort={by === order ? (by === "saves" ? "descending" : "ascending") : undefined}
              >
                <button type="button" class="sorter" onClick={() => select({ order: by })}>
                  {heading}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((answer) => {
            const { participant, title, headline, changes, today, other, badges } = answer;
            const isChosen = chosen && participants.includes(participant);
            const isOpen = isChosen && participants.length === 1;
            const about = `advice-${participant}`;
            return [
              <tr
                key={participant}
                class={`runner${isChosen ? " chosen" : ""}${isOpen ? " open" : ""}`}
                data-participant={participant}
              >
                <th scope="row" class="name">
                  <button
                    type="button"
                    class="opener"
                    aria-expanded={isOpen}
                    aria-controls={isOpen ? about : undefined}
                    onClick={() => select({ lang: isOpen ? [ALL_MEMBERS] : [participant], row: null })}
                  >
                    {title}
                  </button>
                </th>
                <td class={`advice ${changes ? "changes" : ""}`}>
                  <span class="headline">{headline}</span>{" "}
                  <Badges badges={[...closeCall(close.get(participant) ?? []), ...badges]} />
                </td>
                <td colSpan={2} class="bars">
                  {today && <BarLine bar={today} longest={longest} scenario={scenario} />}
                  {other && <BarLine bar={other} longest={longest} scenario={scenario} refused={!changes} />}
                </td>
                <Saves answer={answer} />
              </tr>,
              isOpen && (
                <tr key={`${participant} advice`} class="detail-row">
                  <td colSpan={COLUMNS.length} id={about}>
                    <Advice document={document} answer={answer} scenario={scenario} />
                  </td>
                </tr>
              ),
            ];
          })}
        </tbody>
      </table>
      <Legend document={document} answers={answers} scenario={scenario} />
    </>
  );
}

function closeCall(turning: readonly string[]): Badge[] {
  return turning.length > 0
    ? [{ text: "close call", why: `Another advice ${turning.join("; ")}.`, kind: "doubt" }]
    : [];
}

/** What the bars are: their lengths, their parts and their colours. */
function Legend({ document, answers, scenario }: Omit<Props, "participants" | "close">) {
  const titles = titlesOfFormats(document);
  const bars = answers.flatMap(({ today, other }) => [today, other].filter((bar) => bar !== null));
  const formats = [...new Map(bars.map(({ format }) => [groupOf(format), format])).values()];
  if (bars.length === 0) return null;
  const roundTrip = roundTripNs(scenario);
  const what = scenario.minimise === "cost" ? "Money a month" : "Time of a message";
  return (
    <p class="muted legend">
      <span>{roundTrip > 0 ? `${what} beside the round trip of ${duration(roundTrip)}:` : `${what}:`}</span>
      <span>
        <span class="swatch" /> processors
      </span>
      <span>
        <span class="swatch wire" /> on the wire
      </span>
      {formats.map((format) => (
        <span key={format}>
          <span class="swatch" style={{ "--colour": colourOf(format) }} />{" "}
          {groupOf(format) === groupOf("") ? groupOf("") : titles.get(format)}
        </span>
      ))}
      {answers.some(({ changes, other }) => other && !changes) && (
        <span>pale: what comes nearest, and is not advised</span>
      )}
    </p>
  );
}

function pinned(answers: readonly Answer[], participants: readonly string[]): readonly Answer[] {
  const isFirst = ({ participant }: Answer) => participants.includes(participant);
  return [...answers.filter(isFirst), ...answers.filter((answer) => !isFirst(answer))];
}

interface BarProps {
  bar: Bar;
  longest: number;
  scenario: Scenario;
  refused?: boolean;
}

function BarLine({ bar, longest, scenario, refused }: BarProps) {
  const width = (value: number) => ({ width: `${longest > 0 ? (value / longest) * 100 : 0}%` });
  const text = scenario.minimise === "latency" ? duration(lengthOf(bar)) : units.money(lengthOf(bar));
  return (
    <span class={refused ? "bar refused" : "bar"} style={{ "--colour": colourOf(bar.format) }}>
      <span class="bar-name" title={bar.name}>
        {bar.name}
      </span>
      <span class="track">
        <span class="processor" style={width(bar.processor)} />
        <span class="wire" style={width(bar.wire)} />
      </span>
      <span class="bar-value">{text}</span>
    </span>
  );
}

/** The share that a change saves; muted where it is not advised. */
function Saves({ answer: { changes, saves } }: { answer: Answer }) {
  if (saves === null) return <td class="number saves" />;
  const { share, sure, of } = saves;
  const text = share < 0 ? (units.isTiny(share) ? "nothing" : `${units.percent(-share)} more`) : units.percent(share);
  return (
    <td class={`number saves ${changes ? "strong" : "muted"}`} title={sure ? undefined : "within the error"}>
      {sure || changes ? text : `≈ ${text}`}
      {of === "processor" && <span class="muted"> of CPU</span>}
    </td>
  );
}
