import { type BreakdownRows, runBreakdown } from '#src/ask/breakdown.ts';
import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import type { CheckedSql } from '#src/ask/deps.ts';
import { decline, type Failure } from '#src/ask/failures.ts';
import type { Check, Verification } from '#src/ask/types.ts';
import { checkNonAdditiveSum } from '#src/ask/verify/additive.ts';
import { checkFanOut } from '#src/ask/verify/fan-out.ts';
import { checkJoinKeys } from '#src/ask/verify/joins.ts';
import { checkLiterals, literalsToFind, UNCHECKED_LITERALS } from '#src/ask/verify/literals.ts';
import { checkOuterCount } from '#src/ask/verify/outer-count.ts';
import { checkBreakdown, checkEmpty, checkTies, checkTruncation } from '#src/ask/verify/result.ts';
import { verdict } from '#src/ask/verify/verify.ts';
import type { Plan } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { CollectedResult } from '#src/results/types.ts';

export type QueryPlan = Extract<Plan, { kind: 'query' }>;

/** A plan as guarded SQL, not yet run. */
export interface Draft {
  readonly plan: QueryPlan;
  readonly sql: string;
  readonly checked: CheckedSql;
  readonly breakdown: { readonly sql: string; readonly checked: CheckedSql } | null;
}

export interface Executed {
  readonly result: CollectedResult;
  readonly breakdown: BreakdownRows | null;
}

export type Text2SqlOutcome =
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly draft: Draft | null;
      readonly verification: Verification | null;
    }
  | { readonly kind: 'clarify'; readonly plan: Extract<Plan, { kind: 'clarify' }> }
  | { readonly kind: 'drafted'; readonly draft: Draft; readonly verification: Verification }
  | ({
      readonly kind: 'answered';
      readonly draft: Draft;
      readonly verification: Verification;
    } & Executed);

type Source = Pick<DataSource, 'dialect' | 'query'>;

/** Question → plan → guarded SQL → rows, checked. Says `generating_sql`, `checking_sql`, the SQL and `executing`. */
export async function answerWithSql(
  context: AskContext,
  catalog: Catalog,
): Promise<Text2SqlOutcome> {
  const { deps, emit, signal, watch } = context;
  emit({ event: 'status', stage: 'generating_sql' });
  const plan = await watch.time('plan', () => planQuestion(context, catalog));
  if (plan.kind === 'clarify') return { kind: 'clarify', plan };
  if (plan.kind === 'decline')
    return failed(decline(plan.reason, plan.text, { suggestions: plan.suggestions }));
  const source = await abortable(deps.sourceOf(catalog), signal);
  emit({ event: 'status', stage: 'checking_sql' });
  const draft = await watch.time('guard', () => draftSql(context, catalog, source, plan));
  if ('failure' in draft) return failed(draft.failure);
  const statement = statementChecks(draft, catalog);
  const early = verdict(statement);
  if (early.status === 'failed') return failed(decline('no_safe_sql', early.reason), draft, early);
  emit({ event: 'sql', sql: draft.sql });
  return context.state.request.dryRun
    ? drafted(context, catalog, draft, statement)
    : executed(context, catalog, source, draft, statement);
}

const failed = (
  failure: Failure,
  draft: Draft | null = null,
  verification: Verification | null = null,
) => ({ kind: 'failed', failure, draft, verification }) as const;

function planQuestion({ deps, state, signal }: AskContext, catalog: Catalog): Promise<Plan> {
  const { request, history } = state;
  const { policy } = request.principal;
  const { question } = request;
  return deps.planning.plan({ catalog, policy, question, history, now: deps.clock.now() }, signal);
}

async function draftSql(
  context: AskContext,
  catalog: Catalog,
  source: Source,
  plan: QueryPlan,
): Promise<Draft | { readonly failure: Failure }> {
  const { maxResultRows, maxRows } = context.deps.limits;
  const [main, breakdown] = await Promise.all([
    check(context, catalog, source, plan.query, maxResultRows),
    plan.breakdown && check(context, catalog, source, plan.breakdown, maxRows),
  ]);
  if ('refused' in main)
    return {
      failure: decline('no_safe_sql', 'No safe SQL was found for this question.', {
        hint: 'Say it with the names of tables and columns.',
        internal: main.refused,
      }),
    };
  return { plan, ...main, breakdown: !breakdown || 'refused' in breakdown ? null : breakdown };
}

