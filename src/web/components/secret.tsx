import { useSignal } from '@preact/signals';
import { manageTexts } from '../i18n/manage.ts';
import { Button } from './button.tsx';

/** A text to take along: selectable, with a button that copies it. */
export function CopyBox({ label, text }: { readonly label: string; readonly text: string }) {
  const words = manageTexts();
  const isCopied = useSignal(false);
  return (
    <div class="copybox">
      <section aria-label={label}>
        <pre dir="ltr">{text}</pre>
      </section>
      <Button
        icon="copy"
        onClick={async () => {
          await navigator.clipboard?.writeText(text);
          isCopied.value = true;
        }}
      >
        {isCopied.value ? words.copied : words.copy}
      </Button>
      <span class="vh" role="status">
        {isCopied.value ? words.copied : ''}
      </span>
    </div>
  );
}
