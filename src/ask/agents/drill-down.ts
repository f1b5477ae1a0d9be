import { draftBreakdown } from '#src/ask/breakdown.ts';
import { type AskContext, onSource } from '#src/ask/context.ts';
import { type Draft, draftSql } from '#src/ask/draft.ts';
import { drillableOf } from '#src/ask/drill/drillable.ts';
import { drilledQuery } from '#src/ask/drill/drilled-query.ts';
import { NO_PLAN } from '#src/ask/drill/targets.ts';
import type { Drill } from '#src/ask/drill/types.ts';
import { decline } from '#src/ask/failures.ts';
import { metricsUsed } from '#src/ask/metrics-used.ts';
import { failed, type Text2SqlOutcome } from '#src/ask/run-draft.ts';
import { runUnasked } from '#src/ask/run-unasked.ts';
import { checkOwnSql } from '#src/check/checks.ts';
import { verdict } from '#src/check/verdict.ts';
import { withVouched } from '#src/check/vouched.ts';
import type { QueryPlan } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';
import { readableCatalog } from '#src/sql/guard-policy.ts';

/** A step into the rows of an answer, and the words that it adds to the answer's question. */
export interface DrillOutcome {
  readonly outcome: Text2SqlOutcome;
  readonly said: string;
}

/**
 * The rows of a step from an answer: a query written from the answer's own, guarded, run and checked as any other under
 * the caller's filters. No word of a question stands behind it, so the checks are those that need none.
 */
export async function answerDrill(
  context: AskContext,
  catalog: Catalog,
  query: Query | null,
  drill: Drill,
): Promise<DrillOutcome> {
  const { deps, state } = context;
  const readable = readableCatalog(catalog, state.request.principal.policy);
  const from = drillableOf(query, readable);
  const made = from && drilledQuery(from, readable, drill, deps.limits.maxBreakdownGroups);
  if (made) return { outcome: await run(context, catalog, made.query), said: made.said };
  const refused = query === null ? NO_PLAN : NOT_OFFERED;
  return { outcome: failed(decline('unsupported_question', refused)), said: '' };
}

const NOT_OFFERED =
  "You can't drill into this answer that way. GET …/answers/{trace_id}/drill lists the available drill-downs.";

async function run(context: AskContext, catalog: Catalog, query: Query): Promise<Text2SqlOutcome> {
  const { emit, state, watch, use } = context;
  use.attempts += 1;
  const on = await onSource(context, catalog);
  emit({ event: 'status', stage: 'checking_sql' });
  const plan: QueryPlan = {
    ...{ kind: 'query', query, restatement: state.request.question, assumptions: [] },
    ...{ breakdown: null, confidence: 1, complexity: 'medium' },
  };
  const groups = state.request.dryRun ? Promise.resolve(null) : draftBreakdown(on, plan);
  const drafted = await watch.time('guard', () => draftSql(on, plan));
  if ('failure' in drafted) return failed(drafted.failure);
  const draft: Draft = { ...drafted, groups };
  const { facts } = draft.checked;
  const vouched = { metrics: metricsUsed(query, catalog).metrics, example: false };
  return runUnasked(on, draft, ({ result, breakdown }) =>
    withVouched(
      verdict(
        checkOwnSql(result ? { facts, catalog, result, breakdown, query } : { facts, catalog }),
      ),
      vouched,
    ),
  );
}
