import {
  AGE_BOUNDS,
  AGO,
  BARE_RANGE_LINKS,
  DAY_RANGE_LINKS,
  INSIDE,
  LONG_RANGE_LINKS,
  MONTHS,
  OLDER,
  RANGE_LINKS,
} from '#src/language/en/periods.ts';
import type { PhraseRow } from '#src/language/tables.ts';
import {
  addDays,
  type Day,
  day,
  dayOfMonth,
  daysBetween,
  monthOf,
  yearOf,
} from '#src/planner/day.ts';
import { type Span, SpanReader } from '#src/planner/periods/spans.ts';
import type { Token } from '#src/planner/tokens.ts';

/** A half-open interval of days; an open end is null. */
export interface Period {
  readonly from: Day | null;
  readonly to: Day | null;
  /** The words that it was read from. */
  readonly text: string;
  /** Whether the reading rests on today or on a default, so that it must be stated. */
  readonly stated: boolean;
  /** Whether it moves with today: `this month`, `older than 60 days`, but not `March`. */
  readonly relative?: boolean;
  /** How old rows are: of the date by which they came to be, where no other one is named. */
  readonly isAge?: boolean;
  /** Days of every week, from Monday, 1; both ends are open then. */
  readonly weekdays?: readonly number[];
}

export interface PeriodMatch {
  readonly period: Period;
  /** Index after the last token read. */
  readonly end: number;
}

/** A period with the places of its tokens, half-open. */
export interface FoundPeriod {
  readonly period: Period;
  readonly start: number;
  readonly end: number;
}

/** The periods of a text, in their order. */
export function periodsIn(tokens: readonly Token[], now: Day): readonly FoundPeriod[] {
  const found: FoundPeriod[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const match = readPeriod(tokens, at, now);
    if (!match) continue;
    found.push({ period: match.period, start: at, end: match.end });
    at = match.end - 1;
  }
  return found;
}

/**
 * Reads the period that starts at a token, with its preposition: `in 2024`, `since March`, `Q3 2025`, `last quarter`,
 * `between May and July 2025`, `last 30 days`, `year to date`. Null where there is none. A bare year needs a
 * preposition or the word "year" before it unless `bare` is set.
 */
export function readPeriod(tokens: readonly Token[], at: number, now: Day): PeriodMatch | null {
  const reader = new IntervalReader(tokens, now);
  const found = reader.read(at);
  if (!found) return null;
  const text = tokens
    .slice(at, found.end)
    .map(({ text, written }) => written ?? text)
    .join(' ');
  const { from, to, stated, relative, isAge } = found;
  const marks = { ...(relative && { relative }), ...(isAge && { isAge }) };
  return { period: { from, to, text, stated, ...marks }, end: found.end };
}

interface Found {
  readonly from: Day | null;
  readonly to: Day | null;
  readonly end: number;
  readonly stated: boolean;
  readonly relative?: boolean;
  readonly isAge?: boolean;
}

const LONGEST_MONTH = 31;
const BETWEEN: ReadonlySet<string> = new Set(['and']);

function phraseAt<Meaning>(
  rows: readonly PhraseRow<Meaning>[],
  at: number,
  spans: SpanReader,
): { readonly means: Meaning; readonly to: number } | null {
  const row = rows.find(({ phrase }) => spans.starts(at, phrase));
  return row ? { means: row.means, to: at + row.phrase.length } : null;
}

/** Reads a period with the words that open it or leave an end open. */
class IntervalReader {
  private readonly spans: SpanReader;

  constructor(tokens: readonly Token[], now: Day) {
    this.spans = new SpanReader(tokens, now);
  }

  read(at: number): Found | null {
    return this.age(at) ?? this.period(at);
  }

  /** `more than 60 days ago`, `older than 60 days`, `over 60 days old`: before the day that many before today, or since. */
  private age(at: number): Found | null {
    const older = phraseAt(OLDER, at, this.spans);
    const bound = older ?? phraseAt(AGE_BOUNDS, at, this.spans);
    const back = bound && this.spans.back(bound.to);
    if (!bound || !back) return null;
    const ago = AGO.find((phrase) => this.spans.starts(back.end, phrase));
    if (!ago && !older) return null;
    // `older than 18 years` is the age of somebody.
    if (back.unit === 'year' && (older || ago?.[0] === 'old')) return null;
    const end = back.end + (ago?.length ?? 0);
    const open = { end, stated: true, relative: true, isAge: true };
    switch (bound.means) {
      case '>':
        return { ...open, from: null, to: back.day };
      case '>=':
        return { ...open, from: null, to: addDays(back.day, 1) };
      case '<':
        return { ...open, from: addDays(back.day, 1), to: this.spans.tomorrow };
      case '<=':
        return { ...open, from: back.day, to: this.spans.tomorrow };
    }
  }

