import { columnOf, labelOf } from '#src/catalog/catalog-names.ts';
import { conditionsOf } from '#src/check/conditions.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { FilterFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';

const NAME = 'single_precision';
/**
 * Numbers of four bytes as PostgreSQL and MySQL name them, which compare them with 21.3 as numbers of eight: what is
 * shown as 21.3 is 21.299999237060547 then. (DuckDB's FLOAT is compared with the nearest number of four bytes.)
 */
const SINGLE = /^(real|float)\b/;

/** Whether a number that a column of four bytes cannot hold decides which rows are taken. */
export function checkSinglePrecision(facts: QueryFacts, catalog: Catalog): Check {
  let seen = false;
  for (const filter of conditionsOf(facts)) {
    const column = filter.column && columnOf(catalog, filter.column);
    if (!filter.column || !column || !isSingle(column)) continue;
    seen = true;
    const value = filter.values.find((text) => mayDecide(text, column));
    if (value !== undefined) return warning(labelOf(catalog, filter.column), value, filter);
  }
  if (!seen)
    return { name: NAME, outcome: 'skipped', detail: 'No single-precision numbers are compared.' };
  return {
    name: NAME,
    outcome: 'passed',
    detail: 'No comparison is affected by single precision.',
  };
}

const isSingle = ({ type, nativeType }: CatalogColumn) =>
  type === 'float' && SINGLE.test(nativeType);

/** A number that is not the same in four bytes, unless all values are known and none is shown so. */
function mayDecide(text: string, { profile }: CatalogColumn): boolean {
  const number = Number(text);
  if (!Number.isFinite(number) || Math.fround(number) === number) return false;
  const isComplete = profile !== null && profile.samples.length >= profile.distinctCount;
  return !isComplete || profile.samples.some((value) => Number(value) === number);
}

function warning(label: string, value: string, { op }: FilterFacts): Check {
  const isEquality = op === '=' || op === '<>' || op === 'in' || op === 'not in';
  return {
    name: NAME,
    outcome: 'warning',
    detail: isEquality
      ? `The database stores ${label} in single precision, so ${value} matches no rows, even those that show it.`
      : `The database stores ${label} in single precision, so rows that show ${value} may fall on the wrong side of the limit.`,
  };
}
