import type { SchemaStatus } from '#src/plugin-api/catalog.ts';
import type { Principal } from '#src/principal.ts';

/** What the routes and the pipeline need of accounts, tenants, workspaces and keys. */
export interface AccountsService {
  /** One store read; null where the key is malformed, unknown or revoked. */
  authenticate(apiKey: string): Promise<Principal | null>;
  whoami(principal: Principal): Promise<WhoamiRecord>;
  signup(request: { readonly email: string; readonly projectName: string }): Promise<SignupRecord>;
  /** The tenant of a path; `wrong_tenant` (403) where the principal does not reach it. */
  tenant(principal: Principal, clientId: string): Promise<TenantRecord>;
  /**
   * The workspace that a call works on: named by path or body, else the one that the key is bound to, else the only
   * one of the tenant. Fails with `wrong_tenant`, `wrong_workspace`, `workspace_not_found`, or `unprocessable` where
   * several could be meant.
   */
  workspace(
    principal: Principal,
    address: { readonly clientId: string | null; readonly workspaceId: string | null },
  ): Promise<ResolvedWorkspace>;
  workspaces(principal: Principal, clientId: string): Promise<readonly WorkspaceRecord[]>;
  createWorkspace(
    principal: Principal,
    clientId: string,
    request: { readonly name: string; readonly timezone?: string; readonly asOf?: string },
  ): Promise<WorkspaceRecord>;
  /** Null where the sample is switched off. */
  sample(): Promise<SampleRecord | null>;
}

export interface ResolvedWorkspace {
  readonly accountId: string;
  readonly clientId: string;
  readonly workspaceId: string;
  readonly source: 'none' | 'files' | 'database';
  /** The connected database that serves it, its own or the tenant's. */
  readonly databaseId: string | null;
  /** Null: there is nothing to ask yet. */
  readonly generationId: string | null;
  readonly schemaStatus: SchemaStatus;
  /** Why the status is `failed`, where that is known. */
  readonly schemaError: string | null;
  readonly timezone: string;
  readonly asOf: string | null;
}

export interface TenantRecord {
  readonly client_id: string;
  readonly name: string;
  readonly slug: string;
  readonly created_at: string;
}

export interface WorkspaceRecord {
  readonly workspace_id: string;
  readonly name: string;
  readonly slug: string;
  readonly source: 'none' | 'files' | 'database';
  readonly created_at: string;
}

export type WorkspaceSummary = Pick<WorkspaceRecord, 'workspace_id' | 'name' | 'slug'>;

export interface WhoamiRecord {
  readonly key: { readonly prefix: string; readonly name: string; readonly environment: string };
  readonly account: { readonly type: string; readonly plan: string };
  readonly client_id: string | null;
  readonly workspace_id: string | null;
  readonly workspace?: WorkspaceSummary;
  readonly workspaces?: readonly WorkspaceRecord[];
  readonly clients?: readonly TenantRecord[];
  readonly plan_limits: Readonly<Record<string, unknown>> | null;
  readonly sample: boolean;
}

export interface SignupRecord {
  readonly account: { readonly id: string; readonly type: string; readonly plan: string };
  readonly client_id: string;
  readonly workspace_id: string;
  readonly workspace: WorkspaceSummary;
  readonly api_key: string;
}

export interface SampleRecord {
  readonly api_key: string;
  readonly client_id: string;
  readonly workspace_id: string;
  readonly workspace: WorkspaceSummary;
  readonly questions: readonly string[];
  readonly tables: readonly { readonly table_name: string; readonly row_count: number }[];
  readonly limits: { readonly requests_per_minute: number; readonly questions_per_hour: number };
  readonly end_user_header: 'X-End-User-Id';
}
