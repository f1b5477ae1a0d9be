import { wordsOf } from '#src/catalog/name-keys.ts';
import * as said from '#src/language/en/asked-apart.ts';
import { PLACE_NAMES } from '#src/language/en/asked-of-rows.ts';
import { isBirth } from '#src/planner/lexicon/birth.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import { placeOf, priceOf, timeOf } from '#src/read/asked-of-row.ts';
import type { AskedRows } from '#src/read/composed/shown-columns.ts';
import { isWhole, nounFrom, nounTo, type Part, range, startOf } from '#src/read/composed/tails.ts';
import type { Question } from '#src/read/question.ts';
import { type Schema, tableOf } from '#src/read/resolve.ts';
import { isTime } from '#src/read/times.ts';

/** `each member once`, `no repeats` */
export function isOnce(question: Question, { from, to }: Part, { table }: AskedRows): boolean {
  if (isWhole(question, { from, to }, said.NO_REPEATS)) return true;
  if (!question.is(from, said.EACH) || !question.is(to - 1, said.ONCE)) return false;
  const noun = { from: from + 1, to: to - 1 };
  return (
    isNameOf(table, noun, question) ||
    (noun.to === noun.from + 1 && question.is(noun.from, question.language.namesOf))
  );
}

/** The words of columns that a part of a list asks for; null where it says more of them than is looked at. */
export function wordsFor(
  question: Question,
  from: number,
  to: number,
  { table }: AskedRows,
  schema: Schema,
): string | null {
  if (question.is(from, said.SHOWN_WHERE)) return placeSaid(question, from, to, table);
  if (question.is(from, said.SHOWN_WHEN)) return timeSaid(question, from, to, table);
  const amount = startOf(question, from, said.SHOWN_AMOUNTS);
  if (amount !== null)
    return range(amount, to).every((at) => question.is(at, said.SHOWN_IDLE))
      ? priceOf(table.name, question)
      : null;
  const start = nounFrom(question, from);
  const noun = Math.max(start, ...nounTo(question, start));
  const isClause =
    noun > start && (question.is(noun, said.SUBJECTS) || question.is(noun, said.SHOWN_BEING));
  if (!isClause || noun >= to) return question.textOf(start, to);
  const last = question.is(to - 1, said.TYING_ENDS) ? to - 1 : to;
  const verbs = range(noun, last).filter((at) => !question.is(at, said.SHOWN_IDLE));
  const words = question.textOf(start, noun);
  if (verbs.length === 0) return words;
  if (verbs.length > 1) return null;
  // `the school they go to`
  const [verb] = verbs;
  const isTie = last < to && verb === last - 1 && question.is(verb, said.BELONGING);
  // `the year it opened`: of a column that is called so.
  return isTie && refersOnce(question, start, noun, table, schema)
    ? words
    : `${words} ${question.word(verb!)}`;
}

/** Whether each word names something, or joins what does: a verb that is passed over would say what is not looked at. */
export const namesAll = (question: Question): boolean =>
  question.tokens.every(
    (_, at) =>
      question.isFunctionWord(at) ||
      question.isPunctuation(at) ||
      question.refsOver(at).length > 0 ||
      question.sharedHeads(at).length > 0,
  ) && !question.tokens.some((_, at) => question.is(at, said.ASKING_MORE));

/** Whether rows refer to those that words name by one column alone. */
function refersOnce(
  question: Question,
  from: number,
  to: number,
  { name }: CatalogTable,
  { references }: Schema,
): boolean {
  const named = new Set(
    question
      .refs(from)
      .filter((ref) => ref.to === to)
      .flatMap(({ options }) =>
        options.flatMap((one) => (one.kind === 'table' ? [one.table] : [])),
      ),
  );
  const found = [...references].filter(
    ([end, key]) => tableOf(end) === name && named.has(tableOf(key)),
  );
  return found.length === 1;
}

/** `where they are`, `where it was born`: the place of the rows, or the one that the verb names. */
function placeSaid(
  question: Question,
  from: number,
  to: number,
  table: CatalogTable,
): string | null {
  const verbs = range(from + 1, to).filter((at) => !question.is(at, said.BEING_THERE));
  if (verbs.length === 0) return placeOf(table.name, question);
  const called = table.columns.filter(
    (one) =>
      !one.hidden &&
      verbs.every((at) => isToldBy(question, at, one)) &&
      wordsOf(one.label).some((word) => PLACE_NAMES.includes(word)),
  );
  return called.length === 1 ? called[0]!.label : null;
}

/** `when they were founded`: the time of the rows that the verb names. */
function timeSaid(
  question: Question,
  from: number,
  to: number,
  table: CatalogTable,
): string | null {
  const [verb, second] = range(from + 1, to).filter((at) => !question.is(at, said.SHOWN_IDLE));
  if (verb === undefined || second !== undefined) return null;
  const births = question.is(verb, question.language.births)
    ? table.columns.filter((one) => !one.hidden && isBirth(one) && isTime(one))
    : [];
  return births.length === 1 ? births[0]!.label : timeOf(table.name, verb, question);
}

/** Whether a column is called by the verb that stands at a token. */
function isToldBy(question: Question, at: number, column: CatalogColumn): boolean {
  const { isAkin } = question.language.names;
  return (
    (question.is(at, question.language.births) && isBirth(column)) ||
    wordsOf(column.label).some((word) => isAkin(word, question.word(at)))
  );
}

export const isNameOf = ({ name }: CatalogTable, { from, to }: Part, question: Question): boolean =>
  question
    .refs(from)
    .some(
      (one) =>
        one.to === to && one.options.some(({ kind, table }) => kind === 'table' && table === name),
    );

/** A verb that the words before have said already, in any of its forms. */
export function isVerbAgain(question: Question, at: number, before: number): boolean {
  const { isAkin } = question.language.names;
  const word = question.word(at);
  return (
    question.language.verbs.isVerbForm(word) !== false &&
    question.tokens
      .slice(0, before)
      .some((token) => token.kind === 'word' && isAkin(token.lower, word))
  );
}
