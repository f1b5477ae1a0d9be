import { columnBehind, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { isColumnCalled, type Option } from '#src/read/ask.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

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
