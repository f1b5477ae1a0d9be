import type { Plan } from '#src/planner/plan.ts';
import { Aliases } from '#src/planner/scope.ts';
import { aliasesIn, blocksIn, sourcesOf, withAliases } from '#src/planner/select-blocks.ts';
import type { Predicate, SelectQuery } from '#src/plugin-api/query.ts';
import type { Composed, PlanOne } from '#src/read/composed/parts.ts';
import type { Question } from '#src/read/question.ts';

/**
 * `Customers who ordered in 2024 but not in 2025`, `stores with orders in March and in April`: rows that others are tied to in
 * either of two periods, each read as a question of its own.
 */
export function readTwoPeriods(question: Question, plan: PlanOne): Composed | null {
  const found = twoPeriodsIn(question);
  if (!found) return null;
  const { head, first, second, isDenied } = found;
  const [one, other] = [first, second].map((period) => rowsOf(plan(`${head} ${period}`)));
  return one && other ? bothOf(one, other, isDenied) : null;
}

/** What stands before both periods, each period with its preposition, and whether the second is denied. */
function twoPeriodsIn(question: Question) {
  const { but, and, denials, before } = question.language.composed;
  for (let at = 1; at < question.length; at++) {
    const isBut = question.is(at, but);
    if (!isBut && !question.is(at, and)) continue;
    const from = question.word(at - 1) === ',' ? at - 1 : at;
    const start = periodEndingAt(from, question);
    const denial = denials.find((phrase) => question.starts(at + 1, phrase));
    const rest = at + 1 + (denial?.length ?? 0);
    const to = question.is(rest, before) ? rest + 1 : rest;
    const end = question.period(to)?.end ?? question.period(rest)?.end;
    if (start === null || start === 0 || end !== question.lastWord + 1) continue;
    // `orders in 2024 and 2025` may be in either.
    if (!denial && (isBut || !question.is(rest, before))) continue;
    const link = question.is(rest, before) ? '' : linkBefore(start, question);
    return {
      head: question.textOf(0, start),
      first: question.textOf(start, from),
      second: `${link}${question.textOf(rest, end)}`,
      isDenied: denial !== undefined,
    };
  }
  return null;
}

/** `in 2024`: where the period that ends at a token begins, with its preposition. */
function periodEndingAt(end: number, question: Question): number | null {
  for (let at = Math.max(0, end - LONGEST); at < end; at++) {
    if (question.period(at)?.end !== end) continue;
    return at > 0 && question.is(at - 1, question.language.composed.before) ? at - 1 : at;
  }
  return null;
}

/** Words of a period, at the most. */
const LONGEST = 6;

const linkBefore = (start: number, question: Question): string =>
  question.is(start, question.language.composed.before) ? `${question.word(start)} ` : '';

/** Rows that are listed or counted, each by itself. */
function rowsOf(plan: Plan): Composed | null {
  if (plan.kind !== 'query' || plan.query.kind !== 'select') return null;
  const { query, assumptions, confidence } = plan;
  const isPlain = query.groupBy.length + query.having.length === 0 && query.limit === null;
  return isPlain ? { query, assumptions, confidence } : null;
}

/** Rows of which one thing is told by either query, where they differ in that alone. */
function bothOf(one: Composed, other: Composed, isDenied: boolean): Composed | null {
  if (JSON.stringify(withoutWhere(one.query)) !== JSON.stringify(withoutWhere(other.query)))
    return null;
  const [own, [second, third]] = [
    only(one.query.where, other.query.where),
    only(other.query.where, one.query.where),
  ];
  if (own.length !== 1 || !second || third) return null;
  if (own[0]!.kind !== 'exists' || second.kind !== 'exists' || second.negated || own[0]!.negated)
    return null;
  const tied = withOwnAliases(second, one.query);
  return {
    query: { ...one.query, where: [...one.query.where, { ...tied, negated: isDenied }] },
    assumptions: [...new Set([...one.assumptions, ...other.assumptions])],
    confidence: Math.min(one.confidence, other.confidence),
  };
}

/** A predicate with names for its own tables that a query does not have; those around it keep theirs. */
function withOwnAliases<Part>(part: Part, query: SelectQuery): Part {
  const aliases = new Aliases(aliasesIn(query));
  const names = new Map(
    blocksIn(part)
      .flatMap(sourcesOf)
      .map(({ alias }) => [alias, aliases.next(alias)]),
  );
  return withAliases(part, (alias) => names.get(alias) ?? alias);
}

const withoutWhere = ({ where: _, ...rest }: SelectQuery) => rest;

/** The predicates that the others do not have. */
function only(own: readonly Predicate[], others: readonly Predicate[]): readonly Predicate[] {
  const known = new Set(others.map((one) => JSON.stringify(one)));
  return own.filter((one) => !known.has(JSON.stringify(one)));
}
