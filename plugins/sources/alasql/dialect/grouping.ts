import { Refused } from '#src/plugin-api/refused.ts';
import type { TreeCall, TreeExpr } from '#src/sql/select/tree.ts';
import type { Block } from './block.ts';
import { type Compiled, call, compiled, type ExpressionScope } from './compiled.ts';
import { compile, hasAggregate } from './expressions.ts';
import { condition } from './operators.ts';
import type { Source } from './sources.ts';
import { compileSubquery } from './subqueries.ts';
import {
  BOOLEAN,
  decimal,
  declined,
  FLOAT,
  FRACTION,
  isNumber,
  type SqlType,
  TEXT,
  typeName,
  WHOLE,
} from './types.ts';

/**
 * The groups of a block: what is computed of each row, what of each group, and what expressions over groups mean. The
 * rows' step has the keys first, then the arguments of the aggregates; the groups' step the keys, then the aggregates.
 */
export class Grouping {
  readonly scope: ExpressionScope;
  /** Sources that subqueries over groups brought in. */
  readonly added: Source[] = [];
  readonly alias: string;
  readonly keys: readonly Compiled[];
  readonly #block: Block;
  readonly #arguments: string[] = [];
  readonly #aggregates: string[] = [];

  constructor(block: Block, keys: readonly Compiled[]) {
    this.#block = block;
    this.alias = block.nextAlias();
    this.keys = keys;
    this.scope = {
      program: block.program,
      known: (expr) => this.#known(expr),
      column: ({ names }) =>
        declined(`The column "${names.join('.')}" outside of GROUP BY and aggregates`),
      aggregate: (expr) =>
        expr.over
          ? declined(`${expr.name}() OVER inside an expression`, 'Put it in a subquery.')
          : this.#aggregate(expr),
      subquery: (expr) => compileSubquery(expr, block, this.scope, this.added),
    };
  }

  /** The keys as columns of the groups. */
  keyColumns(): readonly Compiled[] {
    return this.keys.map((key, at) => this.#column(at, key.type));
  }

  /** What the step over rows computes. */
  get rowColumns(): readonly string[] {
    return [...this.keys.map((key) => key.sql), ...this.#arguments];
  }

  /** The statement over the rows' step. */
  groupSql(rows: string): string {
    const columns = [
      ...this.keys.map((_, at) => `A_KEY(a0.c${at})`),
      ...this.#aggregates,
      ...(this.keys.length + this.#aggregates.length === 0 ? ['A_COUNT(a0.k)'] : []),
    ];
    const list = columns.map((column, at) => `${column} AS c${at}`).join(', ');
    return `SELECT ${list} FROM ${rows} AS a0${this.keys.length > 0 ? ' GROUP BY a0.k' : ''}`;
  }

  /** An expression that is a key, as the column of the groups. */
  #known(expr: TreeExpr): Compiled | null {
    if (expr.kind === 'literal' || expr.kind === 'star' || expr.kind === 'subquery') return null;
    if (hasAggregate(expr) || hasSubquery(expr) || (expr.kind === 'call' && expr.over)) return null;
    const row = compile(expr, this.#block.rowScope);
    if (row.outer) return expr.kind === 'column' ? row : null;
    const at = this.keys.findIndex((key) => key.sql === row.sql);
    return at < 0 ? null : this.#column(at, this.keys[at]!.type);
  }

  #column(at: number, type: SqlType): Compiled {
    return {
      ...compiled(`${this.alias}.c${at}`, type, []),
      sources: new Set([this.alias]),
    };
  }

  #aggregate(expr: TreeCall): Compiled {
    if (expr.name === 'percentile_cont') return this.#percentile(expr);
    if (expr.orderBy.length > 0) return declined(`ORDER BY in ${expr.name}()`);
    const [first, ...more] = expr.args;
    if (!first || more.length > 0) return declined(`${expr.name}() with these arguments`);
    const arg = this.#filtered(this.#argument(first, expr.name), expr);
    const isCounted = expr.name === 'count' && !expr.distinct;
    if (!isCounted) keyable(arg, `${expr.name}()`);
    return this.#fold(expr.name, expr.distinct, arg);
  }

  /** The values of the rows that FILTER leaves. */
  #filtered(arg: Compiled, { filter }: TreeCall): Compiled {
    const holds = filter
      ? condition(compile(filter, this.#block.rowScope), this.#block.program)
      : null;
    if (arg.outer || holds?.outer) return declined('An aggregate of outer columns');
    return holds
      ? { ...arg, sql: `CASE WHEN F_TRUE(${holds.sql}) THEN ${arg.sql} ELSE NULL END` }
      : arg;
  }

  /** `PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY x)`: the values of a group, then the place among them. */
  #percentile(expr: TreeCall): Compiled {
    const [at, ...more] = expr.args;
    const [key, ...keys] = expr.orderBy;
    const fraction = at?.kind === 'literal' ? Number(at.text) : Number.NaN;
    const isPlain = key?.direction === 'asc' && keys.length + more.length === 0 && !expr.distinct;
    if (!key || !isPlain || !(fraction >= 0 && fraction <= 1))
      return declined('percentile_cont() with these arguments');
    const arg = this.#filtered(this.#argument(key.expr, expr.name), expr);
    const values = this.#folded('A_VALUES', numeric(arg, expr.name).sql, FLOAT);
    return call('F_PERCENTILE', FLOAT, [values], this.#block.program.parameter(fraction));
  }

  #argument(first: TreeExpr, name: string): Compiled {
    if (first.kind === 'star')
      return name === 'count' && first.qualifier.length === 0
        ? compiled('TRUE', BOOLEAN, [])
        : declined(`${name}() of a row`);
    const arg = compile(first, this.#block.rowScope);
    return arg.type.kind === 'literal' ? { ...arg, type: TEXT } : arg;
  }

  #fold(name: string, distinct: boolean, arg: Compiled): Compiled {
    const { type } = arg;
    const d = distinct ? 'D' : '';
    switch (name) {
      case 'count':
        return this.#folded(`A_${d}COUNT`, arg.sql, WHOLE);
      case 'sum':
      case 'avg':
        return this.#total(name, d, arg);
      case 'stddev_samp':
      case 'var_samp': {
        if (distinct) return declined(`DISTINCT in ${name}()`);
        const variance = this.#folded('A_VARIANCE', numeric(arg, name).sql, FLOAT);
        return name === 'var_samp' ? variance : call('F_SQRT', FLOAT, [variance]);
      }
      case 'min':
      case 'max':
        if (type.kind === 'boolean') return declined(`${name.toUpperCase()} of booleans`);
        return this.#folded(
          `A_${type.kind === 'text' ? 'T' : ''}${name.toUpperCase()}`,
          arg.sql,
          type,
        );
      default:
        if (type.kind !== 'boolean') return declined(`${name}() of values that aren't conditions`);
        return this.#folded(name === 'bool_and' ? 'A_AND' : 'A_OR', arg.sql, BOOLEAN);
    }
  }

