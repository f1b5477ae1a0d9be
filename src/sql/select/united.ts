import type { CatalogColumn, CatalogTable, UnitedPart } from '#src/plugin-api/catalog.ts';
import type { SelectRules } from './rules.ts';

/** What a column of a united table is in one of its parts: the name of a column there, or the text of a value. */
export function inPart(
  { columns }: UnitedPart,
  { name }: CatalogColumn,
): { readonly column: string } | { readonly value: string } {
  const found = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!found) throw new RangeError(`a part of a united table lacks its column "${name}"`);
  return found;
}

/** The columns of which a statement reads the parts: one at least, so that rows can be counted. */
export const readColumns = (
  { columns }: CatalogTable,
  wanted: ReadonlySet<CatalogColumn>,
): readonly CatalogColumn[] => {
  const read = columns.filter((column) => wanted.has(column));
  return read.length > 0 ? read : columns.slice(0, 1);
};

/** `(SELECT … UNION ALL SELECT …) AS "united"` over the physical tables of the parts, under the names of the columns. */
export function unitedRows(
  parts: readonly UnitedPart[],
  columns: readonly CatalogColumn[],
  physicalName: (part: UnitedPart) => string,
  { quote }: Pick<SelectRules, 'quote'>,
): string {
  const branches = parts.map((part) => {
    const items = columns.map((column) => {
      const own = inPart(part, column);
      const value =
        'column' in own
          ? quote(own.column)
          : `CAST(${textOrNull(own.value)} AS ${castType(column)})`;
      return `${value} AS ${quote(column.name)}`;
    });
    const rows = part.without.flatMap(({ column, values }) =>
      values.map((value) => `${quote(column)} IS DISTINCT FROM ${textOrNull(value)}`),
    );
    const where = rows.length > 0 ? ` WHERE ${rows.join(' AND ')}` : '';
    return `SELECT ${items.join(', ')} FROM ${physicalName(part)}${where}`;
  });
  return `(${branches.join(' UNION ALL ')}) AS ${quote('united')}`;
}

const textOrNull = (value: string | null): string =>
  value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`;

/** Values that all rows of a part have are names and days. */
export const castType = ({ type }: CatalogColumn): 'DATE' | 'VARCHAR' =>
  type === 'date' ? 'DATE' : 'VARCHAR';
