import type { PlanRequest } from '#src/planner/plan.ts';
import type { Catalog, ValueLookup } from '#src/plugin-api/catalog.ts';

const made = new WeakMap<Catalog, Catalog>();

/**
 * The request without tables that another one covers: a sheet with a column for each month beside the table with a row
 * for each, sheets of one shape beside the table of all their rows. Asked of both, each question would have two
 * readings. A table that people have put a metric on stays.
 */
export function withoutCovered(request: PlanRequest): PlanRequest {
  const { catalog } = request;
  const asked = made.get(catalog) ?? withoutCoveredTables(catalog);
  made.set(catalog, asked);
  if (asked === catalog) return request;
  return { ...request, catalog: asked, values: valuesOf(request.values, asked) };
}

function withoutCoveredTables(catalog: Catalog): Catalog {
  const names = new Set(catalog.tables.map(({ name }) => name));
  const measured = new Set(catalog.meaning?.metrics.map(({ table }) => table));
  const tables = catalog.tables.filter(
    ({ name, coveredBy }) => coveredBy === undefined || !names.has(coveredBy) || measured.has(name),
  );
  if (tables.length === catalog.tables.length) return catalog;
  const kept = new Set(tables.map(({ name }) => name));
  const relationships = catalog.relationships.filter(
    ({ from, to }) => kept.has(from.table) && kept.has(to.table),
  );
  return { ...catalog, tables, relationships };
}

/** The look-up without values of tables that are not asked. */
function valuesOf(values: ValueLookup, { tables }: Catalog): ValueLookup {
  const names = new Set(tables.map(({ name }) => name));
  return {
    lookup: (span, options) => values.lookup(span, options).filter(({ table }) => names.has(table)),
    close: () => values.close(),
  };
}
