import { FormDialog, type FormDialogProps } from '../components/confirm.tsx';
import { useAction } from '../state/calls.ts';

interface ActionProps extends Omit<FormDialogProps, 'isOpen' | 'action' | 'onConfirm'> {
  readonly onConfirm: () => Promise<void>;
}

/** A dialog that closes when its one thing is done, and stays to show what failed. */
export function ActionDialog({ onConfirm, ...rest }: ActionProps) {
  const action = useAction();
  return (
    <FormDialog
      {...rest}
      isOpen
      action={action}
      onConfirm={async () => {
        if (await action.run(onConfirm)) rest.onClose();
      }}
    />
  );
}
