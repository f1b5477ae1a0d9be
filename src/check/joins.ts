import { columnOf, labelOf, readable, sameName, tableOf } from '#src/catalog/catalog-names.ts';
import { constants } from '#src/check/fan-out.ts';
import { keyOfTable } from '#src/check/keys.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog, ColumnSet } from '#src/plugin-api/catalog.ts';
import type {
  BaseColumn,
  ExprNode,
  JoinFacts,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';
import { bare, columnOf as columnOfNode, subqueriesIn } from '#src/sql/nodes.ts';

type Equality = JoinFacts['equalities'][number];

const NAME = 'join_keys';

/** Whether each join follows a known relationship, or at least ends on a key that its other side may refer to. */
export function checkJoinKeys(facts: QueryFacts, catalog: Catalog): Check {
  const joins = allBlocks(facts.root).flatMap((block) =>
    block.joins.map((join) => ({ join, block })),
  );
  const memberships = allBlocks(facts.root).flatMap(membershipsOf);
  if (joins.length === 0 && memberships.length === 0)
    return { name: NAME, outcome: 'skipped', detail: 'No tables are joined.' };
  for (const { join, block } of joins) {
    const detail = problem(join, block, catalog);
    if (detail) return { name: NAME, outcome: 'warning', detail };
  }
  for (const equality of memberships) {
    const detail = strayReference(equality, catalog);
    if (detail) return { name: NAME, outcome: 'warning', detail };
  }
  if (joins.some(({ join, block }) => isUnproven(join, block, catalog)))
    return {
      name: NAME,
      outcome: 'skipped',
      detail: 'No known key connects the joined tables.',
    };
  return { name: NAME, outcome: 'passed', detail: 'Tables are joined by their keys.' };
}

/** What IN and a correlated EXISTS set equal: `id IN (SELECT customer_id …)`, `WHERE o.customer_id = c.id`. */
function membershipsOf({ filters, having }: SelectFacts): readonly Equality[] {
  return [...filters, ...having].flatMap(({ node }) =>
    subqueriesIn(node).flatMap(({ mode, outer, select }) => {
      const [shown, more] = select.outputs;
      const set = mode === 'in' && outer && shown && !more ? [pair(outer, shown.node)] : [];
      const own = new Set(select.sources.map(({ alias }) => alias));
      const tied = select.filters.flatMap(({ node: condition }) => {
        const [left, right] =
          condition.kind === 'operation' && condition.op === '=' ? condition.args : [];
        const [one, other] = [left && bare(left), right && bare(right)];
        const isTied =
          one?.kind === 'column' &&
          other?.kind === 'column' &&
          own.has(one.alias ?? '') !== own.has(other.alias ?? '');
        return isTied ? [pair(one, other)] : [];
      });
      return [...set, ...tied].filter((one) => one !== null);
    }),
  );
}

/** Two base columns as an equality of a join. */
function pair(one: ExprNode, other: ExprNode): Equality | null {
  const [left, right] = [columnOfNode(one), columnOfNode(other)];
  return left && right ? { left: { ...left, alias: '' }, right: { ...right, alias: '' } } : null;
}

function problem(join: JoinFacts, block: SelectFacts, catalog: Catalog): string | null {
  const source = block.sources.find(({ alias }) => alias === join.alias);
  const table = readable(source?.table ?? join.alias);
  if (join.equalities.length === 0) {
    if (source?.table == null || join.hasOtherConditions || isSingle(block, join)) return null;
    return `${table} is combined with every row instead of being joined by a key.`;
  }
  if (source?.derived) return null;
  const named = join.equalities.find((one) => isNaming(one, catalog));
  if (named)
    return `Tables are joined by names, not keys: ${columnText(named.left, catalog)} and ${columnText(named.right, catalog)}.`;
  const foreign = join.equalities.map((one) => strayReference(one, catalog)).find((one) => one);
  if (foreign) return foreign;
  return !isUnproven(join, block, catalog) || !hasBetterKey(join, catalog)
    ? null
    : `${table} is joined by ${columnsText(join)}, which isn't a known relationship.`;
}

/** Beside derived tables only, of which one row each may be meant. */
const isSingle = ({ sources }: SelectFacts, { alias }: JoinFacts) =>
  sources.every(
    (one) =>
      one.alias === alias || one.derived?.outputs.some(({ aggregates }) => aggregates.length > 0),
  );

function known(join: JoinFacts, catalog: Catalog): boolean {
  if (join.equalities.some((one) => related(one, catalog) || siblings(one, catalog))) return true;
  const sides = [
    join.equalities.map(({ left }) => left),
    join.equalities.map(({ right }) => right),
  ];
  return sides.some(
    (side) =>
      keyOfTable(
        catalog,
        side[0]!.table,
        side.map(({ column }) => column),
      ) === 'key',
  );
}

/** By columns of which it isn't known that they are a key. */
const isUnproven = (join: JoinFacts, block: SelectFacts, catalog: Catalog): boolean =>
  join.equalities.length > 0 &&
  !block.sources.some(({ alias, derived }) => alias === join.alias && derived) &&
  !known(join, catalog) &&
  !endsOnKey(join, block, catalog);

/**
 * Whether a key is known by which the tables of a join belong together: one refers to the other, or both to a third. Rows
 * of one table are compared by whatever they share.
 */
const hasBetterKey = ({ equalities }: JoinFacts, catalog: Catalog): boolean =>
  equalities.some(({ left, right }) => {
    if (sameName(left.table, right.table)) return false;
    const reach = (table: string) => [
      table.toLowerCase(),
      ...catalog.relationships.flatMap(({ from, to }) =>
        sameName(from.table, table) ? [to.table.toLowerCase()] : [],
      ),
    ];
    const others = reach(right.table);
    return reach(left.table).some((table) => others.includes(table));
  });

/** Its equalities, with what else is fixed of the source, are a key of it. */
function endsOnKey(join: JoinFacts, block: SelectFacts, catalog: Catalog): boolean {
  const source = block.sources.find(({ alias }) => alias === join.alias);
  if (source?.table == null) return false;
  const own = join.equalities.flatMap(({ left, right }) =>
    [left, right].filter(({ alias }) => alias === join.alias),
  );
  const columns = [...own, ...constants(source, block)].map(({ column }) => column);
  return keyOfTable(catalog, source.table, columns) === 'key';
}

/** Names of different things that are set equal: `products.name = customers.name`. */
function isNaming(equality: Equality, catalog: Catalog): boolean {
  const { left, right } = equality;
  if (sameName(left.table, right.table) || related(equality, catalog)) return false;
  return [left, right].every((one) => {
    const isKey = tableOf(catalog, one.table)?.primaryKey?.some((key) => sameName(key, one.column));
    const known = columnOf(catalog, one);
    return !isKey && known?.type === 'text' && /\b(name|title)$/.test(known.label.toLowerCase());
  });
}

const related = ({ left, right }: Equality, catalog: Catalog) =>
  catalog.relationships.some(
    ({ from, to }) =>
      (names(from, left) && names(to, right)) || (names(from, right) && names(to, left)),
  );

/** What columns refer to: the targets of their relationships, and themselves where they are a target. */
function targets(column: BaseColumn, catalog: Catalog): readonly string[] {
  const keys = catalog.relationships.flatMap(({ from, to }) => {
    if (names(from, column)) return to.columns.length === 1 ? [`${to.table}.${to.columns[0]}`] : [];
    return names(to, column) ? [`${to.table}.${column.column}`] : [];
  });
  return keys.map((key) => key.toLowerCase());
}

/** Both refer to the same key. */
function siblings({ left, right }: Equality, catalog: Catalog): boolean {
  const others = targets(right, catalog);
  return targets(left, catalog).some((one) => others.includes(one));
}

/**
 * A reference to one table that is compared with the key of another, or two tables' own row numbers: both find rows
 * that have nothing to do with each other.
 */
function strayReference(equality: Equality, catalog: Catalog): string | null {
  const { left, right } = equality;
  if (related(equality, catalog) || siblings(equality, catalog)) return null;
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const target = catalog.relationships.find(({ from }) => names(from, one))?.to;
    if (target && isRowKey(other, catalog) && !sameName(target.table, other.table))
      return `${columnText(one, catalog)} references ${readable(target.table)}, not ${readable(other.table)}.`;
  }
  const bothKeys = isRowKey(left, catalog) && isRowKey(right, catalog);
  const sameKey =
    sameName(left.column, right.column) && !/^(id|key|no|nr|number)$/i.test(left.column);
  return bothKeys && !sameKey && !sameName(left.table, right.table)
    ? `${columnText(left, catalog)} and ${columnText(right, catalog)} are keys of different tables.`
    : null;
}

function isRowKey({ table, column }: BaseColumn, catalog: Catalog): boolean {
  const found = catalog.tables.find(({ name }) => sameName(name, table));
  return found?.primaryKey?.length === 1 && sameName(found.primaryKey[0]!, column);
}

const names = (set: ColumnSet, column: BaseColumn) =>
  sameName(set.table, column.table) && set.columns.some((one) => sameName(one, column.column));

const columnText = (column: BaseColumn, catalog: Catalog) =>
  `${labelOf(catalog, column)} of ${readable(column.table)}`;

const columnsText = (join: JoinFacts) =>
  join.equalities
    .map(({ left, right }) => `${left.table}.${left.column} = ${right.table}.${right.column}`)
    .join(' and ');
