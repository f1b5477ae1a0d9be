import { useSignal } from '@preact/signals';
import { FormDialog } from '../../components/confirm.tsx';
import { TextField } from '../../components/field.tsx';
import { boardTexts } from '../../i18n/pins.ts';
import { useAction } from '../../state/calls.ts';

interface NameDialogProps {
  readonly title: string;
  readonly does: string;
  readonly name?: string;
  readonly onClose: () => void;
  /** What fails here is shown in the dialog, which stays open. */
  readonly onName: (name: string) => Promise<void>;
}

/** Asks for a name. */
export function NameDialog({ title, does, name = '', onClose, onName }: NameDialogProps) {
  const typed = useSignal(name);
  const action = useAction();
  return (
    <FormDialog
      title={title}
      isOpen
      onClose={onClose}
      does={does}
      isBusy={action.isBusy}
      error={action.error}
      onConfirm={() => action.run(() => onName(typed.value.trim()))}
    >
      <TextField
        label={boardTexts().name}
        required
        maxLength={200}
        value={typed.value}
        onText={(text) => {
          typed.value = text;
        }}
      />
    </FormDialog>
  );
}
