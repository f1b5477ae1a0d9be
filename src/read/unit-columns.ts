import { UNITS } from '#src/language/en/periods.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import { onceOf } from '#src/read/once-of.ts';
import type { Question } from '#src/read/question.ts';

/**
 * The catalog of `visits per month` where other rows have a column that is called `month`: without such columns, so that the month
 * of a date is meant; null where none is called as a unit of time that the question names.
 */
export function withoutUnitColumns(catalog: Catalog, { tokens }: Question): Catalog | null {
  const isSaid = ({ label }: CatalogColumn) =>
    tokens.some(({ lower, lemma }) => lower === label || lemma === label);
  const columns = unitColumns(catalog);
  return columns.some(isSaid) ? withHidden(catalog) : null;
}

const isUnit = ({ label, hidden }: CatalogColumn): boolean => !hidden && UNITS.has(label);

const unitColumns = onceOf(({ tables }: Catalog): readonly CatalogColumn[] =>
  tables.flatMap(({ columns }) => columns.filter(isUnit)),
);

const withHidden = onceOf(
  (catalog: Catalog): Catalog => ({
    ...catalog,
    tables: catalog.tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) =>
        isUnit(column) ? { ...column, hidden: true } : column,
      ),
    })),
  }),
);
