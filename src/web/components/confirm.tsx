import type { ComponentChildren } from 'preact';
import { manageTexts } from '../i18n/manage.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';

export interface FormDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The button that does it, named for what it does. */
  readonly does: string;
  /** What is being done, or went wrong, by it. */
  readonly action?: { readonly isBusy: boolean; readonly error: unknown };
  readonly onConfirm: () => void;
  readonly children?: ComponentChildren;
}

/** A dialog with one thing to do: a form that is sent, or something that cannot be undone. */
export function FormDialog({
  title,
  isOpen,
  onClose,
  does,
  action,
  onConfirm,
  children,
}: FormDialogProps) {
  const text = manageTexts();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label={title}>
      <h2>{title}</h2>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        {children}
        <Failure error={action?.error} />
        <div class="row">
          <Button submits look="primary" disabled={action?.isBusy ?? false}>
            {does}
          </Button>
          <Button onClick={onClose}>{text.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
