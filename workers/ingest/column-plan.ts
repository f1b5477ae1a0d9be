import type { SpillColumn } from '#src/plugin-api/data-source.ts';
import {
  type DateOrder,
  DMY,
  isIsoDay,
  isoInstant,
  MDY,
  readDate,
  readTime,
} from '#workers/ingest/cell-date.ts';
import {
  COMMA,
  type DecimalMark,
  POINT,
  plainDigits,
  readNumber,
} from '#workers/ingest/cell-number.ts';
import { type ColumnStats, type Family, isNullToken } from '#workers/ingest/column-stats.ts';
import { scanPlain } from '#workers/ingest/number-stats.ts';

/** How one column is written: its type, and what becomes of each cell. */
export interface ColumnPlan {
  readonly type: SpillColumn['type'];
  readonly precision?: number;
  readonly scale?: number;
  readonly unit: string | null;
  readonly notes: readonly string[];
  /** Takes a trimmed cell that is not empty; gives its text in the spill file, null for no value. */
  readonly convert: (text: string) => string | null;
}

/** What the other columns of a table say about how its author writes. */
export interface Habits {
  readonly decimal: DecimalMark | null;
  readonly order: DateOrder | null;
}

/** Digits that DECIMAL holds at the most (DuckDB, SQL:2016 implementations alike). */
const MAX_DECIMAL_DIGITS = 38;
/** Finer numbers are measurements that came out of a double. */
const MAX_DECIMAL_SCALE = 9;
/** Share of cells of one family from which on the others are worth a note. */
const NEARLY_ALL = 0.8;

const WORDS: Readonly<Record<Exclude<Family, 'token' | 'text'>, string>> = {
  number: 'number',
  date: 'date',
  time: 'time',
  boolean: 'truth value',
};

/** The habits that the unambiguous columns of a table show; null where none or both are seen. */
export function habitsOf(columns: readonly ColumnStats[]): Habits {
  const marks = new Set<DecimalMark>();
  const orders = new Set<DateOrder>();
  for (const column of columns) {
    const family = onlyFamily(column);
    if (family === 'number' && column.numbers.readings === POINT && column.numbers.exponents === 0)
      marks.add('point');
    if (family === 'number' && column.numbers.readings === COMMA) marks.add('comma');
    if (family === 'date' && column.dates.readings === DMY) orders.add('dmy');
    if (family === 'date' && column.dates.readings === MDY) orders.add('mdy');
  }
  const only = <T>(seen: Set<T>) => (seen.size === 1 ? [...seen][0]! : null);
  return { decimal: only(marks), order: only(orders) };
}

/** The family of all cells that are no null tokens; null where there are several, or none. */
function onlyFamily(stats: ColumnStats): Exclude<Family, 'token'> | null {
  let found: Exclude<Family, 'token'> | null = null;
  for (const family of ['number', 'date', 'time', 'boolean', 'text'] as const) {
    if (stats.families[family].count === 0) continue;
    if (found) return null;
    found = family;
  }
  return found;
}

/** Decides the type of a column. A type is given only where every cell has it, so that nothing is lost. */
export function planColumn(stats: ColumnStats, habits: Habits): ColumnPlan {
  const family = onlyFamily(stats);
  const typed =
    family === 'number'
      ? planNumbers(stats, habits)
      : family === 'date'
        ? planDates(stats, habits)
        : family === 'time'
          ? planTimes()
          : family === 'boolean'
            ? planBooleans(stats)
            : asText(mixtureNotes(stats));
  if (typed.type === 'text' || stats.families.token.count === 0) return typed;
  const { count, example, row } = stats.families.token;
  return {
    ...typed,
    notes: [
      ...typed.notes,
      `${cells(count)} like "${example}" (first in row ${row}) read as no value`,
    ],
    convert: (text) => (isNullToken(text) ? null : typed.convert(text)),
  };
}

const others = (count: number, word: string) =>
  count === 1 ? `1 cell that is no ${word}` : `${count} cells that are no ${word}s`;

const cells = (count: number) => `${count} ${count === 1 ? 'cell' : 'cells'}`;

function asText(notes: readonly string[]): ColumnPlan {
  return { type: 'text', unit: null, notes, convert: (text) => text };
}

/** Says what kept a column from being numbers, dates, times or truth values, where nearly all of its cells are. */
function mixtureNotes(stats: ColumnStats): string[] {
  const filled = stats.filled - stats.families.token.count;
  for (const family of ['number', 'date', 'time', 'boolean'] as const) {
    const { count } = stats.families[family];
    if (count < filled * NEARLY_ALL || count === filled) continue;
    const first = (['number', 'date', 'time', 'boolean', 'text'] as const)
      .filter((other) => other !== family && stats.families[other].count > 0)
      .map((other) => stats.families[other])
      .sort((a, b) => a.row - b.row)[0]!;
    return [
      `${others(filled - count, WORDS[family])} (first in row ${first.row}: "${first.example}"); column kept as text`,
    ];
  }
  return [];
}

