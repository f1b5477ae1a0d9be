import type { AggregateFacts, BaseColumn, ExprFacts } from '#src/plugin-api/query-facts.ts';

/** What an expression reads; `ExprFacts` without its print. */
export type Reading = Omit<ExprFacts, 'printed'>;

/** What is read, without the node that reads it. */
export type Parts = Omit<Reading, 'node'>;

export const NOTHING: Parts = { columns: [], column: null, aggregates: [], dateUnit: null };

/** What expressions side by side read. */
export function combine(readings: readonly Parts[]): Parts {
  const [only, ...more] = readings;
  if (only && more.length === 0) {
    const { columns, aggregates } = only;
    return { columns, column: null, aggregates, dateUnit: null };
  }
  // Sets, because `a0 + a0 AS a1, a1 + a1 AS a2, …` would double a list each time.
  const columns = new Set<BaseColumn>();
  const aggregates = new Set<AggregateFacts>();
  for (const reading of readings) {
    for (const column of reading.columns) columns.add(column);
    for (const aggregate of reading.aggregates) aggregates.add(aggregate);
  }
  return {
    columns: [...columns],
    column: null,
    aggregates: [...aggregates],
    dateUnit: null,
  };
}
