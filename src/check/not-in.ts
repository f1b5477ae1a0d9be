import { columnOf, labelOf, sameName } from '#src/catalog/catalog-names.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, ExprNode, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';
import { nodesIn } from '#src/sql/nodes.ts';

const NAME = 'not_in_null';

/** Whether a NOT IN may meet a NULL: one empty value among those left out, and no row is left in. */
export function checkNotIn(facts: QueryFacts, catalog: Catalog): Check {
  const found = notInSubqueries(facts);
  const bad = found.find(({ inner, column }) => mayBeNull(inner, column, catalog));
  if (bad)
    return {
      name: NAME,
      outcome: 'failed',
      detail: `NOT IN finds no rows, because ${labelOf(catalog, bad.column)} is empty in some rows.`,
    };
  return found.length === 0
    ? { name: NAME, outcome: 'skipped', detail: "The SQL doesn't use NOT IN." }
    : { name: NAME, outcome: 'passed', detail: 'The NOT IN list has no empty values.' };
}

function notInSubqueries(facts: QueryFacts) {
  return allBlocks(facts.root).flatMap(({ filters, having }) =>
    [...filters, ...having].flatMap(({ node }) => [...nodesIn(node)]).flatMap(leftOutBy),
  );
}

/** The nested SELECT of NOT IN, `NOT (x IN …)` or `<> ALL`, and its column. */
function leftOutBy(node: ExprNode) {
  const [negated] = node.kind === 'operation' && node.op === 'not' ? node.args : [];
  const nested = negated?.kind === 'subquery' ? { ...negated, negated: !negated.negated } : node;
  if (nested.kind !== 'subquery' || !nested.negated || nested.mode === 'exists') return [];
  const [output, more] = nested.select.outputs;
  return output?.column && !more ? [{ inner: nested.select, column: output.column }] : [];
}

function mayBeNull(inner: SelectFacts, column: BaseColumn, catalog: Catalog): boolean {
  const known = columnOf(catalog, column);
  if (!known?.nullable || known.profile?.nullCount === 0) return false;
  // Any comparison of the column leaves its empty values out.
  const compared = [...inner.filters, ...inner.having].some(
    (filter) => filter.column && same(filter.column, column) && filter.op !== 'is null',
  );
  const joined = inner.joins.some(
    ({ type, equalities }) =>
      type === 'inner' &&
      equalities.some(({ left, right }) => same(left, column) || same(right, column)),
  );
  return !compared && !joined;
}

const same = (a: BaseColumn, b: BaseColumn) =>
  sameName(a.table, b.table) && sameName(a.column, b.column);
