import { blocksIn } from '#src/planner/select-blocks.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { Question } from '#src/read/question.ts';

/** `Sum of all donations`, of which a query lists an amount that is called so by another word: nothing is added up. */
export function lostSum(question: Question, query: Query): boolean {
  const asks = question.tokens.some(
    (_, at) =>
      question.word(at + 1) === 'of' &&
      question.phrase(at, question.language.aggregates)?.means === 'sum' &&
      !question.refs(at).some(({ options }) => options.some(({ evidence }) => evidence === 'name')),
  );
  return asks && !addsUp(blocksIn(query));
}

/** Whether anything is computed of several rows. */
const addsUp = (part: unknown): boolean =>
  part !== null &&
  typeof part === 'object' &&
  (('kind' in part && (part.kind === 'aggregate' || part.kind === 'fragment')) ||
    Object.values(part).some(addsUp));
