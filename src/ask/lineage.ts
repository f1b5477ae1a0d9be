import {
  aggregateLabel,
  exprLabel,
  filterLabel,
  groupFilterLabel,
  isTimeFilter,
} from '#src/ask/labels.ts';
import { nestedLabels } from '#src/ask/nested-labels.ts';
import { periodText } from '#src/ask/period.ts';
import { firstRanking, type Ranking } from '#src/ask/ranking.ts';
import type { Lineage } from '#src/ask/types.ts';
import { tableLabel } from '#src/catalog/catalog-names.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { FilterFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import { hasSubquery } from '#src/sql/nodes.ts';
import { comparisons } from '#src/sql/row-conditions.ts';

/** The period where no date is filtered. */
export const ALL_DATES = 'all dates';

/**
 * What the answer was computed from: read from the resolved statement, never from a text. `asked` is the number of
 * first rows that the plan asks for, which a statement that keeps ties does not say as a limit; `metrics` names the
 * metric that a result column (in lower case) is.
 */
export function lineageOf(
  facts: QueryFacts,
  catalog: Catalog,
  asked: number | null,
  metrics: ReadonlyMap<string, string> = new Map(),
): Lineage {
  const blocks = rowBlocks(facts.root);
  const measured = blocks.flatMap((block) =>
    block.outputs.flatMap((out) => {
      const metric = out.aggregates.length > 0 && metrics.get(out.name.toLowerCase());
      if (metric) return metric;
      return out.aggregates.map((one) => aggregateLabel(one, facts, catalog));
    }),
  );
  const measures = unique(measured);
  const nestedIn = blocks.map((block) => nestedLabels(block, facts, catalog));
  const shown = (conditions: readonly FilterFacts[], at: number) =>
    nestedIn[at]!.told ? conditions.filter(({ node }) => !hasSubquery(node)) : conditions;
  const compared = blocks.flatMap((block, at) => shown(comparisons(block), at));
  const { period, filters: plain } = conditions(compared, catalog);
  const ofGroups = blocks.flatMap((block, at) =>
    shown(block.having, at).map((filter) =>
      groupFilterLabel(filter, { ...facts, root: block }, catalog),
    ),
  );
  const nested = nestedIn.flatMap(({ labels }) => labels);
  const filters = unique([...plain, ...ofGroups, ...nested]);
  const grouped = blocks.find((block) => block.groupBy.length > 0)?.groupBy ?? [];
  const groupedBy = unique(grouped.map((expr) => exprLabel(expr, catalog)));
  const { tables } = facts;
  const rowLimit = facts.root.limit ?? asked;
  const lineage = { tables, measures, period, filters, grouped_by: groupedBy, row_limit: rowLimit };
  const ranking = rowLimit === null ? null : firstRanking(facts, catalog);
  return { ...lineage, text: lineText(lineage, ranking, catalog) };
}

function conditions(
  all: readonly FilterFacts[],
  catalog: Catalog,
): { readonly period: string; readonly filters: readonly string[] } {
  const filters: string[] = [];
  const byColumn = new Map<string, FilterFacts[]>();
  for (const filter of all) {
    if (filter.column && isTimeFilter(filter, catalog)) {
      const key = `${filter.column.table}.${filter.column.column}`;
      byColumn.set(key, [...(byColumn.get(key) ?? []), filter]);
    } else filters.push(filterLabel(filter, catalog));
  }
  const periods: string[] = [];
  for (const group of byColumn.values()) {
    const text = periodText(group);
    if (text === null) filters.push(...group.map((filter) => filterLabel(filter, catalog)));
    else periods.push(text);
  }
  return { period: unique(periods).join(' and ') || ALL_DATES, filters: unique(filters) };
}

function lineText(
  lineage: Omit<Lineage, 'text'>,
  ranking: Ranking | null,
  catalog: Catalog,
): string {
  const tables = lineage.tables.map((name) => tableLabel(name, catalog));
  const what = lineage.measures.length > 0 ? lineage.measures.join(', ') : 'rows';
  const parts = [`${what} from ${tables.join(', ') || 'no table'}`];
  if (lineage.grouped_by.length > 0) parts.push(`by ${lineage.grouped_by.join(', ')}`);
  if (lineage.period !== ALL_DATES) parts.push(lineage.period);
  if (lineage.filters.length > 0) parts.push(`where ${lineage.filters.join(' and ')}`);
  if (ranking) parts.push(`${ranking.end} ${ranking.label} first`);
  const { row_limit: limit } = lineage;
  if (limit !== null) parts.push(limit === 1 ? 'only the first row' : `the first ${limit} rows`);
  const text = parts.join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const unique = (texts: readonly string[]) => [...new Set(texts)];
