import { nameText } from '#src/ask/cells.ts';
import { conditionsOf, unique } from '#src/ask/conditions.ts';
import {
  asFilter,
  COMPARES,
  castColumn,
  filterLabel,
  isTime,
  OPERATOR_WORDS,
} from '#src/ask/filter-labels.ts';
import {
  columnOf,
  plural,
  readable,
  saidLabel,
  sameName,
  singular,
  tableLabel,
  tableOf,
  withoutId,
} from '#src/catalog/catalog-names.ts';
import { quantitiesOf } from '#src/catalog/column-quantities.ts';
import { unrepeatedGrains } from '#src/check/fan-out.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  AggregateFacts,
  BaseColumn,
  CallNode,
  ColumnNode,
  ExprNode,
  OperationNode,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { FUNCTIONS, isFunction, ordinal, rowOf } from '#src/query/functions.ts';
import { isRatioOfUnknown, unitOfQuantity, unitsOfWord } from '#src/query/units.ts';
import { TIME_SPANS } from '#src/sql/date-parts.ts';
import {
  bare,
  DIVIDING_CALLS,
  DIVISIONS,
  numberOf,
  quotientOf,
  textComparisons,
} from '#src/sql/nodes.ts';
import {
  conditional,
  isMean,
  isNothing,
  isTruth,
  quotientKind,
  resolved,
  withoutScale,
} from '#src/sql/operations.ts';
import { constantOf, quantityOf } from '#src/sql/quantities.ts';

/** Where the expressions to name stand: a block of the statement, and the catalog. */
export interface Naming {
  readonly facts: QueryFacts;
  readonly catalog: Catalog;
  /** Whether the unit is shown after the label: units of columns and constants that convert them are then left out. */
  readonly unitApart?: boolean;
}

/**
 * What an expression computes, in words: `total revenue`, `share of orders where status is returned`, `revenue less
 * cost`. Null where it does something that has no words.
 */
export function nodeLabel(node: ExprNode, naming: Naming): string | null {
  const plain = bare(node);
  switch (plain.kind) {
    case 'column':
      return columnText(plain, naming);
    case 'literal':
      return plain.type === 'null' ? null : nameText(plain.text);
    case 'call':
      return plain.aggregate || plain.over ? computedText(plain, naming) : callText(plain, naming);
    case 'operation':
      return operationText(plain, naming);
    default:
      return null;
  }
}

function columnText({ alias, name, column, of }: ColumnNode, naming: Naming): string | null {
  if (!of) return column && baseText(column, naming);
  const derived = derivedTable(alias, naming);
  if (!derived) return nodeLabel(of, naming);
  const output = derived.outputs.find((one) => sameName(one.name, name));
  return nodeLabel(output?.node ?? of, inBlock(derived, naming));
}

const derivedTable = (alias: string | null, { facts }: Naming): SelectFacts | null =>
  (alias !== null && facts.root.sources.find((one) => sameName(one.alias, alias))?.derived) || null;

const inBlock = (root: SelectFacts, naming: Naming): Naming => ({
  ...naming,
  facts: { ...naming.facts, root },
});

function baseText(column: BaseColumn, { catalog, unitApart }: Naming): string {
  const label = saidLabel(catalog, column);
  const known = columnOf(catalog, column);
  if (!unitApart) return label;
  const words = label.split(' ');
  const isUnit = (word: string) => {
    const units = unitsOfWord(word.toLowerCase());
    return known?.unit ? units.includes(known.unit) : units.length > 0;
  };
  const rest = words.filter((word) => !isUnit(word));
  return rest.length > 0 && !words.includes('per') ? rest.join(' ') : label;
}

