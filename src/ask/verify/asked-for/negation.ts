import { allBlocks } from '#src/ask/blocks.ts';
import { ABSENCE } from '#src/planner/conditions/words.ts';
import { tokenize } from '#src/planner/tokens.ts';
import type { ExprNode, OperationNode, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { nodesIn, numberOf } from '#src/sql/nodes.ts';

/** Operations that leave rows out, or tell those that have none from the others. */
const LEAVES_OUT: ReadonlySet<string> = new Set(['<>', '!=', 'is null', 'case', 'case of']);

/** Whether an expression leaves rows out, or compares with a text, which may say it. */
const mayLeaveOut = (node: ExprNode): boolean =>
  [...nodesIn(node)].some((each) => {
    if (each.kind === 'literal')
      return each.type === 'text' || (each.type === 'boolean' && each.text === 'false');
    if (each.kind === 'subquery') return each.negated;
    return each.kind === 'operation' && (LEAVES_OUT.has(each.op) || isNot(each.op) || isNone(each));
  });

const isNot = (op: string) => op.split(' ').includes('not') && op !== 'is not distinct from';

/** `orders = 0`, `COUNT(*) < 1`, `0 >= COUNT(*)`. */
function isNone({ op, args: [left, right] }: OperationNode): boolean {
  if (!left || !right) return false;
  const [a, b] = [numberOf(left), numberOf(right)];
  if (op === '=') return a === 0 || b === 0;
  return (
    (op === '<' && b === 1) ||
    (op === '<=' && b === 0) ||
    (op === '>' && a === 1) ||
    (op === '>=' && a === 0)
  );
}

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
  const nodes = blocks.flatMap(({ outputs, filters, having, joins }) =>
    [...outputs, ...filters, ...having, ...joins.flatMap(({ conditions = [] }) => conditions)].map(
      ({ node }) => node,
    ),
  );
  const leavesOut =
    nodes.some(mayLeaveOut) ||
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
