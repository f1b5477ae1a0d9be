import type { DuckdbParser } from './dialect/index.ts';
import { single } from './engine.ts';
import type { DuckdbSettings } from './settings.ts';
import type { Supervisor } from './supervisor.ts';

/** DuckDB's own parser, in a query process: a statement that brings the parser down costs no more than a restart. */
export function createSqlParser(supervisor: Supervisor, settings: DuckdbSettings): DuckdbParser {
  const options = (signal: AbortSignal) => ({
    workspaceId: '',
    timeoutMs: settings.parse_timeout_ms,
    signal,
  });
  return {
    serialize: (sql, signal) =>
      single<'serialize'>(supervisor.run<'serialize'>({ type: 'serialize', sql }, options(signal))),
    write: (json, signal) =>
      single<'write'>(supervisor.run<'write'>({ type: 'write', json }, options(signal))),
  };
}