/** Aggregates and windows. */
function computedText(call: CallNode, naming: Naming): string | null {
  if (call.over) return windowText(call, naming);
  const { of, conditions } = conditional(call);
  const held = conditionsText(conditions, naming);
  if (held === null) return null;
  if (isFunction(call.name, 'count_if')) return `number of ${rowsText(naming)}${held}`;
  const isOnes = of === null || of.kind === 'literal' || of.kind === 'row';
  const { distinct } = call;
  if (isFunction(call.name, 'count') && !distinct) {
    const rows = isOnes ? rowsText(naming) : keyedRows(of, naming);
    if (rows !== null) return `number of ${rows}${held}`;
  }
  if (isOnes && of && numberOf(of) === 1) {
    if (isFunction(call.name, 'sum')) return `number of ${rowsText(naming)}${held}`;
    if (isMean(call.name) && conditions.length > 0) return `share of ${rowsText(naming)}${held}`;
  }
  const truth = of && truthColumn(of, naming);
  if (truth && (isFunction(call.name, 'sum') || isMean(call.name)))
    return `${isFunction(call.name, 'sum') ? 'number' : 'share'} of ${rowsText(naming)} where ${truth}${held.replace(/^ where/, ' and')}`;
  const label = of && nodeLabel(of, naming);
  if (!label) return null;
  if (isFunction(call.name, 'count') && !distinct)
    return `number of ${rowsText(naming)} with ${label}${held}`;
  const words = callWords(call);
  if (distinct) return `${words} different ${plural(withoutId(label))}${held}`;
  const column = castColumn(of);
  const end = column && endOfTimes(call.name, column, naming.catalog);
  if (end) return `${end} ${label}${held}`;
  const grain = of && grainText(of, naming);
  return `${ofText(words, label)}${grain ? ` per ${grain}` : ''}${held}`;
}

/** `customer` of a number that was computed for each customer before: `AVG(n)` over `COUNT(*) AS n … GROUP BY customer_id`. */
function grainText(node: ExprNode, naming: Naming): string | null {
  const plain = bare(node);
  if (plain.kind !== 'column' || !plain.of || !hasAggregate(plain.of)) return null;
  const derived = derivedTable(plain.alias, naming);
  if (!derived || derived.groupBy.length === 0) return null;
  const keys = derived.groupBy.map((key) => nodeLabel(key.node, inBlock(derived, naming)));
  if (keys.includes(null)) return null;
  return keys.map((key) => singular(withoutId(key!))).join(' and ');
}

const hasAggregate = (node: ExprNode): boolean => {
  const plain = bare(node);
  return plain.kind === 'call' && plain.aggregate;
};

function truthColumn(node: ExprNode, { catalog }: Naming): string | null {
  const column = castColumn(node);
  return column && columnOf(catalog, column)?.type === 'boolean'
    ? saidLabel(catalog, column)
    : null;
}

/** `total revenue`; `total of quantity times price`, so that the function is of the whole. */
const ofText = (words: string, label: string) =>
  /\b(?:times|minus|plus|per|divided by)\b|^ratio of/.test(label) && !words.endsWith(' of')
    ? `${words} of ${label}`
    : saidOnce(`${words} ${label}`);

/** The rows that are counted by counting their key; null for other columns, and where the block's rows are others. */
function keyedRows(node: ExprNode, { facts, catalog }: Naming): string | null {
  const column = castColumn(node);
  const table = column && tableOf(catalog, column.table);
  const [key, second] = table?.primaryKey ?? [];
  if (!column || !table || second || key?.toLowerCase() !== column.column.toLowerCase())
    return null;
  const grain = grainTable(facts, catalog);
  return grain === null || sameName(grain, table.name) ? table.label : null;
}

/** `average`, `90th percentile of`. */
function callWords({ name, args: [, second] }: CallNode): string {
  const fraction = second && numberOf(second);
  return functionWords({
    ...{ fn: name, distinct: false, arg: null },
    ...(fraction != null && { fraction }),
  });
}

const PERCENT_RANKS: ReadonlySet<string> = new Set(['percent_rank', 'cume_dist']);

function windowText(call: CallNode, naming: Naming): string | null {
  const { name, args, over } = call;
  const { partitionBy, orderBy, bounded } = over!;
  const parts = partitionBy.map((one) => nodeLabel(one, naming));
  const keys = orderBy.map((one) => nodeLabel(one, naming));
  if (parts.includes(null) || keys[0] === null) return null;
  const within =
    parts.length > 0 ? ` within each ${parts.map((one) => singular(one!)).join(' and ')}` : '';
  if (isFunction(name, 'rank')) return `rank${keys[0] ? ` by ${keys[0]}` : ''}${within}`;
  if (PERCENT_RANKS.has(name)) return `relative rank${keys[0] ? ` by ${keys[0]}` : ''}${within}`;
  if (name === 'ntile') {
    const count = args[0] && numberOf(args[0]);
    return keys[0] ? `which of ${count ?? 'several'} equal groups by ${keys[0]}${within}` : null;
  }
  const [first] = args;
  const of = first && nodeLabel(first, naming);
  if (call.aggregate) {
    const own = computedText({ ...call, over: null }, naming);
    if (own === null) return null;
    if (orderBy.length === 0) return parts.length > 0 ? `${own}${within}` : `overall ${own}`;
    const sort = bounded ? (isMean(name) ? 'moving' : 'rolling') : 'running';
    return `${sort} ${own}${within}`;
  }
  if (!of) return null;
  if (name === 'lead') return `next ${of}${within}`;
  const row = rowOf(name);
  return row ? `${row.label} ${of}${within}` : null;
}

