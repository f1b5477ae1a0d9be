import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { cast, columnRef, constant, equal, VARCHAR } from './build.ts';

const type = (id: string) => ({ id, type_info: null });

const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** How a value of a row filter must look for a column, and the type it is compared in. */
const TYPES: Readonly<
  Record<string, { readonly id: string; readonly fits: (text: string) => boolean }>
> = {
  integer: { id: 'BIGINT', fits: (text) => /^-?\d{1,18}$/.test(text) },
  decimal: { id: 'DOUBLE', fits: (text) => /^-?\d{1,15}(\.\d{1,15})?$/.test(text) },
  float: { id: 'DOUBLE', fits: (text) => /^-?\d{1,15}(\.\d{1,15})?$/.test(text) },
  date: { id: 'DATE', fits: isDate },
  boolean: { id: 'BOOLEAN', fits: (text) => /^(true|false)$/i.test(text) },
};

/**
 * `column = value` as a tree, compared in the column's own type so that neither side can fail. Throws `Refused`
 * (`row_filter`) for a value that cannot be one of the column.
 */
export function rowFilter(column: CatalogColumn, value: string | number) {
  const text = String(value);
  if (column.type === 'text') return equal(columnRef(column.name), constant(VARCHAR, text));
  const rule = TYPES[column.type];
  if (!rule?.fits(text))
    throw new Refused(
      'row_filter',
      `The row filter of this key cannot be applied to the column "${column.name}".`,
    );
  return equal(columnRef(column.name), cast(text, type(rule.id)));
}
