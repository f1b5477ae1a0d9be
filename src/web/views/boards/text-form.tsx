import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { AreaField, heldIn } from '../../components/field.tsx';
import { manageTexts } from '../../i18n/manage.ts';
import { boardTexts } from '../../i18n/pins.ts';

interface TextFormProps {
  readonly text: string;
  readonly onSave: (text: string) => void;
  readonly onCancel: () => void;
}

/** Writes the text of a card, where the card stands. */
export function TextForm({ text: before, onSave, onCancel }: TextFormProps) {
  const text = boardTexts();
  const written = useSignal(before);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  return (
    <form
      ref={form}
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (written.value.trim() !== '') onSave(written.value.trim());
      }}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <AreaField label={text.text} note={text.textNote} rows={5} required {...heldIn(written)} />
      <div class="row">
        <Button submits look="primary">
          {text.saveText}
        </Button>
        <Button onClick={onCancel}>{manageTexts().cancel}</Button>
      </div>
    </form>
  );
}
