import type { RunDocument } from "../data/document";
import { environmentOf } from "../data/environment";
import { Section } from "../parts/Section";

interface Reason {
  who: string;
  stage: string;
  message: string;
  payloads: string[];
}

/** What failed, in which stage and in whose words, and what is not installed. */
export function Failures({ document }: { document: RunDocument }) {
  const failed = reasonsOf(document);
  const absent = absentOf(document);
  return (
    <Section name="failures" title="What failed, and why">
      {failed.length === 0 ? (
        <p class="lead">Nothing failed.</p>
      ) : (
        <>
          <p class="lead">A codec whose result could not be verified gets no number. These are its own words.</p>
          <div class="scroll reasons" role="region" aria-label="What failed" tabIndex={0}>
            <table>
              <caption class="hidden">What failed</caption>
              <thead>
                <tr>
                  <th scope="col" class="name">
                    what
                  </th>
                  <th scope="col">payloads</th>
                  <th scope="col" class="only-wide">
                    stage
                  </th>
                  <th scope="col">message</th>
                </tr>
              </thead>
              <tbody>
                {failed.map(({ who, stage, message, payloads }) => (
                  <tr key={`${who} ${stage} ${message}`}>
                    <th scope="row" class="name wraps">
                      {who}
                    </th>
                    <td class="wraps">{payloads.join(", ")}</td>
                    <td class="muted only-wide">{stage}</td>
                    <td class="message">{message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {absent.length > 0 && (
        <div class="block">
          <h3>Not installed</h3>
          <div class="scroll reasons absent" role="region" aria-label="What is not installed" tabIndex={0}>
            <table>
              <caption class="hidden">What is not installed</caption>
              <thead>
                <tr>
                  <th scope="col" class="name">
                    runner
                  </th>
                  <th scope="col">codecs</th>
                  <th scope="col">reason</th>
                </tr>
              </thead>
              <tbody>
                {absent.map(({ who, codecs, reason }) => (
                  <tr key={`${who} ${reason}`}>
                    <th scope="row" class="name wraps">
                      {who}
                    </th>
                    <td class="message">{codecs}</td>
                    <td class="message">{reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </Section>
  );
}

function reasonsOf(document: RunDocument): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const { runner, codec, operation, payload, stage, message } of document.failures) {
    const who = [runner, codec, operation].filter(Boolean).join(" ");
    const key = JSON.stringify([who, stage, message]);
    const reason = reasons.get(key) ?? { who, stage, message, payloads: [] };
    if (payload) reason.payloads.push(payload);
    reasons.set(key, reason);
  }
  return [...reasons.values()];
}

function absentOf(document: RunDocument): { who: string; codecs: string; reason: string }[] {
  const { runners, absent } = environmentOf(document);
  const codecs = Object.entries(runners).flatMap(([runner, { missing }]) => {
    // What stands in parentheses is for those who look closer, with `list codecs`.
    const byReason = Map.groupBy(missing ?? [], ({ reason }) => reason.split(" (")[0] ?? "");
    return [...byReason].map(([reason, own]) => ({
      who: runner,
      codecs: own.map(({ codec, variant }) => (variant ? `${codec}[${variant}]` : codec)).join(", "),
      reason,
    }));
  });
  const runnersAbsent = absent.map(({ title, reason, advice }) => ({
    who: title,
    codecs: "all",
    reason: `${reason}. ${advice}`,
  }));
  return [...codecs, ...runnersAbsent];
}
