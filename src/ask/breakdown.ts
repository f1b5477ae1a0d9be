import type { AnswerSource, AskLimits, CheckedSql } from '#src/ask/deps.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { ResultColumn } from '#src/plugin-api/data-source.ts';

export interface BreakdownRows {
  readonly sql: string;
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly CellValue[])[];
  /** Index of the column that holds the measure. */
  readonly measure: number;
}

/**
 * Runs the breakdown of a total. Null where it has more groups than an answer may hold or does not fit: then the total
 * stands alone.
 */
export async function runBreakdown(
  sql: string,
  checked: CheckedSql,
  source: AnswerSource,
  limits: AskLimits,
  signal: AbortSignal,
): Promise<BreakdownRows | null> {
  const measure = checked.facts.root.outputs.findIndex(({ aggregates }) => aggregates.length > 0);
  const columns: ResultColumn[] = [];
  const rows: (readonly CellValue[])[] = [];
  const chunks = source.query(checked.guarded, {
    maxRows: limits.maxRows,
    maxBytes: limits.maxResultBytes,
    timeoutMs: limits.queryTimeoutMs,
    signal,
  });
  for await (const chunk of chunks) {
    if (chunk.kind === 'columns') columns.push(...chunk.columns);
    else if (chunk.kind === 'rows') for (const row of chunk.rows) rows.push(row);
    else if (chunk.truncated) return null;
  }
  return measure < 0 ? null : { sql, columns, rows, measure };
}
