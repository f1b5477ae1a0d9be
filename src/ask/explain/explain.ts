import { type ColumnStyle, cellValue, isNumeric } from '#src/ask/cells.ts';
import type { DatedPeriod } from '#src/ask/conditions.ts';
import type { Thing } from '#src/ask/explain/thing.ts';
import { endOf, kindOf, type Ranking } from '#src/ask/ranking.ts';
import type { Lineage } from '#src/ask/types.ts';
import { plural, singular } from '#src/catalog/catalog-names.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import { addExact, canonical, compareExact, type Exact, parseExact } from '#src/sql/exact.ts';
import { WHEN } from '#src/texts/en/common.ts';
import { EXPLAIN } from '#src/texts/en/explanations.ts';
import { type List, type Message, message, type Said, type Value } from '#src/texts/message.ts';

type Row = readonly CellValue[];

export interface ShownOrder {
  readonly column: number;
  readonly direction: 'asc' | 'desc';
}

/** The periods, attributes and filters of the rows. */
interface ShownScope {
  readonly periods: readonly DatedPeriod[];
  /** `with orders`, `of the same category` */
  readonly attributes: readonly string[];
  /** `status is open` */
  readonly filters: readonly string[];
}

export interface ShownTable {
  readonly styles: readonly ColumnStyle[];
  /** What each row is, where it is one thing of a table. */
  readonly thing?: Thing | null;
  /** The first column that the rows are sorted by; null if they aren't sorted. */
  readonly order: ShownOrder | null;
  /** Absent if each label states the filters of its own rows. */
  readonly scope?: ShownScope;
  /** What the first rows were picked by, where no column shows it. */
  readonly ranking?: Ranking | null;
  readonly rows: readonly Row[];
  readonly totalRows: number;
  readonly totalRowsExact: boolean;
  /** Whether more rows would have made the answer too large. */
  readonly isTooLarge?: boolean;
  /** Whether the table shows only the beginning of a cell. */
  readonly hasCutCells?: boolean;
  /** Sentences on rows that are not there. */
  readonly notes?: readonly string[];
  /** Whether a cell is empty because it holds no finite number. */
  readonly hasNoNumber?: boolean;
}

/** Rows that are written out one by one, values of a list, characters of a text cell. */
const ROWS_IN_WORDS = 3;
const VALUES_IN_WORDS = 10;
const CELL_CHARACTERS = 80;

/**
 * Says what the rows say, the answer first, in one to three sentences. Every number in it is a cell, a share of their
 * sum, a row count, or stands in the lineage (`number-trace.ts` proves it in the tests).
 */
export function explainRows(
  table: ShownTable,
  { row_limit }: Pick<Lineage, 'row_limit'>,
  breakdown: ShownTable | null,
): readonly Said[] {
  const scope = scopeOf(table);
  if (table.totalRows === 0)
    return [
      table.thing && !table.thing.isGroup
        ? message(EXPLAIN.noThings, { things: { label: table.thing.many }, scope })
        : message(EXPLAIN.noRows, { scope }),
    ];
  const said: Said[] =
    table.totalRows === 1 ? oneRow(table, row_limit, scope) : manyRows(table, row_limit, scope);
  const shown = shownText(table);
  const groups = breakdown && table.totalRows === 1 ? ofTotal(table, breakdown) : null;
  return [...said, ...shown, ...(table.notes ?? []), ...(groups ? [groups] : [])];
}

/** Says what a statement that was not run would compute. */
export function explainDraft(lineage: Lineage): Said {
  const text = lineage.text.charAt(0).toLowerCase() + lineage.text.slice(1);
  return message(EXPLAIN.draft, {
    text: { list: text.split('; ').map((label) => ({ label })), by: 'semicolon' },
  });
}

