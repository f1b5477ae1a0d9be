import {
  ForbiddenError,
  listWorkspaces,
  PlumblineError,
  type Service,
  whoami,
} from '#src/client/index.ts';
import { severalWorkspaces, unknownWorkspace } from './texts.ts';

/** A workspace that the caller reaches. */
export interface ReachedWorkspace {
  readonly client_id: string;
  readonly tenant: string | null;
  readonly workspace_id: string;
  readonly name: string;
  readonly slug: string;
  /** `none`, `files` or `database`; null where the service does not say. */
  readonly source: string | null;
}

/** Where a call works. */
export interface Place {
  readonly client_id: string;
  /** Absent: the service knows, by the key or the chat. */
  readonly workspace_id?: string | undefined;
  /** How answers name it. */
  readonly slug?: string;
  /** How calls name the other workspaces that have data. */
  readonly others?: readonly string[];
}

/** Tenants of an account-level key whose workspaces are listed without a tenant being named. */
const MOST_TENANTS = 50;
const PAGE = 200;

/** All workspaces of the caller; null where a key that only asks may not list those of its account. */
export async function reachedWorkspaces(
  service: Service,
  tenantId: string | null,
  signal: AbortSignal,
): Promise<readonly ReachedWorkspace[] | null> {
  const me = await whoami(service, {}, { signal });
  if (me.client_id !== null)
    return (me.workspaces ?? (me.workspace ? [{ ...me.workspace, source: null }] : [])).map((one) =>
      reached({ client_id: me.client_id!, name: null }, one),
    );
  const { clients = [] } = me;
  if (clients.length === 0)
    throw new PlumblineError('This account has no tenant yet. Ask an admin to create one.');
  const tenants = tenantId ? clients.filter((one) => one.client_id === tenantId) : clients;
  if (tenants.length === 0)
    throw new PlumblineError(
      `Tenant ${tenantId} (X-Tenant-ID) isn't in this account. Check the header.`,
    );
  if (tenants.length > MOST_TENANTS)
    throw new PlumblineError(
      `This key can access ${tenants.length} tenants. Choose one with the header X-Tenant-ID or plumbline mcp --tenant.`,
    );
  try {
    const found: ReachedWorkspace[] = [];
    for (const tenant of tenants) {
      const { client_id } = tenant;
      for (let cursor: string | undefined; ; ) {
        const page = await listWorkspaces(service, { client_id, limit: PAGE, cursor }, { signal });
        found.push(...page.workspaces.map((one) => reached(tenant, one)));
        if (page.next_cursor === null) break;
        cursor = page.next_cursor;
      }
    }
    return found;
  } catch (error) {
    if (error instanceof ForbiddenError) return null;
    throw error;
  }
}

const reached = (
  tenant: { readonly client_id: string; readonly name: string | null },
  { workspace_id, name, slug, source }: Omit<ReachedWorkspace, 'client_id' | 'tenant'>,
): ReachedWorkspace => ({
  client_id: tenant.client_id,
  tenant: tenant.name,
  ...{ workspace_id, name, slug, source },
});

/**
 * The workspace of a call: the one that it names by id, slug or name, else the default, else the only one, else the only
 * one with data. Fails with a text that says how to call again.
 */
export function chooseWorkspace(
  all: readonly ReachedWorkspace[],
  wanted: string | null,
  tool: string,
): ReachedWorkspace {
  const found = candidates(all, wanted);
  if (found.length === 1) return found[0]!;
  const names = (found.length > 1 ? found : all).map((one) => callText(all, one));
  throw new PlumblineError(
    wanted !== null && found.length === 0
      ? unknownWorkspace(wanted, names, tool)
      : severalWorkspaces(names, tool),
  );
}

/** The workspace of calls that name none; null where they have to. */
export function standardWorkspace(
  all: readonly ReachedWorkspace[],
  wanted: string | null,
): ReachedWorkspace | null {
  const found = candidates(all, wanted);
  return found.length === 1 ? found[0]! : null;
}

export const otherPlaces = (
  all: readonly ReachedWorkspace[],
  chosen: ReachedWorkspace,
): readonly string[] =>
  all.flatMap((one) => (one === chosen || one.source === 'none' ? [] : [callText(all, one)]));

/** How calls name a workspace: by its slug, or its id where another tenant has the slug, too. */
export const callName = (all: readonly ReachedWorkspace[], one: ReachedWorkspace): string =>
  all.filter(({ slug }) => slug === one.slug).length === 1 ? one.slug : one.workspace_id;

function callText(all: readonly ReachedWorkspace[], one: ReachedWorkspace): string {
  const tenant = one.tenant === null ? '' : ` of ${one.tenant}`;
  const data = one.source === 'none' ? ', no data yet' : '';
  return `"${callName(all, one)}" (${one.name}${tenant}${data})`;
}

function candidates(
  all: readonly ReachedWorkspace[],
  wanted: string | null,
): readonly ReachedWorkspace[] {
  if (wanted === null)
    return all.length === 1 ? all : all.filter(({ source }) => source !== 'none');
  const fold = (text: string) => text.trim().toLowerCase();
  const text = fold(wanted);
  // By id, else by slug, else by name: what one person names after another's slug stays reachable.
  for (const key of ['workspace_id', 'slug', 'name'] as const) {
    const found = all.filter((one) => fold(one[key]) === text);
    if (found.length > 0) return found;
  }
  return [];
}
