import { computed, effect, signal } from '@preact/signals';
import { type Workspace, workspacesOf } from '../api/identity.ts';
import { caller, namedWorkspaces, session } from './session.ts';

/** The one that the address names (`?w=`), or that was chosen. */
const chosen = signal<string | null>(new URLSearchParams(location.search).get('w'));
/** Of the tenant of an account-level key, read when it is chosen. */
const listed = signal<readonly Workspace[]>([]);

export const workspaces = computed<readonly Workspace[]>(() =>
  namedWorkspaces.value.length > 0 ? namedWorkspaces.value : listed.value,
);
/** What questions are about; null while nothing is known. */
export const workspace = computed<Workspace | null>(
  () =>
    workspaces.value.find(({ workspace_id }) => workspace_id === chosen.value) ??
    workspaces.value[0] ??
    null,
);

export function chooseWorkspace(workspaceId: string): void {
  chosen.value = workspaceId;
}

let listedFor: string | null = null;

effect(() => {
  const now = caller.value;
  if (now === null || session.value.kind !== 'key' || namedWorkspaces.value.length > 0) return;
  // Nothing is asked of one tenant with the workspaces of another.
  if (listedFor !== now.clientId) listed.value = [];
  listedFor = now.clientId;
  const put = (found: readonly Workspace[]) => {
    if (caller.peek() === now) listed.value = found;
  };
  workspacesOf(now).then(put, () => put([]));
});
