import type { ExprFacts, OutputFacts } from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import type { ReadQuery } from './context.ts';
import type { VisibleColumn } from './scope.ts';

/** An output with what the query around it may do with it. */
export interface Output {
  readonly facts: OutputFacts;
  readonly column: VisibleColumn;
}

export function outputOf(facts: ExprFacts, name: string): Output {
  const { column, columns } = facts;
  return {
    facts: { ...facts, name },
    column: { name, column, columns, origin: null, parts: [] },
  };
}

/** A column that `*` shows. */
export function passed({ name, column, columns }: VisibleColumn): Output {
  return outputOf({ text: name, columns, column, aggregates: [], dateUnit: null }, name);
}

/** The outputs of a set operation: those of both sides, under the names of the left. */
export function byPosition(left: ReadQuery, right: ReadQuery): readonly Output[] {
  const [one, two] = [outputsOf(left), outputsOf(right)];
  if (one.length !== two.length)
    throw new Refused(
      'syntax',
      `The two sides of the set operation have ${one.length} and ${two.length} columns.`,
    );
  return one.map((each, index) => both(each, two[index]!));
}

const outputsOf = (query: ReadQuery): readonly Output[] =>
  query.facts.outputs.map((facts, index) => ({ facts, column: query.columns[index]! }));

function both(a: Output, b: Output): Output {
  const columns = [...new Set([...a.facts.columns, ...b.facts.columns])];
  const column = a.facts.column === b.facts.column ? a.facts.column : null;
  const aggregates = [...new Set([...a.facts.aggregates, ...b.facts.aggregates])];
  const facts = { ...a.facts, columns, column, aggregates, dateUnit: null };
  return { facts, column: { ...a.column, columns, column } };
}
