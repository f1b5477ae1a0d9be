import type { Transaction } from 'kysely';
import type { Config } from '#config/schema.ts';
import type { SchemaStatus } from '#src/plugin-api/catalog.ts';
import type { ModelProviderName } from '#src/plugin-api/model-providers.ts';
import type { Principal, RowPolicy } from '#src/principal.ts';
import type { Page, PageRequest } from '#src/store/page.ts';
import type { StoreSchema } from '#src/store/schema.ts';
import type { Settle } from '#src/store/settle.ts';

/** What the routes and the pipeline need of accounts, tenants, workspaces and keys. */
export interface AccountsService {
  /** One store read; null where the key is malformed, unknown or revoked. */
  authenticate(apiKey: string): Promise<Principal | null>;
  whoami(principal: Principal): Promise<WhoamiRecord>;
  signup(request: { readonly email: string; readonly projectName: string }): Promise<SignupRecord>;
  /** The tenant of a path; `wrong_tenant` (403) where the principal does not reach it. */
  tenant(principal: Principal, clientId: string): Promise<TenantRecord>;
  /** Ids of the workspaces of a tenant that the caller reaches, oldest first. Fails with `wrong_tenant`. */
  workspaceIds(principal: Principal, clientId: string): Promise<readonly string[]>;
  /**
   * The workspace that a call works on: named by path or body, else the one that the key is bound to, else the only
   * one of the tenant. Fails with `wrong_tenant`, `wrong_workspace`, `workspace_not_found`, or `unprocessable` where
   * several could be meant.
   */
  workspace(
    principal: Principal,
    address: { readonly clientId: string | null; readonly workspaceId: string | null },
  ): Promise<ResolvedWorkspace>;
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
  /** Why the status is `failed`, where that is known and the caller may change it: servers name users and hosts. */
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
  readonly key: {
    readonly prefix: string;
    readonly name: string;
    readonly environment: string;
    readonly scope: 'full' | 'query';
  };
  readonly account: { readonly type: string; readonly plan: string };
  readonly client_id: string | null;
  readonly workspace_id: string | null;
  readonly workspace?: WorkspaceSummary;
  readonly workspaces?: readonly WorkspaceRecord[];
  readonly clients?: readonly TenantRecord[];
  readonly plan_limits: Readonly<Record<string, unknown>> | null;
  readonly sample: boolean;
}

