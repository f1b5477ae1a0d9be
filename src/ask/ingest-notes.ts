import { columnOf, tableOf } from '#src/catalog/catalog-names.ts';
import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';

/** Tables that a sentence names one by one. */
const NAMED = 12;

/**
 * What the reading of a file decided of the tables and columns that a statement uses, a sentence each: tables that were
 * made of others, and columns whose cells allow another reading.
 */
export function ingestNotes(facts: QueryFacts, catalog: Catalog): readonly string[] {
  const blocks = allBlocks(facts.root);
  const tables = new Set(
    blocks.flatMap(({ sources }) =>
      sources.flatMap(({ table }) => (table === null ? [] : (tableOf(catalog, table) ?? []))),
    ),
  );
  const guesses = blocks.flatMap(usedColumns).flatMap((used) => {
    const column = columnOf(catalog, used);
    return column?.guess ? [`${column.label}: ${column.guess}.`] : [];
  });
  return [...[...tables].flatMap((table) => derivedNote(table, catalog)), ...new Set(guesses)];
}

function derivedNote({ label, derived }: CatalogTable, catalog: Catalog): readonly string[] {
  if (!derived) return [];
  const labels = derived.of.map((name) => tableOf(catalog, name)?.label ?? name);
  if (derived.kind === 'unpivot')
    return [`${label} has the columns of ${labels[0]} that are periods as rows.`];
  const more = labels.length > NAMED ? ` and ${labels.length - NAMED} more` : '';
  return [
    `${label} has the rows of ${labels.length} tables: ${labels.slice(0, NAMED).join(', ')}${more}.`,
  ];
}

const usedColumns = ({ outputs, filters, having, groupBy, orderBy }: SelectFacts): BaseColumn[] =>
  [...outputs, ...filters, ...having, ...groupBy, ...orderBy.map(({ expr }) => expr)].flatMap(
    ({ columns }) => columns,
  );
