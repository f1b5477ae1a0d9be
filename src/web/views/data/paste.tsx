import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/confirm.tsx';
import { AreaField, heldIn, TextField } from '../../components/field.tsx';
import { csvOf, pastedRows } from '../../format/pasted.ts';
import { countText } from '../../format/times.ts';
import { texts } from '../../i18n/data.ts';
import { locale } from '../../i18n/index.ts';
import { addFiles } from '../../state/uploads.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;

const clipboardOf = (event: ClipboardEvent) => ({
  text: event.clipboardData?.getData('text/plain') ?? '',
  html: event.clipboardData?.getData('text/html') ?? '',
});

/** A table from the clipboard becomes a file like any: pasted anywhere on the screen, or into a field. */
export function PasteTable() {
  const text = texts();
  const isOpen = useSignal(false);
  /** As CSV where it was copied with columns, else as it was pasted. */
  const pasted = useSignal('');
  const name = useSignal('');
  const take = (event: ClipboardEvent): boolean => {
    const rows = pastedRows(clipboardOf(event));
    if (!rows) return false;
    event.preventDefault();
    pasted.value = csvOf(rows);
    isOpen.value = true;
    return true;
  };
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (isTyping(event.target) || isOpen.peek()) return;
      const files = event.clipboardData?.files;
      if (!take(event) && files && files.length > 0) addFiles(files);
    };
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  }, []);
  const close = () => {
    isOpen.value = false;
  };
  const lines = pasted.value.split('\n').filter((line) => line.trim() !== '').length;
  return (
    <>
      <Button
        onClick={() => {
          pasted.value = '';
          isOpen.value = true;
        }}
      >
        {text.paste}
      </Button>
      <FormDialog
        title={text.paste}
        isOpen={isOpen.value}
        onClose={close}
        does={text.pasteDo}
        onConfirm={() => {
          const called = name.value
            .trim()
            .replace(/[\\/]/g, '-')
            .replace(/\.csv$/i, '');
          addFiles([new File([pasted.value], `${called}.csv`, { type: 'text/csv' })]);
          name.value = '';
          close();
        }}
      >
        <AreaField
          label={text.pasteHere}
          note={lines > 0 ? text.pasted(countText(lines, locale())) : text.pasteNote}
          rows={8}
          required
          onPaste={take}
          {...heldIn(pasted)}
        />
        <TextField
          label={text.pasteName}
          note={text.pasteNameNote}
          required
          maxLength={100}
          {...heldIn(name)}
        />
      </FormDialog>
    </>
  );
}
