import { nameText } from '#src/ask/cells.ts';
import { columnOf, saidLabel } from '#src/catalog/catalog-names.ts';
import { WEEKDAY_NAMES } from '#src/language/en/periods.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, ExprNode, FilterFacts } from '#src/plugin-api/query-facts.ts';
import { takesIsoWeekday } from '#src/sql/date-parts.ts';
import { bare, columnNodes, numberOf } from '#src/sql/nodes.ts';

/** `CAST(price AS DOUBLE)` is the price. */
export const castColumn = (node: ExprNode): BaseColumn | null =>
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

/** Operators that are worded differently for dates and times. */
const TIME_WORDS: Readonly<Partial<typeof OPERATOR_WORDS>> = {
  '<': 'is before',
  '<=': 'is on or before',
  '>': 'is after',
  '>=': 'is on or after',
};

/** `region = 'Europe'` → `region is Europe`; anything but a plain comparison stays SQL. */
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
  if (node.kind !== 'operation' || !WEEKDAY_OPS.has(node.op)) return null;
  const [day, ...numbers] = node.args;
  if (!day || !takesIsoWeekday(day)) return null;
  const [column, second] = columnNodes(day).flatMap((one) => one.column ?? []);
  const names = numbers.flatMap((one) => WEEKDAY_NAMES[(numberOf(one) ?? 0) - 1] ?? []);
  if (!column || second || names.length !== numbers.length) return null;
  return `${saidLabel(catalog, column)} is on ${names.join(' or ')}`;
}

const WEEKDAY_OPS: ReadonlySet<string> = new Set(['=', 'in']);

/** `unit_price < unit_cost` → `unit price is less than unit cost`; null for other operands, or columns with the same label. */
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

/** `LIKE '%Lamp%'` → `contains Lamp`; other patterns are shown as they are. */
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

export const COMPARES: ReadonlySet<string> = new Set(['<=', '>=', '<>', '=', '<', '>']);

/** The facts of a comparison of a column with literals; for any other node, only the node. */
export function asFilter(node: ExprNode): FilterFacts {
  const none = { printed: '', node, columns: [], column: null, op: null, values: [] };
  if (node.kind !== 'operation') return none;
  const op = node.op === '!=' ? '<>' : node.op;
  const [first, ...more] = node.args;
  const column = first && castColumn(first);
  const literals = more.map(bare);
  const isPlain = literals.every((one) => one.kind === 'literal' && one.type !== 'null');
  if (!column || !Object.hasOwn(OPERATOR_WORDS, op) || !isPlain) return none;
  const values = literals.flatMap((one) => (one.kind === 'literal' ? [one.text] : []));
  return { ...none, columns: [column], column, op: op as FilterFacts['op'], values };
}
