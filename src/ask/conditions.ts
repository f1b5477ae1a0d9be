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
    } else filters.push(filterLabel(withEnd(filter, all), catalog));
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

/** `price >= 20` and `price <= 30` are `price is between 20 and 30`, wherever the other stands. */
function withEnd(filter: FilterFacts, all: readonly FilterFacts[]): FilterFacts {
  const { column, op } = filter;
  const of = (wanted: FilterFacts['op']) =>
    all.filter(
      (one) =>
        one.op === wanted &&
        one.column?.table === column?.table &&
        one.column?.column === column?.column,
    );
  const [[least, lower], [most, upper]] = [of('>='), of('<=')];
  const isEnd = column !== null && (op === '>=' || op === '<=');
  if (!isEnd || !least || !most || lower || upper) return filter;
  return { ...filter, op: 'between', values: [...least.values, ...most.values] };
}

/** `2025` → `in 2025`, `2025-03-01` → `on 2025-03-01`, `2024 to 2025` → `from 2024 to 2025`. */
export function periodPhrase(period: string): string {
  if (/^(?:since|before) /.test(period)) return period;
  if (period.includes(' to ')) return `from ${period}`;
  return `${/^\d{4}-\d{2}-\d{2}/.test(period) ? 'on' : 'in'} ${period}`;
}

export const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
