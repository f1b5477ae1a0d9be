import { columnOf, tableOf } from '#src/catalog/catalog-names.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
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

/**
 * Cells of the file that have no value where a statement computes over their column, picks or sorts by it: a sentence
 * each. Not for those who see only some of the rows.
 */
export function unreadNotes(facts: QueryFacts, catalog: Catalog): readonly string[] {
  const read = allBlocks(facts.root).flatMap(({ outputs, ...block }) =>
    usedColumns({
      ...block,
      outputs: outputs.filter(({ aggregates }) => aggregates.length > 0),
    }),
  );
  return [...new Set(read.flatMap((used) => unreadNote(columnOf(catalog, used) ?? null)))];
}

function unreadNote(column: CatalogColumn | null): readonly string[] {
  if (!column?.unread || column.hidden) return [];
  const { label, sensitive, unread } = column;
  const { cells, example, type, formulas } = unread;
  const quoted = example === null || sensitive ? '' : ` ("${example}"${cells > 1 ? ', …' : ''})`;
  return [
    ...(cells === 1
      ? [`1 cell in ${label} doesn't contain a valid ${type}${quoted} and is left out.`]
      : []),
    ...(cells > 1
      ? [`${cells} cells in ${label} don't contain a valid ${type}${quoted} and are left out.`]
      : []),
    ...(formulas === 1 ? [`1 formula in ${label} has no stored result and is left out.`] : []),
    ...(formulas > 1
      ? [`${formulas} formulas in ${label} have no stored result and are left out.`]
      : []),
  ];
}

function derivedNote({ label, derived }: CatalogTable, catalog: Catalog): readonly string[] {
  if (!derived) return [];
  const labels = derived.of.map((name) => tableOf(catalog, name)?.label ?? name);
  if (derived.kind === 'unpivot')
    return [`${label} lists the period columns of ${labels[0]} as rows.`];
  const more = labels.length > NAMED ? ` and ${labels.length - NAMED} more` : '';
  return [
    `${label} combines ${labels.length} tables: ${labels.slice(0, NAMED).join(', ')}${more}.`,
  ];
}

const usedColumns = ({
  outputs,
  filters,
  having,
  groupBy,
  orderBy,
}: Pick<SelectFacts, 'outputs' | 'filters' | 'having' | 'groupBy' | 'orderBy'>): BaseColumn[] =>
  [...outputs, ...filters, ...having, ...groupBy, ...orderBy.map(({ expr }) => expr)].flatMap(
    ({ columns }) => columns,
  );