/** ` in 2025 where status is open`: each part begins with a space. */
function scopeOf({ scope, thing }: ShownTable): List {
  const { periods = [], attributes = [], filters = [] } = scope ?? {};
  const isRecords = thing != null && !thing.isGroup;
  const conditions: Value[] = filters.map((label) => ({ label }));
  const parts: Value[] = [];
  for (const { date, isOnly, isVerb, when } of periods) {
    const period = { when };
    if (isOnly && !isRecords) parts.push(message(EXPLAIN.when, { period }));
    else if (isVerb) parts.push(message(EXPLAIN.dated, { date: { label: date }, period }));
    else if (isRecords)
      conditions.unshift(message(EXPLAIN.dateIs, { date: { label: date }, period }));
    else parts.push(message(EXPLAIN.byDate, { date: { label: date }, period }));
  }
  const list = (of: readonly Value[]): List => ({ list: of, by: 'and' });
  const firsts = attributes.filter((one) => one.startsWith('the first'));
  const others = attributes.filter((one) => !firsts.includes(one));
  const labels = (of: readonly string[]) => list(of.map((label) => ({ label })));
  if (others.length > 0) parts.push(message(EXPLAIN.with, { attributes: labels(others) }));
  if (firsts.length > 0) parts.push(message(EXPLAIN.firsts, { attributes: labels(firsts) }));
  if (conditions.length > 0) parts.push(message(EXPLAIN.where, { conditions: list(conditions) }));
  return { list: parts, by: 'nothing' };
}

/** Answers about a period are in the past tense. */
const isPast = ({ scope }: ShownTable) => (scope?.periods.length ?? 0) > 0;

interface Cell {
  readonly style: ColumnStyle;
  readonly cell: CellValue;
  readonly value: Value;
}

const cellsOf = (row: Row, styles: readonly ColumnStyle[]): readonly Cell[] =>
  styles.map((style, index) => {
    const cell = row[index] ?? null;
    return { style, cell, value: write(cell, style) };
  });

const labelOf = (label: string): Value => ({ label, definite: true });

function oneRow(table: ShownTable, limit: number | null, scope: List): Said[] {
  const { styles, order, thing } = table;
  const [row = []] = table.rows;
  const cells = cellsOf(row, styles);
  const ranking = limit === 1 ? (table.ranking ?? null) : null;
  const first = (limit === 1 && order ? firstOf(order, styles) : null) ?? ranking;
  const [only, second] = cells;
  if (only && !second) return [oneValue(only, { table, scope, first, ranking })];
  if (first) return [firstRow(cells, { table, scope, first })];
  if (styles.every(({ total }) => total)) return [totals(cells, table, scope)];
  if ((!thing || thing.isGroup) && styles.some(isMeasure) && !styles.every(isMeasure))
    return manyRows(table, limit, scope);
  const said = listedCells(cells);
  return [
    thing
      ? message(EXPLAIN.oneRow, { thing: { label: thing.one }, scope, cells: said })
      : message(EXPLAIN.oneRowOfAny, { scope, cells: said }),
  ];
}

const listedCells = (cells: readonly Cell[]): List => ({
  list: cells.map(({ style, value }) =>
    message(EXPLAIN.cell, { label: { label: style.label }, value }),
  ),
  by: 'comma',
});

interface Spoken {
  readonly table: ShownTable;
  readonly scope: List;
  readonly first: Ranking | null;
  /** The same, if no column shows it. */
  readonly ranking: Ranking | null;
}

function oneValue({ style, cell, value }: Cell, { table, scope, first, ranking }: Spoken): Said {
  const { thing, hasNoNumber } = table;
  const label = labelOf(style.label);
  if (cell === null && hasNoNumber) return message(EXPLAIN.notFinite, { label, scope });
  if (cell === null && style.total)
    return message(EXPLAIN.noValue, { label: { label: style.label }, scope });
  if (ranking && cell === null)
    return message(EXPLAIN.firstNameless, {
      thing: { label: style.label },
      ...endAndLabel(ranking),
      scope,
    });
  if (ranking)
    return message(isPast(table) ? EXPLAIN.firstThen : EXPLAIN.first, {
      name: value,
      ...endAndLabel(ranking),
      scope,
    });
  if (first) return message(EXPLAIN.firstIs, { ...endAndLabel(first), scope, value });
  if (thing?.isNamed && cell !== null)
    return message(EXPLAIN.oneThing, { thing: { label: thing.one }, scope, name: value });
  const counted = style.total ? style.counted : undefined;
  if (counted !== undefined) return countedText(counted, cell, table, scope);
  return message(isPast(table) ? EXPLAIN.totalThen : EXPLAIN.total, { label, scope, value });
}

