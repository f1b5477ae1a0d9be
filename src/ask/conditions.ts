import { filterLabel, isTime, isTimeFilter } from '#src/ask/filter-labels.ts';
import { periodText } from '#src/ask/period.ts';
import { saidLabel, sameName, tableOf } from '#src/catalog/catalog-names.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, FilterFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';

/** A period, and the date that it is of. */
export interface DatedPeriod {
  /** `order date`, `cancelled` */
  readonly date: string;
  /** Whether it can be of no other date. */
  readonly isOnly: boolean;
  /** Whether the date is called by what happened then: `cancelled on`. */
  readonly isVerb: boolean;
  /** `in 2025` */
  readonly when: string;
}

/** What rows are kept by: the period of each date that is held to one, and all else. */
export interface Conditions {
  /** `2025`; with its date where the rows have several: `cancelled in 2025`. */
  readonly periods: readonly string[];
  /** The same as it stands behind a name: `in 2025`, `cancelled in 2025`. */
  readonly phrases: readonly string[];
  readonly ofDates: readonly DatedPeriod[];
  readonly filters: readonly string[];
}

/** @param grain - The table that the rows are rows of; null where it is not known. */
export function conditionsOf(
  all: readonly FilterFacts[],
  catalog: Catalog,
  grain: string | null = null,
): Conditions {
  const filters: string[] = [];
  const byColumn = new Map<string, FilterFacts[]>();
  for (const filter of all) {
    if (filter.column && isTimeFilter(filter, catalog)) {
      const key = `${filter.column.table}.${filter.column.column}`;
      byColumn.set(key, [...(byColumn.get(key) ?? []), filter]);
    } else filters.push(filterLabel(filter, catalog));
  }
  const periods: string[] = [];
  const phrases: string[] = [];
  const ofDates: DatedPeriod[] = [];
  for (const group of byColumn.values()) {
    const text = periodText(group);
    if (text === null) filters.push(...group.map((filter) => filterLabel(filter, catalog)));
    else {
      const column = group[0]!.column!;
      const label = saidLabel(catalog, column);
      const date = label.replace(/(?<=.) (?:on|at)$/i, '');
      const phrase = `${date} ${periodPhrase(text)}`;
      const isOnly = isOnlyDate(column, grain, catalog);
      periods.push(isOnly ? text : phrase);
      phrases.push(isOnly ? periodPhrase(text) : phrase);
      const when = periodPhrase(text);
      ofDates.push({ date, isOnly, isVerb: date !== label, when });
    }
  }
  return {
    ...{ periods: unique(periods), phrases: unique(phrases), ofDates },
    filters: unique(filters),
  };
}

/** Which dates the periods of a statement are of, where its rows have several and no label of an analysis says it. */
export function dateAssumptions(
  facts: QueryFacts,
  grain: string | null,
  catalog: Catalog,
): readonly string[] {
  const columns = facts.root.filters.flatMap((one) =>
    one.column && isTimeFilter(one, catalog) ? one.column : [],
  );
  const told = columns.flatMap((one) =>
    isOnlyDate(one, grain, catalog)
      ? []
      : `Dates use ${saidLabel(catalog, one)} from ${tableOf(catalog, one.table)!.label}.`,
  );
  return unique(told);
}

/** Whether a period of the rows can be of no other date: it is the only one of its table, and the rows have no own. */
function isOnlyDate({ table }: BaseColumn, grain: string | null, catalog: Catalog): boolean {
  const datesOf = (name: string) =>
    tableOf(catalog, name)?.columns.filter(({ type, hidden }) => !hidden && isTime(type)) ?? [];
  const isOwn = grain === null || sameName(grain, table);
  return datesOf(table).length < 2 && (isOwn || datesOf(grain).length === 0);
}

/** `price is at least 20` and `price is at most 30` are `price is between 20 and 30`. */
export function withRanges(filters: readonly string[]): readonly string[] {
  const ends = filters.map((text) => /^(.+) is at (least|most) (-?[\d.]+)$/.exec(text) ?? []);
  const ofSame = (label: string, end: string) =>
    ends.filter(([, one, which]) => one === label && which === end);
  return filters.flatMap((text, at) => {
    const [, label, end] = ends[at]!;
    if (label === undefined) return [text];
    const [[least, lower], [most, upper]] = [ofSame(label, 'least'), ofSame(label, 'most')];
    if (!least || !most || lower || upper) return [text];
    return end === 'least' ? [`${label} is between ${least[3]} and ${most[3]}`] : [];
  });
}

/** `2025` → `in 2025`, `2025-03-01` → `on 2025-03-01`, `2024 to 2025` → `from 2024 to 2025`. */
export function periodPhrase(period: string): string {
  if (/^(?:since|before) /.test(period)) return period;
  if (period.includes(' to ')) return `from ${period}`;
  return `${/^\d{4}-\d{2}-\d{2}/.test(period) ? 'on' : 'in'} ${period}`;
}

export const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
