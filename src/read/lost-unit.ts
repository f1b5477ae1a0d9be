import { wordsOf } from '#src/catalog/name-keys.ts';
import { ENDS_OF_SPANS } from '#src/language/en/grammar.ts';
import {
  blocksIn,
  columnBehind,
  columnsIn,
  sourcesOf,
  statedIn,
  tablesByAlias,
} from '#src/planner/select-blocks.ts';
import type { Predicate } from '#src/plugin-api/query.ts';
import { saidUnits } from '#src/query/units.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import { spokenOf } from '#src/read/licensed.ts';
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

/**
 * `The rental with the most km`, of which a query ranks by what the car's meter shows, or by what it showed at the start: a unit alone
 * names an amount of the rows that are spoken of. The unit, or null.
 */
export const unitOfOthers: Finds<string> = (question, query, { tables, graph }) => {
  const units = question.tokens.filter(({ lower }) => saidUnits(lower).length > 0);
  if (units.length === 0) return null;
  const spoken = spokenOf(question);
  for (const block of blocksIn(query)) {
    const sources = tablesByAlias(block);
    for (const { alias, column: name } of columnsIn([
      ...[block.select, block.where, block.having],
      ...(block.limit === null ? [] : [block.orderBy]),
    ])) {
      const found = columnBehind({ kind: 'column', alias, column: name }, sources, tables);
      if (found?.column.kind !== 'measure') continue;
      const words = wordsOf(found.column.label);
      const unit = units.find(({ lower, lemma }) => words.includes(lower) || words.includes(lemma));
      const others = words.filter((word) => word !== unit?.lower && word !== unit?.lemma);
      if (!unit || others.length === 0 || others.some((word) => question.holds(word))) continue;
      // `how many sick days`, of absences of that kind.
      const isTold = statedIn([block]).some(
        ({ column }) => column.alias === alias && column.column !== name,
      );
      // `top 3 drivers by km`, of trips that each have one driver.
      const own = found.table.name;
      const isSpoken =
        isTold ||
        spoken.size === 0 ||
        [...spoken].some((table) => table === own || graph.toOne(own, table));
      if (!isSpoken || others.some((word) => ENDS_OF_SPANS.has(word))) return unit.text;
    }
  }
  return null;
};
