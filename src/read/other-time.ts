import { isDate } from '#src/planner/measured.ts';
import { columnBehind, columnsIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

/**
 * `Customers per store in 2025`, which are tied to stores by orders: the time may be that of the customers or of the orders,
 * which no word names. The table that ties what is counted to its groups, where it has dates and another table's are compared.
 */
export function otherTime(
  question: Question,
  { from, joins, where, groupBy }: SelectQuery,
  { tables }: Schema,
): string | null {
  const sources = tablesByAlias({ from, joins });
  const dated = new Set(
    columnsIn(where).flatMap((one) => {
      const found = columnBehind(one, sources, tables);
      return found && isDate(found.column) ? [found.table.name] : [];
    }),
  );
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
  return tying !== undefined && isTied && dated.size > 0 && joins.length > 1 ? tying : null;
}

const named = (table: string, question: Question): boolean =>
  question.tokens.some((_, at) =>
    question
      .refs(at)
      .some(({ options }) => options.some((one) => one.table === table && one.evidence === 'name')),
  );
