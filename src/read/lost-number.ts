import { wordsOf } from '#src/catalog/name-keys.ts';
import { blocksIn, columnBehind, statedIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

/**
 * `Wines priced at 150`, `that cost 150`, of which a query looks for the text "150" in a column that no word names: what the
 * verb before a number says it is of. The verb, or null.
 */
export const lostNumber: Finds<string> = (question, query, schema) => {
  const texts = textsIn(query, schema);
  for (const [at] of question.tokens.entries()) {
    const number = question.number(at);
    const column = number === null ? undefined : texts.get(String(number));
    const verb = column && verbBefore(at, question);
    if (verb && !isNamed(column, question)) return verb;
  }
  return null;
};

/** The columns in which a query looks for texts. */
function textsIn(
  query: SelectQuery,
  { tables }: Pick<Schema, 'tables'>,
): ReadonlyMap<string, CatalogColumn> {
  return new Map(
    statedIn([query, ...blocksIn(query.where)]).flatMap(({ block, column: own, op, literal }) => {
      const isText = op === '=' && literal.type === 'text';
      const column = isText ? columnBehind(own, tablesByAlias(block), tables)?.column : undefined;
      return column ? [[String(literal.value), column] as const] : [];
    }),
  );
}

/** A verb that a number is said by: `cost 150`, `priced at 150`. */
function verbBefore(at: number, question: Question): string | null {
  let before = at - 1;
  while (before > 0 && question.is(before, question.language.between.bounds)) before--;
  const { language } = question;
  const form = language.verbs.isVerbForm(question.word(before));
  // `that cost 150`: a noun, too, but not there.
  const isVerb =
    form === true || (form === null && question.is(before - 1, language.composed.relatives));
  return isVerb && !question.isFunctionWord(before) ? question.word(before) : null;
}

/** Whether words of a question are the name of a column, a part of it, or made of it: `numbered`. */
const isNamed = ({ label }: CatalogColumn, question: Question): boolean => {
  const words = wordsOf(label);
  return question.tokens.some(
    ({ lower, lemma }) => words.includes(lemma) || words.some((word) => lower.startsWith(word)),
  );
};
