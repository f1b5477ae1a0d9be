import type { TreeExpr, TreeOrder, TreeQuery } from '#src/sql/select/tree.ts';
import type { SortKey } from '#workers/alasql/protocol.ts';
import type { ProgramWriter } from './program-writer.ts';
import { declined } from './types.ts';

/** NULLs come last, or first in a descending order, as in PostgreSQL. */
export const sortKey = ({ direction, nulls }: TreeOrder, column: number): SortKey => ({
  column: `c${column}`,
  direction,
  nulls: nulls ?? (direction === 'asc' ? 'last' : 'first'),
});

/** ORDER BY, LIMIT and OFFSET of a query. */
export class Sorting {
  readonly #keys: readonly SortKey[];
  readonly #limit: number | null;
  readonly #offset: number;

  constructor({ limit, offset }: TreeQuery, keys: readonly SortKey[]) {
    this.#keys = keys;
    this.#limit = count(limit, 'LIMIT');
    this.#offset = count(offset, 'OFFSET') ?? 0;
  }

  /** The table in that order; the same where there is nothing to do. */
  step(from: string, program: ProgramWriter): string {
    if (this.#keys.length === 0 && this.#limit === null && this.#offset === 0) return from;
    return program.step({
      kind: 'sort',
      from,
      keys: this.#keys,
      limit: this.#limit,
      offset: this.#offset,
    });
  }
}

function count(expr: TreeExpr | null, word: string): number | null {
  if (expr === null || (expr.kind === 'literal' && expr.type === 'null')) return null;
  const isCount = expr.kind === 'literal' && expr.type === 'number' && /^\d{1,9}$/.test(expr.text);
  return isCount ? Number(expr.text) : declined(`${word} with anything but a whole number`);
}
