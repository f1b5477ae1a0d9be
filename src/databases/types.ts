import type { ResolvedWorkspace } from '#src/accounts/types.ts';
import type { SchemaStatus } from '#src/plugin-api/catalog.ts';
import type { DatabaseSsl } from '#src/plugin-api/database-server.ts';
import type { SchemaStatusRow } from '#src/store/schema.ts';
import type { Settle } from '#src/store/settle.ts';

/** What a connection belongs to. */
export interface DatabaseScope {
  readonly clientId: string;
  /** Null: all workspaces of the tenant that have neither files nor a database of their own. */
  readonly workspaceId: string | null;
}

/** A connection as a caller describes it: by a URL, or by its parts. */
export interface ConnectionRequest {
  readonly type?: string | undefined;
  readonly url?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly database?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly ssl?:
    | { readonly mode: DatabaseSsl['mode']; readonly ca?: string | undefined }
    | undefined;
  readonly schemas?: readonly string[] | undefined;
  readonly tables?: Partial<TableFilter> | undefined;
}

/** Which tables are read, by names in which `*` stands for anything: `orders`, `sales.*`. */
export interface TableFilter {
  /** Null or absent: all. */
  readonly include?: readonly string[] | null | undefined;
  readonly exclude?: readonly string[] | null | undefined;
}

/** A stored connection, without its password. */
export interface DatabaseRecord {
  readonly client_id: string;
  readonly workspace_id: string | null;
  readonly type: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly schema_status: SchemaStatus;
  readonly read_only: boolean;
  readonly warnings: readonly string[];
}

export interface DatabaseDetails extends DatabaseRecord {
  readonly server_version: string;
  readonly ssl_mode: DatabaseSsl['mode'];
  readonly schemas: readonly string[] | null;
  readonly tables: TableFilter;
  readonly created_at: string;
}

/** By its name. */
interface DisconnectedDatabase {
  readonly deleted: string;
}

/** What trying a connection showed. */
export interface DatabaseTest {
  readonly ok: true;
  readonly type: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly server_version: string;
  readonly read_only: boolean;
  readonly warnings: readonly string[];
  /** Null: the connection was not encrypted, or the plugin cannot tell. */
  readonly tls: {
    readonly protocol: string;
    /** Of the server's certificate, to be compared with what its owner says. */
    readonly fingerprint_sha256: string;
    readonly subject: string;
    readonly issuer: string;
    readonly valid_from: string;
    readonly valid_to: string;
    /** Whether the mode has the certificate checked. */
    readonly checked: boolean;
  } | null;
}

/**
 * What the routes need of connected databases. What cannot be connected fails with `database_url_invalid`,
 * `database_host_refused` or `database_connection_failed`.
 */
export interface DatabasesService {
  /**
   * Tries the connection, stores it in the place of the one that was there, and begins to discover it. Fails with
   * `workspace_has_files` too.
   */
  connect(
    scope: DatabaseScope,
    request: ConnectionRequest,
    signal: AbortSignal,
    settle?: Settle<DatabaseRecord>,
  ): Promise<DatabaseRecord>;
  /** Fails with `database_not_found`. */
  show(scope: DatabaseScope): Promise<DatabaseDetails>;
  /** Disconnects: questions stop seeing it when this returns. Fails with `database_not_found`. */
  disconnect(
    scope: DatabaseScope,
    settle?: Settle<DisconnectedDatabase>,
  ): Promise<DisconnectedDatabase>;
  /** Only tries a connection: the one described, or the stored one (`database_not_found`). */
  test(
    scope: DatabaseScope,
    request: ConnectionRequest | null,
    signal: AbortSignal,
  ): Promise<DatabaseTest>;
  /**
   * Begins to discover the database of a workspace anew and gives its status then; what it shows goes on answering
   * meanwhile. Fails with `no_data` without one, `conflict` for a workspace with files.
   */
  refresh(workspace: ResolvedWorkspace, settle?: Settle<SchemaStatusRow>): Promise<SchemaStatusRow>;
}
