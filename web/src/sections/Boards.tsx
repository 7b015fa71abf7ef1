import { useComputed } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Chart } from "../charts/Chart";
import { boards as bars, cellsOn } from "../charts/boards";
import { boardPayloadsOf, boardsOf, countedOf, tooLargeOf, type Board } from "../data/boards";
import { participantOf, payloadsOf } from "../data/cells";
import type { CountedCell, PayloadInfo, RunDocument, Saving } from "../data/document";
import { adviceOn } from "../model/boards/advice";
import { about, codecName, frequency, saved, size } from "../model/figures";
import { titlesOfFormats } from "../model/sentences";
import { Chips, toggled } from "../parts/Chips";
import { Format } from "../parts/Format";
import { Section } from "../parts/Section";
import { choice, select } from "../state/state";
import { BoardAnswers } from "./BoardAnswers";
import { BoardApplication } from "./BoardApplication";
import { BoardTable } from "./BoardTable";
import { chosenScenario } from "./scenario";
import "./boards.css";

/** So many bars are seen at once; the table has the rest. */
const BARS = 30;

/** What emulated boards counted: what to do on each, what every codec takes on one, what formats save on all. */
export function Boards({ document }: { document: RunDocument }) {
  const scenario = useComputed(chosenScenario).value;
  const boards = useMemo(() => boardsOf(document), [document]);
  const payloads = useMemo(() => boardPayloadsOf(document), [document]);
  const payload = payloads.find(({ payload }) => payload === choice.payload.value) ?? payloads[0];
  const board = boards.find(({ participant }) => participant === choice.board.value) ?? boards[0];
  const advice = useMemo(
    () => (payload ? boards.map((each) => adviceOn(document, payload, each, scenario)) : []),
    [document, payload, boards, scenario],
  );
  // The bar above the sections has the same choice, where anything was timed.
  const isFiltered = payloads.every((one) => payloadsOf(document).includes(one));
  if (!payload || !board) return <></>;
  return (
    <Section name="boards" title="On boards">
      <p class="lead">
        What <strong>{payload.payload}</strong>, {size(payload.json_bytes)} bytes as JSON, takes on emulated boards:
        counts of instructions or cycles, and no times.
      </p>
      <p class="muted small">
        Every number is of two boots that agree to the digit, so that it has no error. Boards that count another unit
        are not to be compared.
      </p>
      {payloads.length > 1 && !isFiltered && (
        <div class="controls no-print">
          <Payloads payloads={payloads} chosen={payload} />
        </div>
      )}
      <div class="board-verdict">
        <BoardAnswers advice={advice} chosen={board.participant} scenario={scenario} />
        <BoardApplication names={codecsOf(document)} />
      </div>
      <OneBoard document={document} board={board} boards={boards} payload={payload} />
      <Savings document={document} boards={boards} />
    </Section>
  );
}

/** Every codec that a board counted. */
function codecsOf(document: RunDocument): string[] {
  return [...new Set(countedOf(document).map(codecName))];
}

/** So many payloads are chips; more are a list. */
const CHIPS_AT_MOST = 4;

function Payloads({ payloads, chosen }: { payloads: readonly PayloadInfo[]; chosen: PayloadInfo }) {
  if (payloads.length <= CHIPS_AT_MOST) {
    return (
      <Chips
        joined
        label="Payload of the boards"
        options={payloads.map(({ payload }) => ({ value: payload, label: payload }))}
        chosen={[chosen.payload]}
        onToggle={(payload) => select({ payload, row: null })}
      />
    );
  }
  return (
    <label class="field">
      <span class="muted">Payload</span>
      <select value={chosen.payload} onChange={(event) => select({ payload: event.currentTarget.value, row: null })}>
        {payloads.map(({ payload }) => (
          <option key={payload}>{payload}</option>
        ))}
      </select>
    </label>
  );
}

interface OneBoardProps {
  document: RunDocument;
  board: Board;
  boards: readonly Board[];
  payload: PayloadInfo;
}

/** The codecs of one board as bars and as a table, and what did not fit into it. */
function OneBoard({ document, board, boards, payload }: OneBoardProps) {
  const [formats, exact] = [choice.format.value, choice.exact.value];
  const every = useMemo(() => cellsOn(document, board, payload.payload), [document, board, payload]);
  const cells = useMemo(
    () =>
      every.filter(
        ({ format, fidelity }) =>
          (formats.length === 0 || formats.includes(format)) && (!exact || fidelity === "exact"),
      ),
    [every, formats, exact],
  );
  const picture = useMemo(() => bars(board, cells, BARS), [board, cells]);
  return (
    <>
      <h3>{board.title}</h3>
      <div class="controls no-print">
        {boards.length > 1 && (
          <Chips
            joined
            label="Board"
            options={boards.map(({ participant, title }) => ({ value: participant, label: title }))}
            chosen={[board.participant]}
            onToggle={(participant) => select({ board: participant })}
          />
        )}
        <Formats document={document} cells={every} />
      </div>
      <p class="muted small">{aboutBoard(document, board)}</p>
      {cells.length > 0 ? (
        <>
          {picture && <Chart picture={picture} title={`${payload.payload} on ${board.title}`} />}
          <BoardTable document={document} board={board} cells={cells} payload={payload} />
        </>
      ) : (
        <p>{every.length > 0 ? "No row is left by the filters." : `Nothing of ${payload.payload} was counted here.`}</p>
      )}
      <NotFitting document={document} board={board} payload={payload} />
    </>
  );
}

