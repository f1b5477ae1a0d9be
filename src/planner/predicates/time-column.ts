import { isCreation } from '#src/catalog/creation.ts';
import { foldToLemmas } from '#src/catalog/fold.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { Unread } from '#src/planner/frame.ts';
import { isBirth } from '#src/planner/lexicon/birth.ts';
import { isDate, isNumeric } from '#src/planner/measured.ts';
import type { Period } from '#src/planner/periods/periods.ts';
import { saidOtherwise } from '#src/planner/predicates/verbs-of-times.ts';
import { speaksOf, tellingWords } from '#src/planner/telling-words.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

/** The only time column of a table, or of the nearest tables that each row belongs to. */
export function timeColumn(
  context: BuildContext,
  home: string,
  period: Period | null = null,
  verb: string | null = null,
): { table: string; column: CatalogColumn } {
  const byDistance = new Map<number, { table: string; column: CatalogColumn }[]>();
  for (const table of context.tables.values()) {
    const times = table.columns.filter(isDate);
    if (times.length === 0) continue;
    const path = context.graph.toOne(home, table.name);
    if (!path) continue;
    const known = byDistance.get(path.length) ?? [];
    byDistance.set(path.length, [
      ...known,
      ...times.map((column) => ({ table: table.name, column })),
    ]);
  }
  const all = [...byDistance].sort(([a], [b]) => a - b)[0]?.[1];
  // `cars sold in 2025`, where cars have a year and the day when they were sold.
  const done = all?.filter((one) => isSaid(verb, one)) ?? [];
  const fit = all && (done.length === 1 ? done : fitting(all, period, context));
  const nearest = fit && meant(fit, context, verb, period?.isAge === true);
  const [only, second] = nearest ?? [];
  // `guests in 2024` were not born then.
  const isBorn = only && !second && isBirth(only.column) && !isSaid(verb, only);
  if (!nearest || isBorn)
    throw new Unread('not_in_data', `${context.table(home).label} has no dates.`, null);
  if (nearest.length > 1)
    throw new Unread(
      'ambiguous',
      `Which date do you mean: ${nearest.map(({ column }) => column.label).join(', ')}?`,
      null,
    );
  context.assume(
    `Dates use ${nearest[0]!.column.label} from ${context.table(nearest[0]!.table).label}.`,
  );
  return nearest[0]!;
}

/** Of several dates that which the verb speaks of, else the one that is just the date of the rows: `order date`. */
function meant<Found extends { readonly table: string; readonly column: CatalogColumn }>(
  found: readonly Found[],
  context: BuildContext,
  verb: string | null,
  isAge: boolean,
): readonly Found[] {
  if (found.length < 2) return found;
  const born = found.filter(({ column }) => isCreation(column));
  // The age of people is told by their birth.
  if (isAge && verb === null && born.length === 1 && !found.some(({ column }) => isBirth(column)))
    return born;
  const told = (one: Found) => tellingWords(context.table(one.table), one.column);
  const ofVerb = found.filter((one) => isSaid(verb, one));
  if (ofVerb.length === 1) return ofVerb;
  const otherwise =
    verb === null ? [] : found.filter((one) => saidOtherwise(verb, spoken(one))?.length === 1);
  if (ofVerb.length === 0 && otherwise.length === 1) return otherwise;
  const own = found.filter((one) => told(one).length === 0);
  return verb === null && own.length === 1 ? own : found;
}

const isSaid = (verb: string | null, one: { readonly column: CatalogColumn }): boolean =>
  verb !== null && speaksOf(verb, spoken(one));

/** The words of a date's name that a verb may be said in, those of its rows included: `created at`, `shipped on`. */
const spoken = ({ column }: { readonly column: CatalogColumn }) =>
  foldToLemmas(column.label)
    .split(' ')
    .filter((word) => word.length > 3 && word !== 'date' && word !== 'time');

/** Where there are years and dates, whole years are looked up in the years, everything else in the dates. */
function fitting<Found extends { readonly table: string; readonly column: CatalogColumn }>(
  found: readonly Found[],
  period: Period | null,
  context: BuildContext,
): readonly Found[] {
  const years = found.filter(({ column }) => isNumeric(column.type));
  const dates = found.filter(({ column }) => !isNumeric(column.type));
  if (years.length !== 1 || dates.length !== 1) return found;
  // A year of birth is no year of what its rows are.
  if (tellingWords(context.table(years[0]!.table), years[0]!.column).length > 0) return found;
  const whole =
    period &&
    !period.weekdays &&
    [period.from, period.to].every((end) => end === null || end.endsWith('-01-01'));
  return whole ? years : dates;
}
