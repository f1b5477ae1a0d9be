import { columnOf, labelOf, readable, tableOf } from '#src/ask/catalog-names.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  AggregateFacts,
  ExprFacts,
  FilterFacts,
  QueryFacts,
} from '#src/plugin-api/query-facts.ts';

const AGGREGATE_WORDS: Readonly<Record<string, string>> = {
  sum: 'sum of',
  avg: 'average',
  min: 'smallest',
  max: 'largest',
  count: 'number of',
};

/** `sum(revenue)` → `sum of revenue`, `count(*)` → `number of orders`, `count(distinct id)` → `number of different id`. */
export function aggregateLabel(
  { fn, distinct, arg }: AggregateFacts,
  facts: QueryFacts,
  catalog: Catalog,
): string {
  if (!arg) return `number of ${rowsLabel(facts, catalog)}`;
  const words = AGGREGATE_WORDS[fn] ?? `${fn} of`;
  return `${words} ${distinct ? 'different ' : ''}${exprLabel(arg, catalog)}`;
}

/** What one row is called: the table where there is only one, else rows. */
function rowsLabel(facts: QueryFacts, catalog: Catalog): string {
  const only = facts.tables.length === 1 ? facts.tables[0]! : null;
  return only === null ? 'rows' : tableLabel(only, catalog);
}

export function tableLabel(name: string, catalog: Catalog): string {
  return tableOf(catalog, name)?.label ?? readable(name);
}

export function exprLabel(expr: ExprFacts, catalog: Catalog): string {
  if (expr.column) return labelOf(catalog, expr.column);
  const only = expr.columns.length === 1 ? expr.columns[0]! : null;
  return expr.dateUnit && only ? `${expr.dateUnit} of ${labelOf(catalog, only)}` : expr.text;
}

const OPERATOR_WORDS: Readonly<Record<NonNullable<FilterFacts['op']>, string>> = {
  '=': 'is',
  '<>': 'is not',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least',
  in: 'is one of',
  'not in': 'is none of',
  like: 'is like',
  'not like': 'is not like',
  between: 'is between',
  'is null': 'is empty',
  'is not null': 'is not empty',
};

/** `region = 'Europe'` → `region is Europe`; what is no plain comparison stays as SQL. */
export function filterLabel(filter: FilterFacts, catalog: Catalog): string {
  const { column, op, values, text } = filter;
  if (!column || !op) return text;
  const label = labelOf(catalog, column);
  const between = op === 'between' ? ' and ' : ', ';
  return `${label} ${OPERATOR_WORDS[op]} ${values.join(between)}`.trim();
}

export function isTimeFilter({ column }: FilterFacts, catalog: Catalog): boolean {
  const type = column && columnOf(catalog, column)?.type;
  return type === 'date' || type === 'timestamp';
}