  #total(name: 'sum' | 'avg', d: string, arg: Compiled): Compiled {
    const { program } = this.#block;
    const { type } = arg;
    const count = () => this.#folded(`A_${d}COUNT`, arg.sql, WHOLE);
    if (type.kind === 'exact') {
      const scale = program.parameter(type.scale);
      const units = this.#folded(`A_${d}SUM`, `F_UNITS(${arg.sql}, ${scale})`, WHOLE);
      return name === 'sum'
        ? call('F_EXACT', type.isWhole ? WHOLE : decimal(type.scale), [units], scale)
        : call('F_MEAN', FRACTION, [units, count()], scale);
    }
    if (type.kind !== 'fraction' && type.kind !== 'float')
      throw new Refused(
        'node_not_allowed',
        `${name.toUpperCase()} needs numbers, not ${typeName(type)}.`,
      );
    const sum = this.#folded(`A_${d}FSUM`, arg.sql, FLOAT);
    const result = name === 'sum' ? sum : call('F_FMEAN', FLOAT, [sum, count()]);
    return type.kind === 'fraction' ? call('F_Q', FRACTION, [result]) : result;
  }

  /** The column of the groups with an aggregate over a column of the rows; the same one is computed once. */
  #folded(fn: string, rowSql: string, type: SqlType): Compiled {
    const place = this.keys.length + indexIn(this.#arguments, rowSql);
    const at = this.keys.length + indexIn(this.#aggregates, `${fn}(a0.c${place})`);
    return this.#column(at, type);
  }
}

function numeric(arg: Compiled, name: string): Compiled {
  if (isNumber(arg.type)) return arg;
  throw new Refused('node_not_allowed', `${name}() needs numbers, not ${typeName(arg.type)}.`);
}

function indexIn(list: string[], text: string): number {
  const known = list.indexOf(text);
  return known >= 0 ? known : list.push(text) - 1;
}

/** Values that can be told apart and ordered. */
export function keyable(expr: Compiled, what: string): Compiled {
  if (expr.type.kind === 'wide' || expr.type.kind === 'interval')
    return declined(
      `${what} of ${expr.label ? `"${expr.label}"` : 'values'} with numbers too long to be exact (or odd dates)`,
    );
  return expr;
}

function hasSubquery(expr: TreeExpr): boolean {
  switch (expr.kind) {
    case 'subquery':
      return true;
    case 'operation':
    case 'call':
      return expr.args.some(hasSubquery);
    case 'cast':
      return hasSubquery(expr.arg);
    default:
      return false;
  }
}
