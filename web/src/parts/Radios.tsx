import { useId } from "preact/hooks";

interface Props<T extends string> {
  legend: string;
  options: readonly T[];
  /** why an option cannot be chosen, if it cannot */
  whyNot?: (value: T) => string | undefined;
  chosen: T;
  onChoose: (value: T) => void;
}

/** A group of options of which exactly one is chosen. */
export function Radios<T extends string>({ legend, options, whyNot, chosen, onChoose }: Props<T>) {
  const name = useId();
  return (
    <fieldset class="radios">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option} title={whyNot?.(option)}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={chosen === option}
            disabled={chosen !== option && whyNot?.(option) !== undefined}
            onChange={() => onChoose(option)}
          />
          <span>{option}</span>
        </label>
      ))}
    </fieldset>
  );
}
