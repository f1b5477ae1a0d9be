import { computed, effect, signal } from '@preact/signals';
import { type Workspace, workspacesOf } from '../api/identity.ts';
import { caller, namedWorkspaces, session } from './session.ts';

/** The one that the address names (`?w=`), or that was chosen. */
const chosen = signal<string | null>(new URLSearchParams(location.search).get('w'));
/** Of the tenant of an account-level key, read when it is chosen: nothing is asked of one with those of another. */
const listed = signal<{ readonly of: string; readonly all: readonly Workspace[] } | null>(null);

export const workspaces = computed<readonly Workspace[]>(() =>
  namedWorkspaces.value.length > 0
    ? namedWorkspaces.value
    : listed.value !== null && listed.value.of === caller.value?.clientId
      ? listed.value.all
      : [],
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

effect(() => {
  const now = caller.value;
  if (now === null || session.value.kind !== 'key' || namedWorkspaces.value.length > 0) return;
  const put = (all: readonly Workspace[]) => {
    if (caller.peek() === now) listed.value = { of: now.clientId, all };
  };
  workspacesOf(now).then(put, () => put([]));
});
