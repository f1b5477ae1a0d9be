import { tableOf } from '#src/catalog/catalog-names.ts';
import { totalRowsCounted } from '#src/check/total-rows.ts';
import type { BreakdownRows, Check, CheckedResult } from '#src/check/types.ts';
import type { Catalog, CellValue } from '#src/plugin-api/catalog.ts';
import type { ResultColumn } from '#src/plugin-api/data-source.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

const NAME = 'total_row';
const TOTAL = /^(?:grand |sub[- ]?|overall )?totals?:?$/i;

interface Groups {
  readonly facts: QueryFacts;
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly CellValue[])[];
}

/**
 * Whether rows that sum others are counted with them: those that ingest found, where the statement does not leave them
 * out, and groups that are called a total, where nobody looked at the rows.
 */
export function checkTotalRow(
  facts: QueryFacts,
  { columns, rows }: CheckedResult,
  breakdown: BreakdownRows | null,
  catalog: Catalog,
): Check {
  const counted = totalRowsCounted(facts, catalog);
  if (counted) return { name: NAME, outcome: 'warning', detail: counted };
  const grouped = [{ facts, columns, rows }, ...(breakdown ? [breakdown] : [])].filter(isGrouped);
  if (grouped.length === 0)
    return { name: NAME, outcome: 'skipped', detail: 'There are no groups.' };
  const isKnown = facts.tables.every((table) => tableOf(catalog, table)?.totalRows !== undefined);
  const found = isKnown ? undefined : grouped.flatMap(totalNames)[0];
  return found === undefined
    ? { name: NAME, outcome: 'passed', detail: 'No group is a total of the others.' }
    : {
        name: NAME,
        outcome: 'warning',
        detail: `One group is called "${found}". If it's the total of the others, those rows are counted twice.`,
      };
}

const isGrouped = ({ facts }: Groups) => facts.root.groupBy.length > 0;

const totalNames = ({ columns, rows }: Groups): readonly string[] =>
  columns.flatMap(({ type }, at) =>
    type === 'text'
      ? rows.flatMap((row) => (TOTAL.test(String(row[at] ?? '').trim()) ? [String(row[at])] : []))
      : [],
  );