/** Functions that change how a text looks or shorten it, not which one it is. */
const TEXTUAL: ReadonlySet<string> = new Set(
  'lower upper trim ltrim rtrim initcap concat concat_ws strip_accents replace'.split(' '),
);
const PLAIN_PARTS: ReadonlySet<string> = new Set(
  'year month quarter week day hour minute second weekday isodow dayofweek dayofyear monthname dayname weekofyear isoyear'.split(
    ' ',
  ),
);
const UNIT_FIRST: ReadonlySet<string> = new Set(
  'date_trunc datetrunc date_part datepart extract'.split(' '),
);
const PASSED: ReadonlySet<string> = new Set('epoch julian floor ceil ceiling'.split(' '));

function callText(call: CallNode, naming: Naming): string | null {
  const { name, args } = call;
  const all = argumentLabels(args, naming);
  if (!all) return null;
  const [first, second] = all;
  if (DIVIDING_CALLS.has(name)) return quotientText(call, naming);
  if (TEXTUAL.has(name)) return unique(all).join(' and ');
  if (TIME_SPANS.has(name) && second)
    return args.length === 2
      ? `time from ${second} to ${first}`
      : `time from ${first} to ${second}`;
  if (PLAIN_PARTS.has(name) && !second) return `${partName(name)} of ${first}`;
  if (UNIT_FIRST.has(name) && !second) {
    const unit = args[0]?.kind === 'literal' ? args[0].text.toLowerCase() : null;
    if (unit === null) return null;
    return unit === 'epoch' || first!.startsWith('time from')
      ? first!
      : `${partName(unit)} of ${first}`;
  }
  if (PASSED.has(name) && !second) return first!;
  if (name === 'abs') return `absolute ${first}`;
  if (name === 'length' || name === 'char_length') return `length of ${first}`;
  if (name === 'coalesce' || name === 'ifnull') return all.join(' or ');
  if (name === 'greatest' || name === 'least')
    return `${name === 'least' ? 'smallest' : 'largest'} of ${all.join(' and ')}`;
  if (name === 'age' && second) return `time from ${second} to ${first}`;
  return null;
}

/** The labels of arguments, without literals; null where there are none, or one has no label. */
function argumentLabels(args: readonly ExprNode[], naming: Naming): readonly string[] | null {
  const labels = args
    .filter((one) => bare(one).kind !== 'literal')
    .map((one) => nodeLabel(one, naming));
  return labels.length > 0 && labels.every((one) => one !== null) ? labels : null;
}

const PART_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    isodow: 'weekday',
    dow: 'weekday',
    dayofweek: 'weekday',
    dayname: 'weekday',
    monthname: 'month',
    weekofyear: 'week',
    isoyear: 'year',
    dayofyear: 'day of the year',
  }),
);
const partName = (name: string) => PART_NAMES.get(name) ?? name;

function operationText(node: OperationNode, naming: Naming): string | null {
  const { op, args } = node;
  const [left, right] = args;
  if (op === 'case' || op === 'case of') return caseText(node, naming);
  if (isTruth(node)) {
    const held = conditionsText([node], naming);
    return held === null ? null : `whether${held.replace(/^ where/, '')}`;
  }
  if (op === '||') {
    const all = argumentLabels(args, naming);
    return all && unique(all).join(' and ');
  }
  if (!left || !right) return null;
  const [a, b] = [constantOf(left), constantOf(right)];
  const { unitApart } = naming;
  if (op === '*') {
    if (a !== null) return scaledText(right, unitApart ? null : `times ${a}`, naming);
    if (b !== null) return scaledText(left, unitApart ? null : `times ${b}`, naming);
  }
  if (DIVISIONS.has(op)) {
    if (b !== null) return scaledText(left, unitApart ? null : `divided by ${b}`, naming);
    return quotientText(node, naming);
  }
  const word = BETWEEN.get(op);
  const [one, other] = [nodeLabel(left, naming), nodeLabel(right, naming)];
  if (!word || !one || !other) return null;
  if (op === '-' && isMoment(left, naming) && isMoment(right, naming))
    return `time from ${other} to ${one}`;
  if (op === '-' && one === other) return `difference in ${one}`;
  return [one, nested(right) ? `(${other})` : other].join(` ${word} `);
}

