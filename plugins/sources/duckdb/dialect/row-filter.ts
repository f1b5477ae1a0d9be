import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';

/**
 * DuckDB pushes conditions of the outer query through a subquery, also through a materialized WITH, and could evaluate
 * a cast on rows that the row filter removes. It pushes nothing through a LIMIT.
 */
export const FENCE_ROWS = 9_223_372_036_854_775_807n;

const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const isBigint = (text: string) =>
  /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

/** How a value of a row filter must look for a column, and the type it is compared in, so that neither side can fail. */
const TYPES: Readonly<
  Record<string, { readonly id: string | null; readonly fits: (text: string) => boolean }>
> = lookupTable({
  text: { id: null, fits: () => true },
  integer: { id: 'BIGINT', fits: isBigint },
  decimal: { id: 'DOUBLE', fits: (text) => /^-?\d{1,15}(\.\d{1,15})?$/.test(text) },
  float: { id: 'DOUBLE', fits: (text) => /^-?\d{1,15}(\.\d{1,15})?$/.test(text) },
  date: { id: 'DATE', fits: isDate },
  boolean: { id: 'BOOLEAN', fits: (text) => /^(true|false)$/i.test(text) },
});

/** The type that a row filter's text is cast to for a column; null where it is compared as it is. */
export const filterType = ({ type }: CatalogColumn): string | null => TYPES[type]?.id ?? null;

/** A row filter's value as the text that is compared; null where it cannot be one of the column. */
export function filterText({ type }: CatalogColumn, value: string | number): string | null {
  const text = String(value);
  return TYPES[type]?.fits(text) ? text : null;
}
