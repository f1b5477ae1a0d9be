import type { TreeExpr, TreeTable } from '#src/sql/select/tree.ts';
import type { Block } from './block.ts';
import { type Compiled, call } from './compiled.ts';
import { compile, conjuncts } from './expressions.ts';
import { condition } from './operators.ts';
import type { Source } from './sources.ts';
import { BOOLEAN, declined } from './types.ts';

/** Reads a FROM into the block's sources; gives the conditions of its inner joins. */
export function readFrom(block: Block, list: readonly TreeTable[]): readonly TreeExpr[] {
  return list.flatMap((item) => readItem(block, item, 'inner'));
}

function readItem(block: Block, item: TreeTable, join: 'inner' | 'left'): readonly TreeExpr[] {
  if (item.kind === 'join') return readJoin(block, item);
  const source = block.source(item);
  source.join = block.sources.length === 0 ? 'first' : join;
  block.sources.push(source);
  return [];
}

function readJoin(block: Block, join: Extract<TreeTable, { kind: 'join' }>): readonly TreeExpr[] {
  if (join.natural || join.using.length > 0 || join.alias !== null)
    return declined('NATURAL, USING or an alias of a JOIN', 'Write ON.');
  if (join.type === 'full') return declined('FULL JOIN');
  const isRight = join.type === 'right';
  if (isRight && (join.left.kind === 'join' || block.sources.length > 0))
    return declined('RIGHT JOIN after other joins', 'Turn it into a LEFT JOIN.');
  const [left, right] = isRight ? [join.right, join.left] : [join.left, join.right];
  if (right.kind === 'join') return declined('A JOIN in parentheses');
  const isOuter = join.type === 'left' || isRight;
  const before = readItem(block, left, 'inner');
  readItem(block, right, isOuter ? 'left' : 'inner');
  if (!isOuter) return [...before, ...conjuncts(join.on)];
  // What was joined by then is fixed before the outer join: conditions of inner joins stay what they are.
  readOuterOn(block, block.sources.at(-1)!, conjuncts(join.on));
  return before;
}

function readOuterOn(block: Block, source: Source, conditions: readonly TreeExpr[]): void {
  for (const each of conditions) {
    const test = condition(compile(each, block.rowScope), block.program);
    if (test.outer || block.added.some((added) => test.sources.has(added.alias)))
      declined('A subquery or an outer column in the ON of a LEFT JOIN');
    const key = keyFor(test, source, block.sources);
    if (key) source.keys.push(key);
    else if (isOnlyOf(test, source)) source.before.push(test);
    else source.on.push(test);
  }
}

const isOnlyOf = (test: Compiled, source: Source) =>
  test.sources.size === 1 && test.sources.has(source.alias) && !test.outer;

/** The key that an equality is for joining `source` to those before it, else null. */
function keyFor(test: Compiled, source: Source, sources: readonly Source[]) {
  if (!test.equality || test.outer) return null;
  const place = sources.indexOf(source);
  const before = new Set(sources.slice(0, place).map((each) => each.alias));
  const isBefore = (side: Compiled) =>
    side.sources.size > 0 && [...side.sources].every((alias) => before.has(alias));
  const [one, two] = test.equality;
  if (isBefore(one) && isOnlyOf(two, source)) return { left: one, right: two };
  if (isBefore(two) && isOnlyOf(one, source)) return { left: two, right: one };
  return null;
}

/**
 * Gives conditions that hold for the whole row (WHERE and inner joins) to the sources where they cost least: as keys
 * of a join, or before it. What is left is given back.
 */
export function placeConditions(
  tests: readonly Compiled[],
  sources: readonly Source[],
): readonly Compiled[] {
  return tests.filter((test) => {
    const own = sources.find((source) => isOnlyOf(test, source));
    if (own && own.join !== 'left' && sources.length > 1) {
      own.before.push(test);
      return false;
    }
    for (const source of sources) {
      const key = source.join === 'inner' ? keyFor(test, source, sources) : null;
      if (!key) continue;
      source.keys.push(key);
      return false;
    }
    return true;
  });
}

/** The FROM clause of a step. */
export function fromText(sources: readonly Source[]): string {
  return sources
    .map((source) => {
      if (source.join === 'first') return `FROM ${source.text()}`;
      const word = source.join === 'left' ? 'LEFT JOIN' : 'INNER JOIN';
      return `${word} ${source.text()}${onText(source)}`;
    })
    .join(' ');
}

function onText({ keys, on, join, ties, alias }: Source): string {
  const list = (side: 'left' | 'right') => keys.map((key) => key[side].sql).join(', ');
  if (ties.length > 0)
    return ` ON F_LEFTKEY(${ties.map((tie) => tie.sql).join(', ')}) = ${alias}.k`;
  if (on.length === 0)
    return keys.length > 0
      ? ` ON F_LEFTKEY(${list('left')}) = F_RIGHTKEY(${list('right')})`
      : join === 'left'
        ? ' ON F_TRUE(TRUE)'
        : '';
  const tests = [...keys.map((key) => call('F_EQ', BOOLEAN, [key.left, key.right])), ...on];
  const all = tests.reduce((a, b) => call('F_AND', BOOLEAN, [a, b]));
  return ` ON F_TRUE(${all.sql})`;
}
