import { useSignal } from '@preact/signals';
import type { FileRefresh } from '../../api/data.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/confirm.tsx';
import { Choice, heldIn, TextField } from '../../components/field.tsx';
import { texts } from '../../i18n/data.ts';
import { addUrl } from '../../state/uploads.ts';

const REFRESHES: readonly (FileRefresh | 'never')[] = ['never', 'hourly', 'daily', 'weekly'];

/** A file that the service fetches, once or by the clock. */
export function UrlDialog() {
  const text = texts();
  const isOpen = useSignal(false);
  const url = useSignal('');
  const refresh = useSignal<FileRefresh | 'never'>('never');
  const close = () => {
    isOpen.value = false;
  };
  return (
    <>
      <Button
        onClick={() => {
          url.value = '';
          refresh.value = 'never';
          isOpen.value = true;
        }}
      >
        {text.fromUrl}
      </Button>
      <FormDialog
        title={text.fromUrl}
        isOpen={isOpen.value}
        onClose={close}
        does={text.fetch}
        onConfirm={() => {
          addUrl({
            url: url.value.trim(),
            refresh: refresh.value === 'never' ? null : refresh.value,
          });
          close();
        }}
      >
        <TextField
          label={text.link}
          note={text.linkNote}
          inputMode="url"
          required
          maxLength={4_000}
          {...heldIn(url)}
        />
        <Choice
          label={text.refreshes}
          value={refresh.value}
          options={REFRESHES.map((one) => [one, text.refreshEvery[one]] as const)}
          onChoose={(chosen) => {
            refresh.value = chosen;
          }}
        />
      </FormDialog>
    </>
  );
}
