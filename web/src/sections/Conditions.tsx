import { useMemo } from "preact/hooks";
import { Chart } from "../charts/Chart";
import type { Row } from "../charts/picture";
import { pitch } from "../charts/pitch";
import { titlesOf } from "../data/cells";
import type { RunDocument } from "../data/document";
import { environmentOf } from "../data/environment";
import { quietnessLine } from "../data/quietness";
import { accountsOf, activitiesOf, NOBODY, spendingLine, wholeOf, type Account } from "../data/spending";
import { warningsOf } from "../data/warnings";
import { fixed, percent } from "../model/figures";
import { Section } from "../parts/Section";
import { Unbroken } from "./Unbroken";

/** Under which conditions the run was measured: how quiet the machine was, and what the time was spent on. */
export function Conditions({ document }: { document: RunDocument }) {
  const warnings = warningsOf(document).filter(({ kind }) => kind === "warn");
  return (
    <Section name="conditions" title="How quiet the machine was">
      <Quiet document={document} />
      {warnings.map(({ text }) => (
        <p key={text} class="warn lead">
          {text}
        </p>
      ))}
      <h3>Where the time went</h3>
      <Spending document={document} />
    </Section>
  );
}

function Quiet({ document }: { document: RunDocument }) {
  const { quietness } = document.run;
  const picture = useMemo(() => pitch(quietness), [quietness]);
  const line = quietnessLine(quietness);
  if (line === null) return <p class="muted">Not known: no tuning fork was timed beside the batches of this run.</p>;
  return (
    <>
      <p class="lead">
        <Unbroken text={line} /> The tuning fork is a fixed piece of work beside every batch, on the same processor:
        where it takes longer than on a quiet machine, so does the batch.
      </p>
      {picture && <Chart picture={picture} title="How quiet the machine was over the run’s time" />}
      {picture && <AsTable rows={picture.data["rows"] ?? []} />}
    </>
  );
}

/** The same numbers for those who read rather than look. */
function AsTable({ rows }: { rows: readonly Row[] }) {
  return (
    <details>
      <summary>As a table</summary>
      <div class="scroll" role="region" aria-label="How quiet the machine was, as a table" tabIndex={0}>
        <table>
          <caption class="hidden">The tuning fork’s time over the run, as multiples of the quiet machine’s</caption>
          <thead>
            <tr>
              <th scope="col" class="name">
                after
              </th>
              <th scope="col" class="number">
                typical
              </th>
              <th scope="col" class="number">
                one in ten above
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={String(row["at"])}>
                <th scope="row" class="name">
                  {String(row["atText"])}
                </th>
                <td class="number">{String(row["typicalText"])}</td>
                <td class="number">{String(row["highText"])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Spending({ document }: { document: RunDocument }) {
  const { run } = document;
  const line = spendingLine(run);
  if (line === null) return <p class="muted">Not known of this run.</p>;
  const whole = wholeOf(run);
  const activities = activitiesOf(whole);
  const accounts = accountsOf(run, titles(document));
  return (
    <>
      <p class="lead">
        <Unbroken text={line} />
      </p>
      <div class="scroll" role="region" aria-label="Where the time went" tabIndex={0}>
        <table>
          <caption class="hidden">What each runner spent the time of the run on, in seconds</caption>
          <thead>
            <tr>
              <th scope="col" class="name">
                runner
              </th>
              <th scope="col" class="number">
                share in timed batches
              </th>
              <th scope="col" class="number">
                seconds
              </th>
              {activities.map((activity) => (
                <th scope="col" class="number" key={activity}>
                  {activity}
                </th>
              ))}
              <th scope="col" class="number">
                aside
              </th>
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <AccountRow key={account.who} account={account} activities={activities} />
            ))}
          </tbody>
          {accounts.length > 1 && (
            <tfoot>
              <AccountRow account={whole} activities={activities} />
            </tfoot>
          )}
        </table>
      </div>
      <p class="muted after">
        Between batches: the tuning fork, the conversation with the runner, the journal. Aside: preparing a process on
        another processor while somebody else was timed, which made the run no longer. Of {NOBODY}: waiting until a
        process is ready, looking at the results, compressors.
      </p>
    </>
  );
}

/** Runners whose every cell failed have spent time, too. */
function titles(document: RunDocument): ReadonlyMap<string, string> {
  const { runners } = environmentOf(document);
  return new Map([
    ...Object.entries(runners).map(([participant, { title }]) => [participant, title] as const),
    ...titlesOf(document),
  ]);
}

function AccountRow({ account, activities }: { account: Account; activities: readonly string[] }) {
  const { who, seconds, total, timed, aside } = account;
  return (
    <tr>
      <th scope="row" class="name">
        {who}
      </th>
      <td class="number">{who === NOBODY ? "" : percent(timed)}</td>
      <td class="number">{secondsText(total)}</td>
      {activities.map((activity) => (
        <td class="number" key={activity}>
          {secondsText(seconds.get(activity) ?? 0)}
        </td>
      ))}
      <td class="number">{secondsText(aside)}</td>
    </tr>
  );
}

/** To a tenth; what is nothing is not written. */
function secondsText(seconds: number): string {
  const text = fixed(seconds, 1);
  return text === "0.0" ? "" : text;
}
