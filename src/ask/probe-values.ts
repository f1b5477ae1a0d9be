import type { PlanningOptions } from '#src/ask/planning.ts';
import { AppError } from '#src/errors.ts';
import type { Catalog, CellValue, ProbedValue, ValuePlace } from '#src/plugin-api/catalog.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import type { RowPolicy } from '#src/principal.ts';

type Probe = NonNullable<PlanningOptions['probe']>;

/** Rows of a query, through the guard and under the rows that the caller sees. */
export type ReadOwnRows = (request: {
  readonly catalog: Catalog;
  readonly policy: RowPolicy;
  readonly query: SelectQuery;
  readonly maxRows: number;
  readonly signal: AbortSignal;
}) => Promise<readonly (readonly CellValue[])[]>;

/**
 * Looks for values among the rows that the caller sees: a guarded statement for each column. A value that only rows of
 * others have is told from none that exists nowhere by nothing; what cannot be read is not there.
 */
export const createProbe =
  (read: ReadOwnRows): Probe =>
  async ({ catalog, policy }, places, signal) => {
    const columns = Map.groupBy(places, ({ table, column }) => JSON.stringify([table, column]));
    const found: ProbedValue[] = [];
    for (const some of columns.values()) {
      const query = countsOf(some);
      const maxRows = some.length;
      const rows = await read({ catalog, policy, query, maxRows, signal }).catch(
        (error: unknown) => {
          signal.throwIfAborted();
          if (error instanceof AppError || error instanceof SourceError) return [];
          throw error;
        },
      );
      const counts = new Map(rows.map(([value, count]) => [String(value), Number(count)]));
      found.push(...some.map((one) => ({ ...one, rowCount: counts.get(one.value) ?? 0 })));
    }
    return found;
  };

function countsOf(places: readonly ValuePlace[]): SelectQuery {
  const [{ table, column }] = places as [ValuePlace];
  const expr = { kind: 'column', alias: 't', column } as const;
  const rows = { kind: 'aggregate', fn: 'count', arg: null, distinct: false } as const;
  return {
    kind: 'select',
    from: { table, alias: 't' },
    joins: [],
    where: [
      {
        kind: 'in',
        expr,
        values: places.map(({ value }) => ({ kind: 'literal', type: 'text', value }) as const),
        negated: false,
      },
    ],
    groupBy: [expr],
    having: [],
    select: [
      { expr, as: 'value' },
      { expr: rows, as: 'row_count' },
    ],
    distinct: false,
    orderBy: [],
    limit: { count: places.length, withTies: false },
  };
}