function planNumbers(stats: ColumnStats, habits: Habits): ColumnPlan {
  const numbers = stats.numbers;
  const unit = numbers.unit();
  if (unit === 'mixed')
    return asText(['Numbers with different units or only some with a unit; column kept as text']);
  if (numbers.readings === 0)
    return asText(['Numbers with a decimal point and with a decimal comma; column kept as text']);
  const mark = markOf(numbers.readings, numbers.ambiguous, habits);
  const notes = numberNotes(stats, mark, unit);
  const range = numbers.range(mark);
  const digits = (text: string) => digitsOf(text, mark);
  if (numbers.exponents > 0) {
    return range.doubleSafe
      ? { type: 'float', unit, notes, convert: digits }
      : asText(['Numbers with more digits than a float holds; column kept as text']);
  }
  if (range.scale <= 1 && range.fractions === 0 && range.int64) {
    const whole = range.scale === 1 ? ['Whole numbers written with ".0" read as integers'] : [];
    return {
      type: 'integer',
      unit,
      notes: [...notes, ...whole],
      convert: (text) => wholeOf(digits(text)),
    };
  }
  const precision = range.wholeDigits + range.scale;
  if (range.scale > MAX_DECIMAL_SCALE && range.doubleSafe)
    return { type: 'float', unit, notes, convert: digits };
  if (precision > MAX_DECIMAL_DIGITS)
    return asText([`Numbers with more than ${MAX_DECIMAL_DIGITS} digits; column kept as text`]);
  return { type: 'decimal', precision, scale: range.scale, unit, notes, convert: digits };
}

/**
 * The decimal mark of a column. Where its cells allow both, the habit of the other columns decides; without one, a
 * single separator before three digits groups thousands if it is a comma and is a decimal mark if it is a point.
 */
function markOf(readings: number, ambiguous: number, habits: Habits): DecimalMark {
  if (readings === POINT) return 'point';
  if (readings === COMMA) return 'comma';
  return ambiguous > 0 ? (habits.decimal ?? 'point') : 'point';
}

function numberNotes(stats: ColumnStats, mark: DecimalMark, unit: string | null): string[] {
  const { ambiguous, readings } = stats.numbers;
  const range = stats.numbers.range(mark);
  const notes: string[] = [];
  if (readings === COMMA || (mark === 'comma' && ambiguous > 0))
    notes.push('Decimal comma read as decimal point');
  if (range.grouped > 0) notes.push(`Separators of thousands left out in ${cells(range.grouped)}`);
  if (ambiguous > 0 && readings === (POINT | COMMA))
    notes.push(
      `${cells(ambiguous)} could be read with a decimal point or a decimal comma; read with a decimal ${mark}`,
    );
  if (unit) notes.push(`Unit ${unit} taken from the cells`);
  return notes;
}

/** The digits of a number cell under a decimal mark, with its sign: `($1,234.50)` → `-1234.50`. */
function digitsOf(text: string, mark: DecimalMark): string {
  if (mark === 'point' && scanPlain(text)) return text;
  const cell = readNumber(text)!;
  const digits = cell.exponent ? cell.body : plainDigits(cell.body, mark);
  return cell.negative ? `-${digits}` : digits;
}

function wholeOf(digits: string): string {
  const point = digits.indexOf('.');
  const whole = point < 0 ? digits : digits.slice(0, point);
  return whole === '-0' ? '0' : whole;
}

function planDates(stats: ColumnStats, habits: Habits): ColumnPlan {
  const dates = stats.dates;
  if (dates.readings === 0)
    return asText(['Dates with the day first and with the month first; column kept as text']);
  if (dates.zoned > 0 && dates.zoned < stats.families.date.count)
    return asText(['Times with and without a time zone; column kept as text']);
  const undecided = dates.readings === (DMY | MDY) && dates.ambiguous > 0;
  const order = orderOf(dates.readings, dates.separators, habits);
  const dayOf = (text: string) => (isIsoDay(text) ? text : readDate(text)![order]!);
  const notes = dateNotes(stats, order, undecided);
  if (dates.notMidnight === 0 && dates.offsets === 0) {
    if (dates.timed > 0) notes.push(`Every time is 00:00; read as dates without a time`);
    return { type: 'date', unit: null, notes, convert: dayOf };
  }
  const bare = stats.families.date.count - dates.timed;
  if (bare > 0) notes.push(`${cells(bare)} without a time read as 00:00`);
  if (dates.zoned > 0) notes.push('Times with a time zone moved to UTC');
  return {
    type: 'timestamp',
    unit: dates.zoned > 0 ? 'UTC' : null,
    notes,
    convert: (text) => {
      const cell = readDate(text)!;
      return isoInstant(cell[order]!, cell.time, cell.offset);
    },
  };
}

/** Points and hyphens are written between day and month where the day stands first; a slash without evidence is read as in the United States. */
function orderOf(readings: number, separators: ReadonlySet<string>, habits: Habits): DateOrder {
  if (readings === DMY) return 'dmy';
  if (readings === MDY) return 'mdy';
  return habits.order ?? (separators.has('/') ? 'mdy' : 'dmy');
}

function dateNotes(stats: ColumnStats, order: DateOrder, undecided: boolean): string[] {
  const { example, shortYears, ambiguous, readings } = stats.dates;
  const words = order === 'dmy' ? 'day/month/year' : 'month/day/year';
  const notes: string[] = [];
  if (undecided)
    notes.push(
      `Dates like "${example}" could be day/month or month/day in all ${cells(ambiguous)}; read as ${words}`,
    );
  else if (readings !== (DMY | MDY)) notes.push(`Dates like "${example}" read as ${words}`);
  if (shortYears > 0)
    notes.push(`${cells(shortYears)} with a two-digit year: 00–68 read as 20xx, 69–99 as 19xx`);
  return notes;
}

const planTimes = (): ColumnPlan => ({
  type: 'time',
  unit: null,
  notes: [],
  convert: (text) => readTime(text)!.text,
});

/** `no` alone is also a country and an answer among others: both words must be there. */
function planBooleans(stats: ColumnStats): ColumnPlan {
  const seen = stats.booleans;
  const words = seen.has('yes') || seen.has('no');
  const signs = seen.has('true') || seen.has('false');
  if ((words && signs) || (words && seen.size < 2)) return asText([]);
  return {
    type: 'boolean',
    unit: null,
    notes: words ? ['yes and no read as true and false'] : [],
    convert: (text) => (/^(?:true|yes)$/i.test(text) ? 'true' : 'false'),
  };
}
