import type { DateCell, DateOrder } from '#workers/ingest/cell-date.ts';
import { wordsOf } from '#workers/ingest/summary-names.ts';
import { FUTURE_DAY_WORDS, PAST_DAY_WORDS } from '#workers/ingest/table-words.ts';

/** How the two-digit years of a column are read. */
export interface Century {
  /** The ISO day of a cell. */
  readonly dayOf: (cell: DateCell, order: DateOrder) => string;
  readonly said: string;
  /** What answers that use the column say of it; null: nothing. */
  readonly guess: string | null;
}

/** What is seen of the days of a column. */
interface SeenDays {
  readonly years: ReadonlyMap<number, number>;
  readonly latestShort: { readonly year: number; readonly example: string };
}

/** Days that are further ahead are rare, so that two digits rather mean the century before. */
const FAR_YEARS = 10;

const AS_WRITTEN = '00–68 read as 20xx, 69–99 as 19xx';

/**
 * POSIX says 2000 to 2068 where a year has two digits of 00 to 68. A day of birth cannot lie in the future, and a day
 * far ahead of all others, which are past, hardly does: these are of the century before.
 */
export function centuryOf(
  { years, latestShort }: SeenDays,
  header: string | null,
  today = new Date().toISOString().slice(0, 10),
): Century {
  const plain = (cell: DateCell, by: DateOrder) => cell[by]!;
  const thisYear = Number(today.slice(0, 4));
  const { year, example } = latestShort;
  const rest: Century = { dayOf: plain, said: AS_WRITTEN, guess: null };
  if (year < thisYear) return rest;
  const words = header === null ? [] : wordsOf(header.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  const isNamed = words.some((word) => PAST_DAYS.has(word) || PAST_STEM.test(word));
  const isFuture = words.some((word) => FUTURE_DAYS.has(word));
  const isFar = year >= thisYear + FAR_YEARS;
  if (!isNamed && (isFuture || !isFar || !onlyFar(years, thisYear)))
    return isFar ? { ...rest, guess: 'two-digit years from 00 to 68 read as 20xx' } : rest;
  const dayOf = (cell: DateCell, by: DateOrder) => {
    const day = cell[by]!;
    return cell.shortYear && day > today ? `${Number(day.slice(0, 4)) - 100}${day.slice(4)}` : day;
  };
  return {
    dayOf,
    said: `read so that no date is after ${today}, the day of the upload`,
    guess: `two-digit years read so that no date is in the future ("${example}" in ${year - 100})`,
  };
}

const PAST_DAYS = new Set(PAST_DAY_WORDS);
const FUTURE_DAYS = new Set(FUTURE_DAY_WORDS);
/** Words that are written together with others: `Geburtsdatum`, `birthdate`. */
const PAST_STEM = /^(?:birth|geburt|geboorte)/;

/** Whether days are past, or far ahead: none is between. */
function onlyFar(years: ReadonlyMap<number, number>, thisYear: number): boolean {
  const all = [...years.keys()];
  return (
    all.some((year) => year <= thisYear) &&
    !all.some((year) => year > thisYear && year < thisYear + FAR_YEARS)
  );
}
