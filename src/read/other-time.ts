import { wordsOf } from '#src/catalog/name-keys.ts';
import { UNITS } from '#src/language/en/periods.ts';
import { isDate } from '#src/planner/measured.ts';
import { columnBehind, columnsIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';
import { datesIn } from '#src/read/state-at-a-time.ts';

/**
 * `Customers per store in 2025`, which are tied to stores by orders: the time may be that of the customers or of the orders,
 * which no word names. The table that ties what is counted to its groups, where it has dates and another table's are compared.
 */
export const otherTime: Finds<string> = (question, query, schema) => {
  const { select, groupBy } = query;
  const { tables } = schema;
  const sources = tablesByAlias(query);
  const dated = new Set(datesIn(query, schema).map(({ table }) => table.name));
  // `Hours per team in 2025`: the time of an amount is that of its own rows.
  const isOfAmount = select.some(
    ({ expr }) =>
      expr.kind === 'aggregate' &&
      expr.fn !== 'count' &&
      columnsIn(expr).some(({ alias }) => dated.has(sources.get(alias) ?? '')),
  );
  if (isOfAmount) return null;
  const tying = [...sources.values()].find(
    (table) =>
      !dated.has(table) && tables.get(table)!.columns.some(isDate) && !named(table, question),
  );
  const isTied = groupBy.some((expr) =>
    columnsIn(expr).some(({ alias }) => {
      const table = sources.get(alias);
      return table !== undefined && table !== tying && !dated.has(table);
    }),
  );
  return tying !== undefined && isTied && dated.size > 0 && query.joins.length > 1 ? tying : null;
};

const named = (table: string, question: Question): boolean =>
  question.speaksOf((one) => one.table === table && one.evidence === 'name');

/**
 * `Players active in 2021`, of which a query shows how many years they were active: what is said at a time is no number of years. The
 * words, or null.
 */
export const spanForTime: Finds<string> = (question, query, { tables }) => {
  const sources = tablesByAlias(query);
  const spans = query.select.flatMap(({ expr }) => {
    const words = wordsOf(columnBehind(expr, sources, tables)?.column.label ?? '');
    return words.some((word) => UNITS.has(word)) ? [words] : [];
  });
  const at = question.tokens.findIndex(
    ({ lower, lemma }, place) =>
      question.period(place + 1) !== null &&
      question.tablesBefore(place) !== null &&
      !UNITS.has(lemma) &&
      spans.some(
        (words) =>
          words.includes(lower) && !words.some((word) => UNITS.has(word) && question.holds(word)),
      ),
  );
  return at < 0 ? null : question.textOf(at, question.period(at + 1)?.end ?? at);
};
