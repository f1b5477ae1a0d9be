import type { BreakdownRows } from '#src/ask/breakdown.ts';
import type { Check } from '#src/ask/types.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { ResultColumn } from '#src/plugin-api/data-source.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import type { CollectedResult } from '#src/results/types.ts';

const NAME = 'total_row';
const TOTAL = /^(?:grand |sub[- ]?|overall )?totals?:?$/i;

interface Groups {
  readonly facts: QueryFacts;
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly CellValue[])[];
}

/** Whether one of the groups is called a total: a row of a sheet that sums the others counts them twice. */
export function checkTotalRow(
  facts: QueryFacts,
  { columns, rows }: CollectedResult,
  breakdown: BreakdownRows | null,
): Check {
  const grouped = [{ facts, columns, rows }, ...(breakdown ? [breakdown] : [])].filter(isGrouped);
  if (grouped.length === 0)
    return { name: NAME, outcome: 'skipped', detail: 'There are no groups.' };
  const found = grouped.flatMap(totalNames)[0];
  return found === undefined
    ? { name: NAME, outcome: 'passed', detail: 'No group is called a total.' }
    : {
        name: NAME,
        outcome: 'warning',
        detail: `One of the groups is called "${found}": where its rows sum the others, they are counted twice.`,
      };
}

const isGrouped = ({ facts }: Groups) => facts.root.groupBy.length > 0;

const totalNames = ({ columns, rows }: Groups): readonly string[] =>
  columns.flatMap(({ type }, at) =>
    type === 'text'
      ? rows.flatMap((row) => (TOTAL.test(String(row[at] ?? '').trim()) ? [String(row[at])] : []))
      : [],
  );
