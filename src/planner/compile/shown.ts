import type { Builder, Item } from '#src/planner/compile/builder.ts';
import { Declined } from '#src/planner/frame.ts';
import { displayColumns, shownBy } from '#src/planner/lexicon/display.ts';
import type { Scope } from '#src/planner/scope.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { SelectItem } from '#src/plugin-api/query.ts';

/** The columns that show an item. */
export function columnsOf(builder: Builder, item: Item, scope: Scope): SelectItem[] {
  const table = builder.context.table(item.table);
  const detail = item.thing.details ? detailColumn(table) : null;
  if (detail) return [{ expr: scope.column(item.table, detail.name), as: detail.name }];
  if (item.thing.everything)
    return table.columns
      .filter((column) => !column.hidden && !column.sensitive)
      .map((column) => ({ expr: scope.column(item.table, column.name), as: column.name }));
  const columns = item.columns ?? shownColumns(builder, item.table);
  return columns.map((column) => ({
    expr: scope.column(item.table, column.name),
    as: column.name,
  }));
}

/** Columns of rows that have no name; more would have to be asked for. */
const MOST_SHOWN = 20;

export function shownColumns(builder: Builder, name: string): readonly CatalogColumn[] {
  const table = builder.context.table(name);
  const columns = displayColumns(table);
  const all = table.columns.filter((column) => !column.hidden && !column.sensitive);
  if (columns.length === 0 && all.length > 0 && all.length <= MOST_SHOWN) {
    builder.context.assume(`No column names the rows of ${table.label}, so all columns are shown.`);
    return all;
  }
  if (columns.length === 0)
    throw new Declined(
      'unsupported_question',
      `Which columns of ${table.label} do you want?`,
      table.label,
    );
  builder.context.assume(shownBy(table, columns));
  return columns;
}

/** The one column that a table keeps details in. */
function detailColumn(table: CatalogTable): CatalogColumn | null {
  const found = table.columns.filter(
    (column) => !column.hidden && /\bdetails?$/i.test(column.label),
  );
  return found.length === 1 ? found[0]! : null;
}
