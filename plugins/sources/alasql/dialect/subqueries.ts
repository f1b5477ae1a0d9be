import type { TreeSubquery } from '#src/sql/select/tree.ts';
import { commonType, unify } from './coerce.ts';
import { type Compiled, call, compiled, type ExpressionScope } from './compiled.ts';
import { compile } from './expressions.ts';
import { Source } from './sources.ts';
import type { SubqueryPlace } from './statement.ts';
import { BOOLEAN, declined, type SqlType, WHOLE } from './types.ts';

/**
 * A subquery inside an expression becomes a table that is joined: of one row where it stands alone, else of one row for
 * each combination of the values by which it is tied to the block around.
 */
export function compileSubquery(
  expr: TreeSubquery,
  block: SubqueryPlace,
  scope: ExpressionScope,
  added: Source[],
): Compiled {
  if (expr.mode === 'quantified' || expr.mode === 'array')
    return declined('ANY, ALL or ARRAY over a subquery');
  const outer = expr.outer ? compile(expr.outer, scope) : null;
  const made = block.statement.subquery(expr, scope, block.ctes);
  const source = new Source(block.program, {
    alias: block.nextAlias(),
    name: null,
    columns: [],
    table: made.step,
    isStored: false,
  });
  const ties = made.ties.map((tie) => ({
    ...compiled(tie.sql, BOOLEAN, []),
    sources: tie.sources,
  }));
  source.join = ties.length > 0 ? 'left' : 'inner';
  source.ties = ties;
  added.push(source);
  const value = (type: SqlType): Compiled => ({
    ...compiled(`${source.alias}.c0`, type, ties),
    sources: new Set([source.alias, ...ties.flatMap((tie) => [...tie.sources])]),
  });
  const count = () => call('F_COALESCE', WHOLE, [value(WHOLE)], block.program.parameter(0));
  switch (expr.mode) {
    case 'exists':
      return negated(expr, call('F_GT', BOOLEAN, [count()], block.program.parameter(0)));
    case 'in':
      return negated(expr, member(outer!, value(made.type), block));
    case 'scalar':
      return made.isCount && ties.length > 0 ? count() : value(made.type);
  }
}

const negated = (expr: TreeSubquery, found: Compiled) =>
  expr.negated ? call('F_NOT', BOOLEAN, [found]) : found;

/** `value IN set`: the values of the set stay as they are, so the left side has to be of their type. */
function member(value: Compiled, set: Compiled, block: SubqueryPlace): Compiled {
  const type = commonType([value, set], 'IN');
  if (type.kind !== set.type.kind && set.type.kind !== 'null' && type.kind === 'timestamp')
    return declined('IN over dates and timestamps', 'Write a CAST.');
  const [left] = unify([value, { ...set, sql: 'NULL' }], block.program, 'IN');
  return call('F_INSET', BOOLEAN, [left!, set]);
}
