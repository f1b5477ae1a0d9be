import type { JoinFacts } from '#src/plugin-api/query-facts.ts';

type Equality = JoinFacts['equalities'][number];

/** A FROM that was read, by any dialect's reader. */
interface ReadFrom<Expr> {
  readonly sources: readonly { readonly alias: string | null }[];
  readonly joins: readonly JoinFacts[];
  /** The equality of base columns that a condition is; null where it is none. */
  equality(condition: Expr): Equality | null;
}

/** Joins with the equalities that WHERE adds between the tables of a comma list. */
export function withWhereEqualities<Expr>(
  from: ReadFrom<Expr>,
  conditions: readonly Expr[],
): readonly JoinFacts[] {
  if (!from.joins.some((join) => join.type === 'cross')) return from.joins;
  const place = new Map(from.sources.map((source, index) => [source.alias, index]));
  const found = conditions.map((each) => from.equality(each)).filter((each) => each !== null);
  return from.joins.map((join) => {
    if (join.type !== 'cross') return join;
    const at = place.get(join.alias) ?? -1;
    const equalities = found.filter(({ left, right }) => {
      const ends = [place.get(left.alias) ?? -1, place.get(right.alias) ?? -1];
      return Math.max(...ends) === at;
    });
    return equalities.length > 0 ? { ...join, type: 'inner' as const, equalities } : join;
  });
}
