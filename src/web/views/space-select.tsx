import { useLocation } from 'preact-iso/router';
import { Icon } from '../components/icon.tsx';
import { spaceTexts } from '../i18n/space.ts';
import { openNew } from '../state/conversation.ts';
import { caller, tenants } from '../state/session.ts';
import { chooseWorkspace, goToTenant, workspace, workspaces } from '../state/workspace.ts';

/** The screen that a place belongs to: what it shows is of the tenant before. */
const screenOf = (path: string): string => {
  const first = path.split('/')[1] ?? '';
  if (first === 'operate') return path;
  return ['data', 'meaning', 'boards'].includes(first) ? `/${first}` : '/';
};

/** The choice of a tenant, for keys of a whole account, and of its workspace. */
export function SpaceSelect() {
  const text = spaceTexts();
  const { path, route } = useLocation();
  const tenant = caller.value?.clientId;
  const into = workspace.value?.workspace_id;
  return (
    <div class="spaces">
      {tenants.value.length > 1 && (
        <label>
          <span class="vh">{text.tenant}</span>
          <select
            value={tenant}
            onChange={({ currentTarget }) => {
              openNew();
              route(screenOf(path));
              goToTenant(currentTarget.value);
            }}
          >
            {tenants.value.map(({ client_id, name }) => (
              <option key={client_id} value={client_id}>
                {name}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </label>
      )}
      {workspaces.value.length > 1 ? (
        <label>
          <span class="vh">{text.workspace}</span>
          <select
            value={into}
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
      ) : (
        <small>{workspace.value?.name ?? text.none}</small>
      )}
    </div>
  );
}
