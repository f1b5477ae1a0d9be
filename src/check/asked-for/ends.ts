import { readable } from '#src/catalog/catalog-names.ts';
import { namesOf } from '#src/check/name-words.ts';
import { baseWords } from '#src/check/things.ts';
import { HIGHEST, LOWEST, MEAN, NO_END, SUM } from '#src/planner/wording.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { rowOf } from '#src/query/functions.ts';
import { allBlocks } from '#src/sql/blocks.ts';
import { divides, soleAggregate } from '#src/sql/nodes.ts';

/**
 * Another function than the one that the question names, in any of the languages whose words for it are known: the
 * smallest for the highest, a sum for an average.
 */
export function otherEnd(facts: QueryFacts, catalog: Catalog, question: string): string | null {
  const blocks = allBlocks(facts.root);
  const exprs = blocks.flatMap(({ outputs, orderBy, having }) => [
    ...outputs,
    ...orderBy.map(({ expr }) => expr),
    ...having.map(({ printed, node, aggregates = [] }) => ({ printed, node, aggregates })),
  ]);
  const fns = new Set(exprs.flatMap(({ aggregates }) => aggregates.map(({ fn }) => fn)));
  const names = namesOf(catalog);
  const isName = (word: RegExp) =>
    baseWords(question).some((one) => word.test(one) && names.has(one));
  const [high, low] = [HIGHEST.test(question), LOWEST.test(question)];
  if (high !== low && !NO_END.test(question) && !isName(HIGHEST) && !isName(LOWEST)) {
    const wrong = high ? 'min' : 'max';
    const only = fns.has(wrong) && !fns.has(high ? 'max' : 'min');
    const first = facts.root.orderBy[0];
    const backwards =
      facts.root.limit !== null &&
      first !== undefined &&
      first.expr.aggregates.length > 0 &&
      first.direction === (high ? 'asc' : 'desc');
    if ((only && facts.root.limit === null) || backwards)
      return `The question asks for the ${high ? 'highest' : 'lowest'}, but the SQL takes the ${high ? 'lowest' : 'highest'}.`;
  }
  const averages = [...fns].some((fn) => rowOf(fn)?.averages);
  const isDivided = exprs.some(({ node }) => divides(node));
  const sums = exprs.find(({ node }) => soleAggregate(node)?.name === 'sum');
  return sums &&
    MEAN.test(question) &&
    !SUM.test(question) &&
    !averages &&
    !isDivided &&
    !isName(MEAN)
    ? `The question asks for an average, but the SQL returns the sum of ${readable(sums.printed)}.`
    : null;
}
