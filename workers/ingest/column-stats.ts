import { POWERS } from '#workers/ingest/cell-block.ts';
import {
  compactDay,
  type DateCell,
  type DateOrder,
  DMY,
  isIsoDay,
  MDY,
  readDate,
  readTime,
} from '#workers/ingest/cell-date.ts';
import { readNumber } from '#workers/ingest/cell-number.ts';
import { DurationStats, isDuration } from '#workers/ingest/durations.ts';
import { hasShortYear, readMonth } from '#workers/ingest/header-period.ts';
import { isNines } from '#workers/ingest/missing-numbers.ts';
import { NumberStats, scanPlain } from '#workers/ingest/number-stats.ts';

export type Family = 'number' | 'date' | 'time' | 'boolean' | 'token' | 'text';

/** Texts that stand for "no value" in a column of numbers, days, times or truth values. */
const NULL_TOKENS = new Set([
  'null',
  'n/a',
  'na',
  'nan',
  'none',
  'nil',
  '-',
  '--',
  '–',
  '—',
  '\\n',
  '#n/a',
  // Statistical offices (Eurostat: `:`; others `..` and `…`) and notes of other languages.
  ':',
  '..',
  '...',
  '…',
  'n.d.',
  'n/d',
  's/d',
  'k.a.',
  'n.v.',
  'н/д',
  // Destatis: unknown, too unsure.
  '.',
  '/',
]);
const LONGEST_TOKEN = 4;
/** Digits of a year, a month and a day. */
export const COMPACT_DIGITS = 8;
/** Digits of the days that spreadsheets count. */
export const SERIAL_DIGITS = 5;
/** Cells of text after which a column that has more of them than of others is not looked at any more. */
const SURELY_TEXT = 1_000;
/** Texts of a column that are kept to be looked at. */
const KEPT_TEXTS = 50;

export const isNullToken = (text: string) =>
  text.length <= LONGEST_TOKEN && NULL_TOKENS.has(text.toLowerCase());

interface Tally {
  count: number;
  /** Row and text of the first. */
  row: number;
  example: string;
}

/** A source that can write out the cell it stands at. */
export interface TextOfCell {
  currentText(): string;
}

/** Steps between days in their order that show a run, and that show that it is even. */
const FEWEST_STEPS = 4;
const FEWEST_EVEN = 6;
/** Months are of 28 to 31 days. */
const EVEN = 31 / 28;

/** How the days of a column follow each other under one reading. */
class DayRun {
  #last: number | null = null;
  #steps = 0;
  #ups = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = 0;

  add(iso: string): void {
    const day = Date.UTC(+iso.slice(0, 4), +iso.slice(5, 7) - 1, +iso.slice(8, 10)) / 86_400_000;
    const step = this.#last === null ? 0 : day - this.#last;
    this.#last = day;
    if (step === 0) return;
    this.#steps++;
    if (step > 0) this.#ups++;
    this.#least = Math.min(this.#least, Math.abs(step));
    this.#most = Math.max(this.#most, Math.abs(step));
  }

  /** All forwards, or all backwards. */
  get isOrdered(): boolean {
    return this.#ups === 0 || this.#ups === this.#steps;
  }

  /** A day, a week, a month each time. */
  get isEven(): boolean {
    return this.isOrdered && this.#steps >= FEWEST_EVEN && this.#most <= this.#least * EVEN;
  }

  get isLong(): boolean {
    return this.#steps >= FEWEST_STEPS;
  }
}

/** What all days and instants of a column have in common. */
class DateStats {
  readings = DMY | MDY;
  ambiguous = 0;
  shortYears = 0;
  notIso = 0;
  /** With a time, with a time other than midnight, with a zone. */
  timed = 0;
  notMidnight = 0;
  zoned = 0;
  /** Of zones, minutes east of UTC. */
  readonly offsets = new Set<number>();
  example = '';
  readonly separators = new Set<string>();
  /** Cells by the year that they are read with, of two digits or four, and a cell of the latest of two. */
  readonly years = new Map<number, number>();
  latestShort = { year: 0, example: '' };
  readonly #runs = { dmy: new DayRun(), mdy: new DayRun() };

  /**
   * The order of day and month that the rows show where the cells do not: under one of both they run on, or do so in
   * even steps. Null: neither, or both.
   */
  get runningOrder(): DateOrder | null {
    const { dmy, mdy } = this.#runs;
    if (!dmy.isLong || !mdy.isLong || this.readings !== (DMY | MDY)) return null;
    if (dmy.isOrdered !== mdy.isOrdered) return dmy.isOrdered ? 'dmy' : 'mdy';
    if (dmy.isEven !== mdy.isEven) return dmy.isEven ? 'dmy' : 'mdy';
    return null;
  }

