import type { Attachment, CellValue } from '#src/plugin-api/catalog.ts';
import type { DataSource, QueryOptions, ResultColumn } from '#src/plugin-api/data-source.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import { unguardedSqlForTests } from './guarded-sql.ts';

export interface Result {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly CellValue[])[];
  readonly truncated: boolean;
  readonly engineMs: number;
  readonly notes: readonly string[];
}

export interface Asking extends Partial<QueryOptions> {
  readonly attachments?: readonly Attachment[];
  readonly workspaceId?: string;
}

/** Runs any SQL to its end. */
export async function answer(
  source: Pick<DataSource, 'query'>,
  sql: string,
  asking: Asking = {},
): Promise<Result> {
  const statement = unguardedSqlForTests(sql, asking.attachments, asking.workspaceId);
  return answerOf(source, statement, asking);
}

/** Runs a statement to its end. */
export async function answerOf(
  source: Pick<DataSource, 'query'>,
  statement: GuardedSql,
  asking: Asking = {},
): Promise<Result> {
  const columns: ResultColumn[] = [];
  const rows: (readonly CellValue[])[] = [];
  for await (const chunk of source.query(statement, optionsForTests(asking))) {
    if (chunk.kind === 'columns') columns.push(...chunk.columns);
    else if (chunk.kind === 'rows') rows.push(...chunk.rows);
    else return { columns, rows, ...chunk };
  }
  throw new Error('the result has no end');
}

export function optionsForTests(asking: Asking = {}): QueryOptions {
  return {
    maxRows: 10_000,
    maxBytes: 16 * 1024 * 1024,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    ...asking,
  };
}
