import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { RewriteOptions } from '#src/plugin-api/dialect.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import type { RowEquality } from '#src/plugin-api/row-clause.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';
import { type BoundTable, fold } from './scope.ts';

const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const isBigint = (text: string) =>
  /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

/** How a value of a row filter must look for a column, and the type it is compared in. */
const TYPES: Readonly<
  Record<string, { readonly id: string; readonly fits: (text: string) => boolean }>
> = lookupTable({
  integer: { id: 'BIGINT', fits: isBigint },
  decimal: { id: 'DOUBLE', fits: (text) => /^-?\d{1,15}(\.\d{1,15})?$/.test(text) },
  float: { id: 'DOUBLE', fits: (text) => /^-?\d{1,15}(\.\d{1,15})?$/.test(text) },
  date: { id: 'DATE', fits: isDate },
  boolean: { id: 'BOOLEAN', fits: (text) => /^(true|false)$/i.test(text) },
});

/** `column = value`, compared in the column's own type so that neither side can fail. */
export interface RowCondition {
  readonly column: string;
  readonly text: string;
  /** The type that the text is cast to; null where it is compared as it is. */
  readonly type: string | null;
}

/**
 * The conditions of a table's rows: of each group one has to hold. Throws `Refused` (`row_filter`) for a column that it
 * has not, and for a value that cannot be one of the column.
 */
export function rowConditions(
  { table }: BoundTable,
  rowFilters: RewriteOptions['rowFilters'],
): readonly (readonly RowCondition[])[] {
  const conditionOf = (filter: RowEquality): RowCondition => {
    const column = table.columns.find((each) => fold(each.name) === fold(filter.column));
    if (!column)
      throw new Refused(
        'row_filter',
        `The table "${table.name}" has no column for the row filter.`,
      );
    return condition(column, String(filter.value));
  };
  return (rowFilters.get(table.name) ?? []).map((clause) => clause.map(conditionOf));
}

function condition(column: CatalogColumn, text: string): RowCondition {
  if (column.type === 'text') return { column: column.name, text, type: null };
  const rule = TYPES[column.type];
  if (!rule?.fits(text))
    throw new Refused(
      'row_filter',
      `The row filter of this key cannot be applied to the column "${column.name}".`,
    );
  return { column: column.name, text, type: rule.id };
}
