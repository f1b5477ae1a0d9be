import type { DuckdbParser, ParseOptions } from './dialect/index.ts';
import type { DuckdbSettings } from './settings.ts';
import type { Supervisor } from './supervisor.ts';

/**
 * DuckDB's own parser, in a query process: a statement that brings the parser down costs no more than a restart. It is
 * the process of the workspace, which is awake then and runs the statement next.
 */
export function createSqlParser(supervisor: Supervisor, settings: DuckdbSettings): DuckdbParser {
  const within = ({ workspaceId, asker, signal }: ParseOptions) => ({
    workspaceId,
    asker,
    timeoutMs: settings.parse_timeout_ms,
    signal,
  });
  return {
    serialize: (sql, options) => supervisor.ask({ type: 'serialize', sql }, within(options)),
    write: (json, options) => supervisor.ask({ type: 'write', json }, within(options)),
  };
}
