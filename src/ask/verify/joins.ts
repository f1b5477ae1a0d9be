import { allBlocks } from '#src/ask/blocks.ts';
import { readable, sameName } from '#src/ask/catalog-names.ts';
import type { Check } from '#src/ask/types.ts';
import { keyOfTable } from '#src/ask/verify/keys.ts';
import type { Catalog, ColumnSet } from '#src/plugin-api/catalog.ts';
import type { JoinFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';

/** Whether each join follows a known relationship, or at least ends on a key. */
export function checkJoinKeys(facts: QueryFacts, catalog: Catalog): Check {
  const name = 'join_keys';
  const joins = allBlocks(facts.root).flatMap((block) =>
    block.joins.map((join) => ({ join, block })),
  );
  if (joins.length === 0) return { name, outcome: 'skipped', detail: 'No tables are joined.' };
  for (const { join, block } of joins) {
    const source = block.sources.find(({ alias }) => alias === join.alias);
    const table = readable(source?.table ?? join.alias);
    if (join.equalities.length === 0 && source?.table !== null)
      return {
        name,
        outcome: 'warning',
        detail: `${table} is combined with every row, not joined by a key.`,
      };
    if (source?.derived || join.equalities.length === 0) continue;
    if (!known(join, catalog))
      return {
        name,
        outcome: 'warning',
        detail: `${table} is joined by ${columnsText(join)}, which is no known relationship.`,
      };
  }
  return { name, outcome: 'passed', detail: 'Tables are joined by their keys.' };
}

function known(join: JoinFacts, catalog: Catalog): boolean {
  const sides = [
    join.equalities.map(({ left }) => left),
    join.equalities.map(({ right }) => right),
  ];
  const related = catalog.relationships.some(({ from, to }) =>
    join.equalities.some(
      ({ left, right }) =>
        (names(from, left) && names(to, right)) || (names(from, right) && names(to, left)),
    ),
  );
  return (
    related ||
    sides.some(
      (side) =>
        keyOfTable(
          catalog,
          side[0]!.table,
          side.map(({ column }) => column),
        ) === 'key',
    )
  );
}

const names = (set: ColumnSet, column: { readonly table: string; readonly column: string }) =>
  sameName(set.table, column.table) && set.columns.some((one) => sameName(one, column.column));

const columnsText = (join: JoinFacts) =>
  join.equalities
    .map(({ left, right }) => `${left.table}.${left.column} = ${right.table}.${right.column}`)
    .join(' and ');
