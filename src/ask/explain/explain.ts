import { type ColumnStyle, cellText, grouped, isNumeric } from '#src/ask/cells.ts';
import type { Thing } from '#src/ask/explain/thing.ts';
import { ALL_DATES } from '#src/ask/lineage.ts';
import { endOf, kindOf, type Ranking } from '#src/ask/ranking.ts';
import type { Lineage } from '#src/ask/types.ts';
import { capital, listed } from '#src/ask/words.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import { compareExact, parseExact } from '#src/sql/exact.ts';

type Row = readonly CellValue[];

export interface ShownOrder {
  readonly column: number;
  readonly direction: 'asc' | 'desc';
}

export interface ShownTable {
  readonly styles: readonly ColumnStyle[];
  /** What each row is, where it is one thing of a table. */
  readonly thing?: Thing | null;
  /** The column that the rows are sorted by first; null where they are not. */
  readonly order: ShownOrder | null;
  /** The periods that the rows are held to, each with the date that it is of. */
  readonly dated?: readonly string[];
  /** Whether each label says what its own rows are held to. */
  readonly saysOwnScopes?: boolean;
  /** What the first rows were picked by, where no column shows it. */
  readonly ranking?: Ranking | null;
  readonly rows: readonly Row[];
  readonly totalRows: number;
  readonly totalRowsExact: boolean;
  /** Whether more rows would have made the answer too large. */
  readonly isTooLarge?: boolean;
  /** Whether the table shows only the beginning of a cell. */
  readonly hasCutCells?: boolean;
  /** A sentence on rows that are not there. */
  readonly note?: string;
  /** Whether a cell is empty because it holds no finite number. */
  readonly hasNoNumber?: boolean;
}

/** Rows that are written out one by one, values of a list, characters of a text cell. */
const ROWS_IN_WORDS = 3;
const VALUES_IN_WORDS = 10;
const CELL_CHARACTERS = 80;

/**
 * Says what the rows say, in one to three sentences. Every number in it is a cell, a row count, or stands in the
 * lineage (`number-trace.ts` proves it in the tests).
 */
export function explainRows(
  table: ShownTable,
  lineage: Lineage,
  breakdown: ShownTable | null,
): string {
  const scope = table.saysOwnScopes ? '' : scopeText(lineage, table);
  if (table.totalRows === 0) return `No rows match${scope}.`;
  const sentences = [
    table.totalRows === 1 ? oneRow(table, lineage, scope) : manyRows(table, scope),
    shownText(table),
    table.note ?? '',
    breakdown && table.totalRows === 1 ? largestGroup(breakdown) : '',
  ];
  return sentences
    .filter((sentence) => sentence !== '')
    .map(capital)
    .join(' ');
}

/** Says what a statement that was not run would compute. */
export function explainDraft(lineage: Lineage): string {
  const text = lineage.text.charAt(0).toLowerCase() + lineage.text.slice(1);
  return `This SQL would return: ${text}. It wasn't run.`;
}

/** The text beside a clarifying question. */
export function explainClarification(question: string, options: readonly string[]): string {
  return options.length > 0 ? `${question} (${options.join(' / ')})` : question;
}

/** Rows that are listed may have several dates: which of them the period is of is said there. */
function scopeText({ period, filters }: Lineage, { thing, dated = [] }: ShownTable): string {
  const all = period === ALL_DATES ? [] : [period];
  const parts = [...(thing && !thing.isGroup && dated.length > 0 ? dated : all), ...filters];
  return parts.length > 0 ? ` (${parts.join('; ')})` : '';
}

/** The cells of a row with what is known of their columns, and as they are written. */
const cellsOf = (row: Row, styles: readonly ColumnStyle[]) =>
  styles.map((style, index) => {
    const cell = row[index] ?? null;
    return { style, cell, text: write(cell, style) };
  });

