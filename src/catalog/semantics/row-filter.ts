import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { RowPolicy } from '#src/principal.ts';

type Filter = RowPolicy['filter'];

const CONDITION =
  /\s*(?:"(?<quoted>(?:[^"]|"")+)"|(?<name>[\p{L}_][\p{L}\p{N}_$]*))\s*=\s*(?:'(?<text>(?:[^']|'')*)'|(?<number>-?\d{1,15}(?:\.\d{1,15})?))\s*/uy;
const AND = /and(?=[\s"])/iy;
const FORM = `A row filter is written as column = value, several joined by AND: tenant_id = 42 AND region = 'EU'.`;

/**
 * Reads the predicate of a document: equalities of columns with literals, joined by AND. Numbers are kept as such
 * where JavaScript holds them exactly, as text otherwise.
 */
export function readRowFilter(
  predicate: string,
): { readonly filter: Filter } | { readonly problem: string } {
  const found = new Map<string, readonly [column: string, value: string | number]>();
  let at = 0;
  for (;;) {
    CONDITION.lastIndex = at;
    const groups = CONDITION.exec(predicate)?.groups;
    if (!groups) return { problem: FORM };
    const column = groups['name'] ?? groups['quoted']!.replaceAll('""', '"');
    const value = groups['text']?.replaceAll("''", "'") ?? numberOf(groups['number']!);
    if (found.has(column.toLowerCase()))
      return { problem: `A row filter names each column once; "${column}" comes twice.` };
    found.set(column.toLowerCase(), [column, value]);
    at = CONDITION.lastIndex;
    if (at === predicate.length) return { filter: Object.fromEntries(found.values()) };
    AND.lastIndex = at;
    if (!AND.test(predicate)) return { problem: FORM };
    at = AND.lastIndex;
  }
}

const numberOf = (digits: string): string | number =>
  String(Number(digits)) === digits ? Number(digits) : digits;

/**
 * The catalog of a workspace with a row filter, without what was measured over all rows and what names their values:
 * ranges, samples, value indexes, approved examples.
 */
export function closedByFilter(catalog: Catalog): Catalog {
  if (!catalog.rowFilter) return catalog;
  return {
    ...catalog,
    valueIndexes: [],
    tables: catalog.tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) => ({ ...column, profile: null })),
    })),
    ...(catalog.meaning ? { meaning: { ...catalog.meaning, values: [], examples: [] } } : {}),
  };
}
