import { keyOf, wordsOf } from '#src/catalog/name-keys.ts';
import { Builder } from '#src/planner/lexicon/index-builder.ts';
import { EXACT, SYNONYM } from '#src/planner/lexicon/scores.ts';
import { formsOf } from '#src/planner/lexicon/synonyms.ts';
import type { Catalog, CatalogColumn, CatalogMetric } from '#src/plugin-api/catalog.ts';

/** A metric as the grammar meets it: a number of the rows of its table, never of one row. */
export interface MetricColumn extends CatalogColumn {
  readonly metric: CatalogMetric;
}

export const isMetric = (column: CatalogColumn | null | undefined): column is MetricColumn =>
  column != null && 'metric' in column;

/** Whether nobody has said what a metric is computed of. */
export const isImplied = (column: CatalogColumn): boolean =>
  isMetric(column) && column.metric.implied !== undefined;

/** What keeps the name of a metric apart from those of columns. */
const PREFIX = 'metric:';

export const isMetricName = (name: string): boolean => name.startsWith(PREFIX);

function columnOf(metric: CatalogMetric): MetricColumn {
  return {
    name: `${PREFIX}${metric.name}`,
    label: metric.name,
    description: metric.description,
    synonyms: metric.synonyms,
    type: 'decimal',
    nativeType: '',
    nullable: true,
    kind: 'measure',
    unit: null,
    additive: true,
    hidden: false,
    sensitive: false,
    profile: null,
    metric,
  };
}

/** The metrics of a catalog by the words that name them, alone or after their table: `net revenue`, `order revenue`. */
export function indexMetrics(catalog: Catalog): Builder {
  const builder = new Builder();
  for (const metric of catalog.meaning?.metrics ?? []) {
    const table = catalog.tables.find(({ name }) => name === metric.table);
    if (!table) continue;
    const column = columnOf(metric);
    const forms = formsOf(table);
    const index = (name: string, score: number) => {
      const words = wordsOf(name);
      builder.addColumn(keyOf(words), table, [column], score);
      for (const form of forms)
        builder.addColumn(keyOf([...form.words, ...words]), table, [column], score, form.drafted);
    };
    index(metric.name, EXACT);
    for (const synonym of metric.synonyms) index(synonym, SYNONYM);
  }
  return builder;
}
