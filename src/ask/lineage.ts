import { unique } from '#src/ask/conditions.ts';
import { firstRowsOf } from '#src/ask/first-of-each.ts';
import { exprLabel } from '#src/ask/labels.ts';
import { measureLabels, saysOwnScopes } from '#src/ask/measure-labels.ts';
import { type Scope, scopeOf } from '#src/ask/nested-labels.ts';
import { firstRanking, type Ranking } from '#src/ask/ranking.ts';
import type { Lineage } from '#src/ask/types.ts';
import { tableLabel } from '#src/catalog/catalog-names.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { rowBlocks } from '#src/sql/blocks.ts';

/** The period where no date is filtered. */
const ALL_DATES = 'all dates';

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
      return metric || measureLabels(out, { ...facts, root: block }, catalog);
    }),
  );
  const measures = unique(measured);
  const scope = scopeOf(facts.root, facts, catalog);
  const period = scope.periods.join(' and ') || ALL_DATES;
  const filters = [...scope.filters, ...scope.attributes];
  const grouped = blocks.find((block) => block.groupBy.length > 0)?.groupBy ?? [];
  const groupedBy = unique(grouped.map((expr) => exprLabel(expr, facts, catalog)));
  const { tables } = facts;
  const rowLimit = facts.root.limit ?? asked ?? firstRowsOf(facts.root);
  const lineage = { tables, measures, period, filters, grouped_by: groupedBy, row_limit: rowLimit };
  const ranking = rowLimit === null ? null : firstRanking(facts, catalog);
  const said = saysOwnScopes(facts)
    ? { periods: [], phrases: [], ofDates: [], attributes: [], filters: [] }
    : scope;
  return { ...lineage, text: lineText(lineage, said, ranking, catalog) };
}

function lineText(
  lineage: Omit<Lineage, 'text'>,
  { periods, attributes, filters }: Scope,
  ranking: Ranking | null,
  catalog: Catalog,
): string {
  const tables = lineage.tables.map((name) => tableLabel(name, catalog));
  const what = lineage.measures.length > 0 ? lineage.measures.join(', ') : 'rows';
  const parts = [`${what} from ${tables.join(', ') || 'no table'}`];
  if (lineage.grouped_by.length > 0) parts.push(`by ${lineage.grouped_by.join(', ')}`);
  if (periods.length > 0) parts.push(periods.join(' and '));
  if (filters.length > 0) parts.push(`where ${filters.join(' and ')}`);
  if (attributes.length > 0) parts.push(attributes.join(' and '));
  if (ranking) parts.push(`${ranking.end} ${ranking.label} first`);
  const { row_limit: limit } = lineage;
  if (limit !== null) parts.push(limit === 1 ? 'only the first row' : `the first ${limit} rows`);
  const text = parts.join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
