import type { BoardAdvice, BoardCodec } from "../data/advice";
import { about, significant } from "../model/figures";
import { isPriced } from "../model/boards/weight";
import type { Scenario } from "../model/scenario";
import * as units from "../model/units";
import { select } from "../state/state";
import { Unbroken } from "./Unbroken";

interface Props {
  advice: readonly BoardAdvice[];
  /** the board that the rest of the section is about */
  chosen: string;
  scenario: Scenario;
}

/** A line for every board: what to do, and what a month takes today and with what is advised; the chosen one with reasons. */
export function BoardAnswers({ advice, chosen, scenario }: Props) {
  return (
    <table class="answers board-answers">
      <caption class="hidden">
        What to do on each board. The button in a row opens the reasons, and shows that board below.
      </caption>
      <thead>
        <tr>
          <th scope="col" class="name">
            board
          </th>
          <th scope="col">what to do</th>
          <th scope="col">a month today</th>
          <th scope="col">with the best</th>
        </tr>
      </thead>
      <tbody>
        {advice.map((one) => {
          const isChosen = one.participant === chosen;
          const changes = one.kind === "library" || one.kind === "format";
          return [
            <tr key={one.participant} class={isChosen ? "runner chosen open" : "runner"} data-board={one.participant}>
              <th scope="row" class="name">
                <button
                  type="button"
                  class="opener"
                  aria-expanded={isChosen}
                  onClick={() => select({ board: one.participant })}
                >
                  {one.title}
                </button>
              </th>
              <td class={`advice ${changes ? "changes" : ""}`}>
                <span class="headline">{one.headline}</span>
              </td>
              <td>{one.baseline && <Month codec={one.baseline} scenario={scenario} />}</td>
              <td>{changes && one.best && <Month codec={one.best} scenario={scenario} />}</td>
            </tr>,
            isChosen && (
              <tr key={`${one.participant} advice`} class="detail-row">
                <td colSpan={4}>
                  <Reasons advice={one} />
                </td>
              </tr>
            ),
          ];
        })}
      </tbody>
    </table>
  );
}

/** What a codec takes in a month. */
function Month({ codec, scenario }: { codec: BoardCodec; scenario: Scenario }) {
  const { bytes_per_month: bytes, energy_j_per_month: joules, battery_months: months } = codec;
  return (
    <span class="month">
      <span class="bar-name">{codec.codec}</span>
      <strong>{isPriced(scenario) && joules !== null ? units.energy(joules) : about(Math.round(bytes))}</strong>
      {months !== null && <span class="muted"> a battery in {significant(months)} months</span>}
    </span>
  );
}

function Reasons({ advice: { sentence, facts } }: { advice: BoardAdvice }) {
  return (
    <div class="advice-detail">
      <p class="sentence" aria-live="polite">
        <Unbroken text={sentence} />
      </p>
      <dl class="advice-facts">
        {facts.map(({ label, parts }) => (
          <div class="fact" key={label}>
            <dt>{label}</dt>
            {parts.map((part) => (
              <dd key={part}>{part}</dd>
            ))}
          </div>
        ))}
      </dl>
    </div>
  );
}
