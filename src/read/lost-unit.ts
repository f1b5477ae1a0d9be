import { blocksIn, columnsIn, sourcesOf } from '#src/planner/select-blocks.ts';
import type { Predicate } from '#src/plugin-api/query.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import { tableOf } from '#src/read/resolve.ts';

/**
 * `Boats with a capacity of 5 to 10 passengers`, of which a query holds the capacity to the numbers and asks for passengers beside: they
 * are what the capacity counts. The word behind the number, or null.
 */
export const lostUnit: Finds<string> = (
  question,
  { select, where, joins, from },
  { references },
) => {
  const numbers = new Set(where.flatMap(boundsIn));
  const used = new Set(
    columnsIn([select, where.filter((one) => boundsIn(one).length > 0)]).map(({ alias }) => alias),
  );
  const others = new Set(
    [
      ...where
        .filter(({ kind }) => kind === 'exists')
        .flatMap((one) => blocksIn(one).flatMap((block) => sourcesOf(block))),
      ...sourcesOf({ from, joins }).filter(({ alias }) => !used.has(alias)),
    ].map(({ table }) => table),
  );
  const shown = new Set(
    sourcesOf({ from, joins }).flatMap(({ alias, table }) => (used.has(alias) ? [table] : [])),
  );
  if (numbers.size === 0 || others.size === 0) return null;
  const refersTo = (table: string) =>
    [...references].some(([end, to]) => tableOf(to) === table && others.has(tableOf(end)));
  for (const [at] of question.tokens.entries()) {
    const number = question.number(at);
    if (number === null || !numbers.has(number) || !question.isPlural(at + 1)) continue;
    const unit = question
      .refs(at + 1)
      .find(({ options }) =>
        options.some(
          (one) =>
            isNameOfRows(one) &&
            !shown.has(one.table) &&
            (others.has(one.table) || refersTo(one.table)),
        ),
      );
    if (unit) return unit.text;
  }
  return null;
};

/** The numbers that a column of the rows themselves is held to. */
const boundsIn = (one: Predicate): readonly number[] => {
  if (one.kind === 'and') return one.parts.flatMap(boundsIn);
  const isBound =
    one.kind === 'compare' && one.left.kind === 'column' && one.right.kind === 'literal';
  return isBound && typeof one.right.value !== 'boolean' ? [Number(one.right.value)] : [];
};
