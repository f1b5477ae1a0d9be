import type { BuildContext } from '#src/planner/build-context.ts';
import { Declined } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { wordsOf } from '#src/planner/lexicon/keys.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\$/, 'USD'],
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/%/, '%'],
];

const MONEY = new Set(['USD', 'EUR', 'GBP']);

/** Words after a number → units as the catalog writes them. */
const WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    USD: 'dollar dollars usd',
    EUR: 'euro euros eur',
    GBP: 'pounds',
    lb: 'pounds',
    '%': 'percent',
    s: 'seconds',
    min: 'minute minutes',
    h: 'hour hours',
    days: 'day days',
    years: 'year years',
    km: 'kilometers km',
    m: 'meters metres',
    ft: 'feet',
    mi: 'miles',
    in: 'inches',
    kg: 'kg',
  }).reduce((found, [unit, words]) => {
    for (const word of words.split(' ')) found.set(word, [...(found.get(word) ?? []), unit]);
    return found;
  }, new Map<string, string[]>()),
);

/** The units that a number is said in, by its sign or by the word after it; empty where none is said. */
export function unitsOf(number: Mention | null, word: string): readonly string[] {
  const sign = SIGNS.find(([pattern]) => pattern.test(number?.text ?? ''));
  return sign ? [sign[1]] : (WORDS.get(word) ?? []);
}

/**
 * Declines a number in another unit than its column: `over 2 hours` of a column of minutes. Says so where the data does
 * not tell the unit.
 */
export function checkUnit(
  column: CatalogColumn,
  said: readonly string[] | undefined,
  context: BuildContext,
  table: string,
): void {
  if (!said?.length) return;
  const { unit, label, profile } = column;
  const fraction = unit === null && said.includes('%') && Number(profile?.max ?? 2) <= 1;
  const summed = unit === null && said.includes('%') && column.additive === true;
  const kept = context
    .table(table)
    .columns.find(({ label }) => wordsOf(label).includes('currency'));
  if (kept && said.some((one) => MONEY.has(one)))
    throw new Declined(
      'ambiguous',
      `${label} is in the ${kept.label} of each row: ask for rows of one of them, "in ${said[0]}".`,
      label,
    );
  if (unit === null && !said.includes('%'))
    context.assume(`${label} is taken to be in ${said.join(' or ')}, which the data does not say.`);
  if (unit === null ? !fraction && !summed : said.includes(unit)) return;
  throw new Declined(
    'unsupported_question',
    unit === null
      ? `${label} is not kept in percent; give the number as the data has it.`
      : `${label} is in ${unit}, not in ${said.join(' or ')}; ask in ${unit}.`,
    label,
  );
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
    `${label} goes up to ${profile.max}: say the number in its unit.`,
    String(value),
  );
}