function countedText(things: string, cell: CellValue, table: ShownTable, scope: List): Said {
  const n = Number(cell);
  const isOver = isPast(table);
  const one = / (?:where|with|without) /.test(things) ? things : singular(things);
  const shared = { things: { label: n === 1 ? one : things }, scope };
  if (n === 0) return message(isOver ? EXPLAIN.countedNoneThen : EXPLAIN.noThings, shared);
  const amount = { amount: String(cell), unit: null, isQuantity: true };
  return message(isOver ? EXPLAIN.countedThen : EXPLAIN.counted, { n: amount, ...shared });
}

function totals(cells: readonly Cell[], table: ShownTable, scope: List): Said {
  const counted = cells.map(({ style }) => style.counted);
  const each = (texts: Message[]): List => ({ list: texts, by: 'and' });
  if (!isPast(table) && counted.every((one) => one !== undefined))
    return message(EXPLAIN.countedSeveral, {
      totals: each(
        cells.map(({ value }, at) =>
          message(EXPLAIN.someThings, { n: value, things: { label: counted[at]! } }),
        ),
      ),
      scope,
    });
  const form = isPast(table) ? EXPLAIN.oneTotalThen : EXPLAIN.oneTotal;
  return message(EXPLAIN.totals, {
    totals: each(
      cells.map(({ style, value }) => message(form, { label: labelOf(style.label), value })),
    ),
    scope,
  });
}

/** The row that comes first by something, of several columns. */
function firstRow(
  cells: readonly Cell[],
  { table, scope, first }: Pick<Spoken, 'table' | 'scope'> & { readonly first: Ranking },
): Said {
  const measures = cells.filter(({ style }) => isMeasure(style));
  const names = cells.filter(({ style }) => !isMeasure(style));
  const [measure, another] = measures;
  const sorted = table.order?.column;
  const isByIt = measure !== undefined && !another && cells[sorted ?? -1] === measure;
  if (isByIt && names.length > 0)
    return message(isPast(table) ? EXPLAIN.firstValuedThen : EXPLAIN.firstValued, {
      name: { list: names.map(({ value }) => value), by: 'comma' },
      ...endAndLabel(first),
      scope,
      value: measure.value,
    });
  const said = { ...endAndLabel(first), scope, cells: listedCells(cells) };
  return table.thing
    ? message(EXPLAIN.firstOfThing, { thing: { label: table.thing.one }, ...said })
    : message(EXPLAIN.firstCells, said);
}

const endAndLabel = ({ end, label }: Ranking) => ({ end: message(end), label: { label } });

/** Which end of an order comes first, and of which column. */
function firstOf({ column, direction }: ShownOrder, styles: readonly ColumnStyle[]) {
  const style = styles[column];
  if (!style) return null;
  const end = endOf(kindOf(style.type), direction);
  // `latest order date` of each, of which the latest comes first.
  return {
    end,
    label: style.label.startsWith(`${end} `) ? style.label.slice(end.length + 1) : style.label,
  };
}

/** `sorted by name`, `latest order date first`. */
const sortedText = ({ end, label }: Ranking): Message =>
  end === endOf('text', 'asc')
    ? message(EXPLAIN.sortedBy, { label: { label } })
    : message(EXPLAIN.endFirst, { end: message(end), label: { label } });

