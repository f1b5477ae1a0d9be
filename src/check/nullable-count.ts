import { columnOf, readable, sameName, tableOf } from '#src/catalog/catalog-names.ts';
import type { Asked } from '#src/check/asked.ts';
import { baseWords, namesThing } from '#src/check/things.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { rowBlocks } from '#src/sql/blocks.ts';

const NAME = 'nullable_count';

/** A COUNT of a column with empty values, of a result column that is named for rows. */
export interface NullableCount {
  readonly column: BaseColumn;
  readonly known: CatalogColumn;
  /** Whether its block reads one table, so that COUNT(*) is the same without the gaps. */
  readonly alone: boolean;
}

/** Whether a COUNT leaves out rows that were meant: COUNT(coupon) of orders counts orders with a coupon. */
export function checkNullableCount(facts: QueryFacts, catalog: Catalog, asked: Asked): Check {
  const [found] = nullableCounts(facts, catalog, asked);
  if (found)
    return {
      name: NAME,
      outcome: 'warning',
      detail: `Only rows with a value for ${found.known.label} are counted. It's empty in ${asked.seesAll ? found.known.profile!.nullCount : 'some'} rows of ${readable(found.column.table)}.`,
    };
  const counts = rowBlocks(facts.root).some(({ outputs }) =>
    outputs.some(({ aggregates }) => aggregates.some(({ fn, arg }) => fn === 'count' && arg)),
  );
  return counts
    ? {
        name: NAME,
        outcome: 'passed',
        detail: 'No row is missing from a count because of an empty value.',
      }
    : { name: NAME, outcome: 'skipped', detail: 'No column is counted.' };
}

export function nullableCounts(
  facts: QueryFacts,
  catalog: Catalog,
  { question }: Asked,
): readonly NullableCount[] {
  return rowBlocks(facts.root).flatMap((block) =>
    block.outputs.flatMap(({ aggregates, name }) =>
      aggregates.flatMap(({ fn, distinct, arg }) => {
        const known = arg?.column && columnOf(catalog, arg.column);
        if (fn !== 'count' || distinct || !known || !(known.profile?.nullCount ?? 0)) return [];
        const column = arg.column;
        if (isOptional(block, column) || excluded(block, column)) return [];
        const { label } = tableOf(catalog, column.table)!;
        if (!meansRows(name, label, question) || names(question, known)) return [];
        return [{ column, known, alone: block.sources.length === 1 }];
      }),
    ),
  );
}

/** The result column or the question names the table's rows. */
function meansRows(output: string, table: string, question: string): boolean {
  if (namesThing(output, table)) return true;
  const generic = /^(n|cnt|count|total|number|rows|count_.*|count\(.*)$/i.test(output);
  return generic && namesThing(question, table);
}

/** The question speaks of the column itself: "orders with a coupon". */
function names(question: string, { label }: CatalogColumn): boolean {
  const words = baseWords(question);
  return baseWords(label).some((word) => word.length > 2 && word !== 'id' && words.includes(word));
}

/** The side of an outer join that may be missing: counting one of its columns is how its rows are counted. */
function isOptional({ joins, sources }: SelectFacts, { table }: BaseColumn): boolean {
  return joins.some(({ type, alias }) => {
    const source = sources.find((one) => one.alias === alias);
    return type !== 'inner' && source?.table != null && sameName(source.table, table);
  });
}

const excluded = ({ filters, joins }: SelectFacts, { table, column }: BaseColumn) =>
  filters.some(
    (one) => one.column && sameName(one.column.table, table) && sameName(one.column.column, column),
  ) ||
  joins.some(({ equalities }) =>
    equalities.some(({ left, right }) =>
      [left, right].some((one) => sameName(one.table, table) && sameName(one.column, column)),
    ),
  );
