import { findColumn, findTable } from '#src/catalog/semantics/apply.ts';
import type { SemanticMetric, SemanticsDocument } from '#src/catalog/semantics/document.ts';
import { readFragment, soleAggregate } from '#src/catalog/semantics/fragment.ts';
import type { Catalog, CatalogMetric, CatalogTable, Meaning } from '#src/plugin-api/catalog.ts';
import { FUNCTIONS } from '#src/query/functions.ts';

/**
 * What a document says beyond tables and columns, as a catalog bears it. What names a table or column that is not
 * there (any more), or is hidden, is passed over, so that it holds again when it is back.
 */
export function meaningOf(document: SemanticsDocument, catalog: Catalog): Meaning {
  return {
    metrics: document.metrics.flatMap((one) => metricOf(one, catalog) ?? []),
    values: document.values.flatMap((one) => {
      const table = findTable(catalog, one.table);
      const column = findColumn(table, one.column);
      return table && column ? [{ ...one, table: table.name, column: column.name }] : [];
    }),
    rules: document.rules,
    examples: document.examples,
  };
}

/** A metric with its expressions read; null where they name something that the table has not. */
export function metricOf(said: SemanticMetric, catalog: Catalog): CatalogMetric | null {
  const table = findTable(catalog, said.table);
  if (!table) return null;
  const [expression, ...filters] = [said.expression, ...said.filters].map((sql) =>
    readFragment(sql, table),
  );
  if (!expression || 'problem' in expression) return null;
  const conditions = filters.flatMap((one) => ('parts' in one ? [one.parts] : []));
  if (conditions.length < filters.length) return null;
  const { parts } = expression;
  const sole = soleAggregate(parts);
  const fn = sole?.fn ?? null;
  const adds = sole !== null && !sole.distinct && FUNCTIONS[sole.fn].combine === 'sum';
  return {
    name: said.name,
    synonyms: said.synonyms,
    table: table.name,
    expression: parts,
    filters: conditions,
    fn,
    additive: adds && (!FUNCTIONS[sole.fn].keepsUnit || parts.every((part) => addsUp(part, table))),
    description: said.description,
    signedBy: said.signed_by,
  };
}

/** Sums of rates, balances and the like have no groups that add up. */
function addsUp(part: CatalogMetric['expression'][number], table: CatalogTable): boolean {
  if (typeof part === 'string') return true;
  const column = table.columns.find(({ name }) => name === part.column);
  return column?.additive !== 'snapshot';
}
