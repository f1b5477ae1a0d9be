import { breakdownQuery } from '#src/ask/breakdown-query.ts';
import type { AskContext, SourceContext } from '#src/ask/context.ts';
import { type GuardedDraft, guardQuery } from '#src/ask/draft.ts';
import { orNull } from '#src/ask/or-null.ts';
import type { DraftPlan } from '#src/ask/plan.ts';
import type { BreakdownRows } from '#src/check/types.ts';
import type { Catalog, CellValue } from '#src/plugin-api/catalog.ts';
import type { ResultChunk, ResultColumn } from '#src/plugin-api/data-source.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { RowPolicy } from '#src/principal.ts';
import { readableCatalog } from '#src/sql/guard-policy.ts';

const FAILED = 'breakdown failed';

/**
 * The groups of a total as guarded SQL: the plan's own breakdown or one made from the catalog. Null where the plan is
 * no total, or the guard refuses: then the answer stands alone.
 */
export async function draftBreakdown(
  context: SourceContext,
  plan: DraftPlan,
): Promise<GuardedDraft | null> {
  const { catalog, deps, state, watch } = context;
  return orNull(context, FAILED, async () => {
    const { policy } = state.request.principal;
    const query =
      plan.breakdown ??
      (plan.query && groupsOf(plan.query, catalog, policy, deps.limits.maxBreakdownGroups));
    if (!query) return null;
    const drafted = await watch.time('breakdown', () =>
      guardQuery(context, query, deps.limits.maxRows),
    );
    if (!('refused' in drafted)) return drafted;
    deps.log.warn({ refused: drafted.refused, trace: state.traceId }, 'breakdown refused');
    return null;
  });
}

interface MadeGroups {
  readonly catalog: Catalog;
  readonly policyHash: string;
  readonly groups: Query | null;
}

/** Made once for a plan, which is kept for the question that comes again; policies see their own tables. */
const made = new WeakMap<Query, MadeGroups>();

function groupsOf(
  query: Query,
  catalog: Catalog,
  policy: RowPolicy,
  maxGroups: number,
): Query | null {
  const known = made.get(query);
  if (known?.catalog === catalog && known.policyHash === policy.hash) return known.groups;
  const groups = breakdownQuery(query, readableCatalog(catalog, policy), maxGroups);
  made.set(query, { catalog, policyHash: policy.hash, groups });
  return groups;
}

/**
 * Reads the groups. Null where there is one only or more than an answer may hold, or the signal ended it. What goes
 * wrong is logged and costs the answer nothing.
 */
export async function runBreakdown(
  context: AskContext,
  drafted: GuardedDraft,
  chunks: AsyncIterable<ResultChunk>,
): Promise<BreakdownRows | null> {
  return orNull(context, FAILED, () =>
    context.watch.time('breakdown', () => readGroups(context, drafted, chunks)),
  );
}

async function readGroups(
  { deps, watch }: AskContext,
  { sql, checked: { facts } }: GuardedDraft,
  chunks: AsyncIterable<ResultChunk>,
): Promise<BreakdownRows | null> {
  const measure = facts.root.outputs.findIndex(({ aggregates }) => aggregates.length > 0);
  const columns: ResultColumn[] = [];
  const rows: (readonly CellValue[])[] = [];
  for await (const chunk of chunks) {
    if (chunk.kind === 'columns') columns.push(...chunk.columns);
    else if (chunk.kind === 'rows') for (const row of chunk.rows) rows.push(row);
    else {
      watch.set('breakdown_engine', chunk.engineMs);
      if (chunk.truncated) return null;
    }
    if (rows.length > deps.limits.maxRows) return null;
  }
  return measure < 0 || rows.length < 2 ? null : { sql, facts, columns, rows, measure };
}
