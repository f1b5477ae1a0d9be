import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Attachment } from '#src/plugin-api/catalog.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { identifier, literal } from './names.ts';
import type { QueryProcessLimits } from './protocol.ts';

interface Open {
  readonly attachments: readonly Attachment[];
  readonly instance: Promise<DuckDBInstance>;
  /** Connections that nobody uses. */
  readonly idle: DuckDBConnection[];
  /** Has more memory and is closed after its use. */
  readonly wide: boolean;
  users: number;
}

/** A connection of its own to an instance that shows some engine files; the instance stays open until `release`. */
export interface Lease {
  readonly connection: DuckDBConnection;
  /** `reuse`: its statement ended by itself, so that no late interrupt meets the next one. */
  release(reuse: boolean): void;
}

/** Idle connections that an instance keeps. */
const KEPT_CONNECTIONS = 4;

/**
 * DuckDB instances by the set of engine files that they show. An instance attaches its files READ_ONLY and is then
 * locked for good (docs/adr/0002-engine-lockdown.md), so what it was not given cannot be reached from it. Idle instances
 * are closed in the order of their last use when more than `maxOpenFiles` files are open; those in use never are.
 */
export class Instances {
  readonly #limits: QueryProcessLimits;
  /** Least recently used first. */
  readonly #open = new Map<string, Open>();

  constructor(limits: QueryProcessLimits) {
    this.#limits = limits;
  }

  /** `wide`: of an instance for wide tasks. */
  async lease(attachments: readonly Attachment[], wide: boolean): Promise<Lease> {
    const files = attachments.map((file) => [file.name, file.path]).sort();
    const key = JSON.stringify([wide, files]);
    const entry = this.#open.get(key) ?? this.#start(attachments, wide);
    this.#open.delete(key);
    this.#open.set(key, entry);
    entry.users += 1;
    try {
      const connection = entry.idle.pop() ?? (await (await entry.instance).connect());
      return { connection, release: (reuse) => this.#release(key, entry, connection, reuse) };
    } catch (error) {
      entry.users -= 1;
      if (this.#open.get(key) === entry) this.#open.delete(key);
      throw error;
    }
  }

  /** Closes all instances that nobody uses. */
  trim(): void {
    for (const key of this.#idle()) this.#close(key);
  }

  #start(attachments: readonly Attachment[], wide: boolean): Open {
    const idle = this.#idle();
    for (const key of idle) {
      const gone = this.#open.get(key)!.attachments.some((file) => !existsSync(file.path));
      if (gone || this.#files() + attachments.length > this.#limits.maxOpenFiles) this.#close(key);
    }
    const { root, threads, memoryMb, wideMemoryMb } = this.#limits;
    const size = wide ? { threads: 1, memoryMb: wideMemoryMb } : { threads, memoryMb };
    const instance = openLocked(attachments, { root, ...size });
    return { attachments, instance, idle: [], wide, users: 0 };
  }

  #release(key: string, entry: Open, connection: DuckDBConnection, reuse: boolean): void {
    if (reuse && entry.idle.length < KEPT_CONNECTIONS) entry.idle.push(connection);
    else connection.disconnectSync();
    entry.users -= 1;
    if (entry.wide && entry.users === 0 && this.#open.get(key) === entry) this.#close(key);
  }

  #idle(): string[] {
    return [...this.#open].filter(([, entry]) => entry.users === 0).map(([key]) => key);
  }

  #files(): number {
    return [...this.#open.values()].reduce((sum, entry) => sum + entry.attachments.length, 0);
  }

  #close(key: string): void {
    const entry = this.#open.get(key);
    this.#open.delete(key);
    for (const connection of entry?.idle ?? []) connection.disconnectSync();
    entry?.instance.then(
      (instance) => instance.closeSync(),
      () => {},
    );
  }
}

async function openLocked(
  attachments: readonly Attachment[],
  limits: Pick<QueryProcessLimits, 'root' | 'threads' | 'memoryMb'>,
): Promise<DuckDBInstance> {
  const paths = attachments.map((file) => allowedPath(file.path, limits.root));
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(limits.threads),
    memory_limit: `${limits.memoryMb}MiB`,
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  });
  const connection = await instance.connect();
  try {
    for (const [index, file] of attachments.entries())
      await connection.run(
        `ATTACH ${literal(paths[index]!)} AS ${identifier(file.name)} (TYPE duckdb, READ_ONLY)`,
      );
    for (const statement of [
      `SET TimeZone = 'UTC'`,
      'SET enable_external_access = false',
      `SET disabled_filesystems = 'LocalFileSystem'`,
      'SET lock_configuration = true',
    ])
      await connection.run(statement);
    return instance;
  } catch (error) {
    instance.closeSync();
    throw error;
  } finally {
    connection.disconnectSync();
  }
}

/** The file itself, links followed, if it lies below the folder of engine files. */
function allowedPath(file: string, root: string): string {
  let real: string;
  try {
    real = realpathSync(file);
  } catch (error) {
    throw new SourceError(
      'unavailable',
      'The engine file of a table is missing. Run "plumbline rebuild".',
      { cause: error },
    );
  }
  const relative = path.relative(realpathSync(root), real);
  if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative))
    throw new SourceError(
      'unavailable',
      'The engine file of a table is outside the data folder. Run "plumbline rebuild".',
    );
  return real;
}
