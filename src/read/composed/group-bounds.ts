import type { Aggregate, Expr, Predicate, SelectQuery } from '#src/plugin-api/query.ts';
import {
  answeredBy,
  besideQuery,
  type Composed,
  type PlanOne,
  type ReadNumber,
} from '#src/read/composed/parts.ts';
import type { Question } from '#src/read/question.ts';

/** Stands for a number that another question asks for. */
const UNKNOWN = 987_654_321;

/**
 * `Breeds whose average weight is above the average weight of all dogs`, `than the overall average weight`: what is computed for each,
 * against the same of all rows, which is a question of its own.
 */
export function readAgainstAll(
  question: Question,
  plan: PlanOne,
  number: ReadNumber,
): Composed | null {
  const { aggregates, comparators } = question.language;
  const { overall } = question.language.groupBounds;
  const end = question.lastWord + 1;
  for (let at = 2; at < end; at++) {
    const than = question.phrase(at, comparators);
    if (!than || !question.aggregateBefore(at) || !isAggregate(than.to)) continue;
    const words = question.tokens.flatMap((_, place) =>
      place >= than.to && place < end && !question.is(place, overall)
        ? [question.textOf(place, place + 1)]
        : [],
    );
    const all = number(words.join(' '));
    const bounded = all && answeredBy(plan(`${question.textOf(0, than.to)} ${UNKNOWN}`));
    if (!bounded) return null;
    const { query } = bounded;
    const isOfAll = all.query.where.length + all.query.joins.length === 0;
    const own = isOfAll ? boundIn(query) : null;
    if (!own || !isSame(own, all.expr)) return null;
    const expr = besideQuery(all, query);
    return {
      query: { ...query, where: against(query.where, expr), having: against(query.having, expr) },
      assumptions: [...new Set([...bounded.assumptions, ...all.assumptions])],
      confidence: Math.min(bounded.confidence, all.confidence),
    };
  }
  return null;

  function isAggregate(at: number): boolean {
    return question
      .nouns(at)
      .some(
        (from) =>
          question.phrase(from, aggregates) !== null ||
          (question.is(from, overall) && question.phrase(from + 1, aggregates) !== null),
      );
  }
}

/** What is computed for each of the rows or groups, where nothing else is said of them. */
function boundIn({ where, having, groupBy, from }: SelectQuery): Aggregate | null {
  const [only, second] = [...where, ...having];
  if (second || only?.kind !== 'compare' || !isUnknown(only)) return null;
  const { left } = only;
  if (left.kind === 'aggregate') return groupBy.length > 0 ? left : null;
  const computed = left.kind === 'subquery' && left.query.kind === 'select' ? left.query : null;
  const expr = computed?.select[0]?.expr;
  const isOfEach =
    computed !== null && computed.where.length === 1 && computed.from.table !== from.table;
  return isOfEach && expr?.kind === 'aggregate' ? expr : null;
}

const isUnknown = (one: Predicate): boolean =>
  one.kind === 'compare' && one.right.kind === 'literal' && one.right.value === UNKNOWN;

const against = (predicates: readonly Predicate[], right: Expr): readonly Predicate[] =>
  predicates.map((one) => (one.kind === 'compare' && isUnknown(one) ? { ...one, right } : one));

/** Whether two functions are one of the same column. */
const isSame = (one: Aggregate, other: Aggregate): boolean =>
  one.fn === other.fn &&
  one.distinct === other.distinct &&
  one.arg?.kind === 'column' &&
  other.arg?.kind === 'column' &&
  one.arg.column === other.arg.column;

/**
 * `Breeds with an average weight above 24 or below 10`: groups that meet either of two bounds, each of which is a question of its own.
 */
export function readEitherBound(question: Question, plan: PlanOne): Composed | null {
  const { comparators } = question.language;
  const { or } = question.language.groupBounds;
  const end = question.lastWord + 1;
  for (let at = 2; at < end; at++) {
    if (!question.is(at, or) || question.number(at - 1) === null) continue;
    const second = question.phrase(at + 1, comparators);
    if (second?.to !== end - 1 || question.number(second.to) === null) return null;
    const first = question.tokens.findIndex(
      (_, from) => question.phrase(from, comparators)?.to === at - 1,
    );
    if (first < 0 || !question.tokens.slice(0, first).some((_, from) => isAggregate(from)))
      return null;
    const [one, other] = [
      question.textOf(0, at),
      `${question.textOf(0, first)} ${question.textOf(at + 1, end)}`,
    ].map(groupsOf);
    return one && other ? eitherOf(one, other) : null;
  }
  return null;

  function isAggregate(at: number): boolean {
    return question.phrase(at, question.language.aggregates) !== null;
  }

  function groupsOf(text: string): Composed | null {
    const answered = answeredBy(plan(text));
    if (!answered) return null;
    const { groupBy, having, limit } = answered.query;
    return groupBy.length > 0 && having.length === 1 && limit === null ? answered : null;
  }
}

/** Groups of either query, where they differ in their bounds alone. */
function eitherOf(one: Composed, other: Composed): Composed | null {
  const [first, second] = [one.query.having[0]!, other.query.having[0]!];
  if (first.kind !== 'compare' || second.kind !== 'compare') return null;
  const rest = ({ query }: Composed, left: Expr) =>
    JSON.stringify([{ ...query, having: [] }, left]);
  if (rest(one, first.left) !== rest(other, second.left)) return null;
  return {
    query: { ...one.query, having: [{ kind: 'or', parts: [first, second] }] },
    assumptions: [...new Set([...one.assumptions, ...other.assumptions])],
    confidence: Math.min(one.confidence, other.confidence),
  };
}
