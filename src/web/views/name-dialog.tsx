import { useSignal } from '@preact/signals';
import { heldIn, TextField } from '../components/field.tsx';
import { boardTexts } from '../i18n/pins.ts';
import { ActionDialog } from './action-dialog.tsx';

interface NameDialogProps {
  readonly title: string;
  readonly does: string;
  readonly name?: string;
  readonly onClose: () => void;
  /** What fails here is shown in the dialog, which stays open. */
  readonly onName: (name: string) => Promise<void>;
}

/** Asks for a name. */
export function NameDialog({ name = '', onName, ...rest }: NameDialogProps) {
  const typed = useSignal(name);
  return (
    <ActionDialog {...rest} onConfirm={() => onName(typed.value.trim())}>
      <TextField label={boardTexts().name} required maxLength={200} {...heldIn(typed)} />
    </ActionDialog>
  );
}
