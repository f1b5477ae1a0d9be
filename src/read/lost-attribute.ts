import { lemma } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { BEFORE_ROWS, SAYING_NOTHING } from '#src/language/en/asking.ts';
import {
  blocksIn,
  columnBehind,
  columnsIn,
  hasNode,
  tablesOfBlocks,
} from '#src/planner/select-blocks.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';

/**
 * `Customers with paid invoices`, of which a query tells those with any invoice: what stands right before rows says which of them. The
 * words, or null.
 */
export const lostAttribute: Finds<string> = (question, query, { tables }) => {
  const blocks = blocksIn(query);
  if (blocks.some(({ where, having }) => hasNode([where, having], saysState))) return null;
  const sources = tablesOfBlocks(blocks);
  const { isAkin } = question.language.names;
  const held = blocks.flatMap(({ where, having }) => columnsIn([where, having]));
  const labels = held.flatMap((one) =>
    wordsOf(columnBehind(one, sources, tables)?.column.label ?? ''),
  );
  for (const [at, { lower }] of question.tokens.entries()) {
    const isPart = question.refsOver(at).some(({ from, to }) => to - from > 1);
    if (isPart || !opensRows(at, question) || question.is(at, SAYING_NOTHING)) continue;
    if (question.language.verbs.isVerbForm(lower) !== true) continue;
    if (question.valueRefs(at).length > 0) continue;
    const rows = question.refs(at + 1).find(({ options }) => options.some(isNameOfRows));
    const named = wordsOf(rows?.text ?? '').map(lemma);
    if (!rows || named.some((word) => isAkin(word, lower))) continue;
    if (!labels.some((word) => isAkin(word, lower))) return question.textOf(at, rows.to);
  }
  return null;
};

/** Whether rows may begin at a token: nothing, an article or a word that ties them stands before it. */
const opensRows = (at: number, question: Question): boolean =>
  at === 0 ||
  question.isArticle(at - 1) ||
  question.isAsking(at - 1) ||
  question.is(at - 1, question.language.between.owners) ||
  question.is(at - 1, BEFORE_ROWS);

/** Whether a node of a query holds rows to a text, a flag or a value that is there or not. */
const saysState = (node: object): boolean =>
  'kind' in node && (node.kind === 'null' || node.kind === 'literal');
