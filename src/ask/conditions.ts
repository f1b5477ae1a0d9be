import { filterLabel, isTimeFilter } from '#src/ask/labels.ts';
import { periodText } from '#src/ask/period.ts';
import { saidLabel } from '#src/catalog/catalog-names.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { FilterFacts } from '#src/plugin-api/query-facts.ts';

/** What rows are kept by: the period of each date that is held to one, and all else. */
export interface Conditions {
  readonly periods: readonly string[];
  /** `signup date in 2025`, `opened before 2018-01-01`: the same, each with the date that it is of. */
  readonly dated: readonly string[];
  readonly filters: readonly string[];
}

export function conditionsOf(all: readonly FilterFacts[], catalog: Catalog): Conditions {
  const filters: string[] = [];
  const byColumn = new Map<string, FilterFacts[]>();
  for (const filter of all) {
    if (filter.column && isTimeFilter(filter, catalog)) {
      const key = `${filter.column.table}.${filter.column.column}`;
      byColumn.set(key, [...(byColumn.get(key) ?? []), filter]);
    } else filters.push(filterLabel(filter, catalog));
  }
  const periods: string[] = [];
  const dated: string[] = [];
  for (const group of byColumn.values()) {
    const text = periodText(group);
    if (text === null) filters.push(...group.map((filter) => filterLabel(filter, catalog)));
    else {
      periods.push(text);
      const date = saidLabel(catalog, group[0]!.column!).replace(/(?<=.) (?:on|at)$/i, '');
      dated.push(`${date} ${periodPhrase(text)}`);
    }
  }
  return { periods: unique(periods), dated, filters: unique(filters) };
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
