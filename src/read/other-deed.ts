import { wordsOf } from '#src/catalog/name-keys.ts';
import { MAKING } from '#src/language/en/asking.ts';
import { DOING } from '#src/language/en/single-table.ts';
import { isDate } from '#src/planner/measured.ts';
import {
  blocksIn,
  columnBehind,
  columnsIn,
  statedIn,
  tablesByAlias,
} from '#src/planner/select-blocks.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { isColumnCalled, isNameOfRows } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';
import { tableOf } from '#src/read/resolve.ts';

/**
 * `Who was referred by Ann`, `who did Ann refer`, of which a query shows by whom Ann was referred: the column says who did it, and she did.
 * The verb, or null.
 */
export const turnedDeed: Finds<string> = (question, query, { tables }) => {
  const sources = tablesByAlias(query);
  const { doneBy } = question.language.everyday;
  const { stem } = question.language.names;
  const stated = new Set(statedIn([query]).map(({ column }) => column.alias));
  for (const { alias, column } of columnsIn(query.select)) {
    const label = tables
      .get(sources.get(alias) ?? '')
      ?.columns.find(({ name }) => name === column)?.label;
    const [done, by, more] = label?.toLowerCase().split(' ') ?? [];
    if (!stated.has(alias) || done === undefined || by !== doneBy || more !== undefined) continue;
    const turned = question.tokens.find(({ lower }, at) => {
      const isDone =
        lower === done && question.word(at + 1) === doneBy && at + 1 < question.lastWord;
      const isDoing =
        stem(lower) === stem(done) &&
        question.tokens.slice(0, at).some((one) => DOING.has(one.lower));
      return isDone || isDoing;
    });
    if (turned) return turned.lower;
  }
  return null;
};

/**
 * `Orders shipped after 1 May`, of which a query compares the date of orders whose status is so, where shipments have a date: when
 * something was done is asked. The verb, or null.
 */
export const otherDeed: Finds<string> = (question, query, { tables, references }) => {
  const sources = tablesByAlias(query);
  const dates = columnsIn([query.where, query.orderBy]).flatMap((one) => {
    const found = columnBehind(one, sources, tables);
    return found && isDate(found.column) ? [{ table: found.table, label: found.column.label }] : [];
  });
  const [date] = dates;
  if (!date) return null;
  const states = statesIn([query]);
  const verb = question.tokens.find(
    ({ lower }, at) => states.has(lower) && isDated(at, question),
  )?.lower;
  if (verb === undefined || dates.some(({ label }) => tells(verb, label, question))) return null;
  const tied = [...references].flatMap(([from, to]) => {
    const ends = [from, to].map(tableOf);
    return ends.includes(date.table.name) ? ends.flatMap((name) => tables.get(name) ?? []) : [];
  });
  const hasOwn = [date.table, ...tied].some(({ label, columns }) =>
    columns.some(
      (one) =>
        isDate(one) &&
        (tells(verb, one.label, question) ||
          (label !== date.table.label && tells(verb, label, question))),
    ),
  );
  return hasOwn ? verb : null;
};

/** Whether a name has a word that a verb is akin to. */
const tells = (verb: string, label: string, question: Question): boolean =>
  wordsOf(label).some((word) => question.language.names.isAkin(word, verb));

/** The texts that rows of some blocks have in a column. */
const statesIn = (blocks: readonly SelectQuery[]): ReadonlySet<string> =>
  new Set(
    statedIn(blocks).flatMap(({ op, literal }) =>
      op === '=' ? [String(literal.value).toLowerCase()] : [],
    ),
  );

/** `Shipped in May`, `shipped most recently`. */
const isDated = (at: number, question: Question): boolean =>
  question.language.verbs.isVerbForm(question.word(at)) === true &&
  (question.period(at + 1) !== null ||
    question.period(at + 2) !== null ||
    question.phrase(at + 1, question.language.recency) !== null);

/**
 * `Orders placed in 2025`, of which a query tells those whose state is still so: what is said of each row by which it came to be is no
 * state of some. The verb, or null; `placed orders` are of that state.
 */
export const statesMaking: Finds<string> = (question, query) => {
  const states = statesIn(blocksIn(query));
  const verb = question.tokens.find(
    ({ lower }, at) =>
      question.is(at, MAKING) && states.has(lower) && !question.canBe(at + 1, isNameOfRows),
  );
  return verb?.text ?? null;
};

/**
 * `Gauges that are not calibrated`, of which a query tells those with a calibration that did not come out so: whether it was done is
 * asked, which rows that are called after the verb tell. The verb, or null; `outcome calibrated` and `calibrations that are
 * calibrated` are of that state.
 */
export const stateOfDeed: Finds<string> = (question, query, { tables }) => {
  for (const { block, column, literal } of statedIn(blocksIn(query))) {
    const found = columnBehind(column, tablesByAlias(block), tables);
    if (!found) continue;
    const text = String(literal.value).toLowerCase();
    const at = question.tokens.findIndex(({ lower }) => lower === text);
    const isDeed =
      at >= 0 &&
      question.language.verbs.isVerbForm(text) === true &&
      tells(text, found.table.label, question);
    if (!isDeed || isNamed(found.column.name, question)) continue;
    if (question.rowsNamedBefore(at) !== found.table.name) return text;
  }
  return null;
};

const isNamed = (column: string, question: Question): boolean =>
  question.speaksOf((one) => one.evidence === 'name' && isColumnCalled(column)(one));