function Formats({ document, cells }: { document: RunDocument; cells: readonly CountedCell[] }) {
  const titles = titlesOfFormats(document);
  const formats = [...new Set(cells.map(({ format }) => format))];
  if (formats.length < 2) return null;
  return (
    <Chips
      label="Formats on the board"
      options={formats.map((format) => ({ value: format, label: titles.get(format) ?? format }))}
      chosen={choice.format.value}
      onToggle={(format) => select({ format: toggled(choice.format.value, format) })}
    />
  );
}

/** Who counted what, and how much room there was. */
function aboutBoard({ run }: RunDocument, { unit, counter, memory }: Board): string {
  const hertz = run.settings["clock_hz"];
  return [
    ...(unit === null ? [] : [`Emulated: net ${unit} of a pass${counter === null ? "" : `, by ${counter}`}.`]),
    ...(memory === null
      ? []
      : [
          `There is room for a payload of ${about(memory.payload_bytes)}, ${about(memory.heap_bytes)} of heap and ` +
            `${about(memory.stack_bytes)} of stack.`,
        ]),
    ...(typeof hertz === "number"
      ? [`Times are estimates: the count at ${frequency(hertz)}, one a tick, which no board has measured.`]
      : []),
  ].join(" ");
}

/** What the board's memory had no room for, with the numbers. */
function NotFitting({ document, board, payload }: Omit<OneBoardProps, "boards">) {
  const own = tooLargeOf(document).filter(
    (one) => participantOf(one) === board.participant && one.payload === payload.payload,
  );
  if (own.length === 0) return null;
  return (
    <>
      <h4 class="not-fitting">What did not fit</h4>
      <div class="scroll reasons" role="region" aria-label="What did not fit into the board" tabIndex={0}>
        <table>
          <caption class="hidden">What did not fit into the board</caption>
          <thead>
            <tr>
              <th scope="col" class="name">
                codec
              </th>
              <th scope="col">operation</th>
              <th scope="col">what was missing</th>
            </tr>
          </thead>
          <tbody>
            {own.map((one) => (
              <tr key={`${codecName(one)} ${one.operation}`}>
                <th scope="row" class="name">
                  {codecName(one)}
                </th>
                <td>{one.operation}</td>
                <td class="message">{one.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** What each format saves against JSON over all payloads: of the same library, and of the fastest of both. */
function Savings({ document, boards }: { document: RunDocument; boards: readonly Board[] }) {
  const savings = document.savings ?? [];
  if (savings.length === 0) return null;
  const titles = titlesOfFormats(document);
  const own = boards.map((board) => ({
    board,
    savings: savings.filter((saving) => participantOf(saving) === board.participant),
  }));
  return (
    <>
      <h3>What formats save against JSON</h3>
      <p class="muted small">
        Means over payloads of what is not taken of what JSON takes: by the same library, and by the fastest codec of
        each format.
      </p>
      <div class="scroll" role="region" aria-label="What formats save against JSON on boards" tabIndex={0}>
        <table class="rows">
          <caption class="hidden">What formats save against JSON, by board</caption>
          <thead>
            <tr>
              <th scope="col">board</th>
              <th scope="col" class="name">
                library
              </th>
              <th scope="col">format</th>
              <th scope="col">codec</th>
              <th scope="col">against</th>
              <th scope="col" class="number">
                encode
              </th>
              <th scope="col" class="number">
                decode
              </th>
              <th scope="col" class="number">
                bytes
              </th>
              <th scope="col" class="number">
                payloads
              </th>
            </tr>
          </thead>
          <tbody>
            {own.flatMap(({ board, savings }) =>
              savings.map((saving, at) => (
                <SavingRow
                  key={`${board.participant} ${saving.library} ${codecName(saving)}`}
                  saving={saving}
                  board={at === 0 ? board.title : ""}
                  title={titles.get(saving.format) ?? saving.format}
                />
              )),
            )}
          </tbody>
        </table>
      </div>
    </>
  );
}

function SavingRow({ saving, board, title }: { saving: Saving; board: string; title: string }) {
  const text = (share: number | null) => (share === null ? "" : saved(share));
  return (
    <tr>
      <td>
        <strong>{board}</strong>
      </td>
      <th scope="row" class="name">
        {saving.library ?? "the fastest"}
      </th>
      <td class="format" title={title}>
        <Format format={saving.format} />
      </td>
      <td>{codecName(saving)}</td>
      <td>{saving.json_codec}</td>
      <td class="number">{text(saving.encode)}</td>
      <td class="number">{text(saving.decode)}</td>
      <td class="number">{text(saving.bytes)}</td>
      <td class="number muted">{saving.payloads}</td>
    </tr>
  );
}
