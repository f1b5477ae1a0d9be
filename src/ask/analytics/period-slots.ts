import type { SeriesUnit } from '#src/ask/analytics/question.ts';
import type { Day } from '#src/planner/day.ts';
import { type Period, readPeriod } from '#src/planner/periods/periods.ts';
import { type Token, tokenize } from '#src/planner/tokens.ts';

/** A question whose periods are replaced by `§0§`, `§1§`, …, in their order. */
export interface SlottedText {
  readonly text: string;
  readonly periods: readonly Period[];
  /** A period that is named by its distance: "than the month before", "year over year". */
  readonly relative: 'before' | 'year_before' | null;
  /** The unit of "month over month"; null where the question has no such words. */
  readonly over: SeriesUnit | null;
}

const COMPARED = String.raw`(?:(?:as )?compared (?:to|with)|versus|vs\.?|against|relative to|than|over|on|from|and|to|with)`;
const SAME_YEAR_BEFORE = String.raw`(?:in )?(?:the )?(?:same (?:month|quarter|week|period|time) (?:of |in )?(?:last year|the (?:previous|prior) year|the year before|a year (?:ago|earlier|before))|a year (?:ago|earlier|before)|one year (?:ago|earlier|before))`;
const ONE_BEFORE = String.raw`(?:in )?the (?:(?:month|quarter|year|week|day|period) before|(?:previous|prior|preceding) (?:month|quarter|year|week|day|period))`;
const OVER = /\b(month|quarter|week|day|year)[ -](?:over|on|to)[ -](?:the )?\1\b/i;
const YEAR_BEFORE = new RegExp(String.raw`(?:\b${COMPARED} )?\b${SAME_YEAR_BEFORE}\b`, 'i');
const BEFORE = new RegExp(String.raw`(?:\b${COMPARED} )?\b${ONE_BEFORE}\b`, 'i');

/** Openers that join two periods to one; where two are compared each stands for itself. */
export const PAIRING_WORDS: ReadonlySet<string> = new Set(['between', 'from']);

/**
 * Takes the periods out of a question, and what they are compared with. `apart`: `between June and July` names two
 * periods rather than one.
 */
export function slotPeriods(question: string, now: Day, apart: boolean): SlottedText {
  const { text, ...named } = takeRelative(question);
  const tokens = tokenize(text);
  const periods: Period[] = [];
  let slotted = '';
  let end = 0;
  for (let at = 0; at < tokens.length; at++) {
    if (apart && PAIRING_WORDS.has(tokens[at]!.lower)) continue;
    const match = isMonthByChance(tokens, at) ? null : readPeriod(tokens, at, now);
    if (!match) continue;
    slotted += `${text.slice(end, tokens[at]!.start)}§${periods.length}§`;
    end = tokens[match.end - 1]!.end;
    periods.push(match.period);
    at = match.end - 1;
  }
  return { text: `${slotted}${text.slice(end)}`.replace(/\s+/g, ' ').trim(), periods, ...named };
}

function takeRelative(question: string): Omit<SlottedText, 'periods'> {
  const over = (OVER.exec(question)?.[1]?.toLowerCase() ?? null) as SeriesUnit | null;
  const isYearBefore = YEAR_BEFORE.test(question) || over === 'year';
  const isBefore = over !== null || BEFORE.test(question);
  const relative = isYearBefore ? 'year_before' : isBefore ? 'before' : null;
  const pattern = YEAR_BEFORE.test(question) ? YEAR_BEFORE : over ? OVER : BEFORE;
  return { relative, over, text: relative ? question.replace(pattern, ' ').trim() : question };
}

/** `may` and `march` are months only where they are written so, or stand behind a preposition. */
function isMonthByChance(tokens: readonly Token[], at: number): boolean {
  const { lower, capital } = tokens[at]!;
  return !capital && (lower === 'may' || lower === 'march');
}
