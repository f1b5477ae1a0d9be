import { useId } from 'preact/hooks';

interface EitherProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly disabled?: boolean;
  readonly onChoose: (value: string) => void;
}

/** One of few, each a click away: radio buttons in a row. */
export function Either({ label, value, options, disabled, onChoose }: EitherProps) {
  const name = useId();
  return (
    <fieldset class="row either">
      <legend class="vh">{label}</legend>
      {options.map(([option, text]) => (
        <label key={option} class="switch">
          <input
            type="radio"
            name={name}
            checked={value === option}
            disabled={disabled}
            onChange={() => onChoose(option)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
