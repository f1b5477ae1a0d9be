import type { NextRowProbe, TieProbe } from '#src/check/tie-probe.ts';
import type { Check, CheckedResult } from '#src/check/types.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

const NAME = 'limit_ties';

const passed: Check = {
  name: NAME,
  outcome: 'passed',
  detail: 'No tied row is left out.',
};

/** What the rows of a probe say: whether which rows are picked is chance. */
export function checkProbe(probe: TieProbe, rows: readonly (readonly CellValue[])[]): Check {
  if (probe.kind === 'next_row') return checkNextRow(probe, rows);
  const [picked, withTies] = (rows[0] ?? []).map(Number);
  return picked !== undefined && withTies !== undefined && withTies > picked
    ? {
        name: NAME,
        outcome: 'warning',
        detail: 'Some groups have a tie for first place. The row shown is one of several.',
      }
    : passed;
}

/** Whether the row after the last one shown is its equal, so that which of them is shown is chance. */
function checkNextRow(
  { limit, sortedBy }: NextRowProbe,
  rows: readonly (readonly CellValue[])[],
): Check {
  const last = rows[limit - 1];
  const next = rows[limit];
  const unranked = unrankedText(rows.slice(0, limit), sortedBy[0] ?? 0);
  if (unranked) return unranked;
  const ties = last && next && sortedBy.every((column) => last[column] === next[column]);
  if (!ties) return passed;
  const place = limit === 1 ? 'the first row' : `row ${limit}`;
  return {
    name: NAME,
    outcome: 'warning',
    detail: `At least one more row ties with ${place}. The row shown is one of several.`,
  };
}

/** Rows without what they are picked by are not the highest of anything: they come last, where others are too few. */
function unrankedText(rows: readonly (readonly CellValue[])[], column: number): Check | null {
  if (rows.length === 0 || rows.every((row) => row[column] !== null)) return null;
  const none = rows.every((row) => row[column] === null);
  return none
    ? { name: NAME, outcome: 'failed', detail: 'No row has a value to rank by.' }
    : {
        name: NAME,
        outcome: 'warning',
        detail: 'Some of the rows shown have no value to rank by, because too few rows have one.',
      };
}

/** Whether the cut of "top N" goes through rows of equal rank, as far as the plan tells. */
export function checkTies(query: Query | null, facts: QueryFacts, result: CheckedResult): Check {
  const limit = query?.limit;
  if (!query || !limit || query.orderBy.length === 0)
    return { name: NAME, outcome: 'skipped', detail: "The question doesn't ask for top rows." };
  if (limit.within)
    return {
      ...{ name: NAME, outcome: 'passed' },
      detail: `Rows that tie for place ${limit.count} in a group are included.`,
    };
  if (result.totalRows < limit.count || limit.withTies || facts.root.limit === null)
    return {
      name: NAME,
      outcome: 'passed',
      detail:
        limit.withTies && result.totalRows > limit.count
          ? `Rows that tie for place ${limit.count} are included: ${result.totalRows} rows.`
          : 'No tied row is left out.',
    };
  return { name: NAME, outcome: 'skipped', detail: "Ties with the next row weren't checked." };
}
