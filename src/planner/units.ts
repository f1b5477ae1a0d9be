import { wordsOf } from '#src/catalog/name-keys.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { type Condition, Declined } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import { CURRENCY_CODES, currencyOfSign } from '#src/query/currencies.ts';
import { converted, saidUnits } from '#src/query/units.ts';

/** The units that a number is said in, by its sign or by the word after it; empty where none is said. */
export function unitsOf(number: Mention | null, word: string): readonly string[] {
  const text = number?.text ?? '';
  const sign = currencyOfSign(text) ?? (text.includes('%') ? '%' : null);
  return sign ? [sign] : saidUnits(word);
}

/**
 * A number in the unit of its column: `over 5 minutes` of a column of seconds is 300, and the answer says so. Throws
 * `Declined` where the units do not convert, or where the data does not tell that of the column.
 */
export function inUnitOf(
  column: CatalogColumn,
  value: number,
  said: readonly string[] | undefined,
  context: BuildContext,
  table: string,
): number {
  const { label } = column;
  if (!said?.length) {
    if (column.unit === 'cents')
      context.assume(`${label} is in cents, so ${value} is an amount of ${value / 100}.`);
    return value;
  }
  const kept = context
    .table(table)
    .columns.find(({ label }) => wordsOf(label).includes('currency'));
  if (kept && said.some((one) => CURRENCY_CODES.has(one)))
    throw new Declined(
      'ambiguous',
      `Each row has its own ${kept.label} for ${label}. Ask for rows in only one, for example "in ${said[0]}".`,
      label,
    );
  const unit = column.unit ?? meantUnit(column, said);
  if (unit === null || said.includes(unit)) {
    if (unit !== null) return value;
    throw new Declined(
      'unsupported_question',
      said.includes('%')
        ? `${label} isn't stored as a percentage. Give the number as it is in the data.`
        : `The data doesn't say which unit ${label} uses. Give the number without a unit.`,
      label,
    );
  }
  for (const from of said) {
    const number = converted(value, from, unit);
    if (number === null) continue;
    context.assume(`${label} is in ${unit}, so ${value} ${from} means ${number} ${unit}.`);
    if (unit === 'cents')
      context.assume(`${label} is assumed to be in ${from} cents. The data doesn't say so.`);
    return number;
  }
  throw new Declined(
    'unsupported_question',
    `${label} is in ${unit}, not in ${said.join(' or ')}. Ask in ${unit}.`,
    label,
  );
}

type Bounded = Extract<Condition, { kind: 'compare' | 'between' }>;

/**
 * A bound of what is computed over rows, in the unit of the column that it is computed from. Throws `Declined` as
 * `inUnitOf` does, and where rows are counted: their number has no unit.
 */
export function aggregateInUnit(condition: Bounded, context: BuildContext): Bounded {
  const { of, units } = condition;
  if (!of || !units?.length) return condition;
  const sense = context.sense(of.of);
  const [column] = sense.kind === 'column' && of.aggregate !== 'count' ? sense.columns : [];
  if (!column)
    throw new Declined(
      'unsupported_question',
      `"${of.of.text}" has no unit, but the limit is in ${units.join(' or ')}.`,
      of.of.text,
    );
  const inUnit = (value: number) => inUnitOf(column, value, units, context, sense.table);
  return condition.kind === 'compare'
    ? { ...condition, value: inUnit(condition.value) }
    : { ...condition, low: inUnit(condition.low), high: inUnit(condition.high) };
}

/** The unit that a column without one can only have: an age is in years, a share that is no fraction in percent. */
function meantUnit(
  { label, profile, additive }: CatalogColumn,
  said: readonly string[],
): string | null {
  if (said.includes('years') && wordsOf(label).includes('age')) return 'years';
  const isFraction = Number(profile?.max ?? 2) <= 1;
  return said.includes('%') && !isFraction && additive !== true ? '%' : null;
}

/** How many times the largest number of a column a number is that must be of another unit. */
const OTHER_SCALE = 1000;

/** `over 50 million` of a column that holds millions: no row could meet it. */
export function checkScale({ label, type, profile }: CatalogColumn, value: number): void {
  if (type === 'text' || profile?.min == null || profile.max == null) return;
  const largest = Math.max(Math.abs(Number(profile.min)), Math.abs(Number(profile.max)));
  if (!(largest > 0) || Math.abs(value) <= OTHER_SCALE * largest) return;
  throw new Declined(
    'unsupported_question',
    `${label} only goes up to ${profile.max}. Give the number in the same unit.`,
    String(value),
  );
}
