import type { TrapSchema } from './schemas.ts';

/** What an analyst would call the mistake. */
type Mistake =
  | 'fan-out'
  | 'unmatched value'
  | 'join off the keys'
  | 'sum of what does not add up'
  | 'average of averages'
  | 'integer division'
  | 'period'
  | 'NOT IN with NULL'
  | 'COUNT of a nullable column'
  | 'mixed units'
  | 'ties'
  | 'total against parts'
  | 'another question';

/** How an answer with the mistake may end; a plain answer is a miss. */
export type Outcome = 'repaired' | 'flagged' | 'declined';

export interface Trap {
  readonly schema: TrapSchema;
  readonly mistake: Mistake;
  readonly question: string;
  readonly sql: string;
  /** Any of these is a catch. */
  readonly expect: readonly Outcome[];
}

export interface SoundQuery {
  readonly schema: TrapSchema;
  readonly question: string;
  readonly sql: string;
}

/** Cases written as `mistake | outcomes | question | sql` lines would be hard to check, so as tuples. */
export type TrapTuple = readonly [Mistake, string, string, ...Outcome[]];

export function trapsOf(schema: TrapSchema, tuples: readonly TrapTuple[]): readonly Trap[] {
  return tuples.map(([mistake, question, sql, ...expect]) => ({
    schema,
    mistake,
    question,
    sql,
    expect,
  }));
}

export function soundOf(
  schema: TrapSchema,
  tuples: readonly (readonly [question: string, sql: string])[],
): readonly SoundQuery[] {
  return tuples.map(([question, sql]) => ({ schema, question, sql }));
}
