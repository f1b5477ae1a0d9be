import { sameName } from '#src/catalog/catalog-names.ts';
import { fold } from '#src/catalog/fold.ts';
import { fragmentText } from '#src/catalog/semantics/fragment.ts';
import type { Catalog, CatalogMetric } from '#src/plugin-api/catalog.ts';

/** Something that people said of the data, as an answer shows it. */
export interface Said {
  readonly what: 'metric' | 'note';
  readonly name: string | null;
  readonly text: string;
  readonly metric: CatalogMetric | null;
}

/** All metrics and notes of a catalog, but those that name a hidden column. */
export function allSaid(catalog: Catalog): readonly Said[] {
  const { meaning } = catalog;
  const metrics = (meaning?.metrics ?? []).map(saidOfMetric);
  const notes = (meaning?.rules ?? []).map(
    (text): Said => ({ what: 'note', name: null, text, metric: null }),
  );
  const hidden = catalog.tables.flatMap(({ columns }) =>
    columns.filter((one) => one.hidden).flatMap(({ name, label }) => [fold(name), fold(label)]),
  );
  return [...metrics, ...notes].filter(({ text }) => {
    const words = ` ${fold(text)} `;
    return !hidden.some((name) => words.includes(` ${name} `));
  });
}

/** What was said of a term: the metric of that name, and the notes that name it. */
export function saidOf(term: string, catalog: Catalog): readonly Said[] {
  const words = ` ${fold(term)} `;
  return allSaid(catalog).filter(({ metric, text }) =>
    metric
      ? [metric.name, ...metric.synonyms].some(
          (name) => sameName(name, term) || fold(name) === fold(term),
        )
      : ` ${fold(text)} `.includes(words),
  );
}

/** `SUM(revenue) of orders where status = 'kept', signed by ann. Revenue of orders that were kept` */
function saidOfMetric(metric: CatalogMetric): Said {
  const { name, table, expression, filters, description, signedBy } = metric;
  const where = filters.map(fragmentText).join(' and ');
  const by = signedBy === null ? 'a draft, not certified' : `certified by ${signedBy}`;
  const text = `${fragmentText(expression)} of ${table}${where && ` where ${where}`}, ${by}.`;
  return { what: 'metric', name, text: description ? `${text} ${description}` : text, metric };
}
