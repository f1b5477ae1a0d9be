import { wordsOf } from '#src/catalog/name-keys.ts';
import {
  blocksIn,
  columnBehind,
  columnsIn,
  hasNode,
  tablesByAlias,
} from '#src/planner/select-blocks.ts';
import type { Option } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';

/**
 * `Percentage spent per project`, of which a query lists what was spent: a part of something is asked, nothing is divided, and no column is
 * called so. The word that asks for it, or null.
 */
export const lostShare: Finds<string> = (question, query, { tables }) => {
  const { percentages, fractions } = question.language.composed;
  const isDivided = hasNode(query, (node) => 'op' in node && node.op === '/');
  if (isDivided) return null;
  const isKept = blocksIn(query).some((block) =>
    columnsIn(block).some((one) => {
      const found = columnBehind(one, tablesByAlias(block), tables);
      return wordsOf(found?.column.label ?? '').some(
        (word) => percentages.has(word) || fractions.has(word) || RATES.has(word),
      );
    }),
  );
  if (isKept) return null;
  const asked = question.tokens.find(
    ({ kind }, at) =>
      kind === 'word' &&
      (question.is(at, percentages) || question.is(at, fractions)) &&
      question.valueRefs(at).length === 0 &&
      !question.canBe(at, ({ evidence }) => evidence === 'name') &&
      !question.refsOver(at - 1).some(({ to, options }) => to === at && options.some(mayBePercent)),
  );
  return asked?.text ?? null;
};

/** `hispanic percentage`: numbers that none of is above 100. */
const mayBePercent = (one: Option): boolean =>
  one.kind === 'column' && Number(one.columns[0].profile?.max ?? Infinity) <= WHOLE;

const WHOLE = 100;

/** Columns that keep a part are called so, too. */
const RATES: ReadonlySet<string> = new Set(['rate']);
