import { choice, select } from "../state/state";
import { toggled } from "./Chips";

/** The box that takes a codec, named as participant/codec, into the comparison. */
export function CompareBox({ name, label }: { name: string; label: string }) {
  const compared = choice.compare.value;
  return (
    <input
      type="checkbox"
      class="compare-box no-print"
      aria-label={`Compare ${label}`}
      title="Compare"
      checked={compared.includes(name)}
      onChange={() => select({ compare: toggled(compared, name) })}
    />
  );
}
