import {
  conditionsText,
  endOfTimes,
  functionWords,
  type Naming,
  nodeLabel,
  rowsText,
  saidOnce,
} from '#src/ask/expression-labels.ts';
import { COMPARES, castColumn, filterLabel, OPERATOR_WORDS } from '#src/ask/filter-labels.ts';
import { plural, saidLabel, withoutId } from '#src/catalog/catalog-names.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  AggregateFacts,
  CallNode,
  ExprFacts,
  FilterFacts,
  QueryFacts,
} from '#src/plugin-api/query-facts.ts';
import { rowOf } from '#src/query/functions.ts';
import { conditional } from '#src/sql/operations.ts';

/**
 * `sum(revenue)` → `total revenue`, `min(signup_date)` → `earliest signup date`, `count(*)` → `number of orders`,
 * `count(distinct product_id)` → `number of different products`.
 */
export function aggregateLabel(
  aggregate: AggregateFacts,
  facts: QueryFacts,
  catalog: Catalog,
): string {
  const { fn, distinct, arg } = aggregate;
  const naming = { facts, catalog };
  if (!arg) return `number of ${rowsText(naming)}`;
  const kept = countedWhere(aggregate, naming);
  if (kept !== null) return kept;
  const label = exprLabel(arg, facts, catalog);
  const column = arg.column ?? castColumn(arg.node);
  const end = column && endOfTimes(fn, column, catalog);
  if (end) return `${end} ${label}`;
  return distinct
    ? `${functionWords(aggregate)} different ${column ? plural(withoutId(label)) : label}`
    : saidOnce(`${functionWords(aggregate)} ${label}`);
}

/** `number of orders where status is Returned`, of `COUNT(CASE WHEN status = 'Returned' THEN 1 END)`; null for any other aggregate. */
function countedWhere({ fn, arg, distinct }: AggregateFacts, naming: Naming): string | null {
  if (fn !== 'count' || distinct || !arg) return null;
  const { of, conditions } = conditional(callOf(fn, arg));
  if (conditions.length === 0 || of?.kind !== 'literal') return null;
  const held = conditionsText(conditions, naming);
  return held === null ? null : `number of ${rowsText(naming)}${held}`;
}

const callOf = (name: string, { node }: ExprFacts): CallNode => ({
  ...{ kind: 'call', name, args: [node], distinct: false, filter: null, over: null },
  aggregate: true,
});

export function exprLabel(expr: ExprFacts, facts: QueryFacts, catalog: Catalog): string {
  const column = expr.column ?? castColumn(expr.node);
  if (column) return saidLabel(catalog, column);
  const only = expr.columns.length === 1 ? expr.columns[0] : null;
  if (expr.dateUnit && only) return `${expr.dateUnit} of ${saidLabel(catalog, only)}`;
  return nodeLabel(expr.node, { facts, catalog }) ?? expr.printed;
}

/** `COUNT(*) > 2` → `number of orders is more than 2`; what compares no bare aggregate with a number stays as SQL. */
export function groupFilterLabel(filter: FilterFacts, facts: QueryFacts, catalog: Catalog): string {
  const { node, aggregates = [] } = filter;
  const [left, right] = node.kind === 'operation' && COMPARES.has(node.op) ? node.args : [];
  const [aggregate] = aggregates;
  const isBare =
    node.kind === 'operation' &&
    left?.kind === 'call' &&
    left.aggregate &&
    left.filter === null &&
    rowOf(left.name) !== null &&
    right?.kind === 'literal' &&
    right.type === 'number';
  const isNamed =
    aggregate &&
    (!aggregate.arg ||
      aggregate.arg.column ||
      countedWhere(aggregate, { facts, catalog }) !== null);
  if (!isBare || !isNamed) return filterLabel(filter, catalog);
  const operator = OPERATOR_WORDS[node.op as '='];
  return `${aggregateLabel(aggregate, facts, catalog)} ${operator} ${right.text}`;
}
