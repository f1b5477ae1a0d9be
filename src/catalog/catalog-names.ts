import { lemma } from '#src/catalog/fold.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';

export const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

export function tableOf(catalog: Catalog, name: string): CatalogTable | null {
  return catalog.tables.find((table) => sameName(table.name, name)) ?? null;
}

export function columnOf(catalog: Catalog, column: BaseColumn): CatalogColumn | null {
  const table = tableOf(catalog, column.table);
  return table ? columnIn(table, column.column) : null;
}

/** A column of a table, or the order of its rows. */
function columnIn({ columns, rowOrder }: CatalogTable, column: string): CatalogColumn | null {
  const known = rowOrder ? [...columns, rowOrder] : columns;
  return known.find(({ name }) => sameName(name, column)) ?? null;
}

/** `unit_price` → `unit price`; what is no identifier stays. */
export function readable(name: string): string {
  return name.replaceAll('_', ' ').trim();
}

export function labelOf(catalog: Catalog, column: BaseColumn): string {
  return columnOf(catalog, column)?.label ?? readable(column.column);
}

/** Labels that say nothing where their table is not in sight. */
const BARE: ReadonlySet<string> = new Set([
  ...['name', 'title', 'label', 'description', 'code', 'number', 'no', 'id', 'key'],
]);

/** A column as a sentence names it: `name` of customers → `customer name`, `region` of stores → `region`. */
export function saidLabel(catalog: Catalog, column: BaseColumn): string {
  const label = labelOf(catalog, column);
  return BARE.has(label.toLowerCase())
    ? `${singular(tableLabel(column.table, catalog))} ${label}`
    : label;
}

export function tableLabel(name: string, catalog: Catalog): string {
  return tableOf(catalog, name)?.label ?? readable(name);
}

/** `order lines` → `order line`, `status` → `status`: one of what a name stands for. */
export function singular(phrase: string): string {
  const words = phrase.split(' ');
  const last = words.at(-1)!;
  const one = lemma(last.toLowerCase());
  return one === last.toLowerCase() ? phrase : [...words.slice(0, -1), one].join(' ');
}

/** `customer id` → `customer`; `id` alone stays. */
export const withoutId = (label: string): string => label.replace(/(?<=.) id$/i, '');

/** Words that are their own plural. */
const PLURALS = new Set(['people', 'staff', 'series', 'species', 'news', 'data', 'media']);

/** `order line` → `order lines`; a label in the plural stays. */
export function plural(label: string): string {
  const last = label.split(' ').at(-1)!;
  if (lemma(last) !== last || PLURALS.has(last) || /\d$/.test(last)) return label;
  if (/(s|x|z|ch|sh)$/.test(last)) return /s$/.test(last) ? label : `${label}es`;
  return /[^aeiou]y$/.test(last) ? `${label.slice(0, -1)}ies` : `${label}s`;
}

/** Columns of so few values are told apart by them in questions. */
const FEW_VALUES = 30;

/** What the data calls its tables, its columns and the values of columns that have few. */
export function spokenNames({ tables }: Catalog): readonly string[] {
  return tables.flatMap((table) => {
    const columns = table.columns.filter(({ hidden }) => !hidden);
    const named = [table, ...columns].flatMap(({ label, synonyms }) => [label, ...synonyms]);
    const values = columns.flatMap(({ type, profile }) =>
      type === 'text' && profile !== null && profile.distinctCount < FEW_VALUES
        ? profile.samples.map(String)
        : [],
    );
    return [...named, ...values];
  });
}
