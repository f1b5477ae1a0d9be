import { wordsOf } from '#src/catalog/name-keys.ts';
import { ENGLISH_ASKED_WORDS } from '#src/language/en/asked-words.ts';
import { tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Expr } from '#src/plugin-api/query.ts';
import type { Option } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';

const { counted } = ENGLISH_ASKED_WORDS;

/**
 * `Number of tours in each region`, of which a query counts what guides call their tours, though there are tours: the rows that are
 * called so are counted. Their name, or null.
 */
export const otherRows: Finds<string> = (question, query) => {
  const sources = tablesByAlias(query);
  const values = query.select.flatMap(({ expr }) => countedValues(expr, sources));
  if (values.length === 0) return null;
  for (const [at] of question.tokens.entries()) {
    const asked = question.phrase(at, counted);
    const [named] = asked ? question.refs(asked.to) : [];
    const rows = named?.options.find(
      ({ kind, evidence }) => kind === 'table' && evidence === 'name',
    );
    if (!named || !rows) continue;
    const isOther = (one: Option): boolean =>
      one.kind === 'column' &&
      one.table !== rows.table &&
      one.columns[0].kind !== 'identifier' &&
      wordsOf(one.columns[0].label).length > named.to - named.from &&
      values.some(({ table, column }) => table === one.table && column === one.columns[0].name);
    if (named.options.some(isOther)) return named.text;
  }
  return null;
};

/** The column of which different values are counted. */
function countedValues(
  expr: Expr,
  sources: ReadonlyMap<string, string>,
): readonly { readonly table: string; readonly column: string }[] {
  const isCount = expr.kind === 'aggregate' && expr.fn === 'count' && expr.distinct;
  if (!isCount || expr.arg?.kind !== 'column') return [];
  const { alias, column } = expr.arg;
  return [{ table: sources.get(alias) ?? alias, column }];
}
