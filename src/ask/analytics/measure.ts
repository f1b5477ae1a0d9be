import { NoAnalysis, unsupported } from '#src/ask/analytics/reads.ts';
import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import { decline } from '#src/ask/failures.ts';
import { addDays, type Day } from '#src/planner/day.ts';
import type { Plan } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  Aggregate,
  Expr,
  Literal,
  Predicate,
  SelectItem,
  SelectQuery,
} from '#src/plugin-api/query.ts';
import { FUNCTIONS } from '#src/query/functions.ts';

type Range = Extract<Predicate, { kind: 'range' }>;

/** A measure as the planner reads it, ready to be asked for any period and group. */
export interface Measure {
  /** The planner's query; its period stands in `where` as `period`. */
  readonly query: SelectQuery;
  readonly period: Range;
  /** Groups that the question names; empty where it names none. */
  readonly groups: readonly SelectItem[];
  /** Sums and counts add up over groups and time; ratios do where their two parts do. */
  readonly kind: 'sum' | 'ratio' | 'single';
  readonly top: SelectItem;
  readonly bottom: Expr | null;
  /** What is asked, in the words of the question. */
  readonly phrase: string;
  readonly assumptions: readonly string[];
}

/** A period that no question names, so that it is found again in the planner's query. */
const ANY = { from: '1901-01-01', to: '2199-01-01' };

export const FORMS: readonly ((phrase: string) => string)[] = [
  (phrase) => `what is the ${phrase}`,
  (phrase) => `how many ${phrase}`,
  (phrase) => `what is the total ${phrase}`,
];

/** Where the planner says which of two readings is meant. */
export class Unclear extends Error {
  readonly plan: Extract<Plan, { kind: 'clarify' }>;

  constructor(plan: Extract<Plan, { kind: 'clarify' }>) {
    super(plan.question);
    this.plan = plan;
  }
}

/**
 * What a phrase (`revenue in Europe`, `orders`) measures, by the built-in planner, so that joins, filters and what adds
 * up are decided where they are for every question. Fails with `NoAnalysis` where the planner has no reading of it.
 */
export async function planMeasure(
  context: AskContext,
  catalog: Catalog,
  phrase: string,
  group: string | null = null,
): Promise<Measure> {
  const what = group === null ? phrase : `${phrase} by ${group}`;
  let reason: Plan | null = null;
  for (const form of FORMS) {
    const plan = await planText(context, catalog, `${form(what)} ${periodWords(ANY)}`);
    if (plan.kind === 'query') {
      const measure = measureOf(plan, phrase);
      if (measure && measure.groups.length > 0 === (group !== null)) return measure;
    } else reason ??= plan;
  }
  throw notRead(
    reason,
    `"${what}" can't be analyzed over time. Name a measure, such as a sum or a count.`,
  );
}

/** Why a phrase is not measured: as the planner asks back or declines it, else what is told `otherwise`. */
export function notRead(plan: Plan | null, otherwise: string): Error {
  if (plan?.kind === 'clarify') return new Unclear(plan);
  if (plan?.kind !== 'decline') return unsupported(otherwise);
  const { reason, text, suggestions } = plan;
  return new NoAnalysis(decline(reason, text, { suggestions }));
}

export async function planText(
  { deps, state, signal, asker }: AskContext,
  catalog: Catalog,
  question: string,
): Promise<Plan> {
  const { policy } = state.request.principal;
  const now = deps.clock.now();
  const request = { catalog, policy, asker, question, history: [], now };
  return abortable(deps.planning.plan(request, signal), signal);
}

/** `from 2026-06-01 to 2026-07-31`, as the planner reads it. */
export const periodWords = ({ from, to }: { readonly from: Day; readonly to: Day }): string =>
  `from ${from} to ${addDays(to, -1)}`;

function measureOf(plan: Extract<Plan, { kind: 'query' }>, phrase: string): Measure | null {
  const { query, assumptions } = plan;
  if (query.kind !== 'select' || query.having.length > 0 || query.limit || query.distinct)
    return null;
  const period = query.where.find(isAnyPeriod);
  const measures = query.select.filter(({ expr }) => isComputed(expr));
  const groups = query.select.filter(({ expr }) => !isComputed(expr));
  const [top] = measures;
  if (!period || !top || measures.length > 1) return null;
  return { query, period, groups, phrase, assumptions, ...partsOf(top) };
}

export const isComputed = ({ kind }: Expr) =>
  kind === 'aggregate' || kind === 'arithmetic' || kind === 'fragment';

function isAnyPeriod(one: Predicate): one is Range {
  return one.kind === 'range' && one.from?.value === ANY.from && one.to?.value === ANY.to;
}

/** What of a measure adds up: a sum itself, an average or ratio by its parts, anything else not at all. */
function partsOf(item: SelectItem): Pick<Measure, 'kind' | 'top' | 'bottom'> {
  const { expr, as } = item;
  if (expr.kind === 'arithmetic' && expr.op === '/' && isTotal(expr.left) && isTotal(expr.right))
    return { kind: 'ratio', top: { expr: expr.left, as }, bottom: expr.right };
  const ratio =
    expr.kind === 'aggregate' && !expr.distinct ? FUNCTIONS[expr.fn].ratioOf : undefined;
  if (expr.kind === 'aggregate' && ratio) {
    const [top, bottom]: readonly Aggregate[] = ratio.map((fn) => ({ ...expr, fn }));
    if (top && bottom) return { kind: 'ratio', top: { expr: top, as }, bottom };
  }
  const kind = isTotal(expr) ? 'sum' : 'single';
  return { kind, top: item, bottom: null };
}

/** A sum, a count, or a metric that is one; whether distinct counts add up over a group is checked in the rows. */
export const isTotal = (expr: Expr): boolean =>
  expr.kind === 'fragment'
    ? expr.additive === true
    : expr.kind === 'aggregate' &&
      (expr.fn === 'count' || (FUNCTIONS[expr.fn].combine === 'sum' && !expr.distinct));

/** The conditions of a measure with another period in place of its own; null: no period. */
export function whereWithin(
  { query, period }: Measure,
  window: { readonly from: Day; readonly to: Day } | null,
): readonly Predicate[] {
  const others = query.where.filter((one) => one !== period);
  if (!window) return others;
  const literal = (value: Day): Literal => ({ ...period.from!, value });
  return [...others, { ...period, from: literal(window.from), to: literal(window.to) }];
}