function manyRows(table: ShownTable, limit: number | null, scope: List): Said[] {
  const { styles, rows, order } = table;
  const main = mainMeasure(table);
  const [style, second] = styles;
  if (style && !second && !main) return [listOfValues(table, style, scope)];
  const names = styles.filter((one) => !isMeasure(one)).map(({ label }) => ({ label }));
  const measures = styles.filter(isMeasure);
  const sorted = order && firstOf(order, styles);
  if (measures.length === 0 || names.length === 0) return [records(table, sorted, scope)];
  if (table.totalRows <= ROWS_IN_WORDS && rows.length === table.totalRows)
    return [
      message(EXPLAIN.fewGroups, {
        label: { list: measures.map(({ label }) => ({ label })), by: 'and' },
        names: { list: names, by: 'comma' },
        scope,
        groups: {
          list: rows.map((row) => groupText(row, table)),
          by: measures.length > 1 || names.length > 1 ? 'semicolon' : 'comma',
        },
      }),
    ];
  if (!main)
    return [
      message(EXPLAIN.groupsWithoutMeasure, { n: countOf(table), groups: groupsOf(table), scope }),
    ];
  const others = measures.filter((one) => one !== main.style);
  const also = message(EXPLAIN.alsoShown, {
    labels: { list: others.map(({ label }) => labelOf(label)), by: 'and' },
  });
  return [...extremes(table, main, limit, scope), ...(others.length > 0 ? [also] : [])];
}

function records(table: ShownTable, sorted: Ranking | null, scope: List): Said {
  const { thing, styles } = table;
  const n = countOf(table);
  const order = sorted && sortedText(sorted);
  if (thing && !thing.isGroup) {
    const things = { label: table.totalRows === 1 ? thing.one : thing.many };
    return order
      ? message(EXPLAIN.thingsSorted, { n, things, scope, order })
      : message(EXPLAIN.counted, { n, things, scope });
  }
  const labels: List = { list: styles.map(({ label }) => ({ label })), by: 'and' };
  return order
    ? message(EXPLAIN.rowsWithSorted, { n, labels, scope, order })
    : message(EXPLAIN.rowsWith, { n, labels, scope });
}

interface Measure {
  readonly column: number;
  readonly style: ColumnStyle;
}

/** Whether a column is a measure, rather than a name that identifies the row or group. */
const isMeasure = ({ quantity, computed }: ColumnStyle) => quantity || computed === true;

/** The measure that is spoken of: the one that the rows are sorted by, else the first. */
function mainMeasure({ styles, order }: ShownTable): Measure | null {
  const measures = styles.flatMap((style, column) => (style.quantity ? [{ style, column }] : []));
  return measures.find(({ column }) => column === order?.column) ?? measures[0] ?? null;
}

/** A row as its name and its measures, each with its label where there are several. */
function groupText(row: Row, table: ShownTable): Message {
  const cells = cellsOf(row, table.styles).filter(({ style }) => isMeasure(style));
  const [only, second] = cells;
  const name = nameOf(row, table);
  return only && !second
    ? message(EXPLAIN.group, { name, value: only.value })
    : message(EXPLAIN.groupOfSeveral, { name, values: listedCells(cells) });
}

/** What the rows are groups of: `regions`, `combinations of channel and region`. */
function groupsOf({ styles, thing }: ShownTable): Value {
  const names = styles.filter((one) => !isMeasure(one)).map(({ label }) => label);
  const [name, second] = names;
  if (thing?.isGroup) return { label: thing.many };
  if (name !== undefined && second === undefined) return { label: plural(name) };
  return message(EXPLAIN.combinations, {
    names: { list: names.map((label) => ({ label })), by: 'and' },
  });
}

function listOfValues(table: ShownTable, style: ColumnStyle, scope: List): Said {
  const { rows, ranking, thing } = table;
  const isAll = rows.length === table.totalRows && rows.length <= VALUES_IN_WORDS;
  const list: Value = { list: rows.map(([cell = null]) => write(cell, style)), by: 'comma' };
  const label = { label: style.label };
  const n = countOf(table);
  const things = thing && { label: thing.many };
  if (things && thing.isNamed) {
    const order = ranking && sortedText(ranking);
    if (order)
      return isAll
        ? message(EXPLAIN.thingsNamedSorted, { n, things, scope, order, list })
        : message(EXPLAIN.thingsSorted, { n, things, scope, order });
    return isAll
      ? message(EXPLAIN.thingsNamed, { n, things, scope, list })
      : message(EXPLAIN.counted, { n, things, scope });
  }
  if (things)
    return isAll
      ? message(EXPLAIN.valuesOf, { label, n, things, scope, list })
      : message(EXPLAIN.valuesOfAlone, { label, n, things, scope });
  return isAll
    ? message(EXPLAIN.values, { label, n, scope, list })
    : message(EXPLAIN.valuesAlone, { label, n, scope });
}

