import { ENGLISH_ANALYSES } from '#src/language/en/analyses.ts';
import { blocksIn, columnBehind, statedIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Option } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';

/**
 * `Revenue growth` where some rows are of a plan "growth": right behind a number the word says how that changed as well. The word, and
 * the column of which a query takes it for a value.
 */
export const changeForValue: Finds<{ readonly word: string; readonly column: CatalogColumn }> = (
  question,
  query,
  { tables },
) => {
  for (const { block, column, literal } of statedIn(blocksIn(query))) {
    const value = String(literal.value).toLowerCase();
    if (!ENGLISH_ANALYSES.ofChange.test(value) || /\s/.test(value)) continue;
    const at = question.tokens.findIndex(({ lower }) => lower === value);
    const found = columnBehind(column, tablesByAlias(block), tables)?.column;
    const isBehindNumber = question
      .refsOver(at - 1)
      .some(({ to, options }) => to === at && options.some(isNumber));
    if (found && isBehindNumber) return { word: question.textOf(at, at + 1), column: found };
  }
  return null;
};

const isNumber = (option: Option): boolean =>
  option.kind === 'column' && option.columns.every(({ kind }) => kind === 'measure');
