import type { ColumnNode, ExprFacts, OutputFacts } from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import type { VisibleColumn } from './scope.ts';
import type { StarChanges } from './tree.ts';

/** An output with what the query around it may do with it. */
export interface Output {
  readonly facts: OutputFacts;
  readonly column: VisibleColumn;
  /** Whether the engine makes up its name. */
  readonly unnamed?: boolean;
}

/** `weight`: what it stands for; `nested`: whether it may have fields. */
export function outputOf(facts: ExprFacts, name: string, weight: number, nested = true): Output {
  const { column, columns, node } = facts;
  return {
    facts: { ...facts, name },
    column: { name, column, columns, origin: null, parts: [], nested, of: node, weight },
  };
}

export const columnNode = (
  { name, column, of, made }: VisibleColumn,
  alias: string | null,
): ColumnNode => ({ kind: 'column', alias, name, column, of, ...(made && { made }) });

/** A column that `*` shows; `alias` names the source that shows it. */
export function passed(shown: VisibleColumn, alias: string | null, name = shown.name): Output {
  const { name: printed, column, columns, nested, weight } = shown;
  const node = columnNode(shown, alias);
  const facts = { printed, node, columns, column, aggregates: [], dateUnit: null };
  return outputOf(facts, name, weight, nested);
}

/** What EXCLUDE, REPLACE and RENAME change, by folded name. Throws `Refused` for names that the star does not show. */
export function starChanges(
  { excluded, replaced, renamed }: StarChanges,
  shown: readonly VisibleColumn[],
  fold: (name: string) => string,
) {
  const changes = {
    excluded: new Set(excluded.map(fold)),
    replaced: new Map(replaced.map(({ name, expr }) => [fold(name), expr])),
    renamed: new Map(renamed.map(({ name, by }) => [fold(name), by])),
  };
  const names = new Set(shown.map(({ name }) => fold(name)));
  for (const name of [...changes.excluded, ...changes.replaced.keys(), ...changes.renamed.keys()])
    if (!names.has(name))
      throw new Refused('column_unknown', `* doesn't include a column "${name}". Check its name.`);
  return changes;
}
