import type { ComponentChildren } from 'preact';
import { FormDialog } from '../components/confirm.tsx';
import { useAction } from '../state/calls.ts';

interface SureDialogProps {
  readonly title: string;
  /** The button that does it, named for what it does. */
  readonly does: string;
  readonly onClose: () => void;
  readonly onSure: () => Promise<void>;
  /** What follows from it. */
  readonly children: ComponentChildren;
}

/** Asks once more before what cannot be undone; closes when it is done, and shows what failed. */
export function SureDialog({ title, does, onClose, onSure, children }: SureDialogProps) {
  const action = useAction();
  return (
    <FormDialog
      title={title}
      isOpen
      onClose={onClose}
      does={does}
      isBusy={action.isBusy}
      error={action.error}
      onConfirm={async () => {
        if (await action.run(onSure)) onClose();
      }}
    >
      {children}
    </FormDialog>
  );
}
