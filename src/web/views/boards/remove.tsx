import { FormDialog } from '../../components/confirm.tsx';
import { boardTexts } from '../../i18n/pins.ts';
import { useAction } from '../../state/calls.ts';

interface RemoveProps {
  readonly name: string;
  readonly note: string;
  readonly onClose: () => void;
  readonly onRemove: () => Promise<void>;
}

/** Asks once more before something is deleted; what fails is shown in the dialog, which stays open. */
export function Remove({ name, note, onClose, onRemove }: RemoveProps) {
  const text = boardTexts();
  const action = useAction();
  return (
    <FormDialog
      title={text.removeOf(name)}
      isOpen
      onClose={onClose}
      does={text.remove}
      isBusy={action.isBusy}
      error={action.error}
      onConfirm={() =>
        action.run(async () => {
          await onRemove();
          onClose();
        })
      }
    >
      <p>{note}</p>
    </FormDialog>
  );
}
