import type { CallNode, ExprNode } from '#src/plugin-api/query-facts.ts';
import { bare, columnNodes, literalsIn, nodesIn, numbersIn } from '#src/sql/nodes.ts';

/** Functions that take one part out of a date; those of (unit, date) name it in their first argument. */
const UNIT_FIRST: ReadonlySet<string> = new Set(['date_part', 'datepart', 'extract']);
const PARTS: ReadonlySet<string> = new Set(
  'year isoyear quarter month monthname week weekofyear day dayofmonth dayofyear dayofweek dayname weekday isodow hour minute second decade century'.split(
    ' ',
  ),
);
/** Functions that count the units of time between two dates. */
export const TIME_SPANS: ReadonlySet<string> = new Set(
  'date_diff datediff timestampdiff date_sub datesub'.split(' '),
);
const TRUNCATIONS: ReadonlySet<string> = new Set(['date_trunc', 'datetrunc', 'last_day']);
const FORMATS: ReadonlySet<string> = new Set(['strftime', 'to_char', 'date_format', 'time_format']);
/** What formats write years and months with, in all dialects. */
const YEAR = /%[YyGg]|YY/i;
const MONTH = /%-?[mbB]|%M|MM|MON/;

const CLOCKS: ReadonlySet<string> = new Set(
  'current_date current_timestamp localtimestamp now today getdate get_current_timestamp curdate sysdate utc_date utc_timestamp transaction_timestamp statement_timestamp'.split(
    ' ',
  ),
);

/** Whether an expression asks for the present day or moment. */
export const readsClock = (node: ExprNode): boolean =>
  calls(node).some(({ name }) => CLOCKS.has(name));

/**
 * Whether a date is shown as one of its parts, which comes again every year: `month(d)`, and not `date_trunc('month', d)`
 * nor `strftime(d, '%Y-%m')`.
 */
export function isDatePart(node: ExprNode): boolean {
  const plain = bare(node);
  if (plain.kind !== 'call') return false;
  if (FORMATS.has(plain.name)) return !formatOf(plain).some((format) => YEAR.test(format));
  return UNIT_FIRST.has(plain.name) || PARTS.has(plain.name);
}

/** The unit that a date is cut down to, where an expression is nothing but that; null for any other. */
export function truncationOf(node: ExprNode): string | null {
  const plain = bare(node);
  return plain.kind === 'call' && TRUNCATIONS.has(plain.name) ? unitOf(plain) : null;
}

/** Whether an expression takes the month out of a date, without its year. */
export const takesMonth = (node: ExprNode): boolean =>
  calls(node).some((call) => {
    if (FORMATS.has(call.name))
      return formatOf(call).some((format) => MONTH.test(format) && !YEAR.test(format));
    return UNIT_FIRST.has(call.name)
      ? unitOf(call).startsWith('mon')
      : call.name.startsWith('month');
  });

/** Whether an expression numbers the days of a week from Monday, 1, as ISO 8601 does. */
export const takesIsoWeekday = (node: ExprNode): boolean =>
  calls(node).some((call) => call.name === 'isodow' || unitOf(call) === 'isodow') ||
  // MySQL counts from Monday, 0.
  (calls(node).some(({ name }) => name === 'weekday') && numbersIn(node).includes(1));

/** Whether an expression tells years apart: by a part or a truncation of a date, a year written out, a column of years. */
export const tellsYear = (node: ExprNode): boolean =>
  calls(node).some((call) => {
    if (FORMATS.has(call.name)) return formatOf(call).some((format) => YEAR.test(format));
    if (UNIT_FIRST.has(call.name)) return unitOf(call).endsWith('year');
    return TRUNCATIONS.has(call.name) || call.name.includes('year');
  }) ||
  literalsIn(node).some(({ text }) => /(?<!\d)[12]\d{3}(?!\d)/.test(text)) ||
  columnNodes(node).some(({ name }) => name.toLowerCase().includes('year'));

const calls = (node: ExprNode): readonly CallNode[] =>
  [...nodesIn(node)].filter((each) => each.kind === 'call');

const formatOf = ({ args }: CallNode): readonly string[] =>
  args.flatMap((arg) => (arg.kind === 'literal' ? [arg.text] : []));

const unitOf = ({ args: [unit] }: CallNode): string =>
  unit?.kind === 'literal' ? unit.text.toLowerCase() : '';
