import { computed } from '@preact/signals';
import type { Caller } from '../../api/http.ts';
import { serviceOf } from '../../api/kit.ts';
import { texts } from '../../i18n/operate.ts';
import { caller, session, tenants } from '../../state/session.ts';
import { workspaces } from '../../state/workspace.ts';

/** The caller of screens that are shown to nobody else. */
export function signedIn(): Caller {
  const now = caller.value;
  if (!now) throw new Error("You're not signed in.");
  return now;
}

export const service = () => serviceOf(signedIn());

/** What a thing belongs to, in the names that people gave: the ids are shown where nothing else is known. */
export function reachText(clientId: string | null, workspaceId: string | null): string {
  const text = texts();
  if (workspaceId)
    return text.workspace(
      workspaces.value.find(({ workspace_id }) => workspace_id === workspaceId)?.name ??
        workspaceId,
    );
  const now = session.value;
  if (clientId && now.kind === 'in' && now.me.client_id === clientId) return text.thisTenant;
  if (clientId)
    return text.tenant(
      tenants.value.find(({ client_id }) => client_id === clientId)?.name ?? clientId,
    );
  return text.account;
}

/** Whether the key in use reaches the whole account, and not one tenant of it. */
export const isOfAccount = computed(
  () => session.value.kind === 'in' && session.value.me.client_id === null,
);

/** What a new key or webhook may be bound to: `''` the reach of the key in use, `c:…` a tenant, `w:…` a workspace. */
export function reaches(): readonly (readonly [value: string, label: string])[] {
  const now = session.value;
  if (now.kind !== 'in') return [];
  const { client_id, workspace_id } = now.me;
  if (workspace_id) return [['', reachText(client_id, workspace_id)]];
  return [
    ['', reachText(client_id, null)],
    ...(client_id ? [] : tenants.value).map(
      ({ client_id: id }) => [`c:${id}`, reachText(id, null)] as const,
    ),
    ...workspaces.value.map(({ workspace_id: id }) => [`w:${id}`, reachText(null, id)] as const),
  ];
}

/** The same as fields of a request. */
export function bound(reach: string): {
  readonly client_id?: string;
  readonly workspace_id?: string;
} {
  const id = reach.slice(2);
  if (reach.startsWith('c:')) return { client_id: id };
  if (reach.startsWith('w:')) return { client_id: signedIn().clientId, workspace_id: id };
  return {};
}
