import { wordsOf } from '#src/catalog/name-keys.ts';
import { isDoer, isPlainDeed } from '#src/language/en/verbs.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { namesDoer, tablesRead, tellsOf } from '#src/planner/lost-role.ts';
import {
  blocksIn,
  columnBehind,
  columnsIn,
  statedIn,
  tablesByAlias,
} from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';
import { type Schema, tableOf } from '#src/read/resolve.ts';

/**
 * `Races won by Ann`, of which a query tells those that Ann organized: a verb says what somebody did, and the value was found where
 * somebody is who did something else. The verb, or null.
 */
export const otherDoer: Finds<string> = (question, query, schema) => {
  for (const { block, column, op, literal } of statedIn(blocksIn(query))) {
    const found = op === '=' ? columnBehind(column, tablesByAlias(block), schema.tables) : null;
    const at = found && verbOf(String(literal.value), found, question);
    if (at === null) continue;
    const verb = question.word(at);
    const roles = rolesOf(found!, query, schema);
    if ([found!.table, ...roles].some((one) => tellsOf(verb, one) || namesDoer(one, verb)))
      continue;
    if (roles.some((one) => isRole(one, found!.table)) || namesOther(verb, roles, query, schema))
      return question.textOf(at, at + 1);
  }
  return null;
};

interface Found {
  readonly table: CatalogTable;
  readonly column: CatalogColumn;
}

/** What says who a value is to the rows: its column, unless it only names people, and the references that lead to these. */
function rolesOf(
  { table, column }: Found,
  query: SelectQuery,
  { tables, references }: Schema,
): readonly CatalogColumn[] {
  const own = displayColumns(table).includes(column) ? [] : [column];
  const leading = blocksIn(query).flatMap((block) =>
    columnsIn(block).flatMap((one) => {
      const key = columnBehind(one, tablesByAlias(block), tables);
      const target = key && references.get(`${key.table.name}\0${key.column.name}`);
      return key && target && tableOf(target) === table.name ? [key.column] : [];
    }),
  );
  return [...own, ...leading];
}

/** `organizer`: somebody is called after what they do, unless all rows that are referred to are called so. */
const isRole = ({ label }: CatalogColumn, { label: rows }: CatalogTable): boolean =>
  wordsOf(label).some((word) => isDoer(word) && !wordsOf(rows).includes(word));

/** Whether another column of the rows says who did what a verb tells. */
const namesOther = (
  verb: string,
  roles: readonly CatalogColumn[],
  query: SelectQuery,
  { tables, references }: Schema,
): boolean =>
  [...tablesRead(query, references)].some((table) =>
    tables
      .get(table)
      ?.columns.some((one) => !one.hidden && !roles.includes(one) && namesDoer(one, verb)),
  );

/** Where a verb stands that says what somebody did: `won by Ann`, `did Ann win`, `Ann won`. */
function verbOf(text: string, { table, column }: Found, question: Question): number | null {
  for (const [at] of question.tokens.entries())
    for (const { to, options } of question.valueRefs(at)) {
      const isOne = options.some(
        (one) => one.table === table.name && one.column === column.name && one.texts.includes(text),
      );
      const verb = isOne ? verbAround(at, to, question) : null;
      if (verb !== null) return verb;
    }
  return null;
}

function verbAround(from: number, to: number, question: Question): number | null {
  const { auxiliaries } = question.language.functionWords;
  const { names, between, ofEach, verbs } = question.language;
  const isDeed = (at: number): boolean =>
    !isPlainDeed(question.word(at)) && !question.isFunctionWord(at);
  const before = question.beforeArticles(from);
  // `produced by female artists`: who they are is not named.
  const isWhole = question.tokens[to]?.kind !== 'word' || question.isFunctionWord(to);
  if (question.is(before, names.agents))
    return isWhole && question.isVerbForm(before - 1) && isDeed(before - 1) ? before - 1 : null;
  // `Ann was beaten`
  const after = question.past(to, auxiliaries);
  const isDone =
    question.isRelativeWord(to) ||
    question.is(after - 1, between.said) ||
    question.is(after + 1, names.agents);
  if (isDone) return null;
  const isVerb = question.is(before, ofEach.does)
    ? verbs.isBaseVerb(question.word(after))
    : question.isVerbForm(after);
  return isVerb && isDeed(after) ? after : null;
}
