import { INFORMATION, NAME, OF } from '#src/language/en/name-heads.ts';
import { columnBehind, tablesByAlias } from '#src/planner/select-blocks.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';
import { tableOf } from '#src/read/resolve.ts';

/** Where the rows stand whose name a question asks for: `the names of the bakeries`. */
const namedAt = (question: Question): readonly number[] =>
  question.tokens.flatMap(({ lemma }, at) => {
    const next = question.past(at + 2, question.language.functionWords.articles);
    return lemma === NAME && question.is(at + 1, OF) && next < question.length ? [next] : [];
  });

/**
 * `The names of the bakeries that held lessons`, of which a query shows who came to them: what else is called a name is that of
 * other rows. The table whose names are asked, or null.
 */
export const otherName: Finds<string> = (question, query, { tables, references }) => {
  const sources = tablesByAlias(query);
  const shown = query.select.flatMap(({ expr }) => columnBehind(expr, sources, tables) ?? []);
  const isAllNames =
    shown.length === query.select.length &&
    shown.every(({ column }) => column.label.toLowerCase().split(' ').at(-1) === NAME);
  if (!isAllNames) return null;
  for (const at of namedAt(question)) {
    const asked = question.refs(at).flatMap(({ options }) => options.filter(isNameOfRows));
    const [first] = asked;
    if (!first || question.canBe(at, ({ kind }) => kind === 'column')) continue;
    // A professor is called as the employee is that each of them is.
    const isOneOf = (table: string, of: string): boolean =>
      tables
        .get(table)!
        .columns.some(
          ({ name, profile }) =>
            profile?.unique === true && tableOf(references.get(`${table}\0${name}`) ?? '') === of,
        );
    const isOwn = shown.some(({ table: { name } }) =>
      asked.some(({ table }) => table === name || isOneOf(table, name)),
    );
    if (!isOwn) return first.table;
  }
  return null;
};

/**
 * `The repair information of jobs`, of which a query shows all columns of the jobs: what is told of is the rows before the word. Their
 * table, or null.
 */
export const otherInformation: Finds<string> = (question, query, schema) => {
  const { tables } = schema;
  const sources = tablesByAlias(query);
  const shown = new Set(
    query.select.flatMap(({ expr }) => columnBehind(expr, sources, tables)?.table.name ?? []),
  );
  for (const [at] of question.tokens.entries()) {
    if (!question.is(at, INFORMATION) || question.refs(at).length > 0) continue;
    const before = question.tablesBefore(at)?.options.map(({ table }) => table) ?? [];
    const isColumn = question
      .refsOver(at - 1)
      .some(({ options }) =>
        options.some(
          (one) =>
            one.kind === 'column' &&
            one.evidence === 'name' &&
            one.columns[0]!.kind !== 'identifier',
        ),
      );
    if (before[0] && !isColumn && !before.some((table) => shown.has(table))) return before[0];
  }
  return null;
};

/** Whether a name is asked, and not that of the rows of a table, nor of what a value is. */
export const asksNameOfOthers = (question: Question, table: string): boolean =>
  namedAt(question).some(
    (at) =>
      !question.canBe(at, (one) => one.kind === 'table' && one.table === table) &&
      question.valueRefs(at).length === 0,
  );
