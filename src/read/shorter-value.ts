import { blocksIn, columnBehind, statedIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Finds } from '#src/read/finds.ts';

/**
 * `Home games of Eastport City`, of which a query tells those where somebody's town is Eastport, though a club is called by all of the
 * words: the longer value is meant. The words, or null.
 */
export const shorterValue: Finds<string> = (question, query, { tables }) => {
  const stated = statedIn(blocksIn(query)).flatMap(({ block, column, literal }) => {
    const found = columnBehind(column, tablesByAlias(block), tables);
    return found ? [{ ...found, text: String(literal.value).toLowerCase() }] : [];
  });
  for (const { table, column, text } of stated)
    for (const [at] of question.tokens.entries()) {
      const refs = question.valueRefs(at);
      const own = refs.find(
        ({ to, options }) =>
          question.textOf(at, to).toLowerCase() === text &&
          options.some((one) => one.table === table.name && one.column === column.name),
      );
      const longer = refs.find(
        ({ to, options }) =>
          own !== undefined &&
          to > own.to &&
          question.isWritten(to - 1) &&
          options.some(({ texts }) =>
            texts.some((one) => one.toLowerCase() === question.textOf(at, to).toLowerCase()),
          ),
      );
      if (!own || !longer) continue;
      // `Cy Park`, by a first and a last name.
      const said = [longer.text, question.textOf(own.to, longer.to)].map((one) =>
        one.toLowerCase(),
      );
      if (!stated.some((one) => said.includes(one.text))) return question.textOf(at, longer.to);
    }
  return null;
};
