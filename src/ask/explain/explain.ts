import { type ColumnStyle, cellText, grouped, isNumeric } from '#src/ask/cells.ts';
import type { Thing } from '#src/ask/explain/thing.ts';
import { ALL_DATES } from '#src/ask/lineage.ts';
import { endOf, kindOf, type Ranking } from '#src/ask/ranking.ts';
import type { Lineage } from '#src/ask/types.ts';
import { capital, listed } from '#src/ask/words.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import { compareExact, type Exact, parseExact } from '#src/sql/exact.ts';

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
  const scope = scopeText(lineage);
  if (table.totalRows === 0) return `Nothing in the data matches${scope}.`;
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
  return `This SQL would compute: ${text}. It was not run.`;
}

/** The text beside a clarifying question. */
export function explainClarification(question: string, options: readonly string[]): string {
  return options.length > 0 ? `${question} (${options.join(' / ')})` : question;
}

function scopeText({ period, filters }: Lineage): string {
  const parts = [...(period === ALL_DATES ? [] : [period]), ...filters];
  return parts.length > 0 ? ` (${parts.join('; ')})` : '';
}

function oneRow(table: ShownTable, lineage: Lineage, scope: string): string {
  const { styles, rows, order } = table;
  const row = rows[0]!;
  const ranking = lineage.row_limit === 1 ? table.ranking : null;
  if (styles.length === 1) {
    const [style] = styles;
    if (row[0] === null && table.hasNoNumber)
      return `${capital(style!.label)}${scope} is no finite number.`;
    if (table.thing?.isNamed && row[0] !== null && !ranking)
      return `One ${table.thing.one}${scope}: ${write(row[0]!, style!)}.`;
    return row[0] === null && style!.total
      ? `There is no ${style!.label}${scope}: nothing to compute it from.`
      : `${capital(table.thing?.isNamed ? table.thing.one : style!.label)}${ranking ? ` with the ${ranking.end} ${ranking.label}` : ''}${scope} is ${write(row[0]!, style!)}.`;
  }
  const cells = styles.map((style, index) => `${style.label} is ${write(row[index]!, style)}`);
  const what =
    order && lineage.row_limit === 1
      ? `${capital(shownEnd(order, styles))} ${styles[order.column]!.label}`
      : ranking
        ? `${capital(ranking.end)} ${ranking.label}`
        : 'One row matches';
  return `${what}${scope}: ${cells.join(', ')}.`;
}

/** Which end of an order comes first. */
function shownEnd({ column, direction }: ShownOrder, styles: readonly ColumnStyle[]): string {
  return endOf(kindOf(styles[column]!.type), direction);
}

function manyRows(table: ShownTable, scope: string): string {
  const { styles, rows, order } = table;
  const main = mainMeasure(table);
  if (styles.length === 1 && main < 0) return listOfValues(table, scope);
  const names = styles.filter(({ quantity }) => !quantity).map(({ label }) => label);
  if (main < 0 || names.length === 0) {
    const columns = styles.map(({ label }) => label).join(', ');
    const first = order ? `; ${shownEnd(order, styles)} ${styles[order.column]!.label} first` : '';
    return `${countText(table)} ${table.thing?.many ?? 'rows'} with ${columns}${scope}${first}.`;
  }
  const measures = styles.filter(({ quantity }) => quantity);
  const title = `${listed(measures.map(({ label }) => label))} by ${names.join(', ')}${scope}`;
  if (table.totalRows <= ROWS_IN_WORDS && rows.length === table.totalRows)
    return `${title}: ${rows.map((row) => groupText(row, table)).join('; ')}.`;
  const first = order?.column === main ? `, ${shownEnd(order, styles)} first` : '';
  return `${title}: ${countText(table)} rows${first}.${extremes(table, main)}`;
}

/** The measure that is spoken of: the one that the rows are sorted by, else the first; -1 where there is none. */
function mainMeasure({ styles, order }: ShownTable): number {
  if (order && styles[order.column]?.quantity) return order.column;
  return styles.findIndex(({ quantity }) => quantity);
}

