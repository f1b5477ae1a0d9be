import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { words } from '../i18n/index.ts';
import { session, tenants } from '../state/session.ts';
import { workspace, workspaces } from '../state/workspace.ts';

const SpaceSelect = lazy(() => import('./space-select.tsx').then((made) => made.SpaceSelect));

/** What questions are about; a choice, loaded then, where there are several workspaces or tenants. */
export function WorkspaceChoice() {
  const text = words().shell;
  const now = workspace.value;
  const isOpening = session.value.kind === 'opening';
  const about =
    session.value.kind === 'sample' ? text.tables(session.value.sample.tables.length) : null;
  return (
    <div class="space">
      {workspaces.value.length > 1 || tenants.value.length > 1 ? (
        <ErrorBoundary>
          <SpaceSelect />
        </ErrorBoundary>
      ) : (
        <span>
          <b>{now?.name ?? (isOpening ? '\u00a0' : text.noWorkspace)}</b>
          {(about || isOpening) && <small>{about ?? '\u00a0'}</small>}
        </span>
      )}
    </div>
  );
}
