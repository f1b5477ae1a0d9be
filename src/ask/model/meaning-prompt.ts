import { fragmentText } from '#src/catalog/semantics/fragment.ts';
import type { ApprovedExample, Catalog, CatalogMetric } from '#src/plugin-api/catalog.ts';

/** Characters of one note, of one metric, and of each of the two lists. */
const LINE_CHARS = 400;
const LIST_CHARS = 6_000;
const EXAMPLE_SQL_CHARS = 1_000;

/**
 * What people said of the data, for the part of a prompt that is the same for every question: metrics and notes, each
 * on a line, bounded; empty where nothing was said. It is written by keys with full access, so the model may follow it.
 */
export function meaningText({ meaning }: Catalog): string {
  if (!meaning) return '';
  return [
    list(
      'Metrics. Where the question names one, compute it just so:',
      meaning.metrics.map(metricText),
    ),
    list('Notes of the owner of the data, to be kept to:', meaning.rules),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function metricText({ name, synonyms, table, expression, filters }: CatalogMetric): string {
  const others = synonyms.length > 0 ? ` (${synonyms.join(', ')})` : '';
  const where = filters.map(fragmentText).join(' AND ');
  return `${name}${others} = ${fragmentText(expression)} over ${table}${where && ` where ${where}`}`;
}

/** Lines up to the bound; what does not fit whole is left out. */
function list(head: string, lines: readonly string[]): string {
  const kept: string[] = [];
  let left = LIST_CHARS;
  for (const line of lines.map(flat)) {
    left -= line.length;
    if (line.length <= LINE_CHARS && left >= 0) kept.push(`- ${line}`);
  }
  return kept.length > 0 ? [head, ...kept].join('\n') : '';
}

/** Approved examples for the part of a prompt that differs by question; those with long SQL are left out. */
export function examplesText(examples: readonly ApprovedExample[]): string {
  const texts = examples
    .filter(({ sql }) => sql.length <= EXAMPLE_SQL_CHARS)
    .map(({ question, sql }) => `Q: ${flat(question).slice(0, LINE_CHARS)}\nSQL: ${sql}`);
  return texts.length > 0 ? `Approved answers to other questions:\n${texts.join('\n')}` : '';
}

/** On one line, and unable to begin or end the part that is marked as data. */
const flat = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/<(?=\/?data>)/gi, '‹')
    .trim();
