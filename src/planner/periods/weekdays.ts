import {
  ANY_WEEKDAY,
  BEFORE_WEEKDAYS,
  BETWEEN_WEEKDAYS,
  ONE_WEEKDAY,
  WEEKDAYS,
} from '#src/language/en/periods.ts';
import type { PeriodMatch } from '#src/planner/periods/periods.ts';
import type { Token } from '#src/planner/tokens.ts';

/** Reads the days of every week that start at a token: `on Mondays`, `on a Saturday or Sunday`, `at weekends`. */
export function readWeekdays(tokens: readonly Token[], at: number): PeriodMatch | null {
  const word = (place: number) => tokens[place]?.lower ?? '';
  if (!BEFORE_WEEKDAYS.has(word(at))) return null;
  const days = new Set<number>();
  let isOne = false;
  let end = at + 1;
  for (let next = end; next < tokens.length; ) {
    if (ANY_WEEKDAY.has(word(next))) {
      isOne = true;
      next++;
    }
    const named = WEEKDAYS.get(word(next)) ?? (isOne ? ONE_WEEKDAY.get(word(next)) : undefined);
    if (!named) break;
    for (const day of named) days.add(day);
    end = next + 1;
    next = end;
    while (BETWEEN_WEEKDAYS.has(word(next))) next++;
    if (next === end) break;
  }
  if (days.size === 0) return null;
  const span = tokens.slice(at, end);
  const text = span.map((token) => token.text).join(' ');
  const stated = days.size > 1;
  const weekdays = [...days].toSorted((one, other) => one - other);
  return { period: { from: null, to: null, text, stated, weekdays }, end };
}
