import type { DateUnit, Literal, Query } from '#src/plugin-api/query.ts';
import { type LoweringRules, lowerQuery, type MatchMode, rankedTies } from '#src/sql/lower.ts';
import { quoteName, quoteText } from './quote.ts';
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

function literal({ type, value }: Literal): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  switch (type) {
    case 'integer':
    case 'decimal':
    case 'float':
      return number(value);
    case 'date':
      return `DATE ${quoteText(String(value))}`;
    case 'timestamp':
      return `TIMESTAMP ${quoteText(String(value).replace('T', ' '))}`;
    case 'time':
      return `TIME ${quoteText(String(value))}`;
    default:
      return quoteText(String(value));
  }
}

function number(value: string | number): string {
  const digits = String(value);
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(digits)) throw new RangeError(`not a number: ${digits}`);
  return digits.startsWith('-') ? `(${digits})` : digits;
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

const PATTERN: Record<Exclude<MatchMode, 'equals'>, (escaped: string) => string> = {
  contains: (escaped) => `%${escaped}%`,
  starts: (escaped) => `${escaped}%`,
  ends: (escaped) => `%${escaped}`,
};

const rules: LoweringRules = {
  functions: 'mysql',
  identifier,
  literal,
  bucket: (unit, arg) => BUCKETS[unit](arg),
  part: (part, arg) =>
    part === 'weekday' ? `(WEEKDAY(${arg}) + 1)` : `${part.toUpperCase()}(${arg})`,
  // Without a floating number in it a quotient has four decimals more than its parts, and no more.
  divide: (left, right) => `${left} * 1e0 / NULLIF(${right}, 0)`,
  match(mode, expr, wanted, negated) {
    if (mode === 'equals')
      return `LOWER(${expr}) ${negated ? '<>' : '='} LOWER(${quoteText(wanted)})`;
    const escaped = wanted.replace(/[!%_]/g, '!$&');
    const clause = /[!%_\\]/.test(wanted) ? " ESCAPE '!'" : '';
    const pattern = quoteText(PATTERN[mode](escaped));
    return `LOWER(${expr}) ${negated ? 'NOT ' : ''}LIKE LOWER(${pattern})${clause}`;
  },
  // NULL is the smallest value: it comes last by itself when the order descends.
  order: (key, direction, expr) =>
    direction === 'desc' ? `${key} DESC` : `${expr} IS NULL, ${key}`,
  withTies: rankedTies,
};
