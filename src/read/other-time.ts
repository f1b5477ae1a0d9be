import { isDate } from '#src/planner/measured.ts';
import { columnBehind, columnsIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';

/**
 * `Customers per store in 2025`, which are tied to stores by orders: the time may be that of the customers or of the orders,
 * which no word names. The table that ties what is counted to its groups, where it has dates and another table's are compared.
 */
export const otherTime: Finds<string> = (question, { from, joins, where, groupBy }, { tables }) => {
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
};

const named = (table: string, question: Question): boolean =>
  question.speaksOf((one) => one.table === table && one.evidence === 'name');
