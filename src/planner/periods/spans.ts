import {
  BEFORE_DAYS,
  BEFORE_NAMES,
  BEFORE_UNITS,
  COMPACT_FORMS,
  DAYS,
  EIGHT_FIGURES,
  INSIDE,
  MONTHS,
  OPENERS,
  ORDINALS,
  PICKING,
  RELATIVE,
  SHORT_UNITS,
  SIX_FIGURES,
  TO_DATE,
  UNITS,
  WEEKS,
} from '#src/language/en/periods.ts';
import {
  addDays,
  addUnits,
  type Day,
  day,
  isDay,
  monthOf,
  type PeriodUnit,
  startOf,
  yearOf,
} from '#src/planner/day.ts';
import type { Token } from '#src/planner/tokens.ts';

/** So many units before today a period may begin. */
const MOST_BACK = 1000;

/** A period that has both ends. */
export interface Span {
  readonly from: Day;
  readonly to: Day;
  readonly end: number;
  readonly stated: boolean;
  /** Whether it moves with today: `this month`, `March last year`. */
  readonly relative?: boolean;
}

interface YearAfter {
  readonly year: number;
  readonly end: number;
  readonly relative?: boolean;
}

/** A part of a year that moves where its year does. */
const ofYear = ({ relative }: YearAfter, span: Span | null): Span | null =>
  span && relative ? { ...span, relative } : span;

/** Reads what names one period by itself: `2024`, `March 2025`, `Q3`, `last 30 days`, `the 1990s`. */
export class SpanReader {
  private readonly tokens: readonly Token[];
  private readonly now: Day;

  constructor(tokens: readonly Token[], now: Day) {
    this.tokens = tokens;
    this.now = now;
  }

  /** Whether a sign stands for `to`: `2023-2024`. */
  isDash(at: number): boolean {
    const token = this.tokens[at];
    return token?.lower === 'to' && token.end - token.start !== 'to'.length;
  }

  word(at: number): string {
    return this.tokens[at]?.lower ?? '';
  }

  /** Whether a phrase stands at a token. */
  starts(at: number, phrase: readonly string[]): boolean {
    return phrase.every((word, index) => this.word(at + index) === word);
  }

  get tomorrow(): Day {
    return addDays(this.now, 1);
  }

  /** `60 days`: the day that many before today. */
  back(at: number): { readonly day: Day; readonly unit: PeriodUnit; readonly end: number } | null {
    const count = this.tokens[at]?.value;
    const named = this.tokens[at + 1]?.lemma ?? '';
    const unit = UNITS.get(named) ?? SHORT_UNITS.get(named);
    if (!unit || count == null || !Number.isInteger(count) || count < 1 || count > MOST_BACK)
      return null;
    return { day: addUnits(this.now, unit, -count), unit, end: at + 2 };
  }

  /** Index after an article, or after the unit that names the period: `the year 2024`, `the month of May`. */
  skip(at: number): number {
    let next = at;
    while (BEFORE_NAMES.has(this.word(next))) {
      if (UNITS.has(this.word(next)) && this.word(next + 1) === 'to') break;
      if (this.isApart(next) || this.isBeforeYesterday(next)) break;
      next++;
    }
    return next;
  }

  /** `by month this year`, `per day 2024`: the unit is not that of the period after it. */
  private isApart(at: number): boolean {
    if (!UNITS.has(this.word(at))) return false;
    const after = this.word(at + 1);
    if (BEFORE_UNITS.has(this.word(at - 1))) return true;
    if (RELATIVE.has(after) || DAYS.has(after) || TO_DATE.has(after)) return true;
    return this.word(at) !== 'year' && this.yearNumber(at + 1) !== null;
  }

  /** The period at a token; `opened`: words before it tell that it is one, so that figures may be. */
  span(at: number, opened = false): Span | null {
    return (
      this.iso(at) ??
      this.eightFigures(at, opened) ??
      this.compact(at, opened) ??
      this.week(at) ??
      this.fromToday(at) ??
      this.writtenDay(at) ??
      this.partOfYear(at, 'quarter', 'q', 3) ??
      this.partOfYear(at, 'half', 'h', 6) ??
      this.month(at) ??
      this.decade(at) ??
      this.year(at)
    );
  }

  private fromToday(at: number): Span | null {
    const span = this.toDate(at) ?? this.relative(at);
    return span && { ...span, relative: true };
  }

  private make(from: Day, unit: PeriodUnit, end: number, stated: boolean, count = 1): Span {
    return { from, to: addUnits(from, unit, count), end, stated };
  }

  /** `2025-07-22`; `7/22/2025`, which is said. */
  private iso(at: number): Span | null {
    const token = this.tokens[at];
    if (!token || !isDay(token.text)) return null;
    return this.make(token.text, 'day', at + 1, token.written !== undefined);
  }

  /** `20250722` behind words that open a period. */
  private eightFigures(at: number, opened: boolean): Span | null {
    const parts = opened ? EIGHT_FIGURES.exec(this.word(at))?.groups : undefined;
    const text = parts && `${parts['year']}-${parts['month']}-${parts['day']}`;
    return text && isDay(text) ? this.make(text, 'day', at + 1, true) : null;
  }

