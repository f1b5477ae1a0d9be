import { conditionsOf } from '#src/ask/conditions.ts';
import { isTime } from '#src/ask/filter-labels.ts';
import { aggregateLabel, exprLabel, groupFilterLabel } from '#src/ask/labels.ts';
import { columnOf, readable } from '#src/catalog/catalog-names.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  ExprFacts,
  OutputFacts,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { shownAt, soleAggregate, subqueriesIn } from '#src/sql/nodes.ts';
import { comparisons } from '#src/sql/row-conditions.ts';

/** What puts rows first that no result column shows. */
export interface Ranking {
  /** `number of orders where status is open`. */
  readonly label: string;
  /** `highest`, `latest`: the end that comes first. */
  readonly end: string;
}

/** What a statement picks its first rows by, where its result does not show it; null where it shows or picks nothing. */
export function hiddenRanking(facts: QueryFacts, catalog: Catalog): Ranking | null {
  return shownFirst(facts) ? null : firstRanking(facts, catalog);
}

/** What a statement picks its first rows by; null where it sorts by nothing that has a name. */
export function firstRanking(facts: QueryFacts, catalog: Catalog): Ranking | null {
  const [first] = facts.root.orderBy;
  return first ? rankingOf(first, facts, catalog) : null;
}

/** What one part of an order puts first. */
export function rankingOf(
  { expr, direction }: SelectFacts['orderBy'][number],
  facts: QueryFacts,
  catalog: Catalog,
): Ranking | null {
  const { outputs } = facts.root;
  const shown = outputs[shownAt(expr.node, outputs)];
  const ranking = rankingBy(shown ?? expr, direction, facts, catalog);
  if (ranking || !shown) return ranking;
  const kind = shown.dateUnit === null ? 'number' : 'time';
  return { label: readable(shown.name), end: endOf(kind, direction) };
}

/** The result column that the rows are sorted by first. */
function shownFirst({ root: { orderBy, outputs } }: QueryFacts): OutputFacts | null {
  const [first] = orderBy;
  return (first && outputs[shownAt(first.expr.node, outputs)]) ?? null;
}

function rankingBy(
  expr: ExprFacts,
  direction: 'asc' | 'desc',
  facts: QueryFacts,
  catalog: Catalog,
): Ranking | null {
  const [nested] = subqueriesIn(expr.node);
  if (nested) {
    const label = nestedRanking(nested.select, facts, catalog);
    return label === null ? null : { label, end: endOf('number', direction) };
  }
  if (expr.column) {
    const column = columnOf(catalog, expr.column);
    const kind = column?.kind === 'time' ? 'time' : kindOf(column?.type ?? 'text');
    return { label: exprLabel(expr, facts, catalog), end: endOf(kind, direction) };
  }
  const [aggregate, second] = expr.aggregates;
  if (!aggregate || second || !soleAggregate(expr.node)) return null;
  const column = aggregate.arg?.column;
  const type = column && aggregate.fn !== 'count' ? columnOf(catalog, column)?.type : null;
  const label = aggregateLabel(aggregate, facts, catalog);
  return { label, end: endOf(type && isTime(type) ? 'time' : 'number', direction) };
}

/** `number of orders where status is open`; null where the subquery computes no aggregate. */
function nestedRanking(subquery: SelectFacts, facts: QueryFacts, catalog: Catalog): string | null {
  const inner = { ...facts, root: subquery };
  const aggregates = subquery.outputs.flatMap((out) => out.aggregates);
  if (aggregates.length === 0) return null;
  const labels = aggregates.map((one) => aggregateLabel(one, inner, catalog));
  const { phrases, filters } = conditionsOf(comparisons(subquery), catalog);
  const ofGroups = subquery.having.map((filter) => groupFilterLabel(filter, inner, catalog));
  const period = phrases.map((one) => ` ${one}`).join(' and');
  const held = [...filters, ...ofGroups];
  return `${labels.join(', ')}${period}${held.length > 0 ? ` where ${held.join(' and ')}` : ''}`;
}

type Kind = 'number' | 'time' | 'text';

const ENDS: Readonly<Record<Kind, Readonly<Record<'asc' | 'desc', string>>>> = {
  number: { desc: 'highest', asc: 'lowest' },
  time: { desc: 'latest', asc: 'earliest' },
  text: { desc: 'last', asc: 'first' },
};

/** Which end of an order comes first. */
export const endOf = (kind: Kind, direction: 'asc' | 'desc'): string => ENDS[kind][direction];

const NUMBERS = new Set(['integer', 'decimal', 'float']);

export const kindOf = (type: string): Kind =>
  isTime(type) ? 'time' : NUMBERS.has(type) ? 'number' : 'text';
