import type { SchemaOverride } from '#src/catalog/generations/overrides.ts';
import { overTime, repeatsOf } from '#src/catalog/over-time.ts';
import type { SemanticsDocument } from '#src/catalog/semantics/document.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

/** The document that says what a catalog says already: what discovery found by its rules, with people's changes. */
export function draftSemantics(catalog: Catalog): SemanticsDocument {
  return {
    metrics: [],
    relationships: catalog.relationships.map(({ from, to, cardinality }) => ({
      from: { table: from.table, columns: [...from.columns] },
      to: { table: to.table, columns: [...to.columns] },
      cardinality,
    })),
    columns: catalog.tables.flatMap((table) =>
      table.columns
        .filter(({ hidden }) => !hidden)
        .map((column) => ({
          table: table.name,
          column: column.name,
          description: column.description,
          synonyms: [...column.synonyms],
          unit: column.unit,
          kind: column.kind === 'identifier' ? ('id' as const) : column.kind,
          // What people confirm by putting a draft back is not more than the rules know.
          ...(isOpenOverTime(table, column) ? {} : { additive: column.additive }),
        })),
    ),
    values: [],
    rules: [],
    examples: [],
  };
}

/** Whether sums of a measure over the periods of its table may mean nothing, and nobody said that they do. */
const isOpenOverTime = (table: CatalogTable, column: CatalogColumn): boolean =>
  column.additive === true &&
  column.kind === 'measure' &&
  repeatsOf(table) !== null &&
  overTime(column) !== 'flow';

/** The document with what was said of single columns since it was put: that holds, so that an export has it too. */
export function withOverrides(
  document: SemanticsDocument,
  overrides: readonly SchemaOverride[],
): SemanticsDocument {
  const columns = [...document.columns];
  for (const { table, column, description, synonyms } of overrides) {
    if (column === null || (description === null && synonyms === null)) continue;
    const same = (one: (typeof columns)[number]) =>
      one.table.toLowerCase() === table && one.column.toLowerCase() === column;
    const at = columns.findIndex(same);
    const said = {
      ...(columns[at] ?? { table, column }),
      ...(description === null ? {} : { description }),
      ...(synonyms === null ? {} : { synonyms: [...synonyms] }),
    };
    columns.splice(at < 0 ? columns.length : at, at < 0 ? 0 : 1, said);
  }
  return { ...document, columns };
}
