import { useId, useState } from "preact/hooks";
import type { Quantity } from "../model/quantities";
import { nearest } from "../model/scale";
import { Refusal } from "../refusal";

interface Props {
  quantity: Quantity;
  value: number;
  onChange: (value: number) => void;
}

/** A number that can be chosen on a slider, by a name that it is known by, or typed with its unit. */
export function QuantityField({ quantity, value, onChange }: Props) {
  const { label, stops, named, write } = quantity;
  const id = useId();
  const last = stops.length - 1;
  return (
    <div class="quantity">
      <div class="quantity-head">
        <label for={id}>{label}</label>
        <Typed quantity={quantity} value={value} onChange={onChange} />
      </div>
      <input
        type="range"
        id={id}
        min={0}
        max={last}
        step={1}
        value={nearest(stops, value)}
        aria-valuetext={write(value)}
        onInput={(event) => onChange(stops[Number(event.currentTarget.value)] ?? value)}
      />
      {named.length > 0 && (
        <div class="ticks" role="group" aria-label={`${label}: common values`}>
          {named.map(([name, known]) => (
            <button
              type="button"
              key={name}
              aria-pressed={known === value}
              title={write(known)}
              onClick={() => onChange(known)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** A quantity as text, to read and to write. What cannot be read changes nothing, and says what can. */
export function Typed({ quantity, value, onChange }: Props) {
  const { label, write, read } = quantity;
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (text: string) => {
    setDraft(text);
    try {
      onChange(read(withoutGroups(text)));
      setProblem(null);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setProblem(error.message);
    }
  };
  const leave = () => {
    setDraft(null);
    setProblem(null);
  };
  return (
    <span class="typed">
      <input
        type="text"
        inputMode="text"
        autocomplete="off"
        spellcheck={false}
        aria-label={`${label}, typed`}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : id}
        value={draft ?? write(value)}
        onInput={(event) => take(event.currentTarget.value)}
        onKeyDown={(event) => {
          // What cannot be read stays, with what is wrong with it; Escape takes it back.
          if (event.key === "Escape" || (event.key === "Enter" && problem === null)) leave();
        }}
        onBlur={leave}
      />
      {problem !== null && (
        <span class="problem" id={id} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}

/** `2 000/s` is how it is written here; the command line has no use for the space. */
function withoutGroups(text: string): string {
  return text.replace(/(\d) (?=\d{3})/g, "$1");
}
