import type { ExprNode } from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import type { ExpressionReader } from './expressions.ts';
import { columnNode } from './outputs.ts';
import type { SelectRules } from './rules.ts';
import { ambiguous, byName, type Side, together, type VisibleColumn } from './scope.ts';
import type { TreeJoin } from './tree.ts';

/** Both sides of a join together; USING and NATURAL make columns one, which then stand first. */
export function mergedSide(
  { natural, using, type }: TreeJoin,
  left: Side,
  right: Side,
  rules: SelectRules,
  expressions: ExpressionReader,
): Side & { readonly merged: readonly VisibleColumn[] } {
  const names = natural ? commonNames(left, right, rules) : using;
  if (natural)
    for (const { bound } of [...left.relations, ...right.relations]) if (bound) bound.listed = true;
  if (names.length === 0) return { ...together(left, right), merged: [] };
  const merged = names.map((name) => {
    const [one, two] = pair(name, left, right, rules);
    expressions.use(one);
    expressions.use(two);
    expressions.weigh(one.weight + two.weight);
    return mergedColumn(one, two, type);
  });
  return {
    relations: [...left.relations, ...right.relations],
    shown: shownColumns(merged, [...left.shown, ...right.shown], rules),
    merged,
  };
}

/** What `*` shows where columns were made one: those first, or each in the place of its left part. */
function shownColumns(
  merged: readonly VisibleColumn[],
  all: readonly VisibleColumn[],
  { mergedInPlace }: SelectRules,
): readonly VisibleColumn[] {
  const gone = new Set(merged.flatMap(({ parts }) => parts));
  if (!mergedInPlace) return [...merged, ...all.filter((column) => !gone.has(column))];
  const byLeftPart = new Map(merged.map((column) => [column.parts[0], column]));
  return all.flatMap((column) => byLeftPart.get(column) ?? (gone.has(column) ? [] : column));
}

function mergedColumn(one: VisibleColumn, two: VisibleColumn, type: TreeJoin['type']) {
  const kept = type === 'right' ? two : one;
  const columns = type === 'full' ? [...new Set([...one.columns, ...two.columns])] : kept.columns;
  const parts: readonly VisibleColumn[] = [one, two];
  const column = type === 'full' ? null : kept.column;
  // FULL shows whichever of the two there is.
  const weight = type === 'full' ? 1 + one.weight + two.weight : kept.weight;
  const { name, nested } = kept;
  const args = parts.map((part) => columnNode(part, null));
  const made: ExprNode = { kind: 'operation', op: 'union', args };
  return { name, column, columns, origin: null, parts, nested, of: null, made, weight };
}

function pair(
  name: string,
  left: Side,
  right: Side,
  rules: SelectRules,
): readonly [VisibleColumn, VisibleColumn] {
  return [single(name, left, rules), single(name, right, rules)];
}

function single(name: string, side: Side, rules: SelectRules): VisibleColumn {
  const found = byName(side.shown, rules.foldColumn(name), rules);
  if (found.length > 1) throw ambiguous(name);
  if (!found[0])
    throw new Refused('column_unknown', `There is no column "${name}" on one side of the join.`);
  return found[0];
}

function commonNames(left: Side, right: Side, { foldColumn }: SelectRules): readonly string[] {
  const other = new Set(right.shown.map((column) => foldColumn(column.name)));
  const names = left.shown.filter((column) => other.has(foldColumn(column.name)));
  if (names.length === 0)
    throw new Refused('column_unknown', 'The two sides of NATURAL JOIN have no column in common.');
  return names.map((column) => column.name);
}
