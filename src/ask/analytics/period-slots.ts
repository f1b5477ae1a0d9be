import type { SeriesUnit } from '#src/ask/analytics/question.ts';
import { ENGLISH_ANALYSES as WORDS } from '#src/language/en/analyses.ts';
import { COMPARED_LINKS } from '#src/language/en/periods.ts';
import { type Day, mayBeYear } from '#src/planner/day.ts';
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
    if (apart && WORDS.pairing.has(tokens[at]!.lower)) continue;
    const ends =
      apart && WORDS.pairing.has(tokens[at - 1]?.lower ?? '') ? endsAt(tokens, at, now) : null;
    const match = isMonthByChance(tokens, at) ? null : (ends ?? readPeriod(tokens, at, now));
    if (!match) continue;
    slotted += `${text.slice(end, tokens[at]!.start)}§${periods.length}§`;
    end = tokens[match.end - 1]!.end;
    periods.push(match.period);
    at = match.end - 1;
  }
  return { text: `${slotted}${text.slice(end)}`.replace(/\s+/g, ' ').trim(), periods, ...named };
}

/** `from August to September 2026`: the first of two periods, in the year of the second where it names none. */
function endsAt(tokens: readonly Token[], at: number, now: Day): ReturnType<typeof readPeriod> {
  const link = tokens.findIndex(({ lower }, next) => next > at && COMPARED_LINKS.has(lower));
  const second = link < 0 ? null : readPeriod(tokens, link + 1, now);
  if (!second) return null;
  const isYear = ({ value }: Token) => value !== null && mayBeYear(value);
  const own = tokens.slice(0, link);
  const year = own.slice(at).some(isYear) ? [] : tokens.slice(link + 1, second.end).filter(isYear);
  const first = readPeriod([...own, ...year.slice(0, 1)], at, now);
  return first && first.end >= link ? { ...first, end: link } : null;
}

function takeRelative(question: string): Omit<SlottedText, 'periods'> {
  const over = (WORDS.over.exec(question)?.[1]?.toLowerCase() ?? null) as SeriesUnit | null;
  const isYearBefore = WORDS.yearBefore.test(question) || over === 'year';
  const isBefore = over !== null || WORDS.oneBefore.test(question);
  const relative = isYearBefore ? 'year_before' : isBefore ? 'before' : null;
  const pattern = WORDS.yearBefore.test(question)
    ? WORDS.yearBefore
    : over
      ? WORDS.over
      : WORDS.oneBefore;
  return { relative, over, text: relative ? question.replace(pattern, ' ').trim() : question };
}

/** `may` and `march` are months only where they are written so, or stand behind a preposition. */
function isMonthByChance(tokens: readonly Token[], at: number): boolean {
  const { lower, capital } = tokens[at]!;
  return !capital && WORDS.monthsByChance.has(lower);
}