  private period(at: number): Found | null {
    const start = this.spans.word(at);
    if (start === 'between') return this.pair(at + 1, BETWEEN);
    if (start === 'from') return this.pair(at + 1, RANGE_LINKS) ?? this.inside(at + 1, true);
    if (start === 'since') return this.since(at + 1);
    if (start === 'starting' && this.spans.word(at + 1) === 'from') return this.since(at + 2);
    if (start === 'past') return this.after(at) ?? this.inside(at, false);
    if (start === 'after' || start === 'later') return this.after(at);
    if (start === 'before' || start === 'prior' || start === 'earlier') return this.before(at);
    if (start === 'until' || start === 'till' || start === 'through') return this.until(at + 1);
    if (start === 'by' && this.spans.span(this.spans.skip(at + 1))) return null;
    // `payments over 2000`: a bare number after "over" is a bound.
    if (start === 'over' && this.spans.isYear(at + 1)) return null;
    const opened = INSIDE.has(start);
    return this.range(opened ? at + 1 : at) ?? this.inside(opened ? at + 1 : at, opened);
  }

  /** A period by itself, or what is before or after it: `2004 or later`, `from 2004 on`. */
  private inside(at: number, opened: boolean): Found | null {
    const span = this.spans.span(this.spans.skip(at), opened);
    return span ? this.orBeyond(span) : null;
  }

  /** `2004 or later`, `in 2001 or before`. */
  private orBeyond(span: Span): Found {
    const before = this.spans.word(span.end) === 'and' || this.spans.word(span.end) === 'or';
    const word = before ? this.spans.word(span.end + 1) : '';
    if (['after', 'later', 'onwards', 'afterwards', 'newer'].includes(word))
      return { ...span, to: null, end: span.end + 2 };
    if (['before', 'earlier', 'older'].includes(word))
      return { ...span, from: null, end: span.end + 2 };
    if (['onwards', 'onward', 'on'].includes(this.spans.word(span.end)))
      return { ...span, to: null, end: span.end + 1 };
    return span;
  }

  /** `Jan-Mar 2025`, `2023-2024`, `January through March`: a range without a word before it. */
  private range(at: number): Found | null {
    const first = this.spans.span(this.spans.skip(at));
    if (!first) return null;
    const link = this.spans.word(first.end);
    const isRange =
      this.spans.isDash(first.end) ||
      BARE_RANGE_LINKS.has(link) ||
      (DAY_RANGE_LINKS.has(link) && daysBetween(first.from, first.to) <= LONGEST_MONTH);
    return isRange ? this.pair(at, RANGE_LINKS) : null;
  }

  private since(at: number): Found | null {
    const span = this.spans.span(this.spans.skip(at), true);
    return span ? { ...span, to: null } : null;
  }

  private after(at: number): Found | null {
    const from = this.spans.word(at + 1) === 'than' ? at + 2 : at + 1;
    const span = this.spans.span(this.spans.skip(from), true);
    return span ? { ...span, from: span.to, to: null } : null;
  }

  private before(at: number): Found | null {
    const from = ['to', 'than'].includes(this.spans.word(at + 1)) ? at + 2 : at + 1;
    const span = this.spans.span(this.spans.skip(from), true);
    return span ? { ...span, from: null, to: span.from } : null;
  }

  private until(at: number): Found | null {
    const span = this.spans.span(this.spans.skip(at), true);
    return span ? { ...span, from: null } : null;
  }

  /** Two spans: from the start of the first to the end of the second. */
  private pair(at: number, links: ReadonlySet<string>): Found | null {
    const first = this.spans.span(this.spans.skip(at), true);
    const link = first && this.linkAt(first.end, links);
    if (!first || !link) return null;
    const second = this.spans.span(this.spans.skip(link), true);
    if (!second) return null;
    const start = this.borrowYear(this.spans.skip(at), first, second);
    if (start >= second.to) return null;
    return {
      from: start,
      to: second.to,
      end: second.end,
      stated: second.stated,
      relative: first.relative === true || second.relative === true,
    };
  }

  /** The end of what stands between the ends of a range: `to`, `up to and including`. */
  private linkAt(at: number, links: ReadonlySet<string>): number | null {
    const found = LONG_RANGE_LINKS.find((phrase) =>
      phrase.every((word, index) => this.spans.word(at + index) === word),
    );
    if (found && links === RANGE_LINKS) return at + found.length;
    return links.has(this.spans.word(at)) ? at + 1 : null;
  }

  /** A month without its year takes that of the other end: `from May to July 2025`. */
  private borrowYear(at: number, first: Span, second: Span): Day {
    const isPart =
      MONTHS.has(this.spans.word(at)) ||
      /^(?:q[1-4]|\d{1,2}(?:st|nd|rd|th)?)$/.test(this.spans.word(at));
    if (!isPart || !first.stated || second.stated) return first.from;
    const moved = day(yearOf(second.from), monthOf(first.from), dayOfMonth(first.from));
    return moved < second.to ? moved : day(yearOf(second.from) - 1, monthOf(first.from), 1);
  }
}
