import { MONTH_NAMES } from '#src/language/en/periods.ts';
import type { WHEN } from '#src/texts/en/common.ts';
import type { Moment, Values } from '#src/texts/message.ts';

/** An English period, parsed into its parts. */
interface Period {
  /** The label of the date column, if the text names it; else empty. */
  readonly date: string;
  readonly key: keyof typeof WHEN;
  readonly values: Values;
}

/** `2025-03-01`, `March 1, 2025`. */
export const DAY = String.raw`(?:\d{4}-\d\d-\d\d|(?:${MONTH_NAMES.join('|')}) \d{1,2}, \d{4})`;
const SPOKEN_DAY = /^(\p{L}+) (\d{1,2}), (\d{4})$/u;

/** A day in either form as YYYY-MM-DD. */
export function dayOf(text: string): string {
  const [, name = '', day = '', year = ''] = SPOKEN_DAY.exec(text) ?? [];
  if (year === '') return text;
  return `${year}-${String(MONTH_NAMES.indexOf(name) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** A day, or a period without its preposition. */
export const MOMENT = String.raw`(?:\d{4}-\d\d-\d\d|Q[1-4] \d{4}|(?:${MONTH_NAMES.join('|')}) \d{4}|\d{4})`;
const BETWEEN = new RegExp(`^(?:(.+) )?(?:from|in) (${MOMENT}) to (before )?(${MOMENT})$`, 'u');
const SINCE = new RegExp(`^(?:(.+) )?(since|before) (${MOMENT})$`, 'u');
const WITHIN = new RegExp(`^(?:(.+) )?(?:in|on) (${MOMENT})$`, 'u');

/** Parses `order date from 2024 to 2025`; null for other texts. */
export function periodOf(english: string): Period | null {
  const between = BETWEEN.exec(english);
  if (between) {
    const [, date = '', from, before, to] = between;
    const ends = { from: momentOf(from!), to: momentOf(to!) };
    if (before) return { date, key: 'until', values: ends };
    return ends.from.unit === 'day'
      ? { date, key: 'days', values: { day: ends.from, day2: ends.to } }
      : { date, key: 'span', values: ends };
  }
  const since = SINCE.exec(english);
  if (since) {
    const [, date = '', key, from] = since;
    return {
      date,
      key: key as 'since' | 'before',
      values: { [key === 'since' ? 'from' : 'to']: momentOf(from!) },
    };
  }
  const within = WITHIN.exec(english);
  if (!within) return null;
  const [, date = '', text] = within;
  const moment = momentOf(text!);
  return { date, key: moment.unit, values: { [moment.unit]: moment } };
}

/** `2025`, `Q3 2025`, `March 2025`, `2025-03-01`. */
export function momentOf(text: string): Moment {
  const [, quarter, ofYear] = /^Q(\d) (\d{4})$/.exec(text) ?? [];
  if (quarter)
    return {
      day: `${ofYear}-${String(Number(quarter) * 3 - 2).padStart(2, '0')}-01`,
      unit: 'quarter',
    };
  const [, name, year] = /^(\p{L}+) (\d{4})$/u.exec(text) ?? [];
  if (name)
    return {
      day: `${year}-${String(MONTH_NAMES.indexOf(name) + 1).padStart(2, '0')}-01`,
      unit: 'month',
    };
  return /^\d{4}$/.test(text) ? { day: `${text}-01-01`, unit: 'year' } : { day: text, unit: 'day' };
}
