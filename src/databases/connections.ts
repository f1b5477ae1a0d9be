import type { Logger } from 'pino';
import type { GetServer } from '#src/databases/connection-request.ts';
import { type HostCheck, HostRefused } from '#src/network/host-check.ts';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import type { DatabaseSsl } from '#src/plugin-api/database-server.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { type SecretBox, SecretUnreadable } from '#src/secrets/secret-box.ts';
import type { DatabaseRow, Store } from '#src/store/schema.ts';

export interface ConnectionsDeps {
  readonly store: Store;
  readonly log: Logger;
  readonly server: GetServer;
  readonly checkHost: HostCheck;
  readonly box: SecretBox;
  /** Databases that are connected at once. */
  readonly maxOpen: number;
  readonly idleMs: number;
  /** Gateways that run now: they share the connections that a database may have. */
  readonly gateways?: () => number;
  /** Whether a server takes connections at an address now. */
  readonly isReachable: (address: string, port: number) => Promise<boolean>;
}

/** A connected database in use; it is not closed before `release`, unless it is disconnected. */
export interface DatabaseLease {
  readonly source: DataSource;
  /** With `true` the connections are made anew for the next use, to an address that answers: the server was lost. */
  release(lost?: boolean): void;
}

interface Entry {
  /** Changes when the connection is stored anew, or gateways come or go. */
  readonly revision: string;
  readonly opening: Promise<DataSource>;
  users: number;
  lastUsed: number;
  /** No more handed out; closed when the last user has left. */
  retired: boolean;
  idle: NodeJS.Timeout | null;
}

/**
 * Opens stored connections when they are used, a bounded number at once: the one that is idle longest gives way, and
 * those that are idle for long are closed. The host is checked anew each time that a connection is opened, and its
 * checked address is what is connected to.
 */
export class Connections {
  readonly #deps: ConnectionsDeps;
  readonly #entries = new Map<string, Entry>();
  /** Counts uses, for what was used last. */
  #uses = 0;
  /** Databases whose server was lost when it was used last. */
  readonly #lost = new Set<string>();
  readonly #closing = new AbortController();

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps;
  }

  /** How many databases are connected now. */
  get open(): number {
    return this.#entries.size;
  }

  /**
   * Fails with `SourceError` `unavailable`: disconnected, or too many at once; with `HostRefused`, `SecretUnreadable`,
   * or a `ConnectionError` where the host is not known any more.
   */
  async take(id: string): Promise<DatabaseLease> {
    const row = await this.#read(id);
    const entry = this.#current(id, row) ?? this.#open(row);
    entry.users++;
    entry.lastUsed = ++this.#uses;
    if (entry.idle) clearTimeout(entry.idle);
    let held = true;
    const release = (lost = false) => {
      if (!held) return;
      held = false;
      entry.users--;
      if (lost) this.#lost.add(id);
      if (lost) this.#retire(id, entry);
      else if (entry.retired) this.#closeUnused(entry);
      else if (entry.users === 0) this.#closeLater(id, entry);
    };
    try {
      return { source: await entry.opening, release };
    } catch (error) {
      release(true);
      throw error;
    }
  }

  async #read(id: string): Promise<DatabaseRow> {
    if (this.#closing.signal.aborted)
      throw new SourceError(
        'unavailable',
        'The service is shutting down. Try again in a few seconds.',
      );
    const row = await this.#deps.store
      .selectFrom('databases')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row)
      throw new SourceError(
        'unavailable',
        'The database was disconnected. Connect it again, then ask.',
      );
    return row;
  }

  #current(id: string, row: DatabaseRow): Entry | null {
    const entry = this.#entries.get(id);
    if (entry?.revision === this.#revisionOf(row)) return entry;
    if (entry) this.#retire(id, entry);
    return null;
  }

  /** With another number of gateways each has another part of the connections. */
  #revisionOf({ updated_at }: DatabaseRow): string {
    return `${updated_at} ${this.#deps.gateways?.() ?? 1}`;
  }

  #open(row: DatabaseRow): Entry {
    if (this.#entries.size >= this.#deps.maxOpen) this.#makeRoom();
    const entry: Entry = {
      revision: this.#revisionOf(row),
      opening: this.#connect(row, this.#closing.signal),
      users: 0,
      lastUsed: 0,
      retired: false,
      idle: null,
    };
    this.#entries.set(row.id, entry);
    return entry;
  }

  #makeRoom(): void {
    const idle = [...this.#entries].filter(([, { users }]) => users === 0);
    const oldest = idle.toSorted(([, a], [, b]) => a.lastUsed - b.lastUsed)[0];
    if (!oldest)
      throw new SourceError(
        'unavailable',
        `The limit of ${this.#deps.maxOpen} open databases is reached. Try again in a moment.`,
      );
    this.#retire(...oldest);
  }

  async #connect(row: DatabaseRow, signal: AbortSignal): Promise<DataSource> {
    const { server: getServer, checkHost, box } = this.#deps;
    const server = await getServer(row.type);
    const password = box.open(row.secret, row.id);
    const addresses = await checkHost(row.host, signal);
    const source = server.connect({
      host: row.host,
      address: await this.#choose(row, addresses),
      port: row.port,
      database: row.database_name,
      user: row.user_name,
      password,
      ssl: JSON.parse(row.ssl) as DatabaseSsl,
      schemas: row.schemas === null ? null : (JSON.parse(row.schemas) as string[]),
      gateways: this.#deps.gateways?.() ?? 1,
    });
    await source.open(signal);
    return source;
  }

  /** The address that answered before, as long as the name stands for it; another one where that answers no more. */
  async #choose(
    { id, address, port }: DatabaseRow,
    addresses: readonly [string, ...string[]],
  ): Promise<string> {
    const usual = addresses.includes(address) ? address : addresses[0];
    if (!this.#lost.delete(id) || addresses.length === 1) return usual;
    for (const one of [usual, ...addresses.filter((other) => other !== usual)])
      if (await this.#deps.isReachable(one, port)) return one;
    return usual;
  }

  #closeLater(id: string, entry: Entry): void {
    entry.idle = setTimeout(() => this.#retire(id, entry), this.#deps.idleMs);
    entry.idle.unref();
  }

  #retire(id: string, entry: Entry): void {
    if (this.#entries.get(id) === entry) this.#entries.delete(id);
    entry.retired = true;
    if (entry.idle) clearTimeout(entry.idle);
    this.#closeUnused(entry);
  }

  #closeUnused(entry: Entry): void {
    if (entry.users === 0) void this.#close(entry);
  }

  async #close({ opening }: Entry): Promise<void> {
    const source = await opening.catch(() => null);
    await source
      ?.close()
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, "a database didn't close"));
  }

  /** Closes the connections to a database at once; queries in flight there end with an error. */
  async drop(id: string): Promise<void> {
    this.#lost.delete(id);
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    entry.retired = true;
    if (entry.idle) clearTimeout(entry.idle);
    await this.#close(entry);
  }

  async close(): Promise<void> {
    this.#closing.abort(
      new SourceError('unavailable', 'The service is shutting down. Try again in a few seconds.'),
    );
    await Promise.all([...this.#entries.keys()].map((id) => this.drop(id)));
  }
}

/** What an attempt to use a connection failed with, as the contract of sources has it. */
export function asSourceError(error: unknown): unknown {
  const cause =
    error instanceof HostRefused || error instanceof SecretUnreadable
      ? new ConnectionError('refused', error.message, { cause: error })
      : error;
  if (!(cause instanceof ConnectionError)) return error;
  return new SourceError('unavailable', cause.message, { cause });
}
