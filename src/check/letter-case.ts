import { columnOf, labelOf } from '#src/catalog/catalog-names.ts';
import type { Asked } from '#src/check/asked.ts';
import { conditionsOf } from '#src/check/conditions.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, FilterFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';

const NAME = 'letter_case';
/** PostgreSQL's extension of that name: its operators are in no schema that guarded statements look into. */
const CITEXT = /(^|\.)citext$/i;

/**
 * Whether texts that the database takes for the same in capital and small letters are compared letter by letter: `=`,
 * IN, LIKE and joins see the letters, GROUP BY and DISTINCT do not.
 */
export function checkLetterCase(facts: QueryFacts, catalog: Catalog, asked: Asked): Check {
  const joined = allBlocks(facts.root).flatMap(({ joins }) =>
    joins.flatMap(({ equalities }) => equalities.flatMap(({ left, right }) => [left, right])),
  );
  const filters = conditionsOf(facts);
  const compared = [...joined, ...filters.flatMap(({ column }) => column ?? [])].some((column) =>
    isCaseless(column, catalog),
  );
  if (!compared)
    return {
      name: NAME,
      outcome: 'skipped',
      detail: 'No case-insensitive text is compared.',
    };
  const missing =
    joined.find((column) => isCaseless(column, catalog)) ??
    filteredByLetters(filters, catalog, asked);
  if (!missing)
    return {
      name: NAME,
      outcome: 'passed',
      detail: 'No row is missed because of upper or lower case.',
    };
  return {
    name: NAME,
    outcome: 'warning',
    detail: `${labelOf(catalog, missing)} ignores case in the database, but this comparison doesn't. Rows may be missing; LOWER() on both sides finds them.`,
  };
}

const isCaseless = (column: BaseColumn, catalog: Catalog) =>
  CITEXT.test(columnOf(catalog, column)?.nativeType ?? '');

const filteredByLetters = (
  filters: readonly FilterFacts[],
  catalog: Catalog,
  asked: Asked,
): BaseColumn | null =>
  filters.find(
    ({ column, ...rest }) =>
      column !== null &&
      isCaseless(column, catalog) &&
      mayMissRows(rest, columnOf(catalog, column)!, asked),
  )?.column ?? null;

/** Of the planner's own statements, lists of values name every spelling. */
function mayMissRows(
  { op, values }: Pick<FilterFacts, 'op' | 'values'>,
  { profile }: CatalogColumn,
  { writtenFor }: Asked,
): boolean {
  if (op === null || op === 'is null' || op === 'is not null') return false;
  const isEquality = ['=', '<>', 'in', 'not in'].includes(op);
  if (!isEquality) return true;
  const wanted = new Set(values.map((value) => value.toLowerCase()));
  const spellings = (profile?.samples ?? []).map(String);
  if (spellings.some((one) => wanted.has(one.toLowerCase()) && !values.includes(one))) return true;
  const isComplete = profile !== null && spellings.length >= profile.distinctCount;
  return !isComplete && writtenFor !== undefined;
}
