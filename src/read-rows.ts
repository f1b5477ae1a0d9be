import type { Config } from '#config/schema.ts';
import { AppError } from '#src/errors.ts';
import type { Catalog, CellValue } from '#src/plugin-api/catalog.ts';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { RowPolicy } from '#src/principal.ts';
import type { Guard } from '#src/sql/guard.ts';

export interface ReadRowsDeps {
  readonly guard: Guard;
  readonly source: (catalog: Catalog) => Promise<Pick<DataSource, 'dialect' | 'query'>>;
  readonly config: Pick<Config, 'ask' | 'results'>;
}

export interface ReadRowsRequest {
  readonly catalog: Catalog;
  readonly policy: RowPolicy;
  readonly query: Query;
  readonly maxRows: number;
  readonly signal: AbortSignal;
}

/** Rows of a query of ours (no question), through the same guard: the caller sees what questions would show. */
export async function readRows(
  deps: ReadRowsDeps,
  request: ReadRowsRequest,
): Promise<readonly (readonly CellValue[])[]> {
  const { catalog, policy, maxRows, signal } = request;
  const source = await deps.source(catalog);
  const checked = await deps.guard({
    sql: source.dialect.lower(request.query, catalog),
    planned: request.query,
    catalog,
    policy,
    dialect: source.dialect,
    maxRows,
    signal,
  });
  if (!checked.ok) throw new AppError('forbidden', checked.refusal.text);
  const rows: (readonly CellValue[])[] = [];
  const limits = {
    maxRows,
    maxBytes: deps.config.ask.max_answer_bytes,
    maxRowBytes: deps.config.results.max_row_bytes,
    timeoutMs: deps.config.ask.timeout_ms,
    signal,
  };
  for await (const chunk of source.query(checked.guarded, limits))
    if (chunk.kind === 'rows') rows.push(...chunk.rows);
  return rows;
}
