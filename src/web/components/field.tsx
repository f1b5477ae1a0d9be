import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Common {
  readonly label: string;
  /** What to write, or what it does. */
  readonly note?: ComponentChildren;
}

interface TextProps extends Common {
  readonly value?: string;
  readonly onText?: (text: string) => void;
  readonly type?: 'password' | 'date' | 'time' | 'email';
  /** What a password manager fills in; nothing where absent. */
  readonly autocomplete?: 'off' | 'username' | 'current-password' | 'new-password';
  readonly inputMode?: 'decimal' | 'numeric' | 'url';
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
}

/** The properties of a field whose text is in a signal. */
export const heldIn = (text: Signal<string>) => ({
  value: text.value,
  onText: (typed: string) => {
    text.value = typed;
  },
});

/** A labelled line of text; what is typed goes to `onText`. */
export function TextField({ label, note, onText, type, autocomplete = 'off', ...rest }: TextProps) {
  const id = useId();
  const typed = {
    ...rest,
    id,
    spellcheck: false,
    autocomplete,
    dir: 'auto',
    'aria-describedby': note ? `${id}-note` : undefined,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onText?.(currentTarget.value),
  } as const;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {type === 'password' && <input {...typed} type="password" />}
      {type === 'email' && <input {...typed} type="email" />}
      {type === 'date' && <input {...typed} type="date" />}
      {type === 'time' && <input {...typed} type="time" />}
      {type === undefined && <input {...typed} />}
      {note && (
        <p class="meta" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

interface AreaProps extends Common {
  readonly value?: string;
  readonly onText?: (text: string) => void;
  readonly rows?: number;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly onPaste?: (event: ClipboardEvent) => void;
}

/** As a line of text, over several lines. */
export function AreaField({ label, note, onText, ...rest }: AreaProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        spellcheck={false}
        dir="auto"
        aria-describedby={note ? `${id}-note` : undefined}
        onInput={({ currentTarget }) => onText?.(currentTarget.value)}
        {...rest}
      />
      {note && (
        <p class="meta" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<T extends string> extends Common {
  readonly name?: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly onChoose: (value: T) => void;
}

/** One of several, as the browser's own list. */
export function Choice<T extends string>({
  label,
  note,
  name,
  value,
  options,
  onChoose,
}: ChoiceProps<T>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        value={value}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={({ currentTarget }) => onChoose(currentTarget.value as T)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      {note && (
        <p class="meta" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

interface SwitchProps {
  readonly label: ComponentChildren;
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

export function Switch({ label, isOn, disabled, onSwitch }: SwitchProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      />
      {label}
    </label>
  );
}
