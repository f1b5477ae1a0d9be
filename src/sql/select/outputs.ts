import type { ExprFacts, OutputFacts } from '#src/plugin-api/query-facts.ts';
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