/** The IR as SQL that passed the guard, or why it did not. */
async function check(
  { deps, state, signal }: AskContext,
  catalog: Catalog,
  source: Source,
  query: Query,
  maxRows: number,
): Promise<{ readonly sql: string; readonly checked: CheckedSql } | { readonly refused: string }> {
  const { dialect } = source;
  const sql = dialect.lower(query);
  const { policy } = state.request.principal;
  const judged = deps.guard({ sql, catalog, policy, dialect, maxRows, signal });
  const outcome = await abortable(judged, signal);
  return outcome.ok
    ? { sql, checked: outcome }
    : { refused: `${outcome.refusal.code}: ${outcome.refusal.text} [${sql}]` };
}

function statementChecks(draft: Draft, catalog: Catalog): readonly Check[] {
  const { facts } = draft.checked;
  return [
    checkFanOut(facts, catalog),
    checkOuterCount(facts, catalog),
    checkJoinKeys(facts, catalog),
    checkNonAdditiveSum(facts, catalog),
  ];
}

async function drafted(
  context: AskContext,
  catalog: Catalog,
  draft: Draft,
  statement: readonly Check[],
): Promise<Text2SqlOutcome> {
  const literals = await literalCheck(context, catalog, draft);
  const verification = verdict([...statement, literals.check]);
  return literals.check.outcome === 'failed'
    ? failed(notFound(literals), draft, verification)
    : { kind: 'drafted', draft, verification };
}

async function executed(
  context: AskContext,
  catalog: Catalog,
  source: Source,
  draft: Draft,
  statement: readonly Check[],
): Promise<Text2SqlOutcome> {
  const { emit, watch } = context;
  emit({ event: 'status', stage: 'executing' });
  const [{ result, breakdown }, literals] = await watch.time('execute', () =>
    Promise.all([execute(context, source, draft), literalCheck(context, catalog, draft)]),
  );
  watch.set('engine', result.engineMs);
  const { facts } = draft.checked;
  const verification = verdict([
    ...statement,
    literals.check,
    checkEmpty(result),
    checkTruncation(result),
    checkTies(draft.plan.query, facts, result),
    checkBreakdown(facts, result, breakdown, draft.breakdown?.checked.facts ?? null),
  ]);
  if (literals.check.outcome === 'failed') return failed(notFound(literals), draft, verification);
  if (verification.status === 'failed')
    return failed(decline('no_safe_sql', verification.reason), draft, verification);
  return { kind: 'answered', draft, result, breakdown, verification };
}

/** Query and breakdown at the same time; a breakdown that fails costs the answer nothing. */
async function execute(context: AskContext, source: Source, draft: Draft): Promise<Executed> {
  const { deps, state, signal } = context;
  const { limits } = deps;
  const { principal, stream } = state.request;
  const { clientId, workspaceId } = state.workspace;
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  const aside = draft.breakdown
    ? runBreakdown(draft.breakdown.sql, draft.breakdown.checked, source, limits, both)
    : Promise.resolve(null);
  const breakdown = aside.catch((error: unknown) => {
    if (!both.aborted) deps.log.warn({ err: error, trace: state.traceId }, 'breakdown failed');
    return null;
  });
  try {
    const { guarded } = draft.checked;
    const chunks = source.query(guarded, {
      maxRows: limits.maxResultRows,
      maxBytes: limits.maxResultBytes,
      timeoutMs: limits.queryTimeoutMs,
      signal,
    });
    const { endUserId, policy } = principal;
    const collecting = deps.results.collect(chunks, {
      owner: { clientId, workspaceId, endUserId, policyHash: policy.hash },
      generationId: guarded.generationId,
      sql: draft.sql,
      inlineRows: stream ? Math.min(STREAM_ROWS, limits.maxRows) : limits.maxRows,
      signal,
    });
    const result = await abortable(collecting, signal);
    return { result, breakdown: await abortable(breakdown, signal) };
  } finally {
    stop.abort();
  }
}

/** Rows that the `result` event carries, by the specification. */
const STREAM_ROWS = 10;

async function literalCheck(context: AskContext, catalog: Catalog, draft: Draft) {
  const { deps, state, signal } = context;
  const about = { catalog, policy: state.request.principal.policy };
  const literals = literalsToFind(draft.checked.facts, about, deps.limits);
  if (literals.length === 0) return checkLiterals([], catalog);
  try {
    const findings = await deps.planning.findLiterals(about, literals, signal);
    return checkLiterals(findings, catalog);
  } catch (error) {
    signal.throwIfAborted();
    deps.log.warn({ err: error, trace: state.traceId }, 'literals not looked up');
    return UNCHECKED_LITERALS;
  }
}

function notFound({ check, suggestions }: Awaited<ReturnType<typeof literalCheck>>): Failure {
  return decline('value_not_found', check.detail, { suggestions });
}
