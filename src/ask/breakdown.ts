import { breakdownQuery } from '#src/ask/breakdown-query.ts';
import type { AskContext } from '#src/ask/context.ts';
import type { AnswerSource, CheckedSql } from '#src/ask/deps.ts';
import { type Draft, guardQuery } from '#src/ask/draft.ts';
import type { Catalog, CellValue } from '#src/plugin-api/catalog.ts';
import type { ResultColumn } from '#src/plugin-api/data-source.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

export interface BreakdownRows {
  readonly sql: string;
  readonly facts: QueryFacts;
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly CellValue[])[];
  /** Index of the column that holds the measure. */
  readonly measure: number;
}

/**
 * The groups of a total: the plan's own breakdown or one made from the catalog, through the guard like any statement.
 * Null where the plan is no total, the guard refuses, there is one group only or more than an answer may hold, or the
 * signal ended it: then the answer stands alone. What goes wrong is logged and costs the answer nothing.
 */
export async function runBreakdown(
  context: AskContext,
  catalog: Catalog,
  source: AnswerSource,
  { plan }: Draft,
): Promise<BreakdownRows | null> {
  const { deps, state, signal, watch } = context;
  try {
    const query = plan.breakdown ?? (plan.query && breakdownQuery(plan.query, catalog));
    if (!query) return null;
    return await watch.time('breakdown', () => groupsOf(context, catalog, source, query));
  } catch (error) {
    if (!signal.aborted) deps.log.warn({ err: error, trace: state.traceId }, 'breakdown failed');
  }
  return null;
}

async function groupsOf(
  context: AskContext,
  catalog: Catalog,
  source: AnswerSource,
  query: Query,
): Promise<BreakdownRows | null> {
  const { deps, state } = context;
  const drafted = await guardQuery(context, catalog, source, query, deps.limits.maxRows);
  if (!('refused' in drafted)) return readGroups(context, source, drafted.sql, drafted.checked);
  deps.log.warn({ refused: drafted.refused, trace: state.traceId }, 'breakdown refused');
  return null;
}

async function readGroups(
  { deps, signal, watch }: AskContext,
  source: AnswerSource,
  sql: string,
  { guarded, facts }: CheckedSql,
): Promise<BreakdownRows | null> {
  const { limits } = deps;
  const measure = facts.root.outputs.findIndex(({ aggregates }) => aggregates.length > 0);
  const columns: ResultColumn[] = [];
  const rows: (readonly CellValue[])[] = [];
  const chunks = source.query(guarded, {
    maxRows: limits.maxRows,
    maxBytes: limits.maxResultBytes,
    timeoutMs: limits.queryTimeoutMs,
    signal,
  });
  for await (const chunk of chunks) {
    if (chunk.kind === 'columns') columns.push(...chunk.columns);
    else if (chunk.kind === 'rows') for (const row of chunk.rows) rows.push(row);
    else {
      watch.set('breakdown_engine', chunk.engineMs);
      if (chunk.truncated) return null;
    }
  }
  return measure < 0 || rows.length < 2 ? null : { sql, facts, columns, rows, measure };
}
