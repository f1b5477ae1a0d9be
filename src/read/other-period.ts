import { wordsOf } from '#src/catalog/name-keys.ts';
import { isBirth } from '#src/planner/lexicon/birth.ts';
import { columnBehind, columnsIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Finds } from '#src/read/finds.ts';
import { isTime } from '#src/read/times.ts';

/**
 * `Campuses by degrees awarded from 1998 to 2000`, of which a query compares the year of the campuses, where degrees have one of their
 * own: when the rows before the verb were is asked, unless the other time is called by it. These rows, or null.
 */
export const otherPeriod: Finds<string> = (question, query, { tables }) => {
  const sources = tablesByAlias(query);
  const compared = columnsIn(query.where).flatMap((one) => {
    const found = columnBehind(one, sources, tables);
    return found && isOfRows(found.column) ? [found] : [];
  });
  if (compared.length === 0) return null;
  const { isAkin } = question.language.names;
  for (let at = 1; at < question.length; at++) {
    const isDated = [at + 1, at + 2].some((from) => question.period(from) !== null);
    const rows = isDated && question.isVerbForm(at) ? question.tablesBefore(at) : null;
    const verb = question.word(at);
    const isOthers = rows?.options.every(
      ({ table: name }) =>
        [...sources.values()].includes(name) &&
        tables.get(name)!.columns.some(isOfRows) &&
        compared.every(
          ({ table, column }) =>
            table.name !== name && !wordsOf(column.label).some((word) => isAkin(word, verb)),
        ),
    );
    if (rows && isOthers) return rows.text;
  }
  return null;
};

const isOfRows = (column: CatalogColumn): boolean => isTime(column) && !isBirth(column);
