import { nameText } from '#src/ask/cells.ts';
import { columnOf, plural, readable, saidLabel, tableLabel } from '#src/catalog/catalog-names.ts';
import { unrepeatedGrains } from '#src/check/fan-out.ts';
import { WEEKDAY_NAMES } from '#src/language/en/periods.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  AggregateFacts,
  BaseColumn,
  ExprFacts,
  ExprNode,
  FilterFacts,
  QueryFacts,
} from '#src/plugin-api/query-facts.ts';
import { FUNCTIONS, ordinal, rowOf } from '#src/query/functions.ts';
import { takesIsoWeekday } from '#src/sql/date-parts.ts';
import { bare, columnNodes, numberOf, textComparisons } from '#src/sql/nodes.ts';

/**
 * `sum(revenue)` → `total revenue`, `min(signup_date)` → `earliest signup date`, `count(*)` → `number of orders`,
 * `count(distinct product_id)` → `number of different products`.
 */
export function aggregateLabel(
  aggregate: AggregateFacts,
  facts: QueryFacts,
  catalog: Catalog,
): string {
  const { distinct, arg } = aggregate;
  if (!arg) return `number of ${rowsLabel(facts, catalog)}`;
  const kept = keptWhere(aggregate, catalog);
  if (kept !== null) return `number of ${rowsLabel(facts, catalog)} where ${kept}`;
  const label = exprLabel(arg, catalog);
  const end = endOfTimes(aggregate, catalog);
  if (end) return `${end} ${label}`;
  return distinct
    ? `${functionWords(aggregate)} different ${ofMany(arg, label)}`
    : saidOnce(`${functionWords(aggregate)} ${label}`);
}

/** `status is Returned`, of `COUNT(CASE WHEN status = 'Returned' THEN 1 END)`; null for any other aggregate. */
function keptWhere({ fn, arg, distinct }: AggregateFacts, catalog: Catalog): string | null {
  const node = arg && bare(arg.node);
  if (fn !== 'count' || distinct || node?.kind !== 'operation' || node.op !== 'case') return null;
  const [test, counted, otherwise, more] = node.args;
  const isCount = counted?.kind === 'literal' && counted.type !== 'null' && !more;
  const isEmpty = !otherwise || (otherwise.kind === 'literal' && otherwise.type === 'null');
  return isCount && isEmpty && test ? testLabel(test, catalog) : null;
}

/** `status is Returned and paid on is missing`, of a test of columns; null where it compares anything else. */
function testLabel(test: ExprNode, catalog: Catalog): string | null {
  if (test.kind !== 'operation') return null;
  const { op, args } = test;
  if (op === 'and') {
    const parts = args.map((one) => testLabel(one, catalog));
    return parts.every((one) => one !== null) ? parts.join(' and ') : null;
  }
  const [left, right] = args;
  const column = left && castColumn(left);
  if (!column) return null;
  const label = saidLabel(catalog, column);
  if (op === 'is null') return `${label} is missing`;
  if (op === 'is not null') return `${label} is known`;
  const [compared, second] = textComparisons(test);
  const values = compared && !second && compared.op === op ? compared.values : null;
  const words = OPERATOR_WORDS[op as '='];
  if (values) return `${label} ${words} ${values.map(nameText).join(', ')}`;
  if (!right || !COMPARES.has(op)) return null;
  const other = castColumn(right);
  if (other) return `${label} ${words} ${saidLabel(catalog, other)}`;
  const plain = bare(right.kind === 'cast' ? right.arg : right);
  return plain.kind === 'literal' ? `${label} ${words} ${nameText(plain.text)}` : null;
}

/** `earliest`, of the minimum of times; null for what is no end of them. */
export function endOfTimes({ fn, arg }: AggregateFacts, catalog: Catalog): string | null {
  const column = arg && (arg.column ?? castColumn(arg.node));
  if (!column || !isTime(columnOf(catalog, column)?.type ?? '')) return null;
  return fn === 'min' ? 'earliest' : fn === 'max' ? 'latest' : null;
}

/** `total total sales`, of a column that is called a total already. */
export const saidOnce = (label: string) =>
  label.replace(/^(total|average|minimum|maximum) (?=\1\b)/i, '');

/** `product id` → `products`, `brand` → `brands`. */
const ofMany = ({ column, node }: ExprFacts, label: string) =>
  column || castColumn(node) ? plural(label.replace(/(?<=.) id$/i, '')) : label;

/** `average`, `90th percentile of`: what stands before the thing that is computed over. */
export function functionWords({ fn, fraction }: AggregateFacts): string {
  const row = rowOf(fn);
  if (row?.second !== 'fraction' || fraction === undefined)
    return row?.label ?? `${readable(fn)} of`;
  return fraction === 0.5 ? FUNCTIONS.median.label : `${ordinal(fraction * 100)} ${row.label}`;
}

const ROWS: AggregateFacts = { fn: 'count', distinct: false, arg: null };

/** The table that the rows of the statement are rows of, also where others are joined to them; null if none is. */
export function grainTable({ root }: QueryFacts, catalog: Catalog): string | null {
  const grains = unrepeatedGrains(ROWS, root, catalog);
  const source = root.sources.find(({ alias }) => alias === grains[0]);
  return grains.length === 1 ? (source?.table ?? null) : null;
}