interface Numbered {
  readonly row: Row;
  readonly cell: CellValue;
  readonly value: Exact;
}

/** The rows that have a number, the highest first. */
function byNumber({ rows }: ShownTable, column: number): readonly Numbered[] {
  const numbers = rows.flatMap((row) => {
    const cell = row[column] ?? null;
    const value = cell === null ? null : parseExact(String(cell));
    return value ? [{ row, cell, value }] : [];
  });
  return numbers.toSorted((a, b) => compareExact(b.value, a.value));
}

/** The highest and the lowest row among those shown. */
function extremes(table: ShownTable, main: Measure, limit: number | null, scope: List): Said[] {
  const { column, style: usual } = main;
  const sorted = byNumber(table, column);
  const [highest, second] = sorted;
  const lowest = sorted.at(-1);
  const n = countOf(table);
  const groups = groupsOf(table);
  const label = labelOf(usual.label);
  if (!highest || !second || !lowest)
    return [message(EXPLAIN.groupsWithoutMeasure, { n, groups, scope })];
  const isPart = table.rows.length < table.totalRows || !table.totalRowsExact;
  const none = sorted.length < table.rows.length ? [message(EXPLAIN.someHaveNone)] : [];
  if (compareExact(highest.value, lowest.value) === 0) {
    const value = write(highest.cell, usual);
    const bare = { label: usual.label };
    if (isPart) return [message(EXPLAIN.sameAmong, { label: bare, scope, value }), ...none];
    return [
      none.length > 0
        ? message(EXPLAIN.sameOfThose, { label: bare, scope, value, groups })
        : message(EXPLAIN.same, { label, scope, value, n, groups }),
    ];
  }
  const style = apart(highest.cell, lowest.cell, usual);
  const [high, low] = [write(highest.cell, style), write(lowest.cell, style)];
  const isRanked =
    limit !== null && limit === table.rows.length && !isPart && table.order?.column === column;
  if (isRanked) {
    const isTop = table.order?.direction === 'desc';
    const [from, to] = isTop ? [highest, lowest] : [lowest, highest];
    const names = { name: nameOf(from.row, table), name2: nameOf(to.row, table) };
    const { thing } = table;
    const said = { n, label: { label: usual.label }, scope, high, low, ...names };
    return thing?.isGroup
      ? [
          message(isTop ? EXPLAIN.topThings : EXPLAIN.bottomThings, {
            ...said,
            things: { label: thing.many },
          }),
          ...none,
        ]
      : [message(isTop ? EXPLAIN.top : EXPLAIN.bottom, said), ...none];
  }
  const at = placeOf(highest, sorted, table);
  const at2 = placeOf(lowest, sorted, table);
  const form = isPart ? EXPLAIN.rangesAmong : isPast(table) ? EXPLAIN.rangesThen : EXPLAIN.ranges;
  return [message(form, { n, groups, label, scope, at, high, at2, low }), ...none];
}

/** Whether several rows have the number of one. */
const isShared = ({ value }: Numbered, all: readonly Numbered[]) =>
  all.filter((one) => compareExact(one.value, value) === 0).length > 1;

/** `for East`, `in October 2025`, `for East and others` where several rows have the number. */
function placeOf(at: Numbered, all: readonly Numbered[], table: ShownTable): Value {
  const name = nameOf(at.row, table);
  const place =
    typeof name === 'object' && 'day' in name
      ? message(WHEN[name.unit], { [name.unit]: name })
      : message(EXPLAIN.forName, { name });
  return isShared(at, all) ? message(EXPLAIN.andOthers, { place }) : place;
}

/** The style, but with all digits where two cells that differ would be written alike. */
const apart = (one: CellValue, other: CellValue, style: ColumnStyle): ColumnStyle =>
  JSON.stringify(write(one, style)) === JSON.stringify(write(other, style))
    ? { ...style, rounded: false, exact: true }
    : style;