  private isBeforeYesterday(at: number): boolean {
    return ['day', 'before', 'yesterday'].every((word, index) => this.word(at + index) === word);
  }

  /** `2025-01`, `Jan-25`, `Q2/2025`; `202501` where words before it open a period. Said, since figures may mean else. */
  private compact(at: number, opened: boolean): Span | null {
    const written = this.word(at);
    const forms = opened ? [...COMPACT_FORMS, SIX_FIGURES] : COMPACT_FORMS;
    const parts = forms.map((form) => form.exec(written)?.groups).find(Boolean);
    if (!parts) return null;
    // `on Jan-25` is a day.
    if (this.word(at - 1) === 'on') return null;
    const { name, half, quarter, week } = parts;
    const year = Number(parts['year']) + (parts['year']!.length === 2 ? 2000 : 0);
    if (week !== undefined) return this.weekOf(year, Number(week), at + 1, false);
    const month = name === undefined ? Number(parts['month'] ?? 1) : MONTHS.get(name);
    if (month === undefined || month < 1 || month > 12) return null;
    if (half !== undefined)
      return this.make(day(year, 6 * Number(half) - 5, 1), 'month', at + 1, true, 6);
    if (quarter !== undefined)
      return this.make(day(year, 3 * Number(quarter) - 2, 1), 'quarter', at + 1, false);
    return this.make(day(year, month, 1), 'month', at + 1, true);
  }

  /** `week 12 of 2025`, `CW 12`: by ISO 8601, week 1 is that of 4 January. */
  private week(at: number): Span | null {
    const joined = /^(?:w|cw|kw)(\d{1,2})$/.exec(this.word(at))?.[1];
    const number = joined ?? (WEEKS.has(this.word(at)) ? this.tokens[at + 1]?.text : undefined);
    if (number === undefined || !/^\d{1,2}$/.test(number)) return null;
    const end = joined === undefined ? at + 2 : at + 1;
    const known = this.yearAfter(end);
    if (known) return ofYear(known, this.weekOf(known.year, Number(number), known.end, false));
    if (joined !== undefined && this.word(at).startsWith('w')) return null;
    const latest = this.weekOf(yearOf(this.now), Number(number), end, true);
    return latest && latest.from <= this.now
      ? latest
      : this.weekOf(yearOf(this.now) - 1, Number(number), end, true);
  }

  private weekOf(year: number, number: number, end: number, stated: boolean): Span | null {
    const from = addDays(startOf('week', day(year, 1, 4)), 7 * (number - 1));
    const isOfYear = number >= 1 && yearOf(addDays(from, 3)) === year;
    return isOfYear ? this.make(from, 'week', end, stated) : null;
  }

  /** Whether a number that may be a year stands here. */
  isYear(at: number): boolean {
    return this.yearNumber(at) !== null;
  }

  private yearNumber(at: number): number | null {
    const token = this.tokens[at];
    const value = token?.kind === 'number' && /^\d{4}$/.test(token.text) ? token.value : null;
    return value !== null && value >= 1000 && value <= 2200 ? value : null;
  }

  private year(at: number): Span | null {
    const year = this.yearNumber(at);
    return year === null ? null : this.make(day(year, 1, 1), 'year', at + 1, false);
  }

  private decade(at: number): Span | null {
    const token = this.tokens[at];
    const years = /^(\d{3}0)'?s$/.exec(token?.lower ?? '');
    return years ? this.make(day(Number(years[1]), 1, 1), 'year', at + 1, false, 10) : null;
  }

  /** The year after a month or quarter: `March 2025`, `Q3 of 2025`, `March last year`. */
  private yearAfter(at: number): YearAfter | null {
    const from = [',', 'of', 'in'].includes(this.word(at)) ? at + 1 : at;
    const start = this.word(from) === 'the' ? from + 1 : from;
    const after = this.word(start) === 'year' ? start + 1 : start;
    const year = this.yearNumber(after);
    if (year !== null) return { year, end: after + 1 };
    const shift = this.word(start + 1) === 'year' ? RELATIVE.get(this.word(start)) : undefined;
    if (shift === undefined) return null;
    return { year: yearOf(this.now) + shift, end: start + 2, relative: true };
  }

  private month(at: number): Span | null {
    const month = MONTHS.get(this.word(at));
    if (month === undefined) return null;
    const known = this.yearAfter(at + 1);
    if (this.word(at) === 'may' && !this.tokens[at]!.capital && !known) return null;
    if (known)
      return ofYear(known, this.make(day(known.year, month, 1), 'month', known.end, false));
    const latest = month <= monthOf(this.now) ? yearOf(this.now) : yearOf(this.now) - 1;
    return this.make(day(latest, month, 1), 'month', at + 1, true);
  }

