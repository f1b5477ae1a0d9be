import '../../styles/screens.css';
import { useLocation } from 'preact-iso/router';
import { Icon } from '../../components/icon.tsx';
import { texts } from '../../i18n/data.ts';
import { isReader, mayManage } from '../../state/session.ts';
import { listing, workspace } from '../../state/workspace.ts';
import { Gate } from '../gate.tsx';
import { Waiting } from '../listing.tsx';
import { Screen } from '../screen.tsx';
import { DatabaseForm } from './database.tsx';
import { DropZone } from './drop-zone.tsx';
import { FileView } from './file-view.tsx';
import { NewWorkspace, Overview } from './overview.tsx';
import { SpaceMenu } from './space-menu.tsx';
import { TableView } from './table-view.tsx';

/** Files, a database, and the tables of both. */
export function Data() {
  const text = texts();
  const { path } = useLocation();
  const [, , part, name = ''] = path.split('/').map(decodeURIComponent);
  const isManaging = mayManage.value && workspace.value !== null;
  if (part === undefined || !isManaging)
    return (
      <Screen
        title={text.title}
        actions={
          mayManage.value && (
            <>
              <NewWorkspace />
              <SpaceMenu />
            </>
          )
        }
      >
        {!isReader.value && <DropZone />}
        <Gate about={text.about} call="POST /clients/{client_id}/workspaces/{workspace_id}/files">
          {workspace.value ? (
            <Overview key={workspace.value.workspace_id} />
          ) : listing.value ? (
            <Waiting on={listing.value} />
          ) : (
            <p class="lead">{text.noSpace}</p>
          )}
        </Gate>
      </Screen>
    );
  const title = part === 'tables' ? name : part === 'database' ? text.database : text.file;
  return (
    <Screen
      title={title}
      actions={
        <a class="btn" href="/data">
          <Icon name="data" />
          {text.back}
        </a>
      }
    >
      {part === 'tables' && <TableView key={name} name={name} />}
      {part === 'files' && <FileView key={name} id={Number(name)} />}
      {part === 'database' && <DatabaseForm />}
    </Screen>
  );
}
