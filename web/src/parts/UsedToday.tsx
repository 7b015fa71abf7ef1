import { choice, select } from "../state/state";

interface Props {
  /** what can be chosen */
  names: readonly string[];
  /** what the run itself compares with; undefined where that is not one codec */
  own?: string | undefined;
}

/** What is used today, which everything is compared with. */
export function UsedToday({ names, own }: Props) {
  const wanted = choice.baseline.value;
  return (
    <label class="field no-print">
      <span class="muted">Used today</span>
      <select value={wanted ?? ""} onChange={(event) => select({ baseline: event.currentTarget.value || null })}>
        <option value="">the run’s baseline{wanted === null && own !== undefined ? ` (${own})` : ""}</option>
        {wanted !== null && !names.includes(wanted) && <option>{wanted}</option>}
        {[...names].sort().map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
