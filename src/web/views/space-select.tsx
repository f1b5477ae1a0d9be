import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Icon } from '../components/icon.tsx';
import { spaceTexts } from '../i18n/space.ts';
import { openNew } from '../state/conversation.ts';
import { caller, chooseTenant, tenants } from '../state/session.ts';
import { chooseWorkspace, workspace, workspaces } from '../state/workspace.ts';

/** Puts a choice into the address of this place, so that reload and a sent link keep it; the first one needs no name. */
function nameInAddress(name: 't' | 'w', id: string | undefined, first: string | undefined): void {
  const at = new URL(location.href);
  const wanted = id === undefined || id === first ? null : id;
  if (at.searchParams.get(name) === wanted) return;
  if (wanted === null) at.searchParams.delete(name);
  else at.searchParams.set(name, wanted);
  history.replaceState(history.state, '', at);
}

/** The screen that a place belongs to: what it shows is of the tenant before. */
const screenOf = (path: string): string => {
  const first = path.split('/')[1] ?? '';
  if (first === 'operate') return path;
  return ['data', 'meaning', 'boards'].includes(first) ? `/${first}` : '/';
};

/** The choice of a tenant, for keys of a whole account, and of its workspace. */
export function SpaceSelect() {
  const text = spaceTexts();
  const { url, path, route } = useLocation();
  const tenant = caller.value?.clientId;
  const into = workspace.value?.workspace_id;
  useEffect(() => {
    nameInAddress('t', tenant, tenants.value[0]?.client_id);
    // Those of a tenant that was just chosen are not known yet.
    if (into) nameInAddress('w', into, workspaces.value[0]?.workspace_id);
  }, [url, tenant, into]);
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
              chooseTenant(currentTarget.value);
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
