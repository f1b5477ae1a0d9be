import type { BuildContext } from '#src/planner/compile-context.ts';
import type { Frame } from '#src/planner/frame.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { blocksIn, columnBehind, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';

type Tables = ReadonlyMap<string, CatalogTable>;
type Rows = Pick<BuildContext, 'references'>;

/** Whether rows that are told apart by a key are called by names of which some stand for several of them. */
export function isSharedName(
  column: CatalogColumn,
  table: CatalogTable,
  { references }: Rows,
): boolean {
  const shown = displayColumns(table);
  const rows = table.rowCount ?? 0;
  const { distinctCount = rows, nullCount = 0 } = column.profile ?? {};
  const isName = shown.length === 1 && shown[0] === column;
  return (
    isName &&
    distinctCount < rows - nullCount &&
    (distinctCount > rows / 2 || isReferredTo(table, references))
  );
}

/** `dogs per owner name`, where two owners are called alike: what groups of names are made of, told. */
export const toldSharedNames = (
  query: SelectQuery,
  { tables, references }: Pick<BuildContext, 'references'> & { readonly tables: Tables },
): readonly string[] => [
  ...new Set(
    blocksIn(query).flatMap((block) => {
      const grouped = block.groupBy.flatMap(
        (expr) => columnBehind(expr, tablesByAlias(block), tables) ?? [],
      );
      return grouped.flatMap(({ column, table }) => {
        const isKeyed = grouped.some(
          (other) =>
            (other.table === table && table.primaryKey?.includes(other.column.name)) ||
            references
              .get(`${other.table.name}\0${other.column.name}`)
              ?.startsWith(`${table.name}\0`),
        );
        return !isKeyed && isSharedName(column, table, { references })
          ? [`Some ${table.label} have the same ${column.label}, so they form one group.`]
          : [];
      });
    }),
  ),
];

/** Whether other rows refer to the rows of a table: each of them is a thing, whatever it is called. */
function isReferredTo({ name, primaryKey }: CatalogTable, references: Rows['references']): boolean {
  const [key, second] = primaryKey ?? [];
  return (
    key !== undefined &&
    second === undefined &&
    [...references.values()].includes(`${name}\0${key}`)
  );
}

/**
 * `the salary of Ann Adler`: the rows that have a number are those that are called so. Two of one name have a salary each,
 * which do not add up to what was asked.
 */
export function areCalled(
  table: CatalogTable,
  { conditions }: Frame,
  context: BuildContext,
): boolean {
  const names = displayColumns(table);
  const isKeyed = names.every(({ name }) => table.primaryKey?.includes(name) === true);
  const mayRepeat = names.length > 1 || names.some((one) => isSharedName(one, table, context));
  if (names.length === 0 || isKeyed || !mayRepeat) return false;
  return names.every((column) =>
    conditions.some((one) => {
      if (one.kind !== 'value' || one.negated || one.values.length > 1) return false;
      const sense = context.sense(one.values[0]!);
      return sense.kind === 'value' && sense.table === table.name && sense.column === column.name;
    }),
  );
}
