import {
  blocksIn,
  columnBehind,
  columnsIn,
  sourcesOf,
  tablesByAlias,
} from '#src/planner/select-blocks.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { isColumnCalled, isNameOfRows, type Option, type Ref } from '#src/read/ask.ts';
import { isIdle } from '#src/read/lost-way.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

/**
 * `The cook with the smallest wage of their kitchen`, of which a query ranks the cooks of all kitchens, and `the latest end of their
 * stay`, of which it takes another end: whose number is ranked. The words, or null.
 */
export function lostSharing(question: Question, query: SelectQuery, schema: Schema): string | null {
  const isRanking = ({ limit, orderBy }: SelectQuery): boolean =>
    limit !== null && limit.within === undefined && orderBy.length > 0;
  if (!blocksIn(query).some(isRanking)) return null;
  for (const [at] of question.tokens.entries()) {
    const phrase = question.language.sharing.find((one) => question.starts(at, one));
    const rows = phrase && question.refs(at + phrase.length).find(isOfRows);
    if (!rows) continue;
    const owners = tablesIn(rows.options);
    const isRanked = question.tokens
      .slice(0, at)
      .some((_, from) => rankedBy(from, question).some(({ to }) => to === at));
    if (isRanked && !owners.includes(query.from.table) && isIdle(owners, query, schema))
      return question.textOf(at, rows.to);
  }
  return null;
}

/** What a word of rank may rank: `the smallest wage`. */
export function rankedBy(from: number, question: Question): readonly Ref[] {
  const ranking = question.phrase(from, question.language.rankings);
  return ranking ? question.refs(ranking.to) : [];
}

const isOfRows = ({ options }: Ref): boolean => options.some(isNameOfRows);

const tablesIn = (options: readonly Option[]): readonly string[] =>
  options.flatMap(({ kind, table }) => (kind === 'table' ? [table] : []));

/**
 * `The tutor's description of the class`, of which a query shows what the subject of the class is described as: a column of rows that are
 * not its owner's. The words, or null.
 */
export function lostOwner(
  question: Question,
  query: SelectQuery,
  { tables, graph, references }: Schema,
): string | null {
  const sources = tablesByAlias(query);
  const shown = query.select.flatMap(({ expr }) => columnBehind(expr, sources, tables) ?? []);
  for (const [at] of question.tokens.entries()) {
    if (question.word(at) !== "'s") continue;
    const owner = at > 0 && question.refsOver(at - 1).filter(({ to }) => to === at);
    const owners = owner ? owner.flatMap(({ options }) => options) : [];
    const [longest] = question.refs(at + 1).toSorted((a, b) => b.to - a.to);
    const own = tablesIn(owners);
    const isCalledSo = ({ kind, evidence }: Option): boolean =>
      kind === 'column' && evidence === 'name';
    if (own.length === 0 || owners.some(isCalledSo) || !longest) continue;
    const found = shown.filter(({ column }) => longest.options.some(isColumnCalled(column.name)));
    const isTheirs = (table: string): boolean =>
      own.some((one) => {
        const way = graph.path(one, table);
        const isOwn =
          way.kind === 'path' &&
          way.path.every(({ from, pairs }) => references.has(`${from}\0${pairs[0]![0]}`));
        return one === table || isOwn;
      });
    const isLost = found.length > 0 && !found.some(({ table }) => isTheirs(table.name));
    if (isLost) return question.textOf(at - 1, longest.to);
  }
  return null;
}

/**
 * `Halls whose choirs have the highest average fee`, of which a query tells the hall of the choir whose fees are the highest: the choirs
 * of each hall are averaged together. The rows that are ranked instead, or null.
 */
export function ranksOthers(question: Question, query: SelectQuery): string | null {
  const [first] = query.orderBy;
  const { groupBy, limit, select } = query;
  if (groupBy.length > 0 || limit === null || first?.expr.kind !== 'subquery') return null;
  const shown = new Set(columnsIn(select.map(({ expr }) => expr)).map(({ alias }) => alias));
  const ranked = new Set(columnsIn(first.expr).map(({ alias }) => alias));
  const others = sourcesOf(query).filter(({ alias }) => ranked.has(alias) && !shown.has(alias));
  if (others.length === 0) return null;
  for (const [at] of question.tokens.entries()) {
    if (!question.is(at, question.language.functionWords.choosing)) continue;
    const rows = question
      .refs(at + 1)
      .find(({ options }) =>
        options.some(
          (one) => one.kind === 'table' && others.some(({ table }) => table === one.table),
        ),
      );
    if (rows && question.isPlural(rows.to - 1)) return rows.text;
  }
  return null;
}
