import type { DatabaseTarget } from '#src/plugin-api/database-server.ts';
import { fromBench } from './from-bench.ts';

/** The name that its certificate is for. */
export const OWN_HOST = 'db.example.test';

/** A PostgreSQL server of a test's own (from npm), with passwords and TLS, that can be stopped and started. */
export interface OwnPostgres {
  readonly target: DatabaseTarget;
  /** PEM of the authority that signed its certificate, and of another one. */
  readonly ca: string;
  readonly otherCa: string;
  /** PEM of its certificate. */
  readonly certificate: string;
  /** Runs a statement as administrator. */
  run(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

interface Starter {
  startOwnPostgres(maxConnections: number): Promise<OwnPostgres | null>;
}

/** Null where the packages of the bench, which hold the server, or `openssl` are missing. */
export async function openOwnPostgres(maxConnections: number): Promise<OwnPostgres | null> {
  const bench = await fromBench<Starter>('own-postgres.ts');
  return bench === null ? null : bench.startOwnPostgres(maxConnections);
}
