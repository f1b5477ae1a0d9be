import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../i18n/index.ts';
import { Icon } from './icon.tsx';

const MOST_CHARACTERS = 4_096;

interface ComposerProps {
  readonly value: string;
  readonly placeholder: string;
  readonly isRunning: boolean;
  readonly isOff: boolean;
  readonly onInput: (text: string) => void;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
  /** ↑ in an empty composer. */
  readonly onRecall: () => void;
  /** What is asked about. */
  readonly about: string;
  /** Above the field. */
  readonly children?: ComponentChildren;
}

/** Where questions are written. Enter sends, Shift Enter breaks; the focus stays here. */
export function Composer(props: ComposerProps) {
  const text = words().composer;
  const { value, isRunning, isOff } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  // As high as what is written, up to what the style allows.
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.blockSize = 'auto';
    area.style.blockSize = `${area.scrollHeight}px`;
  }, [value]);
  const isTooLong = value.length > MOST_CHARACTERS;
  const send = () => {
    if (!isOff && !isRunning && !isTooLong && value.trim() !== '') props.onSend(value);
  };
  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes, Enter belongs to it.
    if (event.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'ArrowUp' && value === '') {
      event.preventDefault();
      props.onRecall();
    } else if (event.key === 'Escape' && isRunning) {
      event.preventDefault();
      props.onStop();
    }
  }
  return (
    <div class="ask">
      {props.children}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <textarea
          ref={field}
          id="question"
          rows={1}
          dir="auto"
          value={value}
          aria-label={text.label}
          aria-invalid={isTooLong}
          placeholder={props.placeholder}
          disabled={isOff}
          onInput={({ currentTarget }) => props.onInput(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div class="row">
          <span class="meta about">
            <Icon name="data" />{' '}
            {isTooLong ? text.tooLong(String(MOST_CHARACTERS)) : props.about || '\u00a0'}
          </span>
          <kbd class="hint wide">{text.hint}</kbd>
          {isRunning ? (
            <button
              type="button"
              class="send"
              aria-label={text.stop}
              title={text.stop}
              onClick={props.onStop}
            >
              <Icon name="stop" />
            </button>
          ) : (
            <button
              type="submit"
              class="send"
              aria-label={text.send}
              title={text.send}
              disabled={isOff || isTooLong || value.trim() === ''}
            >
              <Icon name="up" />
            </button>
          )}
        </div>
      </form>
    </div>
  );
}
