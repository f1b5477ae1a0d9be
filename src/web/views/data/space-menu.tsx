import { useSignal } from '@preact/signals';
import { deleteWorkspace, updateWorkspace } from '../../api/data.ts';
import { Menu } from '../../components/menu.tsx';
import { texts } from '../../i18n/data.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { readSessionAgain } from '../../state/session-again.ts';
import { workspace } from '../../state/workspace.ts';
import { ActionDialog } from '../action-dialog.tsx';
import { NameDialog } from '../name-dialog.tsx';
import { place } from './place.ts';

/** What can be done with the workspace itself. */
export function SpaceMenu() {
  const text = texts();
  const open = useSignal<'rename' | 'remove' | null>(null);
  const now = workspace.value;
  if (!now) return null;
  const close = () => {
    open.value = null;
  };
  return (
    <>
      <Menu
        icon="more"
        label={text.spaceOptions(now.name)}
        items={(['rename', 'remove'] as const).map((kind) => ({
          label: kind === 'rename' ? text.renameSpace : text.removeSpace,
          onChoose: () => {
            open.value = kind;
          },
        }))}
      />
      {open.value === 'rename' && (
        <NameDialog
          title={text.renameSpaceOf(now.name)}
          does={manageTexts().save}
          name={now.name}
          onClose={close}
          onName={async (name) => {
            const { service, at } = place();
            await updateWorkspace(service, { ...at, body: { name } });
            await readSessionAgain();
          }}
        />
      )}
      {open.value === 'remove' && (
        <ActionDialog
          title={text.removeSpaceOf(now.name)}
          does={text.removeSpace}
          onClose={close}
          onConfirm={async () => {
            const { service, at } = place();
            await deleteWorkspace(service, at);
            await readSessionAgain();
          }}
        >
          <p>{text.removeSpaceNote}</p>
        </ActionDialog>
      )}
    </>
  );
}