/** A row as its name and its measures, each with its label where there are several. */
function groupText(row: Row, table: ShownTable): string {
  const cells = table.styles.flatMap((style, index) =>
    style.quantity ? { style, text: write(row[index]!, style) } : [],
  );
  const values = cells.map(({ style, text }) =>
    cells.length > 1 ? `${style.label} ${text}` : text,
  );
  return `${nameOf(row, table)} ${values.join(', ')}`;
}

function listOfValues(table: ShownTable, scope: string): string {
  const { styles, rows, ranking, thing } = table;
  const style = styles[0]!;
  const first = ranking ? `, ${ranking.end} ${ranking.label} first` : '';
  const what = thing ? thing.many : `values of ${style.label}`;
  const of = thing && !thing.isNamed ? `${capital(style.label)} of ` : '';
  const count = `${of}${countText(table)} ${what}${scope}${first}`;
  const all = rows.length === table.totalRows && rows.length <= VALUES_IN_WORDS;
  return all ? `${count}: ${rows.map((row) => write(row[0]!, style)).join(', ')}.` : `${count}.`;
}

/** The highest and the lowest row among those shown. */
function extremes(table: ShownTable, measure: number): string {
  const numbers = table.rows.flatMap((row) => {
    const value = row[measure] === null ? null : parseExact(String(row[measure]));
    return value ? [{ row, value }] : [];
  });
  if (numbers.length < 2) return '';
  const sorted = numbers.toSorted((a, b) => compareExact(b.value, a.value));
  const highest = sorted[0]!;
  const lowest = sorted.at(-1)!;
  const among = table.rows.length < table.totalRows || !table.totalRowsExact;
  if (compareExact(highest.value, lowest.value) === 0) {
    const of = `${among ? ' rows shown' : ''}${numbers.length < table.rows.length ? ' that have one' : ''}`;
    return ` All${of} have ${write(highest.row[measure]!, table.styles[measure]!)}.`;
  }
  const style = apart(highest.row[measure]!, lowest.row[measure]!, table.styles[measure]!);
  const say = (word: string, { row, value }: { row: Row; value: Exact }) => {
    const shared = numbers.filter((one) => compareExact(one.value, value) === 0).length > 1;
    const name = `${nameOf(row, table)}${shared ? ' and others' : ''}`;
    return `${word} is ${write(row[measure]!, style)} (${name})`;
  };
  const several = table.styles.filter(({ quantity }) => quantity).length > 1;
  const which = several ? ` ${table.styles[measure]!.label}` : '';
  const where = among ? ' Among the rows shown, the' : ' The';
  const none = numbers.length < table.rows.length ? ' Some have none.' : '';
  return `${where} ${say(`highest${which}`, highest)}; ${say(`the lowest${which}`, lowest)}.${none}`;
}

/** The style, but with all digits where two cells that differ would be written alike. */
const apart = (one: CellValue, other: CellValue, style: ColumnStyle): ColumnStyle =>
  write(one, style) === write(other, style) ? { ...style, rounded: false } : style;

/** The cells of a row that are no measures. */
function nameOf(row: Row, { styles }: ShownTable): string {
  return styles
    .flatMap((style, index) => (style.quantity ? [] : write(row[index]!, style)))
    .join(', ');
}

function largestGroup(breakdown: ShownTable): string {
  const main = mainMeasure(breakdown);
  const names = breakdown.styles.filter(({ quantity }) => !quantity).map(({ label }) => label);
  if (main < 0 || names.length === 0 || breakdown.rows.length < 2) return '';
  const text = extremes(breakdown, main);
  return text && `By ${names.join(', ')}:${lower(text)}`;
}

/** "The first 1,000 of 12,345 rows are shown." */
function shownText(table: ShownTable): string {
  const { rows, totalRows, totalRowsExact, isTooLarge, hasCutCells } = table;
  const cut = hasCutCells ? ' Long texts are cut; the result holds them whole.' : '';
  if (rows.length === totalRows && totalRowsExact) return cut.trimStart();
  const why = isTooLarge ? ': more would be too large for one answer' : '';
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