function rowsLabel(facts: QueryFacts, catalog: Catalog): string {
  const table = grainTable(facts, catalog);
  return table === null ? 'rows' : tableLabel(table, catalog);
}

export function exprLabel(expr: ExprFacts, catalog: Catalog): string {
  const column = expr.column ?? castColumn(expr.node);
  if (column) return saidLabel(catalog, column);
  const only = expr.columns.length === 1 ? expr.columns[0] : null;
  return expr.dateUnit && only ? `${expr.dateUnit} of ${saidLabel(catalog, only)}` : expr.printed;
}

/** `CAST(price AS DOUBLE)` is the price. */
const castColumn = (node: ExprNode): BaseColumn | null =>
  node.kind === 'cast' ? castColumn(node.arg) : node.kind === 'column' ? node.column : null;

export const OPERATOR_WORDS: Readonly<Record<NonNullable<FilterFacts['op']>, string>> = {
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

/** Of times, what reads otherwise than of numbers. */
const TIME_WORDS: Readonly<Partial<typeof OPERATOR_WORDS>> = {
  '<': 'is before',
  '<=': 'is not after',
  '>': 'is after',
  '>=': 'is not before',
};

/** `region = 'Europe'` → `region is Europe`; what is no plain comparison stays as SQL. */
export function filterLabel(filter: FilterFacts, catalog: Catalog): string {
  const { column, op, values, printed } = filter;
  if (!column || !op)
    return weekdayLabel(filter, catalog) ?? betweenColumns(filter, catalog) ?? printed.trim();
  const label = saidLabel(catalog, column);
  if (op === 'like' || op === 'not like') return `${label} ${likeWords(op, values[0] ?? '')}`;
  const between = op === 'between' ? ' and ' : ', ';
  const ofTimes = isTimeFilter(filter, catalog);
  const said = ofTimes ? values : values.map(nameText);
  const word = (ofTimes && TIME_WORDS[op]) || OPERATOR_WORDS[op];
  return `${label} ${word} ${said.join(between)}`.trim();
}

/** `isodow(order_date) IN (6, 7)` → `order date is on Saturday or Sunday` */
function weekdayLabel({ node }: FilterFacts, catalog: Catalog): string | null {
  if (node.kind !== 'operation' || !WEEKDAYS_MEET.has(node.op)) return null;
  const [day, ...numbers] = node.args;
  if (!day || !takesIsoWeekday(day)) return null;
  const [column, second] = columnNodes(day).flatMap((one) => one.column ?? []);
  const names = numbers.flatMap((one) => WEEKDAY_NAMES[(numberOf(one) ?? 0) - 1] ?? []);
  if (!column || second || names.length !== numbers.length) return null;
  return `${saidLabel(catalog, column)} is on ${names.join(' or ')}`;
}

const WEEKDAYS_MEET: ReadonlySet<string> = new Set(['=', 'in']);

/** `unit_price < unit_cost` → `unit price is less than unit cost`; null where it compares anything else, or columns of one name. */
function betweenColumns({ node }: FilterFacts, catalog: Catalog): string | null {
  const [left, right] = node.kind === 'operation' && COMPARES.has(node.op) ? node.args : [];
  const [one, other] = [left && castColumn(left), right && castColumn(right)];
  if (node.kind !== 'operation' || !one || !other) return null;
  const [label, second] = [saidLabel(catalog, one), saidLabel(catalog, other)];
  if (label === second) return null;
  const op = node.op as '=';
  const ofTimes = isTime(columnOf(catalog, one)?.type ?? '');
  return `${label} ${(ofTimes && TIME_WORDS[op]) || OPERATOR_WORDS[op]} ${second}`;
}

/** `LIKE '%Lamp%'` → `contains Lamp`; a pattern that is more than a text and its ends is shown. */
function likeWords(op: 'like' | 'not like', pattern: string): string {
  const [, open, text = '', end] = /^(%?)([^%_\\]+)(%?)$/.exec(pattern) ?? [];
  if (text === '') return `${OPERATOR_WORDS[op]} ${nameText(pattern)}`;
  const not = op === 'not like';
  if (!open && !end) return `${not ? 'is not' : 'is'} ${nameText(text)}`;
  const verb = open && end ? 'contain' : open ? 'end with' : 'start with';
  return `${not ? `does not ${verb}` : verb.replace(/^\w+/, '$&s')} ${nameText(text)}`;
}

export function isTimeFilter({ column }: FilterFacts, catalog: Catalog): boolean {
  return isTime((column && columnOf(catalog, column)?.type) ?? '');
}

export const isTime = (type: string): boolean => type === 'date' || type === 'timestamp';

const COMPARES: ReadonlySet<string> = new Set(['<=', '>=', '<>', '=', '<', '>']);

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
    aggregate && (!aggregate.arg || aggregate.arg.column || keptWhere(aggregate, catalog) !== null);
  if (!isBare || !isNamed) return filterLabel(filter, catalog);
  const operator = OPERATOR_WORDS[node.op as '='];
  return `${aggregateLabel(aggregate, facts, catalog)} ${operator} ${right.text}`;
}
