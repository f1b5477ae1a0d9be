import { foldToLemmas } from '#src/catalog/fold.ts';
import { DATES_AHEAD } from '#src/language/en/periods.ts';
import { isEvent } from '#src/planner/compile/worth.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { Declined } from '#src/planner/frame.ts';
import { isBirth } from '#src/planner/lexicon/birth.ts';
import { isNumeric } from '#src/planner/measured.ts';
import { timeColumn } from '#src/planner/predicates/time-column.ts';
import type { Superlative } from '#src/planner/words.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

type Direction = 'asc' | 'desc';

/** `oldest`, `youngest`: of the age of rows, which grows as their dates fall. */
const isOfAge = (implied: Superlative | null) => implied?.of.includes('age') === true;

/** The date that tells the age of rows that have no column of it: of birth, or of rows without a name their only one. */
export function dateOfAge(implied: Superlative, context: BuildContext, home: string) {
  if (!isOfAge(implied)) return null;
  const { columns } = context.table(home);
  const words = ({ label }: CatalogColumn) => foldToLemmas(label).split(' ');
  if (columns.some((column) => isNumeric(column.type) && words(column).includes('age')))
    return null;
  const births = columns.filter(
    (column) => !column.hidden && column.kind === 'time' && isBirth(column),
  );
  if (births.length === 1) return { table: home, column: births[0]! };
  return isEvent(context, home) ? pastColumn(context, home) : null;
}

/** The only date of rows, else their year, where that date lies ahead: `oldest machine` beside its next service. */
export function pastColumn(context: BuildContext, home: string) {
  const words = ({ label }: CatalogColumn) => foldToLemmas(label).split(' ');
  const own = context.table(home).columns.filter(({ hidden }) => !hidden);
  const dates = own.filter(({ kind, type }) => kind === 'time' && !isNumeric(type));
  const isAhead = dates.every((one) => words(one).some((word) => DATES_AHEAD.has(word)));
  const [year, second] = own.filter((one) => isNumeric(one.type) && words(one).includes('year'));
  if (dates.length === 0 || !isAhead || !year || second) return timeColumn(context, home);
  context.assume(`Ages use ${year.label} from ${context.table(home).label}.`);
  return { table: home, column: year };
}

/** The direction of a superlative over a column: the oldest have the earliest dates. */
export function directionOver(
  column: CatalogColumn,
  implied: Superlative | null,
  direction: Direction,
): Direction {
  if (!isOfAge(implied)) return direction;
  if (column.kind === 'identifier')
    throw new Declined(
      'unsupported_question',
      `${column.label} doesn't say how old something is.`,
      column.label,
    );
  const isYear = foldToLemmas(column.label).split(' ').includes('year');
  if (column.kind !== 'time' && !isYear) return direction;
  return direction === 'asc' ? 'desc' : 'asc';
}
