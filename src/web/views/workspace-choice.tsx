import { Icon } from '../components/icon.tsx';
import { words } from '../i18n/index.ts';
import { isSignedIn, session } from '../state/session.ts';
import { chooseWorkspace, workspace, workspaces } from '../state/workspace.ts';

/** What questions are about; a choice where there are several. */
export function WorkspaceChoice() {
  const text = words().shell;
  const now = workspace.value;
  const isOpening = session.value.kind === 'opening';
  const about =
    session.value.kind === 'sample' ? text.tables(session.value.sample.tables.length) : null;
  if (now === null || workspaces.value.length < 2)
    return (
      <div class="space">
        <span>
          <b>
            {now?.name ??
              (isOpening ? '\u00a0' : isSignedIn.value ? text.noWorkspace : text.noData)}
          </b>
          {(about || isOpening) && <small>{about ?? '\u00a0'}</small>}
        </span>
      </div>
    );
  return (
    <label class="space">
      <span class="vh">{text.workspace}</span>
      <select
        value={now.workspace_id}
        onChange={({ currentTarget }) => chooseWorkspace(currentTarget.value)}
      >
        {workspaces.value.map(({ workspace_id, name }) => (
          <option key={workspace_id} value={workspace_id}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </label>
  );
}
