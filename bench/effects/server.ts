import type { DataSource } from '../../src/plugin-api/data-source.ts';
import type { OwnTables } from '../guard-catalog.ts';
import type { OwnCodeServer } from './own-code.ts';

/** Whom a statement is run as: one who may only read the tables, their owner, and one who may do everything. */
export const ROLES = ['reader', 'owner', 'superuser'] as const;
export type Role = (typeof ROLES)[number];

/** A database server of the bench's own, on which nothing else runs. */
export interface EffectsServer {
  readonly version: string;
  /** Those that it knows. */
  readonly roles: readonly Role[];
  /** Types that all columns of a statement's tables are given, one after the other, until it runs. */
  readonly types: readonly string[];
  /** Makes the tables of each statement in a schema of its own, with a few rows. */
  make(schemas: ReadonlyMap<string, OwnTables>, type: string): Promise<void>;
  drop(schemas: readonly string[]): Promise<void>;
  source(role: Role): Pick<DataSource, 'query'>;
  /** Statements with an effect, which the guard refuses. */
  readonly known: readonly string[];
  /** Runs one of those past the guard. */
  runKnown(sql: string): Promise<void>;
  /** What statements could change, by what it is: catalog, data, settings, locks, files, log positions, sessions. */
  fingerprint(): Promise<ReadonlyMap<string, string>>;
  /** Makes a schema whose types, views and tables call functions of users, and gives what to try there. */
  ownCode?(): Promise<OwnCodeServer>;
  close(): Promise<void>;
}

/** What of a fingerprint differs from another one. */
export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...before.keys()].filter((key) => before.get(key) !== after.get(key));
}
