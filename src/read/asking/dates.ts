import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import { type ReadDoubt, saidOtherwise } from '#src/read/asking/doubt.ts';

/** `leases in 2024` that have a start and an end. */
export const severalDates: ReadDoubt = ({ question, catalog, declined }) => {
  if (declined.reason !== 'ambiguous') return null;
  for (let at = 0; at < question.length; at++) {
    const period = question.period(at);
    if (!period) continue;
    const named = new Set(
      question.tokens.flatMap((_, from) =>
        question
          .refs(from)
          .flatMap(({ options }) =>
            options.flatMap((one) => (one.kind === 'table' ? [one.table] : [])),
          ),
      ),
    );
    const text = question.textOf(at, period.end);
    const dates = catalog.tables
      .filter(({ name }) => named.has(name))
      .flatMap(({ columns }) => columns.filter(isDate));
    return {
      ask: `Which date is meant by "${text}"?`,
      options: dates.map(({ label }) => ({
        label,
        question: saidOtherwise(question, at, period.end, `with ${label} ${text}`),
      })),
    };
  }
  return null;
};

const isDate = ({ kind, hidden, type }: CatalogColumn) =>
  kind === 'time' && !hidden && type !== 'time';
