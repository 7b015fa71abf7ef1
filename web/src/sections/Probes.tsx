import { useMemo, useState } from "preact/hooks";
import { titlesOf } from "../data/cells";
import type { ConformingCodec, RunDocument } from "../data/document";
import {
  asText,
  commandsFor,
  fatesOf,
  isExact,
  probedRows,
  probeName,
  shareText,
  telling,
  WORDS,
  type Outcome,
  type ProbedRow,
} from "../data/probing";
import { Format } from "../parts/Format";
import type { View } from "../state/view";
import "./probes.css";

const SIGNS: Readonly<Record<Outcome, string>> = {
  exact: "·",
  lossy: "~",
  declined: "–",
  refused: "×",
  wrong: "≠",
  crashed: "!",
  hung: "∞",
  impossible: "",
};
const TONES: Readonly<Record<Outcome, string>> = {
  exact: "",
  lossy: "warn",
  declined: "muted",
  refused: "muted",
  wrong: "bad",
  crashed: "bad",
  hung: "bad",
  impossible: "muted",
};
const EXPECTED = { accept: "must be accepted", refuse: "must be refused", may: "either is allowed" } as const;

/** What becomes of documents at the edges of what formats hold, and what decoders make of their formats' test vectors. */
export function Probes({ document, view }: { document: RunDocument; view: View }) {
  const titles = titlesOf(document);
  const rows = useMemo(() => probedRows(document, view.participants, view.cells), [document, view]);
  const fates = useMemo(() => new Map(rows.map((row) => [row, fatesOf(row)])), [rows]);
  const [opened, open] = useState<string | null>(null);
  const missing = !document.matrix || !document.conformance;
  const columns = telling(document.matrix?.probes ?? [], [...fates.values()]);
  const vectors = rows.some(({ share }) => share !== null);
  const width = 2 + Number(vectors) + columns.telling.length;
  return (
    <>
      <h3>At the edges, and by the specification</h3>
      {missing && <Missing document={document} />}
      {rows.length > 0 && (
        <>
          <p class="muted small">
            {columns.telling.length > 0 && <Legend />}
            {vectors &&
              "Vectors: the share of its format’s own test vectors that a decoder accepts or refuses as the specification asks. "}
            A codec’s button opens what is behind its row.
          </p>
          {view.participants.map((participant) => {
            const own = rows.filter((row) => row.participant === participant);
            if (own.length === 0) return null;
            const title = titles.get(participant) ?? participant;
            return (
              <div class="scroll" role="region" aria-label={`Probes of ${title}`} tabIndex={0} key={participant}>
                <table class="probes">
                  <caption>{title}</caption>
                  <thead>
                    <tr>
                      <th scope="col" class="name">
                        codec
                      </th>
                      <th scope="col" class="only-wide">
                        format
                      </th>
                      {vectors && (
                        <th scope="col" class="number">
                          vectors
                        </th>
                      )}
                      {columns.telling.map(({ probe, description }) => (
                        <th scope="col" class="probe" key={probe} title={description}>
                          <span>{probeName(probe)}</span>
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {own.map((row) => {
                      const name = `${participant}/${row.codec}`;
                      const isOpen = opened === name;
                      return [
                        <tr key={name} class={isOpen ? "open" : ""}>
                          <th scope="row" class="name">
                            <button
                              type="button"
                              class="opener"
                              aria-expanded={isOpen}
                              onClick={() => open(isOpen ? null : name)}
                            >
                              {row.codec}
                            </button>
                          </th>
                          <td class="muted only-wide">
                            <Format format={row.format} />
                          </td>
                          {vectors && <td class="number">{row.share === null ? "—" : shareText(row.share)}</td>}
                          {columns.telling.map(({ probe }) => {
                            const fate = fates.get(row)?.get(probe);
                            return (
                              <td class={`probe ${fate?.outcome ?? ""}`} key={probe} title={fate?.words}>
                                {fate && SIGNS[fate.outcome]}
                              </td>
                            );
                          })}
                        </tr>,
                        isOpen && (
                          <tr key={`${name} detail`} class="detail-row">
                            <td colSpan={width}>
                              <Detail row={row} title={title} isText={isText(document, row.format)} />
                            </td>
                          </tr>
                        ),
                      ];
                    })}
                  </tbody>
                </table>
              </div>
            );
          })}
          {columns.exact.length > 0 && (
            <p class="muted small">
              Exact in all of them: {columns.exact.map(({ probe }) => probeName(probe)).join(", ")}.
            </p>
          )}
        </>
      )}
    </>
  );
}

function Missing({ document }: { document: RunDocument }) {
  const commands = commandsFor(document, [...titlesOf(document).keys()]);
  return (
    <p class="muted small">
      {document.matrix || document.conformance ? "More can be asked of these codecs" : "These codecs were not probed"}.
      This adds it to the page: <code class="command">{commands.join("; ")}</code>
    </p>
  );
}

function Legend() {
  const told: readonly Outcome[] = ["exact", "lossy", "declined", "refused", "wrong", "crashed", "hung"];
  return (
    <span class="legend">
      {told.map((outcome) => (
        <span class="unbroken" key={outcome}>
          <span class={`probe ${outcome}`}>{SIGNS[outcome]}</span> {WORDS[outcome]}
        </span>
      ))}
      <span>of encoding and decoding the worse; blank: not asked of it.</span>
    </span>
  );
}

/** What is behind a codec's row: the vectors that it gets wrong, and what becomes of each probe that is not exact. */
function Detail({ row, title, isText }: { row: ProbedRow; title: string; isText: boolean }) {
  const lost = row.probed.flatMap(({ operation, probes }) =>
    probes.filter(({ outcome }) => !isExact(outcome)).map((one) => ({ operation, ...one })),
  );
  return (
    <div class="detail">
      <h3>
        {title}: {row.codec} <span class="muted">{row.version}</span>
      </h3>
      {row.conforming.map((codec) => (
        <Faults key={codec.operation} codec={codec} isText={isText} />
      ))}
      {row.probed.length > 0 && lost.length === 0 && <p>Every probe came back exact.</p>}
      {lost.length > 0 && (
        <div class="scroll" role="region" aria-label={`What ${row.codec} makes of probes`} tabIndex={0}>
          <table class="findings">
            <caption>Probes that do not come back as they were</caption>
            <thead>
              <tr>
                <th scope="col">probe</th>
                <th scope="col">operation</th>
                <th scope="col">what becomes of it</th>
                <th scope="col">for instance, or in its words</th>
              </tr>
            </thead>
            <tbody>
              {lost.map(({ operation, probe, outcome, losses, detail }, at) => (
                <tr key={at}>
                  <th scope="row">{probeName(probe)}</th>
                  <td>{operation}</td>
                  <td class={`wraps ${TONES[outcome]}`}>{losses.join(", ") || WORDS[outcome]}</td>
                  <td class="message muted">{detail}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function isText(document: RunDocument, format: string): boolean {
  return document.formats.some((one) => one.format === format && one.text);
}

function Faults({ codec, isText }: { codec: ConformingCodec; isText: boolean }) {
  const { operation, right, tried, accepted, refused, faults } = codec;
  return (
    <>
      <p>
        <strong>{operation}</strong>: {right} of {tried} vectors right ({shareText(right / Math.max(tried, 1))}).
        {accepted + refused > 0 &&
          ` Of those that the specification leaves free it accepts ${accepted} and refuses ${refused}.`}
        {codec.given_up && <span class="bad"> It hung so often that the rest was not tried.</span>}
      </p>
      {faults.length > 0 && (
        <div class="scroll" role="region" aria-label={`Vectors that ${operation} gets wrong`} tabIndex={0}>
          <table class="findings">
            <caption class="hidden">Vectors that {operation} gets wrong</caption>
            <thead>
              <tr>
                <th scope="col">vector</th>
                <th scope="col">input</th>
                <th scope="col">by the specification it</th>
                <th scope="col">what the decoder did</th>
              </tr>
            </thead>
            <tbody>
              {faults.map(({ vector, expect, fault, input, bytes }) => (
                <tr key={vector}>
                  <th scope="row" class="wraps">
                    {vector.replace(/^(accept|refuse|may): /, "")}
                  </th>
                  <td class="wraps">
                    <Input hex={input} bytes={bytes} isText={isText} />
                  </td>
                  <td>{EXPECTED[expect]}</td>
                  <td class="message">{fault}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** A vector, as text where its format is some and it is, too, else in hexadecimal; only its beginning if it is long. */
function Input({ hex, bytes, isText }: { hex: string; bytes: number; isText: boolean }) {
  const digits = hex.replace(/../g, "$& ").trim();
  return (
    <>
      <code title={digits}>{(isText ? asText(hex) : null) ?? digits}</code>
      {bytes > hex.length / 2 && `… (${bytes} bytes)`}
    </>
  );
}