interface SignupRecord {
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

/** Who changes something, and by which request. */
export interface Actor {
  readonly principal: Principal;
  readonly requestId: string;
}

/** A change as the audit log takes it. */
export interface AuditEntry {
  readonly accountId: string;
  readonly clientId: string | null;
  readonly workspaceId: string | null;
  /** Thing and what became of it, e.g. `key.created`. */
  readonly action: string;
  readonly by: Actor | 'command_line' | 'signup';
  /** Ids and names of what was changed; no secrets. */
  readonly target: Readonly<Record<string, unknown>>;
}

export interface AuditRecord {
  readonly id: string;
  readonly action: string;
  readonly actor: {
    readonly type: 'api_key' | 'member' | 'command_line' | 'signup';
    readonly key_id: string | null;
    readonly key_prefix: string | null;
    readonly member_id: string | null;
  };
  readonly client_id: string | null;
  readonly workspace_id: string | null;
  readonly target: Readonly<Record<string, unknown>>;
  readonly request_id: string | null;
  readonly created_at: string;
}

/** Instants are ISO 8601 without zone designator, UTC; `to` is the first that is left out. */
export interface AuditFilter {
  readonly action?: string | undefined;
  readonly clientId?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface AuditTrail {
  /** `trx`: writes it with what a transaction does. */
  record(entry: AuditEntry, trx?: Transaction<StoreSchema>): Promise<void>;
  /** Newest first; a bound key sees what concerns its tenant or workspace. */
  list(principal: Principal, filter: AuditFilter, page: PageRequest): Promise<Page<AuditRecord>>;
}

/** A key as it is listed: never the key itself. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scope: 'full' | 'query';
  readonly environment: 'live' | 'test';
  readonly client_id: string | null;
  readonly workspace_id: string | null;
  readonly allowed_origins: readonly string[];
  readonly row_filter: RowPolicy['filter'];
  readonly created_at: string;
  /** Written every few seconds. */
  readonly last_used_at: string | null;
  /** When a rotated key stops working; null: it works until it is revoked. */
  readonly expires_at: string | null;
}

export interface ApiKeyRequest {
  readonly name: string;
  readonly scope: 'full' | 'query';
  readonly environment: 'live' | 'test';
  /** Absent: as with the key that makes it. */
  readonly clientId?: string | undefined;
  readonly workspaceId?: string | undefined;
  /** As `normalOrigin` gives them; ask-only keys only, like `rowFilter`. */
  readonly allowedOrigins: readonly string[];
  readonly rowFilter: RowPolicy['filter'];
}

export interface ApiKeyChange {
  readonly name?: string | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
}

/** A key in clear, for the only time. */
export type NewApiKey = ApiKeyRecord & { readonly apiKey: string };

export interface ApiKeys {
  /** Fails with `wrong_tenant`, `wrong_workspace`, `workspace_not_found`, and `conflict` for one too many. */
  create(by: Actor, request: ApiKeyRequest, settle?: Settle<NewApiKey>): Promise<NewApiKey>;
  /** Living keys, newest first. */
  list(principal: Principal, page: PageRequest): Promise<Page<ApiKeyRecord>>;
  /** Fails with `key_not_found`, and `unprocessable` for websites of a full-access key. */
  change(by: Actor, keyId: string, change: ApiKeyChange): Promise<ApiKeyRecord>;
  /** At once. Fails with `key_not_found`. */
  revoke(by: Actor, keyId: string): Promise<void>;
  /** Issues a successor; the old key works for some more seconds. Fails with `key_not_found` and `conflict`. */
  rotate(
    by: Actor,
    keyId: string,
    graceSeconds: number,
    settle?: Settle<NewApiKey>,
  ): Promise<NewApiKey>;
}

export interface Tenants {
  /** Oldest first; a bound key sees its own. */
  list(principal: Principal, page: PageRequest): Promise<Page<TenantRecord>>;
  /** Fails with `forbidden` for a bound key, and `conflict` for one too many. */
  create(
    by: Actor,
    request: { readonly name: string },
    settle?: Settle<TenantRecord>,
  ): Promise<TenantRecord>;
  /** The slug stays. Fails with `wrong_tenant`, and `forbidden` for a key of one workspace. */
  change(by: Actor, clientId: string, change: { readonly name: string }): Promise<TenantRecord>;
  /** With everything in it. Fails with `wrong_tenant`, and `forbidden` for a bound key. */
  remove(by: Actor, clientId: string): Promise<void>;
}

/** Absent: as it is. `asOf` null: today. */
export interface WorkspaceChange {
  readonly name?: string | undefined;
  readonly timezone?: string | undefined;
  readonly asOf?: string | null | undefined;
}

export interface Workspaces {
  /** Oldest first; a bound key sees its own. */
  list(principal: Principal, clientId: string, page: PageRequest): Promise<Page<WorkspaceRecord>>;
  /** Fails with `forbidden` for a key of one workspace, and `conflict` for one too many. */
  create(
    by: Actor,
    clientId: string,
    request: {
      readonly name: string;
      readonly timezone?: string | undefined;
      readonly asOf?: string | undefined;
    },
    settle?: Settle<WorkspaceRecord>,
  ): Promise<WorkspaceRecord>;
  /** The slug stays. Fails with `wrong_workspace` and `workspace_not_found`. */
  change(
    by: Actor,
    clientId: string,
    workspaceId: string,
    change: WorkspaceChange,
  ): Promise<WorkspaceRecord>;
  /** With everything in it. Fails with `wrong_workspace`, `workspace_not_found`, and `forbidden` for its own key. */
  remove(by: Actor, clientId: string, workspaceId: string): Promise<void>;
}

/** Steps of an answer that may use another model than the one that writes its SQL. */
export const MODEL_STEPS = ['repair', 'judge', 'phrasing'] as const;
export type ModelStep = (typeof MODEL_STEPS)[number];

/** The model that a tenant or workspace chose. */
export interface ChosenModel {
  readonly provider: Exclude<ModelProviderName, 'llama-cpp'>;
  readonly model: string;
  /** Null: the provider's own address. */
  readonly base_url: string | null;
  /** Null: the deployment's setting. */
  readonly planning: Config['model']['planning'] | null;
  /** Other models of the same provider for some steps. */
  readonly steps: Readonly<Partial<Record<ModelStep, string>>>;
}

export interface ModelSettingsRequest extends ChosenModel {
  /** Absent: the stored key is kept if provider and address stay the same; null: no key. */
  readonly api_key?: string | null | undefined;
}

export interface ModelSettingsRecord extends Omit<ChosenModel, 'provider'> {
  /** Whose settings apply: those of the place itself, or inherited ones. */
  readonly source: 'workspace' | 'tenant' | 'deployment';
  readonly provider: ModelProviderName | null;
  readonly has_api_key: boolean;
  readonly updated_at: string | null;
}

/** A model that was chosen, with its key. */
export interface OwnModel {
  /** Null: its key can't be decrypted, and no other model may take its place. */
  readonly chosen: ChosenModel | null;
  /** Who chose it. */
  readonly place: ModelPlace;
  /** Changes with every change of the settings or the key. */
  readonly version: string;
  readonly apiKey: string | null;
  /** The entry of the configuration whose key it uses; null: it has its own, or needs none. */
  readonly configured: Config['model']['fallbacks'][number] | null;
}

/** Where model settings apply: a tenant, or one of its workspaces. */
export interface ModelPlace {
  readonly clientId: string;
  readonly workspaceId: string | null;
}

export interface ModelSettings {
  read(principal: Principal, place: ModelPlace): Promise<ModelSettingsRecord>;
  /** Fails with `unprocessable` where the settings can't work, and `forbidden` for a key of one workspace. */
  put(
    by: Actor,
    place: ModelPlace,
    request: ModelSettingsRequest,
    signal: AbortSignal,
    settle?: Settle<ModelSettingsRecord>,
  ): Promise<ModelSettingsRecord>;
  /** Returns the settings that apply from now on. */
  remove(by: Actor, place: ModelPlace): Promise<ModelSettingsRecord>;
  /** The model that a workspace or its tenant chose; null: the deployment's. */
  ownOf(workspace: {
    readonly clientId: string;
    readonly workspaceId: string;
  }): Promise<OwnModel | null>;
}
