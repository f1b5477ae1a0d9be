import { compareExact, type Exact, parseExact } from '#src/ask/exact.ts';
import { type ColumnStyle, cellText, grouped, isNumeric } from '#src/ask/explain/cells.ts';
import { ALL_DATES } from '#src/ask/lineage.ts';
import type { Lineage } from '#src/ask/types.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';

type Row = readonly CellValue[];

export interface ShownTable {
  readonly styles: readonly ColumnStyle[];
  readonly rows: readonly Row[];
  readonly totalRows: number;
  readonly totalRowsExact: boolean;
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
    table.totalRows === 1 ? oneRow(table, scope) : manyRows(table, scope),
    shownText(table),
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

function oneRow({ styles, rows }: ShownTable, scope: string): string {
  const row = rows[0]!;
  if (styles.length === 1) {
    const [style] = styles;
    return row[0] === null
      ? `There is no ${style!.label}${scope}: nothing to compute it from.`
      : `${capital(style!.label)}${scope} is ${write(row[0]!, style!)}.`;
  }
  const cells = styles.map((style, index) => `${style.label} is ${write(row[index]!, style)}`);
  return `One row matches${scope}: ${cells.join(', ')}.`;
}

function manyRows(table: ShownTable, scope: string): string {
  const { styles, rows } = table;
  const measure = styles.findLastIndex((style) => style.quantity);
  if (styles.length === 1 && measure < 0) return listOfValues(table, scope);
  if (measure < 0 || styles.length === 1) {
    const columns = styles.map(({ label }) => label).join(', ');
    return `${countText(table)} rows with ${columns}${scope}.`;
  }
  const { label } = styles[measure]!;
  const others = styles.filter((_, index) => index !== measure).map((style) => style.label);
  const title = `${capital(label)} by ${others.join(', ')}${scope}`;
  if (table.totalRows <= ROWS_IN_WORDS && rows.length === table.totalRows)
    return `${title}: ${rows.map((row) => `${nameOf(row, table, measure)} ${write(row[measure]!, styles[measure]!)}`).join('; ')}.`;
  return `${title}: ${countText(table)} rows.${extremes(table, measure)}`;
}

function listOfValues(table: ShownTable, scope: string): string {
  const { styles, rows } = table;
  const style = styles[0]!;
  const count = `${countText(table)} rows of ${style.label}${scope}`;
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
  if (compareExact(highest.value, lowest.value) === 0)
    return ` All have ${write(highest.row[measure]!, table.styles[measure]!)}.`;
  const among = table.rows.length < table.totalRows || !table.totalRowsExact;
  const say = (word: string, { row, value }: { row: Row; value: Exact }) => {
    const shared = numbers.filter((one) => compareExact(one.value, value) === 0).length > 1;
    const name = `${nameOf(row, table, measure)}${shared ? ' and others' : ''}`;
    return `${word} is ${write(row[measure]!, table.styles[measure]!)} (${name})`;
  };
  const where = among ? ' Among the rows shown, the' : ' The';
  return `${where} ${say('highest', highest)}; ${say('the lowest', lowest)}.`;
}

/** The cells of a row beside its measure. */
function nameOf(row: Row, { styles }: ShownTable, measure: number): string {
  return styles
    .flatMap((style, index) => (index === measure ? [] : write(row[index]!, style)))
    .join(', ');
}

function largestGroup(breakdown: ShownTable): string {
  const measure = breakdown.styles.findLastIndex((style) => style.quantity);
  if (measure < 0 || breakdown.rows.length < 2) return '';
  const others = breakdown.styles.filter((_, index) => index !== measure);
  const text = extremes(breakdown, measure);
  return text && `By ${others.map(({ label }) => label).join(', ')}:${lower(text)}`;
}

/** "The first 1,000 of 12,345 rows are shown." */
function shownText(table: ShownTable): string {
  const { rows, totalRows, totalRowsExact } = table;
  if (rows.length === totalRows && totalRowsExact) return '';
  return `The first ${grouped(String(rows.length))} of ${countText(table)} rows are shown.`;
}

const countText = ({ totalRows, totalRowsExact }: ShownTable) =>
  `${totalRowsExact ? '' : 'more than '}${grouped(String(totalRows))}`;

function write(cell: CellValue, style: ColumnStyle): string {
  const text = cellText(cell, style);
  if (isNumeric(style) || text.length <= CELL_CHARACTERS) return text;
  // A number that the cut goes through would be another number.
  return `${text.slice(0, CELL_CHARACTERS).replace(/[\d.,]+$/, '')}…`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const lower = (text: string) =>
  text.replace(/^( ?)(\w)/, (_, space, first) => space + first.toLowerCase());
