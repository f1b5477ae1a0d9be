import { sameName, tableOf } from '#src/catalog/catalog-names.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';

/** Whether a statement lists rows as they are, without a limit. */
export const isList = ({ root }: QueryFacts): boolean =>
  !root.distinct &&
  root.setOperation === null &&
  root.groupBy.length === 0 &&
  root.limit === null &&
  root.outputs.every(({ aggregates }) => aggregates.length === 0);

/**
 * The columns that tell the groups of two statements apart, by their places, where the one is a key and the other the
 * name of just that row; null where they are something else.
 */
export function sameThings(
  left: QueryFacts,
  right: QueryFacts,
  catalog: Catalog,
): readonly [left: number, right: number] | null {
  const [own, other] = [groupOf(left.root), groupOf(right.root)];
  if (!own || !other) return null;
  const isPair =
    isNameOf(other.column, own.column, catalog) || isNameOf(own.column, other.column, catalog);
  return isPair ? [own.at, other.at] : null;
}

interface Group {
  readonly column: BaseColumn;
  readonly at: number;
}

/** The only column of a grouped statement beside its numbers; null where it has none or several. */
function groupOf({ groupBy, outputs }: SelectFacts): Group | null {
  const groups = outputs.flatMap(({ aggregates, column }, at) =>
    aggregates.length === 0 ? [{ column, at }] : [],
  );
  const [only, more] = groups;
  const isOne = groupBy.length > 0 && !more && outputs.length > 1;
  return isOne && only?.column ? { column: only.column, at: only.at } : null;
}

function isNameOf(name: BaseColumn, key: BaseColumn, catalog: Catalog): boolean {
  const table = tableOf(catalog, name.table);
  const [only, more] = table?.primaryKey ?? [];
  const isKey =
    (sameName(key.table, name.table) &&
      only !== undefined &&
      more === undefined &&
      sameName(only, key.column)) ||
    catalog.relationships.some(
      ({ from, to }) =>
        sameName(from.table, key.table) &&
        from.columns.length === 1 &&
        sameName(from.columns[0] ?? '', key.column) &&
        sameName(to.table, name.table),
    );
  return (
    isKey &&
    table !== null &&
    displayColumns(table).some(
      (one) => sameName(one.name, name.column) && one.profile?.unique === true,
    )
  );
}
