import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { hasPhrase } from '#src/check/owed/phrases.ts';
import type { Comparison, Statement } from '#src/check/owed/statement.ts';
import { addDays, type Day, isDay } from '#src/planner/day.ts';
import { type Period, periodsIn } from '#src/planner/periods/periods.ts';

/** The one period of a question that is written with its year: the days that rows are kept by. */
export const periodsOwed: ReadObligations = (asked) => {
  const { tokens, words: language } = asked;
  const [found, second] = periodsIn(asked.tokens, asked.today);
  if (!found || second || hasPhrase(tokens, language.comparing)) return [];
  const { period, start, end } = found;
  if (!tokens.slice(start, end).some(({ lower }) => YEAR.test(lower))) return [];
  const opens = (at: number) => {
    const word = tokens[at]?.lower ?? '';
    return language.by.has(word) || language.each.has(word);
  };
  // `built < 1950` is no part of that year.
  if (COMPARING.has(tokens[start - 1]?.lower ?? '')) return [];
  // "Per month" is what is grouped by, no part of the period.
  const isPart = tokens.some(
    ({ lower }, at) =>
      (at < start || at >= end) && language.partOfPeriod.has(lower) && !opens(at - 1),
  );
  if (isPart) return [];
  // `by month of 2025`: the unit is what is grouped by, and the period a frame around it.
  if (opens(start - 1)) return [];
  return [
    {
      kind: 'period',
      words: period.text,
      unmetBy: (statement) => otherDays(period, statement),
    } satisfies Obligation,
  ];
};

const COMPARING: ReadonlySet<string> = new Set(['<', '>', '<=', '>=', '≤', '≥']);
const YEAR = /^[12]\d{3}\b/;

interface Bound {
  readonly side: 'from' | 'to';
  readonly day: Day;
}

function otherDays({ from, to, text }: Period, statement: Statement): string | null {
  const timed = statement.comparisons.filter(
    ({ column }) => column !== null && statement.columnOf(column)?.kind === 'time',
  );
  const columns = new Set(timed.map(({ column }) => `${column?.table}.${column?.column}`));
  if (columns.size !== 1) return null;
  if (timed.some(({ place, negated }) => place !== 'rows' || negated)) return null;
  const bounds = timed.map(boundOf);
  if (bounds.some((bound) => bound === null)) return null;
  const at = (side: Bound['side']) => bounds.filter((bound) => bound?.side === side);
  const [own, days] = [
    { from, to },
    { from: at('from'), to: at('to') },
  ];
  if (days.from.length > 1 || days.to.length > 1) return null;
  for (const side of ['from', 'to'] as const) {
    const [bound] = days[side];
    const meant = own[side];
    // An end that is left open may lie outside all of the data: that is looked at where those are known.
    if (!bound) continue;
    if (meant !== null && isNear(bound.day, meant)) continue;
    return `The question mentions a period (${text}), but the SQL uses other dates.`;
  }
  return null;
}

/** A day more or less is a matter of whether the day itself is meant. */
const isNear = (one: Day, other: Day) =>
  one === other || addDays(one, 1) === other || addDays(other, 1) === one;

function boundOf({ op, texts: [text = ''] }: Comparison): Bound | null {
  const year = /^[12]\d{3}$/.test(text);
  const day = year ? `${text}-01-01` : text.slice(0, 10);
  if (!isDay(day)) return null;
  const next = year ? `${Number(text) + 1}-01-01` : addDays(day, 1);
  switch (op) {
    case '>=':
      return { side: 'from', day };
    case '>':
      return { side: 'from', day: next };
    case '<':
      return { side: 'to', day };
    case '<=':
      return { side: 'to', day: next };
    default:
      return null;
  }
}
