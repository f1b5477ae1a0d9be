import { lemma } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/names.ts';
import { AMOUNT_NOUNS, ROW_NOUNS } from '#src/language/en/amount-nouns.ts';
import { isNumeric } from '#src/planner/measured.ts';
import { type CountedThings, countsRows, withCounts } from '#src/planner/repeated-things.ts';
import { inEachBlock } from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Expr, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';

/**
 * What rows are called by that are named after an amount, and have it: `volunteer hours`, each row of which has its hours.
 * Nobody who asks for their number counts the rows.
 */
export function amountCalledAs({ label, columns }: CatalogTable): CatalogColumn | null {
  const noun = lemma(wordsOf(label).at(-1) ?? '');
  if (!AMOUNT_NOUNS.has(noun)) return null;
  const [found, second] = columns.filter(
    (one) =>
      !one.hidden &&
      !one.sensitive &&
      one.kind === 'measure' &&
      one.additive !== false &&
      isNumeric(one.type) &&
      wordsOf(one.label).map(lemma).includes(noun),
  );
  return found && !second ? found : null;
}

/** The query with such amounts added up where their rows would be counted, unless the question speaks of rows or entries. */
export function withAmountsOfRows(
  query: SelectQuery,
  tables: ReadonlyMap<string, CatalogTable>,
  question: string,
): CountedThings {
  if (wordsOf(question).some((word) => ROW_NOUNS.has(lemma(word.toLowerCase()))))
    return { query, assumptions: [] };
  const assumptions = new Set<string>();
  const inSelect = (select: SelectQuery): SelectQuery => {
    const table = tables.get(select.from.table);
    const column = table ? amountCalledAs(table) : null;
    if (!table || !column || !countsRows([select.select, select.having, select.orderBy]))
      return select;
    assumptions.add(`The ${column.label} of ${table.label} is summed. Rows aren't counted.`);
    const arg: Expr = { kind: 'column', alias: select.from.alias, column: column.name };
    const sum = { fn: 'sum', arg, distinct: false } as const;
    const named = (item: SelectItem): SelectItem =>
      item.as === 'count' ? { ...item, as: `total_${column.name}` } : item;
    return {
      ...select,
      select: withCounts(select.select, sum).map(named),
      having: withCounts(select.having, sum),
      orderBy: withCounts(select.orderBy, sum),
    };
  };
  return { query: inEachBlock(query, inSelect), assumptions: [...assumptions] };
}