  add(cell: DateCell, text: string): void {
    const year = Number((cell.dmy ?? cell.mdy)!.slice(0, 4));
    this.years.set(year, (this.years.get(year) ?? 0) + 1);
    if (cell.shortYear && year > this.latestShort.year) this.latestShort = { year, example: text };
    this.readings &= cell.readings;
    if (this.readings === (DMY | MDY)) {
      this.#runs.dmy.add(cell.dmy!);
      this.#runs.mdy.add(cell.mdy!);
    }
    if (cell.dmy !== cell.mdy && cell.readings === (DMY | MDY)) this.ambiguous++;
    if (cell.shortYear) this.shortYears++;
    if (!cell.iso) {
      this.notIso++;
      this.example ||= text;
      this.separators.add(cell.separator);
    }
    if (cell.time) this.timed++;
    if (cell.time && !cell.time.midnight) this.notMidnight++;
    if (cell.offset === null) return;
    this.zoned++;
    this.offsets.add(cell.offset);
  }
}

/** A mark behind a figure, as statistical offices write it: `1,234 p`, `17 (e)`, `12*`, `8,865¹`, `8865 (1)`. */
const MARK =
  /(?:\s?\((?:\p{L}{1,2}|\d{1,2})\)|\s\p{L}{1,2}|\s?\[\d{1,2}\]|\s?(?:[*†‡]+|[⁰¹²³⁴-⁹]+))$/u;
const LONGEST_FIGURE = 40;

