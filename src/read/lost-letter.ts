import { LETTER } from '#src/language/en/asking.ts';
import { blocksIn, hasNode, statedIn } from '#src/planner/select-blocks.ts';
import type { ColumnRef, SelectQuery } from '#src/plugin-api/query.ts';
import { isColumnCalled } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';

/**
 * `Who received an A`, of which a query says nothing of the grade, or says that their initial is so: a letter behind an article is a
 * value, and where several columns have it, the question names the one. A letter that ends a word (`M.Sc.s`) is none. It, or null.
 */
export const lostLetter: Finds<string> = (question, query) => {
  const held = heldIn(query);
  for (const [at, { text, start }] of question.tokens.entries()) {
    if (at === 0 || text.length > 1) continue;
    const column = held.get(text.toLowerCase());
    const isValue = LETTER.test(text) && question.isArticle(at - 1);
    if (isValue && !holds(query, text)) return text;
    if (column === undefined) continue;
    const isEnding = question.tokens[at - 1]!.end === start;
    if (isEnding || (isValue && isOneOfSeveral(at, column, question))) return text;
  }
  return null;
};

/** Whether a query compares something with a text. */
const holds = (query: SelectQuery, text: string): boolean =>
  hasNode(
    query,
    (node) => ('value' in node && node.value === text) || ('text' in node && node.text === text),
  );

/** The columns that a query compares with a text, by that text. */
const heldIn = (query: SelectQuery): ReadonlyMap<string, ColumnRef> =>
  new Map(
    statedIn(blocksIn(query)).map(({ column, literal }) => [
      String(literal.value).toLowerCase(),
      column,
    ]),
  );

/** Whether several columns have a value, and none of them is named. */
const isOneOfSeveral = (at: number, { column }: ColumnRef, question: Question): boolean =>
  new Set(
    question
      .valueRefs(at)
      .flatMap(({ options }) => options.map((one) => `${one.table}\0${one.column}`)),
  ).size > 1 && !question.speaksOf(isColumnCalled(column));
