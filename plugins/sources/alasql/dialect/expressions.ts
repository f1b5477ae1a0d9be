import { Refused } from '#src/plugin-api/refused.ts';
import type { TreeExpr, TreeLiteral } from '#src/sql/select/tree.ts';
import { cast } from './casts.ts';
import { numberLiteral } from './coerce.ts';
import { type Compiled, compiled, type ExpressionScope } from './compiled.ts';
import { AGGREGATES, scalarCall } from './functions.ts';
import { chosen, chosenFor, operate } from './operators.ts';
import type { ProgramWriter } from './program-writer.ts';
import { BOOLEAN, declined, NULL } from './types.ts';

/** Writes an expression for AlaSQL, names and types worked out. Throws `Refused` for what is not of the subset. */
export function compile(expr: TreeExpr, scope: ExpressionScope): Compiled {
  const known = scope.known(expr);
  if (known) return known;
  const { program } = scope;
  switch (expr.kind) {
    case 'column':
      return scope.column(expr);
    case 'literal':
      return literal(expr, program);
    case 'cast':
      return cast(compile(expr.arg, scope), expr.type, program);
    case 'subquery':
      return scope.subquery(expr);
    case 'operation': {
      const args = expr.args.map((arg) => compile(arg, scope));
      if (expr.op === 'case') return chosen(args, program);
      return expr.op === 'case of' ? chosenFor(args, program) : operate(expr.op, args, program);
    }
    case 'call':
      if (AGGREGATES.has(expr.name) || expr.over) return scope.aggregate(expr);
      if (expr.distinct || expr.filter || expr.orderBy.length > 0)
        return declined(`DISTINCT, FILTER or ORDER BY in ${expr.name}()`);
      return scalarCall(
        expr.name,
        expr.args.map((arg) => compile(arg, scope)),
        program,
      );
    case 'lambda':
    case 'place':
      return declined('This construct');
    case 'star':
      throw new Refused('node_not_allowed', "A * inside an expression can't be used here.");
  }
}

function literal({ type, text }: TreeLiteral, program: ProgramWriter): Compiled {
  switch (type) {
    case 'number':
      return numberLiteral(text, program);
    case 'text':
      return compiled(program.parameter(text), { kind: 'literal', text }, []);
    case 'boolean':
      return compiled(program.parameter(text === 'true'), BOOLEAN, []);
    case 'null':
      return compiled('NULL', NULL, []);
    case 'other':
      return declined('This literal');
  }
}

export const isAggregate = (expr: TreeExpr) =>
  expr.kind === 'call' && AGGREGATES.has(expr.name) && !expr.over;

/** Whether an aggregate stands in the expression, not inside a nested SELECT or a window. */
export function hasAggregate(expr: TreeExpr): boolean {
  switch (expr.kind) {
    case 'call':
      return isAggregate(expr) || [...expr.args, ...windowParts(expr)].some(hasAggregate);
    case 'operation':
      return expr.args.some(hasAggregate);
    case 'cast':
      return hasAggregate(expr.arg);
    case 'subquery':
      return expr.outer !== null && hasAggregate(expr.outer);
    default:
      return false;
  }
}

const windowParts = ({ over }: Extract<TreeExpr, { kind: 'call' }>): readonly TreeExpr[] =>
  over ? [...over.partitionBy, ...over.orderBy.map((item) => item.expr)] : [];

/** The parts of a conjunction. */
export function conjuncts(expr: TreeExpr | null): readonly TreeExpr[] {
  if (!expr) return [];
  return expr.kind === 'operation' && expr.op === 'and' ? expr.args.flatMap(conjuncts) : [expr];
}