/** Whether an operand needs brackets. */
const nested = (node: ExprNode) => {
  const plain = bare(node);
  return plain.kind === 'operation' && (plain.op === '-' || plain.op === '+');
};

/** What is said between the two sides of an operation. */
const BETWEEN: ReadonlyMap<string, string> = new Map([
  ['-', 'minus'],
  ['+', 'plus'],
  ['*', 'times'],
]);

function scaledText(node: ExprNode, by: string | null, naming: Naming): string | null {
  const label = nodeLabel(node, naming);
  return label && by ? `${label} ${by}` : label;
}

function isMoment(node: ExprNode, { catalog }: Naming): boolean {
  const plain = bare(node);
  const column = plain.kind === 'column' ? plain.column : null;
  return column !== null && isTime(columnOf(catalog, column)?.type ?? '');
}

function caseText({ op, args }: OperationNode, naming: Naming): string | null {
  const [test, taken, otherwise, more] = args;
  if (op === 'case' && test && taken && !more && (!otherwise || isNothing(otherwise))) {
    const held = conditionsText([test], naming);
    const of = bare(taken).kind === 'literal' ? null : nodeLabel(taken, naming);
    return of && held !== null ? `${of}${held}` : null;
  }
  return null;
}

/** ` where status is returned`, ` (2025)`; empty where there are no conditions, null where one has no words. */
export function conditionsText(nodes: readonly ExprNode[], naming: Naming): string | null {
  const all = nodes.flatMap(conjuncts);
  if (all.length === 0) return '';
  const filters = all.map(asFilter);
  const dated = filters.filter(
    ({ column }) => column && isTime(columnOf(naming.catalog, column)?.type ?? ''),
  );
  const { periods, filters: rest } = conditionsOf(dated, naming.catalog);
  const others = filters.filter((one) => !dated.includes(one));
  const told = others.map((one) =>
    one.column ? filterLabel(one, naming.catalog) : testLabel(one.node, naming),
  );
  if (told.includes(null)) return null;
  const where = [...told, ...rest].join(' and ');
  return `${periods.length > 0 ? ` (${periods.join('; ')})` : ''}${where ? ` where ${where}` : ''}`;
}

function conjuncts(node: ExprNode): readonly ExprNode[] {
  const plain = bare(node);
  return plain.kind === 'operation' && plain.op === 'and' ? plain.args.flatMap(conjuncts) : [plain];
}

/** `status is Returned and paid on is empty`, of a test of columns; null where it compares anything else. */
function testLabel(test: ExprNode, naming: Naming): string | null {
  const { catalog } = naming;
  const alone = bare(test);
  if (alone.kind === 'column') return truthColumn(alone, naming);
  if (test.kind !== 'operation') return null;
  const { op, args } = test;
  if (op === 'and' || op === 'or') {
    const parts = args.map((one) => testLabel(one, naming));
    return parts.every((one) => one !== null) ? parts.join(` ${op} `) : null;
  }
  const [left, right] = args;
  if (op === 'not' && left) {
    const column = bare(left).kind === 'column' && castColumn(left);
    if (column) return `not ${saidLabel(catalog, column)}`;
    const held = testLabel(left, naming);
    return held && `not (${held})`;
  }
  const label = left && nodeLabel(left, naming);
  if (!label) return null;
  if (op === 'is null') return `${label} is empty`;
  if (op === 'is not null') return `${label} is not empty`;
  const [compared, second] = textComparisons(test);
  const values = compared && !second && compared.op === op ? compared.values : null;
  const words = OPERATOR_WORDS[(op === '!=' ? '<>' : op) as '='];
  if (values) return `${label} ${words} ${values.map(nameText).join(', ')}`;
  if (op === 'in' || op === 'not in' || op === 'between') {
    const said = args.slice(1).map((one) => bare(one));
    if (!said.every((one) => one.kind === 'literal')) return null;
    return `${label} ${words} ${said.map(({ text }) => nameText(text)).join(op === 'between' ? ' and ' : ', ')}`;
  }
  if (!right || !words || !COMPARES.has(op === '!=' ? '<>' : op)) return null;
  const other = castColumn(right);
  if (other) return `${label} ${words} ${saidLabel(catalog, other)}`;
  const plain = bare(right.kind === 'cast' ? right.arg : right);
  if (plain.kind === 'literal')
    return plain.type === 'boolean'
      ? `${label} is ${(plain.text.toLowerCase() === 'true') === (op === '=') ? 'yes' : 'no'}`
      : `${label} ${words} ${nameText(plain.text)}`;
  const than = nodeLabel(right, naming);
  return than && `${label} ${words} ${than}`;
}

