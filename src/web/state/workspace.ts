import { computed, effect, signal } from '@preact/signals';
import { type Workspace, workspacesOf } from '../api/identity.ts';
import { placeIn } from './named-place.ts';
import { caller, chooseTenant, isSignedIn, namedWorkspaces, session, tenants } from './session.ts';

/** The one that the address names (`?w=`), or that was chosen. */
const chosen = signal<string | null>(placeIn(location.search).workspace);
/** Of the tenant of an account-level key, read when it is chosen: nothing is asked of one with those of another. */
const listed = signal<{ readonly of: string; readonly all: readonly Workspace[] } | null>(null);

export const workspaces = computed<readonly Workspace[]>(() =>
  namedWorkspaces.value.length > 0
    ? namedWorkspaces.value
    : listed.value?.of === caller.value?.clientId
      ? (listed.value?.all ?? [])
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

/** What is opened belongs to a workspace: questions go on there. */
export function followWorkspace(workspaceId: string): void {
  if (workspaces.value.some(({ workspace_id }) => workspace_id === workspaceId))
    chosen.value = workspaceId;
}

/** Takes a tenant of an account-level key, and its first workspace. */
export function goToTenant(clientId: string): void {
  chosen.value = null;
  chooseTenant(clientId);
}

/** Whether the address names a workspace that this key does not reach: another one is shown in its place. */
export const isElsewhere = computed(
  () =>
    isSignedIn.value &&
    chosen.value !== null &&
    workspace.value !== null &&
    workspace.value.workspace_id !== chosen.value,
);

/** Goes to the tenant and workspace that an address names; false where it names those of now, or none. */
export function followAddress(search: string): boolean {
  const named = placeIn(search);
  const isOther =
    named.tenant !== null &&
    named.tenant !== caller.value?.clientId &&
    tenants.value.some(({ client_id }) => client_id === named.tenant);
  if (isOther && named.tenant) goToTenant(named.tenant);
  if (named.workspace === null || named.workspace === chosen.value) return isOther;
  chosen.value = named.workspace;
  return true;
}

const failure = signal<unknown>(null);

function read(): void {
  const now = caller.value;
  if (now === null || session.value.kind !== 'in' || namedWorkspaces.value.length > 0) return;
  failure.value = null;
  workspacesOf(now).then(
    (all) => {
      if (caller.peek() === now) listed.value = { of: now.clientId, all };
    },
    (reason) => {
      if (caller.peek() === now) failure.value = reason;
    },
  );
}
effect(read);

/** While it is not known which workspaces there are: why not, and another try. */
export const listing = computed(() =>
  session.value.kind !== 'in' ||
  namedWorkspaces.value.length > 0 ||
  listed.value?.of === caller.value?.clientId
    ? null
    : { error: failure.value, again: read },
);