function oneRow(table: ShownTable, lineage: Lineage, scope: string): string {
  const { styles, order, thing, hasNoNumber } = table;
  const [row = []] = table.rows;
  const ranking = lineage.row_limit === 1 ? table.ranking : null;
  const cells = cellsOf(row, styles);
  const [only, second] = cells;
  if (only && !second) {
    const { cell, style, text } = only;
    if (cell === null && hasNoNumber)
      return `${capital(style.label)}${scope} isn't a finite number.`;
    if (thing?.isNamed && cell !== null && !ranking) return `One ${thing.one}${scope}: ${text}.`;
    if (cell === null && style.total)
      return `There's no ${style.label}${scope}, because there are no values to calculate it from.`;
    const shown = order && lineage.row_limit === 1 ? firstOf(order, styles) : null;
    const label = thing?.isNamed ? thing.one : style.label;
    const what = capital(shown ? `${shown.end} ${shown.label}` : label);
    return `${what}${ranking ? ` with the ${ranking.end} ${ranking.label}` : ''}${scope} is ${text}.`;
  }
  const first = order && lineage.row_limit === 1 ? firstOf(order, styles) : ranking;
  const said = cells.map(({ style, text }) => `${style.label} is ${text}`);
  if (first) {
    const of = thing ? `${thing.one} with the ` : '';
    return `${capital(`${of}${first.end} ${first.label}`)}${scope}: ${said.join(', ')}.`;
  }
  if (styles.every(({ total }) => total)) return `${capital(said.join('; '))}${scope}.`;
  if ((!thing || thing.isGroup) && styles.some(isMeasure) && !styles.every(isMeasure))
    return manyRows(table, scope);
  return `One ${thing ? thing.one : 'row'} matches${scope}: ${said.join(', ')}.`;
}

/** `sorted by name`, `latest order date first`. */
const sortedText = ({ end, label }: Ranking) =>
  end === endOf('text', 'asc') ? `sorted by ${label}` : `${end} ${label} first`;

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

function manyRows(table: ShownTable, scope: string): string {
  const { styles, rows, order } = table;
  const main = mainMeasure(table);
  const [style, second] = styles;
  if (style && !second && !main) return listOfValues(table, style, scope);
  const names = styles.filter((one) => !isMeasure(one)).map(({ label }) => label);
  const measures = styles.filter(isMeasure);
  const sorted = order && firstOf(order, styles);
  if (measures.length === 0 || names.length === 0) {
    const columns = styles.map(({ label }) => label).join(', ');
    const first = sorted ? `; ${sortedText(sorted)}` : '';
    return `${countText(table)} ${table.thing?.many ?? 'rows'} with ${columns}${scope}${first}.`;
  }
  const title = `${listed(measures.map(({ label }) => label))} by ${names.join(', ')}${scope}`;
  if (table.totalRows <= ROWS_IN_WORDS && rows.length === table.totalRows)
    return `${title}: ${rows.map((row) => groupText(row, table)).join('; ')}.`;
  const isByMeasure =
    sorted && isMeasure(styles[order.column]!) && (!main || order.column === main.column);
  const first = isByMeasure ? `, ${sorted.end} first` : '';
  return `${title}: ${countText(table)} rows${first}.${main ? extremes(table, main) : ''}`;
}

interface Measure {
  readonly column: number;
  readonly style: ColumnStyle;
}

/** What is said of each row or group, beside what tells which one it is. */
const isMeasure = ({ quantity, computed }: ColumnStyle) => quantity || computed === true;

/** The measure that is spoken of: the one that the rows are sorted by, else the first. */
function mainMeasure({ styles, order }: ShownTable): Measure | null {
  const measures = styles.flatMap((style, column) => (style.quantity ? [{ style, column }] : []));
  return measures.find(({ column }) => column === order?.column) ?? measures[0] ?? null;
}

/** A row as its name and its measures, each with its label where there are several. */
function groupText(row: Row, table: ShownTable): string {
  const cells = cellsOf(row, table.styles).filter(({ style }) => isMeasure(style));
  const values = cells.map(({ style, text }) =>
    cells.length > 1 ? `${style.label} ${text}` : text,
  );
  return `${nameOf(row, table)} ${values.join(', ')}`;
}

