import type { SourceContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import type { CheckedSql } from '#src/ask/deps.ts';
import { decline, type Failure, noSafeSql } from '#src/ask/failures.ts';
import type { DraftPlan } from '#src/ask/plan.ts';
import type { TieProbe } from '#src/check/tie-probe.ts';
import type { QueryPlan } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { Guard } from '#src/sql/guard.ts';
import { CannotLower } from '#src/sql/lower.ts';

/** SQL that passed the guard. */
export interface GuardedDraft {
  readonly sql: string;
  readonly checked: CheckedSql;
}

/** A plan as guarded SQL, not yet run. */
export interface Draft extends GuardedDraft {
  readonly plan: DraftPlan;
  /** Names of its result columns, where those of the statement itself are not shown. */
  readonly columnNames?: readonly string[];
  /** Its breakdown where that is being judged already, beside the statement; null as `draftBreakdown` gives it. */
  readonly groups?: Promise<GuardedDraft | null>;
  /** What looks for ties with its last row, likewise; null as `draftProbe` gives it. */
  readonly probe?: Promise<GuardedProbe | null>;
  /** The questions that lead on from it where they are being looked up already, as `nextQuestions` gives them. */
  readonly next?: Promise<readonly string[]>;
}

/** A probe for ties that passed the guard. */
export interface GuardedProbe {
  readonly probe: TieProbe;
  readonly guarded: GuardedSql;
}

/** Writes the plan as SQL of the source and lets the guard judge it. */
export async function draftSql(
  context: SourceContext,
  plan: QueryPlan,
): Promise<Draft | { readonly failure: Failure }> {
  const { maxResultRows } = context.deps.limits;
  const main = await guardQuery(context, plan.query, maxResultRows);
  if (!('refused' in main)) return { plan, ...main };
  if (main.lacks !== undefined) return { failure: decline('unsupported_question', main.lacks) };
  return { failure: noSafeSql(main.refused) };
}

/** The IR as SQL that passed the guard, or why it did not; `lacks` for people, where the database has no such function. */
export async function guardQuery(
  context: SourceContext,
  query: Query,
  maxRows: number,
): Promise<GuardedDraft | { readonly refused: string; readonly lacks?: string }> {
  const sql = loweredBy(context, query);
  if (typeof sql !== 'string') return { refused: sql.lacks, lacks: sql.lacks };
  return guardSql(context, sql, maxRows, query);
}

type Lowered = string | { readonly lacks: string };

/** The source that a query is written for, and the catalog that it was planned over. */
type Lowering = Pick<SourceContext, 'source' | 'catalog'>;

/** Plans are kept for questions that come again, and their SQL with them. */
const lowered = new WeakMap<Dialect, WeakMap<Query, Lowered>>();

/** The IR as SQL of a source; `lacks` says what its database has no function for. */
export function loweredBy({ source: { dialect }, catalog }: Lowering, query: Query): Lowered {
  const own = lowered.get(dialect) ?? new WeakMap<Query, Lowered>();
  lowered.set(dialect, own);
  const known = own.get(query) ?? lower(dialect, query, catalog);
  own.set(query, known);
  return known;
}

function lower(dialect: Dialect, query: Query, catalog: Catalog): Lowered {
  try {
    return dialect.lower(query, catalog);
  } catch (error) {
    if (error instanceof CannotLower) return { lacks: error.message };
    throw error;
  }
}

/** SQL that passed the guard, or why it did not. */
export async function guardSql(
  context: SourceContext,
  sql: string,
  maxRows: number,
  /** The plan that it was written for, where the dialect wrote it. */
  planned?: Query,
): Promise<GuardedDraft | { readonly refused: string }> {
  const outcome = await judgeSql(context, sql, maxRows, planned);
  return outcome.ok
    ? { sql, checked: outcome }
    : { refused: `${outcome.refusal.code}: ${outcome.refusal.text} [${sql}]` };
}

/** What the guard says of SQL. */
export async function judgeSql(
  { catalog, source, deps, state, signal, asker }: SourceContext,
  sql: string,
  maxRows: number,
  planned?: Query,
): ReturnType<Guard> {
  const { policy } = state.request.principal;
  const { dialect } = source;
  const judged = deps.guard({
    ...{ sql, catalog, policy, dialect, maxRows, signal, asker },
    ...(planned && { planned }),
  });
  const outcome = await abortable(judged, signal);
  if (!outcome.ok && outcome.refusal.code === 'not_as_planned')
    deps.log.error({ sql, trace: state.traceId }, outcome.refusal.text);
  return outcome;
}
