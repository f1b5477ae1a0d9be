import { allBlocks } from '#src/ask/blocks.ts';
import { withoutLiterals } from '#src/ask/verify/expression-text.ts';
import { ABSENCE } from '#src/planner/conditions/words.ts';
import { tokenize } from '#src/planner/tokens.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

/** What leaves rows out, or tells those that have none from the others. */
const LEAVES_OUT = /\bnot\b|<>|!=|\bis null\b|\bfalse\b|\bcase\b|= 0\b|< 1\b|<= 0\b/i;

/**
 * A question for what has none ("customers who never ordered"), and a statement that leaves nothing out: EXISTS in place
 * of NOT EXISTS. Values of columns (`status = 'no lines'`) may say it, too.
 */
export function droppedNegation({ root }: QueryFacts, question: string): string | null {
  const word = tokenize(question).find(({ kind, lower }) => kind === 'word' && ABSENCE.has(lower));
  if (!word) return null;
  const blocks = allBlocks(root);
  const looksElsewhere = blocks.some(
    ({ subqueries, joins }) => subqueries.length > 0 || joins.length > 0,
  );
  if (!looksElsewhere) return null;
  const texts = blocks.flatMap(({ outputs, filters, having, joins }) => [
    ...[...outputs, ...filters, ...having].map(({ text }) => text),
    ...joins.flatMap(({ conditions = [] }) => conditions.map(({ text }) => text)),
  ]);
  const leavesOut =
    texts.some((text) => LEAVES_OUT.test(withoutLiterals(text)) || text.includes("'")) ||
    blocks.some(
      ({ joins, setOperation, filters }) =>
        setOperation?.op === 'except' ||
        joins.some(({ type }) => type === 'anti' || type === 'left' || type === 'full') ||
        filters.some(({ op }) => op === 'is null' || op === 'not in' || op === '<>'),
    );
  return leavesOut
    ? null
    : `The question says "${word.text}"; the statement keeps the rows that have some.`;
}