function listOfValues(table: ShownTable, style: ColumnStyle, scope: string): string {
  const { rows, ranking, thing } = table;
  const first = ranking ? `, ${ranking.end} ${ranking.label} first` : '';
  const what = thing ? thing.many : `values of ${style.label}`;
  const of = thing && !thing.isNamed ? `${capital(style.label)} of ` : '';
  const count = `${of}${countText(table)} ${what}${scope}${first}`;
  const all = rows.length === table.totalRows && rows.length <= VALUES_IN_WORDS;
  return all
    ? `${count}: ${rows.map(([cell = null]) => write(cell, style)).join(', ')}.`
    : `${count}.`;
}

/** The highest and the lowest row among those shown. */
function extremes(table: ShownTable, { column, style: usual }: Measure): string {
  const numbers = table.rows.flatMap((row) => {
    const cell = row[column] ?? null;
    const value = cell === null ? null : parseExact(String(cell));
    return value ? [{ row, cell, value }] : [];
  });
  const sorted = numbers.toSorted((a, b) => compareExact(b.value, a.value));
  const [highest, second] = sorted;
  const lowest = sorted.at(-1);
  if (!highest || !second || !lowest) return '';
  const among = table.rows.length < table.totalRows || !table.totalRowsExact;
  if (compareExact(highest.value, lowest.value) === 0) {
    const of = `${among ? ' rows shown' : ''}${numbers.length < table.rows.length ? ' that have one' : ''}`;
    return ` All${of} have ${write(highest.cell, usual)}.`;
  }
  const style = apart(highest.cell, lowest.cell, usual);
  const say = (word: string, { row, cell, value }: (typeof numbers)[number]) => {
    const shared = numbers.filter((one) => compareExact(one.value, value) === 0).length > 1;
    const name = `${nameOf(row, table)}${shared ? ' and others' : ''}`;
    return `${word} is ${write(cell, style)} (${name})`;
  };
  const several = table.styles.filter(({ quantity }) => quantity).length > 1;
  const which = several ? ` ${usual.label}` : '';
  const where = among ? ' Among the rows shown, the' : ' The';
  const none = numbers.length < table.rows.length ? ' Some have none.' : '';
  return `${where} ${say(`highest${which}`, highest)}; ${say(`the lowest${which}`, lowest)}.${none}`;
}

/** The style, but with all digits where two cells that differ would be written alike. */
const apart = (one: CellValue, other: CellValue, style: ColumnStyle): ColumnStyle =>
  write(one, style) === write(other, style) ? { ...style, rounded: false } : style;

/** The cells of a row that are no measures. */
function nameOf(row: Row, { styles }: ShownTable): string {
  return cellsOf(row, styles)
    .flatMap(({ style, text }) => (isMeasure(style) ? [] : text))
    .join(', ');
}

function largestGroup(breakdown: ShownTable): string {
  const main = mainMeasure(breakdown);
  const names = breakdown.styles.filter(({ quantity }) => !quantity).map(({ label }) => label);
  if (!main || names.length === 0 || breakdown.rows.length < 2) return '';
  const text = extremes(breakdown, main);
  return text && `By ${names.join(', ')}:${lower(text)}`;
}

/** "The first 1,000 of 12,345 rows are shown." */
function shownText(table: ShownTable): string {
  const { rows, totalRows, totalRowsExact, isTooLarge, hasCutCells } = table;
  const cut = hasCutCells ? ' Long texts are shortened here, but not in the full result.' : '';
  if (rows.length === totalRows && totalRowsExact) return cut.trimStart();
  const why = isTooLarge ? ', because more would be too large for one answer' : '';
  return `The first ${grouped(String(rows.length))} of ${countText(table)} rows are shown${why}.${cut}`;
}

const countText = ({ totalRows, totalRowsExact }: ShownTable) =>
  `${totalRowsExact ? '' : 'more than '}${grouped(String(totalRows))}`;

function write(cell: CellValue, style: ColumnStyle): string {
  if (typeof cell !== 'string' || isNumeric(style) || cell.length <= CELL_CHARACTERS)
    return cellText(cell, style);
  // A number that the cut goes through would be another number, half a sign none.
  const cut = cell.slice(0, CELL_CHARACTERS).replace(/[\d.,]+$|[\ud800-\udbff]$/, '');
  return cellText(`${cut}…`, style);
}

const lower = (text: string) =>
  text.replace(/^( ?)(\w)/, (_, space, first) => space + first.toLowerCase());
