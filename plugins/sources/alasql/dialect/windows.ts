import type { TreeCall, TreeExpr } from '#src/sql/select/tree.ts';
import type { Step } from '#workers/alasql/protocol.ts';
import type { Compiled } from './compiled.ts';
import type { ProgramWriter } from './program-writer.ts';
import { sortKey } from './sorting.ts';
import { declined } from './types.ts';

type RankStep = Extract<Step, { kind: 'rank' }>;

export const WINDOW_FUNCTIONS: ReadonlySet<string> = new Set(['rank', 'dense_rank', 'row_number']);

export const isWindow = (expr: TreeExpr): expr is TreeCall =>
  expr.kind === 'call' && expr.over !== null;

/** Ranks: result columns of a SELECT that steps of their own fill. */
export class Windows {
  readonly #program: ProgramWriter;
  readonly #compile: (expr: TreeExpr) => Compiled;
  readonly #steps: Omit<RankStep, 'into' | 'from'>[] = [];

  constructor(program: ProgramWriter, compile: (expr: TreeExpr) => Compiled) {
    this.#program = program;
    this.#compile = compile;
  }

  /** Adds the window that fills the column at `at`; its keys become columns behind the others. */
  add(expr: TreeCall, at: number, columns: string[]): void {
    const { name, args, over, distinct, filter } = expr;
    if (!WINDOW_FUNCTIONS.has(name) || args.length > 0 || distinct || filter)
      declined(`${name}() OVER`, 'Use RANK, DENSE_RANK or ROW_NUMBER.');
    if (over!.orderBy.length === 0) declined(`${name}() OVER without ORDER BY`);
    const column = (key: TreeExpr) => {
      if (key.kind === 'literal') return declined('A constant in OVER');
      return columns.push(this.#compile(key).sql) - 1;
    };
    this.#steps.push({
      kind: 'rank',
      fn: name as RankStep['fn'],
      partition: over!.partitionBy.map((key) => `c${column(key)}`),
      keys: over!.orderBy.map((order) => sortKey(order, column(order.expr))),
      column: `c${at}`,
    });
  }

  steps(from: string): string {
    return this.#steps.reduce((table, step) => this.#program.step({ ...step, from: table }), from);
  }
}
