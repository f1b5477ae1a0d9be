import { LARGE, readingNumber, withoutNoise } from '#src/ask/cells.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import { addExact, canonical, compareExact, parseExact, roundExact } from '#src/sql/exact.ts';

export interface TraceableData {
  /** The rows that are shown, and those of the breakdown. */
  readonly rows: readonly (readonly CellValue[])[];
  /** Groups of a total: each may be said as a whole percentage of what they add up to. */
  readonly groups?: readonly (readonly CellValue[])[];
  /** Row counts. */
  readonly counts: readonly number[];
  /** Texts of the statement's own facts: labels, filters, period. Their numbers may be repeated. */
  readonly context: readonly string[];
}

const NUMBER =
  /(?<![\w.])[+-]?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:e[+-]?\d+)?|\d+(?:\.\d+)?/gi;
const QUARTER = /\bQ([1-4])\b/g;
const DATE = /^\d{4}-(\d{2})-\d{2}/;
const DATES = /\b(\d{4})-\d{2}-(\d{2})\b/g;

/**
 * The numbers of a text that come from nowhere: no cell (as it is, or rounded for reading), no sum, minimum, maximum or average of a column of the rows,
 * no row count, no number of `context`. Empty: every number in the text can be traced. The quarter of a date counts
 * as part of it.
 */
export function untracedNumbers(text: string, data: TraceableData): readonly string[] {
  const allowed = new Set<string>();
  const quarters = new Set<string>();
  for (const cell of data.rows.flat()) {
    if (cell === null) continue;
    allow(String(cell), allowed);
    if (typeof cell === 'number') allow(String(withoutNoise(cell)), allowed);
    allow(readingNumber(String(cell)), allowed);
    allowWhole(cell, allowed);
    const month = typeof cell === 'string' ? DATE.exec(cell)?.[1] : undefined;
    if (month) quarters.add(String(Math.ceil(Number(month) / 3)));
    for (const [, quarter] of String(cell).matchAll(QUARTER)) quarters.add(quarter!);
  }
  for (const value of sharesIn(data.groups ?? [])) allowed.add(value);
  for (const count of data.counts) allow(String(count), allowed);
  for (const one of data.context) {
    allow(one, allowed);
    for (const [, quarter] of one.matchAll(QUARTER)) quarters.add(quarter!);
  }
  for (const value of aggregates(data.rows)) allowed.add(value);
  const wrong = [...text.matchAll(QUARTER)].flatMap(([whole, quarter]) =>
    quarters.has(quarter!) ? [] : whole,
  );
  const rest = text.replace(QUARTER, '');
  return [
    ...wrong,
    ...numbersIn(rest).flatMap(({ text: found, value }) => (allowed.has(value) ? [] : found)),
  ];
}

function allow(text: string, into: Set<string>): void {
  const whole = parseExact(text);
  if (whole) into.add(canonical(whole));
  for (const { value } of numbersIn(text)) into.add(value);
  // `2025-03-01` is written as `March 1, 2025`.
  for (const [, year, day] of text.matchAll(DATES))
    for (const part of [year, day]) into.add(String(Number(part)));
}

/** Large amounts are said without their decimals. */
function allowWhole(cell: CellValue, into: Set<string>): void {
  const exact = parseExact(String(cell));
  if (exact && Math.abs(Number(cell)) >= LARGE) into.add(canonical(roundExact(exact, 0)));
}

/** Whole percentages of the sum of each column. */
function sharesIn(rows: TraceableData['rows']): readonly string[] {
  const width = rows[0]?.length ?? 0;
  return Array.from({ length: width }, (_, index) => index).flatMap((index) => {
    const cells = rows.map((row) => Number(row[index] ?? Number.NaN));
    const sum = cells.reduce((total, one) => total + one, 0);
    return cells.map((cell) => String(Math.round((100 * cell) / sum)));
  });
}

function numbersIn(text: string): readonly { readonly text: string; readonly value: string }[] {
  return [...text.matchAll(NUMBER)].flatMap(([found]) => {
    const exact = parseExact(found.replaceAll(',', ''));
    return exact ? [{ text: found, value: canonical(exact) }] : [];
  });
}

/** Sum, minimum and maximum of each column whose cells are all numbers. */
function aggregates(rows: TraceableData['rows']): readonly string[] {
  const width = rows[0]?.length ?? 0;
  return Array.from({ length: width }, (_, index) => index).flatMap((index) => {
    const cells = rows.map((row) => row[index] ?? null).filter((cell) => cell !== null);
    const values = cells.flatMap((cell) => parseExact(String(cell)) ?? []);
    if (values.length === 0 || values.length < cells.length) return [];
    const sorted = values.toSorted(compareExact);
    return [values.reduce(addExact), sorted[0]!, sorted.at(-1)!].map(canonical);
  });
}