function quotientText(node: ExprNode, naming: Naming): string | null {
  const found = quotientOf(node);
  const kind = quotientKind(node);
  if (!found || !kind) return null;
  const inner = { ...naming, unitApart: naming.unitApart ?? false };
  const divisor = resolved(found.divisor);
  const dividend = withoutScale(found.dividend);
  const over = nodeLabel(found.dividend, inner);
  if (kind === 'share') {
    if (dividend.kind !== 'call') return null;
    const { of, conditions } = conditional(dividend);
    const whole = nodeLabel({ ...dividend, args: of ? [of] : [], filter: null }, inner);
    const held = conditionsText(conditions, inner);
    return whole && held !== null ? `share of ${whole.replace(/^number of /, '')}${held}` : null;
  }
  if (!over) return null;
  if (kind === 'average')
    return dividend.kind === 'call' ? computedText({ ...dividend, name: MEAN }, inner) : null;
  const under = nodeLabel(found.divisor, inner);
  if (!under) return null;
  if (kind === 'per thing' && divisor.kind === 'call') {
    const { conditions } = conditional(divisor);
    const thing = /^number of (?:different )?(\S.*)$/.exec(under)?.[1];
    if (thing && conditions.length === 0) return `${over} per ${singular(thing)}`;
  }
  if (kind === 'change') return `${over} as a share of ${under}`;
  const counted = quantityOf(node, quantitiesOf(naming.catalog));
  const isRatio = counted !== null && Object.keys(counted.powers).length === 0;
  if (isRatio || (counted && isRatioOfUnknown(counted) && unitOfQuantity(counted) === '%'))
    return `${over} as a share of ${under}`;
  // `km per hour` has a unit; where the quotient has none, only the ratio is known.
  return counted && unitOfQuantity(counted) === null
    ? `ratio of ${over} to ${under}`
    : `${over} per ${under}`;
}

const [MEAN = ''] = FUNCTIONS.avg.sql;
const ROWS: AggregateFacts = { fn: 'count', distinct: false, arg: null };

/** The table that the rows of the statement are rows of, also where others are joined to them; null if none is. */
export function grainTable({ root }: QueryFacts, catalog: Catalog): string | null {
  const grains = unrepeatedGrains(ROWS, root, catalog);
  const source = root.sources.find(({ alias }) => alias === grains[0]);
  return grains.length === 1 ? (source?.table ?? null) : null;
}

export function rowsText({ facts, catalog }: Pick<Naming, 'facts' | 'catalog'>): string {
  const table = grainTable(facts, catalog);
  return table === null ? 'rows' : tableLabel(table, catalog);
}

/** `average`, `90th percentile of`: what stands before the thing that is computed over. */
export function functionWords({ fn, fraction }: AggregateFacts): string {
  const row = rowOf(fn);
  if (row?.second !== 'fraction' || fraction === undefined)
    return row?.label ?? `${readable(fn)} of`;
  return fraction === 0.5 ? FUNCTIONS.median.label : `${ordinal(fraction * 100)} ${row.label}`;
}

/** `earliest`, of the minimum of times; null for what is no end of them. */
export function endOfTimes(fn: string, column: BaseColumn, catalog: Catalog): string | null {
  if (!isTime(columnOf(catalog, column)?.type ?? '')) return null;
  return fn === 'min' ? 'earliest' : fn === 'max' ? 'latest' : null;
}

/** `total total sales`, of a column that is called a total already. */
export const saidOnce = (label: string) =>
  label.replace(/^(total|average|minimum|maximum) (?=\1\b)/i, '');
