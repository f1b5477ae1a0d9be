import { isHiring } from '#src/catalog/creation.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { BEING_THEN, NEW } from '#src/language/en/asking.ts';
import { isState } from '#src/planner/compile/said-of.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { isDate } from '#src/planner/measured.ts';
import {
  blocksIn,
  columnBehind,
  columnsIn,
  statedIn,
  tablesByAlias,
} from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';
import { saysWord } from '#src/read/says-word.ts';

interface Dated {
  readonly table: CatalogTable;
  readonly column: CatalogColumn;
}

/** The dates that a block compares. */
export function datesIn(block: SelectQuery, { tables }: Schema): readonly Dated[] {
  const sources = tablesByAlias(block);
  return columnsIn(block.where).flatMap((one) => {
    const found = columnBehind(one, sources, tables);
    return found && isDate(found.column) ? [found] : [];
  });
}

const isSaid = (column: CatalogColumn, question: Question): boolean =>
  wordsOf(column.label).some((word) =>
    question.tokens.some((one) => saysWord(one, word, question)),
  );

/** Whether rows have a name: those of hires of boats have none, and happen at a time. */
const isCalledSomething = (table: CatalogTable): boolean =>
  displayColumns(table).some(({ name }) => !table.primaryKey?.includes(name));

/**
 * `Clinics with more than five doctors in 2025`: the query counts doctors who were hired in 2025, but those hired before worked
 * there, too. The hire date that it compares; null where the question asks for it.
 */
export const cameThen: Finds<Dated> = (question, query, schema) => {
  const hired = blocksIn(query)
    .flatMap((block) => datesIn(block, schema))
    .find(({ table, column }) => isHiring(column) && isCalledSomething(table));
  if (!hired || isSaid(hired.column, question)) return null;
  // `employees who started in 2025`, `new employees in 2025`
  const isOfVerb = question.tokens.some(
    (_, at) =>
      question.is(at, NEW) ||
      (question.period(at) !== null &&
        question.isVerbForm(at - 1) &&
        !question.is(at - 1, BEING_THEN)),
  );
  return isOfVerb ? null : hired;
};

/**
 * `How many robots were down last month`: the query tells which are down now and were deployed last month, since the data only
 * has today's state. That state; null where there is none.
 */
export const stateOfNow: Finds<string> = (question, query, schema) => {
  for (const { block, column, literal } of statedIn(blocksIn(query))) {
    const found = columnBehind(column, tablesByAlias(block), schema.tables);
    if (!found || !isState(found.column, found.table)) continue;
    const text = String(literal.value).toLowerCase();
    const isThen = question.tokens.some(
      ({ lower }, at) =>
        lower === text &&
        question.is(at - 1, BEING_THEN) &&
        !question.language.verbs.isParticiple(lower) &&
        question.period(at + 1) !== null,
    );
    const isOfOther = datesIn(block, schema).some(
      (one) => one.table === found.table && !isSaid(one.column, question),
    );
    if (isThen && isOfOther) return text;
  }
  return null;
};