  /** `March 5, 2025`, `5 March 2025`, `7th September, 1987`. */
  private writtenDay(at: number): Span | null {
    const before = this.dayNumber(at);
    const monthAt = before === null ? at : this.word(at + 1) === 'of' ? at + 2 : at + 1;
    const month = MONTHS.get(this.word(monthAt));
    const number = before ?? this.dayNumber(monthAt + 1);
    if (month === undefined || number === null) return null;
    const next = before === null ? monthAt + 2 : monthAt + 1;
    const year = this.yearNumber(this.word(next) === ',' ? next + 1 : next);
    if (year === null) return this.dayOfNoYear(at, month, number, next);
    const found = day(year, month, number);
    const end = this.word(next) === ',' ? next + 2 : next + 1;
    return monthOf(found) === month ? this.make(found, 'day', end, false) : null;
  }

  /** `on July 22`, `since the 3rd of May`: the latest such day, said. */
  private dayOfNoYear(at: number, month: number, number: number, end: number): Span | null {
    const isOrdinal = this.tokens.slice(at, end).some(({ lower }) => /^\d+[a-z]+$/.test(lower));
    if (!isOrdinal && !BEFORE_DAYS.has(this.word(at - 1))) return null;
    const own = day(yearOf(this.now), month, number);
    const found = own > this.now ? day(yearOf(this.now) - 1, month, number) : own;
    return monthOf(found) === month ? this.make(found, 'day', end, true) : null;
  }

  private dayNumber(at: number): number | null {
    const digits = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(this.word(at))?.[1];
    const value = digits === undefined ? 0 : Number(digits);
    return value >= 1 && value <= 31 ? value : null;
  }

  /** `Q3 2025`, `the third quarter of 2025`, `H1 2025`, `the first half of 2025`. */
  private partOfYear(at: number, name: string, letter: string, months: number): Span | null {
    const written = this.word(at);
    const short = new RegExp(`^${letter}([1-4])$`).exec(written)?.[1];
    const ordinal = this.word(at + 1) === name ? ORDINALS.get(written) : undefined;
    const which = short === undefined ? ordinal : Number(short);
    if (which === undefined || which * months > 12) return null;
    const end = short === undefined ? at + 2 : at + 1;
    const known = this.yearAfter(end);
    const month = months * (which - 1) + 1;
    if (known)
      return ofYear(known, this.make(day(known.year, month, 1), 'month', known.end, false, months));
    // A half without its year may be one of anything: "the first half of the list".
    if (name === 'half') return null;
    const started = month <= monthOf(this.now);
    const year = started ? yearOf(this.now) : yearOf(this.now) - 1;
    return this.make(day(year, month, 1), 'month', end, true, months);
  }

  /** `year to date`, `month to date`. */
  private toDate(at: number): Span | null {
    const short = TO_DATE.get(this.word(at));
    if (short) {
      const from = startOf(short, this.now);
      return { from, to: addDays(this.now, 1), end: at + 1, stated: true };
    }
    const unit = UNITS.get(this.word(at));
    if (!unit || this.word(at + 1) !== 'to' || this.word(at + 2) !== 'date') return null;
    return { from: startOf(unit, this.now), to: addDays(this.now, 1), end: at + 3, stated: true };
  }

  private relative(at: number): Span | null {
    const word = this.word(at);
    const days = DAYS.get(word);
    if (days !== undefined) return this.make(addDays(this.now, days), 'day', at + 1, true);
    if (this.isBeforeYesterday(at)) return this.make(addDays(this.now, -2), 'day', at + 3, true);
    const shift = RELATIVE.get(word);
    if (shift === undefined) return null;
    const unit = UNITS.get(this.word(at + 1)) ?? SHORT_UNITS.get(this.word(at + 1));
    if (unit) {
      if (this.isPicked(at)) return null;
      const start = addUnits(startOf(unit, this.now), unit, shift);
      return this.make(start, unit, at + 2, true);
    }
    return this.lastMany(at, shift);
  }

  /** `the last year in which …`: the latest of those that the rest tells of, counted from no day. */
  private isPicked(at: number): boolean {
    if (this.word(at - 1) !== 'the' || OPENERS.has(this.word(at - 2))) return false;
    const after = this.word(at + 2);
    return PICKING.has(after) || (INSIDE.has(after) && this.word(at + 3) === 'which');
  }

  /** `last 30 days` ends with today; `last 3 months` are the whole months before this one. */
  private lastMany(at: number, shift: number): Span | null {
    const count = this.tokens[at + 1]?.value;
    const named = this.tokens[at + 2]?.lemma ?? '';
    const unit = UNITS.get(named) ?? SHORT_UNITS.get(named);
    if (shift !== -1 || !unit || count == null || !Number.isInteger(count)) return null;
    if (count < 1 || count > MOST_BACK) return null;
    if (unit === 'day') {
      const from = addDays(this.now, 1 - count);
      return { from, to: addDays(this.now, 1), end: at + 3, stated: true };
    }
    const to = startOf(unit, this.now);
    return { from: addUnits(to, unit, -count), to, end: at + 3, stated: true };
  }
}
