/** Who asks. Every catalog, value, planner, cache and result call takes one. */
export interface Principal {
  readonly accountId: string;
  readonly accountType: 'standard' | 'direct' | 'sample';
  /** Name of the plan in the configuration, e.g. `self_hosted`, `free`. */
  readonly plan: string;
  readonly key: PrincipalKey;
  /** The tenant that the key is bound to; null for an account-level key. */
  readonly clientId: string | null;
  /** The workspace that the key is bound to; null where it reaches all of its tenant. */
  readonly workspaceId: string | null;
  /** `X-End-User-Id`, checked, or whom a bearer token speaks for; null where neither was sent. */
  readonly endUserId: string | null;
  /** Absent: no session of the page. */
  readonly session?: { readonly id: string };
  /** The member who signed in; `key` stands for what the role may do. */
  readonly person?: Person;
  /** A bearer token was sent in the place of a key; `key` is the one that it was made with. */
  readonly bearer?: true;
  readonly policy: RowPolicy;
  /** Whether the account has budgets of its own; absent where that was not read with the key. */
  readonly hasBudgets?: boolean;
}

/** What members of a tenant may do: a reader asks, an analyst also runs own SQL, an admin may do what a full-access key may. */
export const ROLES = ['admin', 'analyst', 'reader'] as const;
export type Role = (typeof ROLES)[number];

export interface Person {
  readonly memberId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

interface PrincipalKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly environment: 'live' | 'test';
  readonly scope: 'full' | 'query';
  readonly sample: boolean;
  readonly allowedOrigins: readonly string[];
}

/**
 * The rows that the caller may see, as `column = value` per filtered column, and a hash of it that keys caches and
 * result tokens. An empty filter sees everything of its workspace.
 */
export interface RowPolicy {
  readonly filter: Readonly<Record<string, string | number>>;
  readonly hash: string;
}

/** Whether a caller sees only some rows of a catalog: by its own policy, or by what holds there for everybody. */
export const isFiltered = (policy: RowPolicy, catalog: { readonly rowFilter?: unknown }): boolean =>
  Object.keys(policy.filter).length > 0 || catalog.rowFilter !== undefined;

/** Which rows of a catalog a caller sees, as one text to compare. */
export const rowsSeen = (policy: RowPolicy, { rowFilter }: { readonly rowFilter?: unknown }) =>
  rowFilter === undefined ? policy.hash : `${policy.hash} of ${JSON.stringify(rowFilter)}`;

/** What holds for everybody in a workspace, as it is now. */
export type FilterOf = (
  principal: Principal,
  where: { readonly clientId: string; readonly workspaceId: string },
) => Promise<{ readonly rowFilter?: unknown }>;

/** Whether a caller sees all rows but for the filter of a workspace, which it may take out. */
export const setsFilters = ({ key, policy }: Pick<Principal, 'key' | 'policy'>): boolean =>
  key.scope === 'full' && !key.sample && !isFiltered(policy, {});

/**
 * Whether a caller may read words that were made of the rows that `made` names (`rowsSeen`): who sees all rows, who may
 * change the filter of the workspace, and who sees the same rows.
 */
export const readsWordsOf = (
  principal: Pick<Principal, 'key' | 'policy'>,
  catalog: { readonly rowFilter?: unknown },
  made: string | undefined,
): boolean =>
  !isFiltered(principal.policy, catalog) ||
  setsFilters(principal) ||
  made === rowsSeen(principal.policy, catalog);

export const NO_ROW_POLICY: RowPolicy = { filter: {}, hash: 'all' };
