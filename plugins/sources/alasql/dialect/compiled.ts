import { Refused } from '#src/plugin-api/refused.ts';
import type { TreeCall, TreeColumn, TreeExpr, TreeSubquery } from '#src/sql/select/tree.ts';
import type { ProgramWriter } from './program-writer.ts';
import type { SqlType } from './types.ts';

/** An expression as text for AlaSQL. */
export interface Compiled {
  readonly sql: string;
  readonly type: SqlType;
  /** Aliases of the sources that it reads, in its own block. */
  readonly sources: ReadonlySet<string>;
  /** Aliases of the sources that it reads in the block around. */
  readonly around: ReadonlySet<string>;
  /** Whether it reads the block around. */
  readonly outer: boolean;
  /** The two sides where it is an equality. */
  readonly equality?: readonly [Compiled, Compiled];
  /** What it is called in texts for users. */
  readonly label?: string;
}

/** What names, aggregates and subqueries mean where an expression stands. */
export interface ExpressionScope {
  readonly program: ProgramWriter;
  /** A whole expression that the place knows: a key of GROUP BY. */
  known(expr: TreeExpr): Compiled | null;
  column(expr: TreeColumn): Compiled;
  aggregate(call: TreeCall): Compiled;
  subquery(expr: TreeSubquery): Compiled;
}

/**
 * Characters that an expression may be written in. BETWEEN and CASE name a value more than once, so that nested ones
 * would double with each level.
 */
const MAX_TEXT = 200_000;

export function compiled(
  sql: string,
  type: SqlType,
  parts: readonly Compiled[],
  more: Pick<Compiled, 'equality'> = {},
): Compiled {
  if (sql.length > MAX_TEXT)
    throw new Refused(
      'too_deep',
      'The statement reuses its subqueries too many times. Split it into steps.',
    );
  return {
    sql,
    type,
    sources: new Set(parts.flatMap((part) => [...part.sources])),
    around: new Set(parts.flatMap((part) => [...part.around])),
    outer: parts.some((part) => part.outer),
    ...more,
  };
}

/** A call of one of the engine's own functions. */
export const call = (
  name: string,
  type: SqlType,
  args: readonly Compiled[],
  ...more: readonly string[]
): Compiled =>
  compiled(`${name}(${[...args.map((arg) => arg.sql), ...more].join(', ')})`, type, args);

/**
 * Whether all conditions are true, one after the other: AlaSQL's own AND evaluates both sides, and a division may be
 * meant only for rows that passed the condition before it.
 */
export const allTrue = (conditions: readonly Compiled[]): string =>
  conditions.reduceRight(
    (rest, each) =>
      rest === ''
        ? `F_TRUE(${each.sql})`
        : `CASE WHEN F_TRUE(${each.sql}) THEN ${rest} ELSE FALSE END`,
    '',
  );