/** The number before a mark; null where a text is none. */
export function markedFigure(text: string): string | null {
  if (text.length > LONGEST_FIGURE || !/^[-+(\p{Sc}\d]/u.test(text)) return null;
  const figure = text.replace(MARK, '');
  return figure !== text && familyOf(figure) === 'number' ? figure : null;
}

/** Whether more is to be seen of a text than that it is one. */
export const isLookedAt = (text: string): boolean =>
  markedFigure(text) !== null || readMonth(text) !== null || isDuration(text);

const SEASON = /^\d\d(\d\d)[-/](\d\d)$/;

/** The months that texts of a column say. */
class MonthStats {
  count = 0;
  example = '';
  shortYears = 0;
  /** Years that only follow each other, as seasons do: `2005/06`. */
  seasons = 0;
  readonly #years = new Set<number>();
  readonly #months = new Set<number>();

  add(text: string): void {
    const found = readMonth(text);
    if (!found) return;
    this.count++;
    this.example ||= text;
    const [, year, next] = SEASON.exec(text) ?? [];
    if (year && (Number(year) + 1) % 100 === Number(next)) this.seasons++;
    if (!hasShortYear(text)) return;
    this.shortYears++;
    this.#years.add(found.year!);
    this.#months.add(found.part);
  }

  /** `Jan-03, Jan-10` are days of one month, `Jan-25, Feb-25` months of one year. */
  get isDoubtful(): boolean {
    if (this.seasons === this.count) return true;
    return this.shortYears > 0 && this.#years.size >= this.#months.size;
  }
}

/** Numbers of five digits before their point, which may be days as spreadsheets count them. */
class SerialStats {
  count = 0;
  min = Number.POSITIVE_INFINITY;
  max = 0;

  add(value: number): void {
    this.count++;
    this.min = Math.min(this.min, value);
    this.max = Math.max(this.max, value);
  }
}

/** What is seen of one column while its rows go by: enough to decide its type over all of them. */
export class ColumnStats {
  readonly numbers = new NumberStats();
  readonly dates = new DateStats();
  readonly months = new MonthStats();
  readonly durations = new DurationStats();
  readonly serials = new SerialStats();
  /** The spellings of truth values, in lower case. */
  readonly booleans = new Set<string>();
  readonly families: Readonly<Record<Family, Tally>>;
  /** The first different cells that are texts: what stands in the way of another type. */
  readonly texts = new Set<string>();
  filled = 0;
  /** Whole numbers that are days written without a mark: 20240105. */
  compactDays = 0;
  /** Texts that are numbers with a mark behind them; they count among the numbers' sizes. */
  marked = 0;
  /** White space taken away around cells. */
  trimmed = 0;
  #surelyText = false;

  constructor() {
    const tally = (): Tally => ({ count: 0, row: 0, example: '' });
    this.families = {
      number: tally(),
      date: tally(),
      time: tally(),
      boolean: tally(),
      token: tally(),
      text: tally(),
    };
  }

  /** Adds a cell: trimmed and not empty. */
  add(text: string, row: number): void {
    this.filled++;
    if (this.#surelyText) return;
    const family = this.classify(text);
    const tally = this.families[family];
    if (tally.count++ === 0) {
      tally.row = row;
      tally.example = text.length > 40 ? `${text.slice(0, 40)}…` : text;
    }
    const hasUnit = family === 'number' && /[a-z]$/i.test(text);
    if (family === 'text' || family === 'time' || hasUnit) this.durations.add(text);
    if (family !== 'text') return;
    if (this.texts.size < KEPT_TEXTS) this.texts.add(text.slice(0, 100));
    const figure = markedFigure(text);
    if (figure !== null) {
      this.marked++;
      this.classify(figure);
    }
    if (this.months.count === tally.count - 1) this.months.add(text);
    if (
      this.months.count < tally.count &&
      this.durations.count < tally.count &&
      tally.count > SURELY_TEXT &&
      tally.count > this.filled / 2
    )
      this.#surelyText = true;
  }

  /**
   * Adds a cell whose family its source knows, and so need not be written out: `text` is asked for the first only. Days
   * are whole ones, instants are none at midnight.
   */
  addKnown(family: Family, row: number, text: TextOfCell): void {
    this.filled++;
    if (this.#surelyText) return;
    const tally = this.families[family];
    if (tally.count++ === 0) {
      tally.row = row;
      const example = text.currentText();
      tally.example = example.length > 40 ? `${example.slice(0, 40)}…` : example;
    }
    if (family === 'text' && this.texts.size < KEPT_TEXTS) this.texts.add(text.currentText());
    if (family === 'text' && tally.count > SURELY_TEXT && tally.count > this.filled / 2)
      this.#surelyText = true;
  }

  /**
   * Adds a cell that is a number, not the text of one: its digits without the point, and how many stand before and behind
   * that.
   */
  addNumber(
    mantissa: number,
    wholeDigits: number,
    scale: number,
    row: number,
    text: TextOfCell,
  ): void {
    this.addKnown('number', row, text);
    if (this.#surelyText) return;
    this.numbers.addPlain(wholeDigits, scale, scale > 0, false, mantissa < 0);
    const all = wholeDigits + scale;
    if (
      all > 1 &&
      all < POWERS.length &&
      Math.abs(mantissa) === POWERS[all]! - 1 &&
      wholeDigits > 1
    )
      this.numbers.nines.add(text.currentText());
    else this.numbers.nines.addOther(wholeDigits);
    if (wholeDigits === COMPACT_DIGITS && scale === 0) this.addCompact(text.currentText());
    if (wholeDigits === SERIAL_DIGITS) this.serials.add(Number(text.currentText()));
  }

  /** Looks whether a number of eight digits is a day. */
  addCompact(text: string): void {
    if (compactDay(text)) this.compactDays++;
  }

  /** Adds a cell that is an instant, not the text of one. */
  addInstant(row: number, text: TextOfCell): void {
    this.addKnown('date', row, text);
    this.dates.timed++;
    this.dates.notMidnight++;
  }

  /** Adds a cell that is a truth value, not the text of one. */
  addBoolean(value: boolean, row: number, text: TextOfCell): void {
    this.addKnown('boolean', row, text);
    this.booleans.add(value ? 'true' : 'false');
  }

  /** Whether more texts would change nothing but the count of cells. */
  get isSurelyText(): boolean {
    return this.#surelyText;
  }

  /** The family of a cell; what its numbers and dates have in common is kept. */
  classify(text: string): Family {
    const plain = scanPlain(text);
    if (plain) {
      const { wholeDigits, scale, fraction, endsInZero, negative } = plain;
      this.numbers.addPlain(wholeDigits, scale, fraction, endsInZero, negative);
      if (isNines(text)) this.numbers.nines.add(text);
      else this.numbers.nines.addOther(wholeDigits);
      if (wholeDigits === COMPACT_DIGITS && scale === 0) this.addCompact(text);
      if (wholeDigits === SERIAL_DIGITS) this.serials.add(Number(text));
      return 'number';
    }
    // Nothing about it is worth remembering: it reads the same under every order of day and month.
    if (isIsoDay(text)) return 'date';
    if (isNullToken(text)) return 'token';
    const number = readNumber(text);
    if (number) {
      this.numbers.add(number, text);
      return 'number';
    }
    const date = readDate(text);
    if (date) {
      this.dates.add(date, text);
      return 'date';
    }
    if (text.length <= 15 && readTime(text)) return 'time';
    if (text.length <= 5 && /^(?:true|false|yes|no)$/i.test(text)) {
      this.booleans.add(text.toLowerCase());
      return 'boolean';
    }
    return 'text';
  }
}

/** Takes what `familyOf` reads; nothing looks at it. */
const unused = new ColumnStats();

/** The family that a single cell (trimmed, not empty) is of, looked at alone. */
export const familyOf = (text: string): Family => unused.classify(text);
