/** One choice among others; with a reason it cannot be taken. */
export interface Option<T extends string> {
  value: T;
  label: string;
  count?: number;
  unavailable?: string | undefined;
}

interface Props<T extends string> {
  label: string;
  options: readonly Option<T>[];
  chosen: readonly T[];
  onToggle: (value: T) => void;
  /** drawn as one piece: exactly one of them is chosen */
  joined?: boolean;
}

/** A group of buttons of which some are pressed. */
export function Chips<T extends string>({ label, options, chosen, onToggle, joined }: Props<T>) {
  return (
    <div class={joined ? "chips joined" : "chips"} role="group" aria-label={label}>
      {options.map(({ value, label, count, unavailable }) => (
        <button
          type="button"
          key={value}
          class="chip"
          aria-pressed={chosen.includes(value)}
          aria-disabled={unavailable !== undefined}
          title={unavailable}
          onClick={() => unavailable === undefined && onToggle(value)}
        >
          {label}
          {count !== undefined && <span class="count">{count}</span>}
          {unavailable !== undefined && <span class="hidden">, unavailable: {unavailable}</span>}
        </button>
      ))}
    </div>
  );
}

/** A list with a value put in, or taken out if it was there. */
export function toggled<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}
