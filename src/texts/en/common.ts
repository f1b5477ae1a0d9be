/** Lists, quotes and quarters. */
export const COMMON = {
  and: '{first} and {last}',
  or: '{first} or {last}',
  comma: ', ',
  quoted: '"{text}"',
  quarter: 'Q{number} {year}',
} as const;

/** Periods, as they follow a label: `revenue in 2025`. */
export const WHEN = {
  year: 'in {year}',
  quarter: 'in {quarter}',
  month: 'in {month}',
  day: 'on {day}',
  span: 'from {from} to {to}',
  days: 'from {day} to {day2}',
  until: 'from {from} to before {to}',
  since: 'since {from}',
  before: 'before {to}',
} as const;
