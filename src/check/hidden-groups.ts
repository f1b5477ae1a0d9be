import { columnOf, labelOf, tableOf } from '#src/catalog/catalog-names.ts';
import { keyOfTable } from '#src/check/keys.ts';
import type { Check } from '#src/check/types.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  BaseColumn,
  ExprFacts,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { shownAt } from '#src/sql/nodes.ts';

const NAME = 'hidden_groups';
/** Names of people come twice now and then. */
const NEARLY_ALL = 0.9;

/**
 * Whether the result shows what its rows are groups of: a group that is not shown makes several rows of the same names.
 * Keys of what is shown, and other writings of a date that is shown, may stay hidden.
 */
export function checkHiddenGroups(facts: QueryFacts, catalog: Catalog): Check {
  const root = grouping(facts.root);
  const isSingle =
    root.distinct &&
    root.groupBy.length > 0 &&
    root.outputs.every(({ aggregates }) => aggregates.length === 0);
  if (isSingle) return { name: NAME, outcome: 'passed', detail: 'Each row is shown once.' };
  const shown = root.groupBy.filter((group) => isShown(group, root));
  if (shown.length === 0) return { name: NAME, outcome: 'skipped', detail: 'No groups are shown.' };
  const hidden = root.groupBy.find(
    (group) => !isShown(group, root) && !isToldBy(group, root, catalog),
  );
  if (!hidden)
    return {
      name: NAME,
      outcome: 'passed',
      detail: 'The result shows all columns it is grouped by.',
    };
  const [column] = hidden.columns;
  const by = column ? labelOf(catalog, column) : 'something';
  return {
    name: NAME,
    outcome: 'warning',
    detail: `Rows are also grouped by ${by}, which isn't shown, so the same names appear several times.`,
  };
}

/** The block whose groups are the rows of the result, where those around it only hand them on. */
function grouping(block: SelectFacts): SelectFacts {
  const [source, more] = block.sources;
  const isHandedOn =
    source?.derived &&
    !more &&
    block.groupBy.length === 0 &&
    block.outputs.every(({ aggregates }) => aggregates.length === 0) &&
    source.derived.outputs.length <= block.outputs.length;
  return isHandedOn && source.derived ? grouping(source.derived) : block;
}

const isShown = ({ node }: ExprFacts, { outputs }: SelectFacts) => shownAt(node, outputs) >= 0;

/** Made of columns that are shown, constant, held to one value, or a key of a table that is shown. */
function isToldBy(
  { columns }: ExprFacts,
  { outputs, filters }: SelectFacts,
  catalog: Catalog,
): boolean {
  const seen = outputs.flatMap((output) => (output.aggregates.length > 0 ? [] : output.columns));
  return columns.every((column) => {
    const isFixed = filters.some(
      (one) => one.op === '=' && one.column !== null && same(one.column, column),
    );
    if (isFixed || seen.some((one) => same(one, column))) return true;
    const key = keyOfTable(catalog, column.table, [column.column]);
    return (
      key === 'unknown' ||
      (key === 'key' && tellsApart(column.table, seen, catalog)) ||
      refersTo(column, seen, catalog) ||
      seen.some((one) => refersTo(one, [column], catalog))
    );
  });
}

/** Whether what is shown of a table tells nearly all of its rows apart: their names, not their kinds. */
function tellsApart(name: string, seen: readonly BaseColumn[], catalog: Catalog): boolean {
  const own = seen.filter(({ table }) => table === name);
  const table = tableOf(catalog, name);
  const rows = table?.rowCount ?? 0;
  const display = table ? displayColumns(table) : [];
  if (own.some(({ column }) => display.some((one) => one.name === column))) return true;
  const different = own.map((one) => columnOf(catalog, one)?.profile?.distinctCount ?? rows);
  return own.length > 0 && different.reduce((one, other) => one * other, 1) >= NEARLY_ALL * rows;
}

/** `GROUP BY o.customer_id, c.name`: a reference to the table whose columns are shown. */
const refersTo = (column: BaseColumn, seen: readonly BaseColumn[], { relationships }: Catalog) =>
  relationships.some(
    ({ from, to }) =>
      from.table === column.table &&
      from.columns.includes(column.column) &&
      seen.some((one) => one.table === to.table),
  );

const same = (one: BaseColumn, other: BaseColumn) =>
  one.table === other.table && one.column === other.column;
