import { type Day, day, dayOfMonth, monthOf, yearOf } from '#src/planner/day.ts';
import { MONTHS, type Span, SpanReader } from '#src/planner/periods/spans.ts';
import type { Token } from '#src/planner/tokens.ts';

/** A half-open interval of days; an open end is null. */
export interface Period {
  readonly from: Day | null;
  readonly to: Day | null;
  /** The words that it was read from. */
  readonly text: string;
  /** Whether the reading rests on today or on a default, so that it must be stated. */
  readonly stated: boolean;
}

export interface PeriodMatch {
  readonly period: Period;
  /** Index after the last token read. */
  readonly end: number;
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
    .map((token) => token.text)
    .join(' ');
  return { period: { from: found.from, to: found.to, text, stated: found.stated }, end: found.end };
}

interface Found {
  readonly from: Day | null;
  readonly to: Day | null;
  readonly end: number;
  readonly stated: boolean;
}

/** Reads a period with the words that open it or leave an end open. */
class IntervalReader {
  private readonly spans: SpanReader;

  constructor(tokens: readonly Token[], now: Day) {
    this.spans = new SpanReader(tokens, now);
  }

  read(at: number): Found | null {
    const start = this.spans.word(at);
    if (start === 'between') return this.pair(at + 1, 'and');
    if (start === 'from')
      return this.pair(at + 1, 'to') ?? this.pair(at + 1, 'until') ?? this.inside(at + 1);
    if (start === 'since') return this.since(at + 1);
    if (start === 'starting' && this.spans.word(at + 1) === 'from') return this.since(at + 2);
    if (start === 'after' || start === 'later' || start === 'past') return this.after(at);
    if (start === 'before' || start === 'prior' || start === 'earlier') return this.before(at);
    if (start === 'until' || start === 'till' || start === 'through') return this.until(at + 1);
    if (start === 'by' && this.spans.span(this.spans.skip(at + 1))) return null;
    // `payments over 2000`: a bare number after "over" is a bound.
    if (start === 'over' && this.spans.isYear(at + 1)) return null;
    const inside = ['in', 'during', 'on', 'of', 'for', 'within', 'over'].includes(start);
    return this.inside(inside ? at + 1 : at);
  }

  /** A period by itself, or what is before or after it: `2004 or later`, `from 2004 on`. */
  private inside(at: number): Found | null {
    const span = this.spans.span(this.spans.skip(at));
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

  private since(at: number): Found | null {
    const span = this.spans.span(this.spans.skip(at));
    return span ? { ...span, to: null } : null;
  }

  private after(at: number): Found | null {
    const from = this.spans.word(at + 1) === 'than' ? at + 2 : at + 1;
    const span = this.spans.span(this.spans.skip(from));
    return span ? { ...span, from: span.to, to: null } : null;
  }

  private before(at: number): Found | null {
    const from = ['to', 'than'].includes(this.spans.word(at + 1)) ? at + 2 : at + 1;
    const span = this.spans.span(this.spans.skip(from));
    return span ? { ...span, from: null, to: span.from } : null;
  }

  private until(at: number): Found | null {
    const span = this.spans.span(this.spans.skip(at));
    return span ? { ...span, from: null } : null;
  }

  /** Two spans: from the start of the first to the end of the second. */
  private pair(at: number, link: string): Found | null {
    const first = this.spans.span(this.spans.skip(at));
    if (!first || this.spans.word(first.end) !== link) return null;
    const second = this.spans.span(this.spans.skip(first.end + 1));
    if (!second) return null;
    const start = this.borrowYear(this.spans.skip(at), first, second);
    if (start >= second.to) return null;
    return {
      from: start,
      to: second.to,
      end: second.end,
      stated: second.stated,
    };
  }

  /** A month without its year takes that of the other end: `from May to July 2025`. */
  private borrowYear(at: number, first: Span, second: Span): Day {
    if (!MONTHS.has(this.spans.word(at)) || !first.stated || second.stated) return first.from;
    const moved = day(yearOf(second.from), monthOf(first.from), dayOfMonth(first.from));
    return moved < second.to ? moved : day(yearOf(second.from) - 1, monthOf(first.from), 1);
  }
}
