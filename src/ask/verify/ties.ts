import type { Check } from '#src/ask/types.ts';
import { withoutLiterals } from '#src/ask/verify/expression-text.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import type { CollectedResult } from '#src/results/types.ts';

const NAME = 'limit_ties';

/** A statement's rows and the one after its LIMIT. */
export interface TieProbe {
  readonly sql: string;
  /** Rows that the statement itself gives. */
  readonly limit: number;
  /** Result columns that the rows are sorted by. */
  readonly sortedBy: readonly number[];
}

/**
 * The statement with one row more, for SQL that cuts with a bare LIMIT; null where it cuts nothing, keeps ties itself,
 * or sorts by what its result does not show.
 */
export function tieProbe(sql: string, { root }: QueryFacts): TieProbe | null {
  const { limit, orderBy, outputs } = root;
  if (limit === null || limit < 1 || orderBy.length === 0) return null;
  const sortedBy = orderBy.map(({ expr }) =>
    outputs.findIndex(({ text, name }) => text === expr.text || name === expr.text),
  );
  if (sortedBy.includes(-1)) return null;
  const end = /\bLIMIT\s+(\d+)\s*;?\s*$/i.exec(withoutLiterals(sql));
  if (!end || Number(end[1]) !== limit) return null;
  return { sql: `${sql.slice(0, end.index)}LIMIT ${limit + 1}`, limit, sortedBy };
}

/**
 * What the planner's first rows are picked by, with one row more; null where it picks none. A query with a limit is
 * ordered by one thing: what follows only breaks ties.
 */
export function planProbe(query: Query): { readonly query: Query; readonly limit: number } | null {
  const { limit, orderBy } = query;
  const [first] = orderBy;
  if (query.kind !== 'select' || query.distinct) return null;
  if (!limit || limit.withTies || !first) return null;
  const { expr } = first;
  return {
    query: {
      ...query,
      select: [{ expr, as: 'picked_by' }],
      orderBy: [first],
      limit: { count: limit.count + 1, withTies: false },
    },
    limit: limit.count,
  };
}

/** Whether the row after the last one shown is its equal, so that which of them is shown is chance. */
export function checkProbe(
  { limit, sortedBy }: TieProbe,
  rows: readonly (readonly CellValue[])[],
): Check {
  const last = rows[limit - 1];
  const next = rows[limit];
  const unranked = unrankedText(rows.slice(0, limit), sortedBy[0]!);
  if (unranked) return unranked;
  const ties = last && next && sortedBy.every((column) => last[column] === next[column]);
  if (!ties) return { name: NAME, outcome: 'passed', detail: 'No row of equal rank is left out.' };
  const place = limit === 1 ? 'the first row' : `row ${limit}`;
  return {
    name: NAME,
    outcome: 'warning',
    detail: `At least one more row ties with ${place}: which of them is shown is chance.`,
  };
}

/** Rows without what they are picked by are not the highest of anything: they come last, where others are too few. */
function unrankedText(rows: readonly (readonly CellValue[])[], column: number): Check | null {
  if (rows.length === 0 || rows.every((row) => row[column] !== null)) return null;
  const none = rows.every((row) => row[column] === null);
  return none
    ? { name: NAME, outcome: 'failed', detail: 'No row has a value to be ranked by.' }
    : {
        name: NAME,
        outcome: 'warning',
        detail: 'Some of the first rows have no value to be ranked by: fewer rows have one.',
      };
}

/** Whether the cut of "top N" goes through rows of equal rank, as far as the plan tells. */
export function checkTies(query: Query | null, facts: QueryFacts, result: CollectedResult): Check {
  const limit = query?.limit;
  if (!query || !limit || query.orderBy.length === 0)
    return { name: NAME, outcome: 'skipped', detail: 'No first rows of an order are asked for.' };
  if (result.totalRows < limit.count || limit.withTies || facts.root.limit === null)
    return {
      name: NAME,
      outcome: 'passed',
      detail:
        limit.withTies && result.totalRows > limit.count
          ? `Rows that tie with place ${limit.count} are included: ${result.totalRows} rows.`
          : 'No row of equal rank is left out.',
    };
  return { name: NAME, outcome: 'skipped', detail: 'Whether the next row ties was not looked up.' };
}
