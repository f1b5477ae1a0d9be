import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import type { SelectRules } from './rules.ts';
import { spelling } from './scope.ts';

/** Tables of a catalog by the folded names that may stand for them: their own, and the engine's own. */
export function indexTables(
  tables: readonly CatalogTable[],
  { foldTable }: SelectRules,
): ReadonlyMap<string, readonly CatalogTable[]> {
  const index = new Map<string, CatalogTable[]>();
  for (const table of tables)
    for (const name of new Set([foldTable(table.name), foldTable(table.physical.table)]))
      index.set(name, [...(index.get(name) ?? []), table]);
  return index;
}

/**
 * The table that `table` or `schema.table` names: alone by its name in the catalog; with a schema only where that and
 * the name are the ones under which the engine has it. Throws `Refused` where there is none.
 */
export function findTable(
  names: readonly string[],
  tables: ReadonlyMap<string, readonly CatalogTable[]>,
  rules: SelectRules,
): CatalogTable {
  const { foldTable } = rules;
  const [name = '', schema, ...more] = [...names].reverse();
  const found = tables.get(foldTable(name)) ?? [];
  const table = found.find(({ name: own, physical }) =>
    schema === undefined
      ? foldTable(own) === foldTable(name)
      : more.length === 0 &&
        physical.schema !== null &&
        foldTable(physical.schema) === foldTable(schema) &&
        foldTable(physical.table) === foldTable(name),
  );
  if (table) return table;
  const all = [...tables.values()].flat();
  throw new Refused(
    'table_not_in_catalog',
    `There is no table "${names.join('.')}" in this workspace.${spelling(name, all, rules)}`,
  );
}
