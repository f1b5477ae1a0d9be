import type { DateUnit, Query } from '#src/plugin-api/query.ts';
import {
  type LoweringRules,
  likePattern,
  literalText,
  lowerQuery,
  rankedTies,
} from '#src/sql/lower.ts';
import { quoteName, quoteText } from './names.ts';
import { needsQuotes } from './words.ts';

/** Writes the IR as SQL that MySQL 8 and MariaDB 10.3 and later read in the same way. */
export function lowerMysql(query: Query): string {
  return lowerQuery(query, rules);
}

function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/i.test(name) && !needsQuotes(name.toLowerCase())
    ? name
    : quoteName(name);
}

/** MAKEDATE takes the year 24 for 2024. */
const yearStart = (arg: string) => `CAST(DATE_FORMAT(${arg}, '%Y-01-01') AS DATE)`;

/** Starts of periods; `date-idioms.ts` reads these forms back. */
const BUCKETS: Readonly<Record<DateUnit, (arg: string) => string>> = {
  year: yearStart,
  quarter: (arg) => `DATE_ADD(${yearStart(arg)}, INTERVAL QUARTER(${arg}) - 1 QUARTER)`,
  month: (arg) => `CAST(DATE_FORMAT(${arg}, '%Y-%m-01') AS DATE)`,
  week: (arg) => `DATE_SUB(DATE(${arg}), INTERVAL WEEKDAY(${arg}) DAY)`,
  day: (arg) => `DATE(${arg})`,
  hour: (arg) => `CAST(DATE_FORMAT(${arg}, '%Y-%m-%d %H:00:00') AS DATETIME)`,
};

const rules: LoweringRules = {
  functions: 'mysql',
  identifier,
  literal: (literal) => literalText(literal, quoteText),
  bucket: (unit, arg) => BUCKETS[unit](arg),
  part: (part, arg) =>
    part === 'weekday' ? `(WEEKDAY(${arg}) + 1)` : `${part.toUpperCase()}(${arg})`,
  days: (from, to) => `DATEDIFF(${to}, ${from})`,
  elapsed: (from, to, seconds) => `TIMESTAMPDIFF(SECOND, ${from}, ${to}) * 1e0 / ${seconds}`,
  // Without a floating number in it a quotient has four decimals more than its parts, and no more.
  divide: (left, right) => `${left} * 1e0 / NULLIF(${right}, 0)`,
  match(mode, expr, wanted, negated) {
    if (mode === 'equals')
      return `LOWER(${expr}) ${negated ? '<>' : '='} LOWER(${quoteText(wanted)})`;
    const escaped = wanted.replace(/[!%_]/g, '!$&');
    const clause = /[!%_\\]/.test(wanted) ? " ESCAPE '!'" : '';
    const pattern = quoteText(likePattern(mode, escaped));
    return `LOWER(${expr}) ${negated ? 'NOT ' : ''}LIKE LOWER(${pattern})${clause}`;
  },
  // NULL is the smallest value: it comes last by itself when the order descends.
  order: (key, direction, expr) =>
    direction === 'desc' ? `${key} DESC` : `${expr} IS NULL, ${key}`,
  withTies: rankedTies,
  firstOfParts: rankedTies,
};