/** The cells of a row that are no measures. */
function nameOf(row: Row, { styles }: ShownTable): Value {
  const names = cellsOf(row, styles).flatMap(({ style, value }) => (isMeasure(style) ? [] : value));
  const [only, second] = names;
  return only !== undefined && second === undefined ? only : { list: names, by: 'comma' };
}

/** The groups of a total: who leads, with its share where the groups add up to the total. */
function ofTotal(total: ShownTable, breakdown: ShownTable): Said | null {
  const main = mainMeasure(breakdown);
  const names = breakdown.styles.filter(({ quantity }) => !quantity).map(({ label }) => label);
  if (!main || names.length === 0) return null;
  const sorted = byNumber(breakdown, main.column);
  const [highest, second] = sorted;
  const lowest = sorted.at(-1);
  if (!highest || !second || !lowest || sorted.length < breakdown.rows.length) return null;
  const { style: usual } = main;
  if (compareExact(highest.value, lowest.value) === 0)
    return message(EXPLAIN.allTheSame, {
      value: write(highest.cell, usual),
      n: countOf(breakdown),
      groups: groupsOf(breakdown),
    });
  const style = apart(highest.cell, lowest.cell, usual);
  const said = {
    names: { list: names.map((label) => ({ label })), by: 'comma' },
    low: write(lowest.cell, style),
  } as const;
  const share = shareOf(highest, sorted, total.rows[0]?.[0] ?? null);
  if (isShared(highest, sorted) || isShared(lowest, sorted) || share === null)
    return message(EXPLAIN.spans, {
      ...said,
      at: placeOf(highest, sorted, breakdown),
      high: write(highest.cell, style),
      at2: placeOf(lowest, sorted, breakdown),
    });
  const leading = {
    ...said,
    name: nameOf(highest.row, breakdown),
    value: write(highest.cell, style),
    name2: nameOf(lowest.row, breakdown),
  };
  // A share that rounds to 0 % or 100 % would read as nothing or all.
  if (share <= 0 || share >= 100) return message(EXPLAIN.leadsAlone, leading);
  const percent = { amount: String(share), unit: '%', isQuantity: true };
  return message(EXPLAIN.leads, { ...leading, share: percent });
}

/** Sums of floats differ in their last digits with the order of adding. */
const SAME = 1e-9;

/** The share of a part in the total, in percent; null if the parts don't add up to it. */
function shareOf(part: Numbered, all: readonly Numbered[], total: CellValue): number | null {
  const whole = Number(total ?? Number.NaN);
  const sum = Number(canonical(all.map(({ value }) => value).reduce(addExact)));
  const isSum = Math.abs(whole - sum) <= SAME * Math.abs(whole);
  if (!isSum || whole <= 0 || all.some(({ value }) => value.digits < 0n)) return null;
  return Math.round((100 * Number(canonical(part.value))) / whole);
}

/** "The first 1,000 of 12,345 rows are shown." */
function shownText(table: ShownTable): readonly Said[] {
  const { rows, totalRows, totalRowsExact, isTooLarge, hasCutCells } = table;
  const cut = hasCutCells ? [message(EXPLAIN.cut)] : [];
  if (rows.length === totalRows && totalRowsExact) return cut;
  const form = isTooLarge ? EXPLAIN.shownTooLarge : EXPLAIN.shown;
  return [message(form, { n: rows.length, total: countOf(table) }), ...cut];
}

const countOf = ({ totalRows, totalRowsExact }: ShownTable): Value =>
  totalRowsExact ? totalRows : message(EXPLAIN.moreThan, { n: totalRows });

function write(cell: CellValue, style: ColumnStyle): Value {
  if (typeof cell !== 'string' || isNumeric(style) || cell.length <= CELL_CHARACTERS)
    return cellValue(cell, style);
  // A number that the cut goes through would be another number, half a sign none.
  const cut = cell.slice(0, CELL_CHARACTERS).replace(/[\d.,]+$|[\ud800-\udbff]$/, '');
  return cellValue(`${cut}…`, style);
}
