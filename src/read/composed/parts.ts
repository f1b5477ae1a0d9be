import type { Plan } from '#src/planner/plan.ts';
import { Aliases } from '#src/planner/scope.ts';
import { aliasesIn, tablesByAlias, withAliases } from '#src/planner/select-blocks.ts';
import type { Aggregate, Expr, Literal, SelectQuery } from '#src/plugin-api/query.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

/** Plans a question of its own. */
export type PlanOne = (question: string) => Plan;

/** Reads a question by the answers of others; null where it is none of a kind. */
export type ReadOne = (question: Question, plan: PlanOne, schema: Schema) => Composed | null;

/** The one number that a question asks over rows. */
export interface SingleNumber {
  readonly query: SelectQuery;
  readonly expr: Aggregate;
  readonly assumptions: readonly string[];
  readonly confidence: number;
}

/** What is computed from the answers of other questions. */
export interface Composed {
  readonly query: SelectQuery;
  readonly assumptions: readonly string[];
  readonly confidence: number;
  /** What the statement is held to, where that is not the question itself. */
  readonly heldTo?: string;
}

/** What a plan computes, to be built upon; null where it declines, or asks back. */
export const answeredBy = (plan: Plan): Composed | null =>
  plan.kind === 'query' && plan.query.kind === 'select'
    ? { query: plan.query, assumptions: plan.assumptions, confidence: plan.confidence }
    : null;

/** What is understood of a question, and why it has no one answer. */
export type Open = Exclude<Plan, { readonly kind: 'query' }>;

/** What a share is told in. */
export const HUNDRED: Literal = { kind: 'literal', type: 'decimal', value: 100 };

/** Reads a question that asks for one number; null where it is not read, or asks for something else. */
export type ReadNumber = (question: string) => SingleNumber | null;

/** The number of a plan that computes one over all of its rows. */
export function singleNumber(plan: Plan): SingleNumber | null {
  if (plan.kind !== 'query' || plan.query.kind !== 'select') return null;
  const { query, assumptions, confidence } = plan;
  const { select, groupBy, having, distinct, limit } = query;
  const [item, second] = select;
  if (!item || second || item.expr.kind !== 'aggregate') return null;
  if (groupBy.length + having.length > 0 || distinct || limit !== null) return null;
  return { query: { ...query, orderBy: [] }, expr: item.expr, assumptions, confidence };
}

/** A number beside another query, whose aliases it does not share. */
export function besideQuery({ query, expr }: SingleNumber, beside: SelectQuery): Expr {
  const aliases = new Aliases(aliasesIn(beside));
  const names = new Map<string, string>();
  const nested = withAliases({ ...query, select: [{ expr, as: 'value' }] }, (alias) => {
    const known = names.get(alias) ?? aliases.next(alias);
    names.set(alias, known);
    return known;
  });
  return { kind: 'subquery', query: nested };
}

/** Whether two numbers are the same one of the same rows. */
export const isSameAnswer = (one: SingleNumber, other: SingleNumber): boolean =>
  JSON.stringify(one.query) === JSON.stringify(other.query);

/** The number that all ways to say a question ask for; null where they differ, or none is read. */
export function agreeing(texts: readonly string[], read: ReadNumber): SingleNumber | null {
  const [first, ...others] = texts.flatMap((text) => read(text) ?? []);
  return first && others.every((one) => isSameAnswer(one, first)) ? first : null;
}

/** What is told of two parts. */
export const toldOf = (...parts: readonly SingleNumber[]): readonly string[] => [
  ...new Set(parts.flatMap(({ assumptions }) => assumptions)),
];

/** Whether two numbers are computed alike: rows of one table, or one column of it. */
export function isSameNumber(one: SingleNumber, other: SingleNumber): boolean {
  return one.expr.fn === other.expr.fn && thingOf(one) === thingOf(other);
}

function thingOf({ query, expr }: SingleNumber): string {
  const { arg, distinct } = expr;
  const tables = tablesByAlias(query);
  return arg === null
    ? query.from.table
    : JSON.stringify([distinct, withAliases(arg, (alias) => tables.get(alias) ?? alias)]);
}
