import { wordsOf } from '#src/catalog/name-keys.ts';
import { ENGLISH_ASKED_WORDS } from '#src/language/en/asked-words.ts';
import { TO_WHOM } from '#src/language/en/asking.ts';
import { blocksIn, columnsIn, tablesOfBlocks } from '#src/planner/select-blocks.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';
import { tableOf } from '#src/read/resolve.ts';

const { by } = ENGLISH_ASKED_WORDS;

/**
 * `Keepers who report to the keeper named Odo`, of which a query tells those who are called so: rows that are tied to rows of their own
 * kind. The words that say so, or null.
 */
export function lostOwnRows(question: Question, query: SelectQuery): string | null {
  const { table } = query.from;
  const isAlone = blocksIn(query).every(({ from, joins }) =>
    [from, ...joins.map(({ source }) => source)].every(
      (source) => source === query.from || source.table !== table,
    ),
  );
  if (!isAlone) return null;
  const ownAt = (at: number) => {
    const [longest] = question.refs(at).toSorted((one, other) => other.to - one.to);
    return longest?.options.some((one) => isNameOfRows(one) && one.table === table)
      ? longest
      : undefined;
  };
  const { naming, functionWords } = question.language;
  const isNaming = (at: number): boolean =>
    [naming, functionWords.owning].some((own) => question.is(at, own));
  const first = question.asksWho
    ? 0
    : question.tokens.findIndex((_, at) => ownAt(at) !== undefined);
  const at = question.tokens.findIndex((_, place) => {
    const before = question.beforeArticles(place);
    const rows = place > first + 2 && question.is(before, TO_WHOM) ? ownAt(place) : undefined;
    return rows !== undefined && (isNaming(rows.to) || question.valueRefs(rows.to).length > 0);
  });
  const verb = question.tokens.findIndex(
    (_, place) =>
      place > first &&
      place < at &&
      !question.isFunctionWord(place) &&
      !question.standsInName(place),
  );
  return first < 0 || at < 0 || verb < 0 ? null : question.textOf(verb, at + 1);
}

/**
 * `Defects found by Ann`, of which a query tells those that she repaired, though who found them is kept: the verb of a reference that
 * leads to the same rows as the one that is taken. It, or null.
 */
export const otherRole: Finds<string> = (question, query, { references, tables }) => {
  const used = new Set(columnsIn(query).map(({ column }) => column));
  const sources = tablesOfBlocks(blocksIn(query));
  const referred = columnsIn(query).map(({ alias, column }) =>
    tableOf(references.get(`${sources.get(alias)}\0${column}`) ?? ''),
  );
  const read = new Set([...sources.values(), ...referred]);
  const { lightVerbs, happening } = question.language.functionWords;
  /** `photographed by`, where those are looked at who repaired. */
  const saysOther = (at: number): boolean =>
    question.is(at + 1, by) &&
    ![lightVerbs, happening].some((plain) => question.is(at, plain)) &&
    question.refs(at).length === 0 &&
    [...sources].some(([alias, table]) =>
      columnsIn(query).some((one) => {
        const column = tables.get(table)?.columns.find(({ name }) => name === one.column);
        const words = one.alias === alias && column ? wordsOf(column.label) : [];
        const role = words[words.indexOf('by') - 1];
        return role !== undefined && !question.language.names.isAkin(role, question.word(at));
      }),
    );
  for (const [at, { lower }] of question.tokens.entries()) {
    const isDone = question.language.verbs.isVerbForm(lower) === true;
    if (!isDone || !question.is(at + 1, TO_WHOM)) continue;
    const told = [...references].filter(([end, to]) => {
      const [table, name] = end.split('\0');
      const label = tables.get(table!)?.columns.find((one) => one.name === name)?.label ?? '';
      return wordsOf(label).includes(lower) && read.has(tableOf(to));
    });
    const isUsed = told.some(([end]) => used.has(end.slice(end.indexOf('\0') + 1)));
    if (told.length > 0 ? !isUsed : saysOther(at)) return question.textOf(at, at + 1);
  }
  return null;
};
