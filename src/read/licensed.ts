import {
  blocksIn,
  columnsIn,
  hasNode,
  tablesByAlias,
  tablesOfBlocks,
} from '#src/planner/select-blocks.ts';
import type { ColumnRef, SelectQuery } from '#src/plugin-api/query.ts';
import type { Option } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import { onceOf } from '#src/read/once-of.ts';
import type { Question } from '#src/read/question.ts';
import { type Schema, tableOf } from '#src/read/resolve.ts';

/** How the rows of a query hang together, at any depth. */
interface Ways {
  readonly sources: ReadonlyMap<string, string>;
  /** The rows that each is joined with, by their aliases. */
  readonly tied: ReadonlyMap<string, ReadonlySet<string>>;
  /** Rows of which nothing is shown, compared, counted or put in an order: they only join others. */
  readonly idle: ReadonlySet<string>;
}

/** The columns by which rows of a query are joined. */
const tiesIn = (
  blocks: readonly SelectQuery[],
): readonly { readonly left: ColumnRef; readonly right: ColumnRef }[] =>
  blocks.flatMap(({ joins, where }) => [
    ...joins.flatMap(({ on }) => on),
    ...where.flatMap((one) =>
      one.kind === 'compare' &&
      one.op === '=' &&
      one.left.kind === 'column' &&
      one.right.kind === 'column'
        ? [{ left: one.left, right: one.right }]
        : [],
    ),
  ]);

/** The joins that follow a reference of the catalog: the column that refers, and the key. */
export function referringTies(
  blocks: readonly SelectQuery[],
  { references }: Pick<Schema, 'references'>,
): readonly { readonly from: ColumnRef; readonly to: ColumnRef }[] {
  const sources = tablesOfBlocks(blocks);
  const endOf = ({ alias, column }: ColumnRef) => `${sources.get(alias)}\0${column}`;
  return tiesIn(blocks).flatMap(({ left, right }) =>
    [
      { from: left, to: right },
      { from: right, to: left },
    ].filter(({ from, to }) => references.get(endOf(from)) === endOf(to)),
  );
}

export const waysOf = onceOf(
  (query: SelectQuery, { references }: Pick<Schema, 'references'>): Ways => {
    const blocks = blocksIn(query);
    const sources = tablesOfBlocks(blocks);
    const ties = tiesIn(blocks);
    const tied = new Map<string, Set<string>>();
    for (const { left, right } of ties)
      for (const [one, other] of [
        [left, right],
        [right, left],
      ] as const)
        tied.set(one.alias, (tied.get(one.alias) ?? new Set()).add(other.alias));
    const isTie = new Set<ColumnRef>(ties.flatMap(({ left, right }) => [left, right]));
    const refers = ({ alias, column }: ColumnRef): boolean => {
      const target = references.get(`${sources.get(alias)}\0${column}`);
      return [...(tied.get(alias) ?? [])].some((one) => sources.get(one) === tableOf(target ?? ''));
    };
    const busy = new Set(
      columnsIn(query).flatMap((one) => (isTie.has(one) || refers(one) ? [] : [one.alias])),
    );
    for (const { select, from, distinct } of blocks)
      if (!distinct && hasNode(select, countsRows)) busy.add(from.alias);
    return { sources, tied, idle: new Set([...sources.keys()].filter((one) => !busy.has(one))) };
  },
);

/** `COUNT(*)` */
const countsRows = (node: object): boolean => 'arg' in node && node.arg === null;

/** Whether nothing of the rows of some tables is shown, compared, counted or put in an order. */
export function isIdle(
  tables: readonly string[],
  query: SelectQuery,
  schema: Pick<Schema, 'references'>,
): boolean {
  const { sources, idle } = waysOf(query, schema);
  return [...sources].every(([alias, table]) => !tables.includes(table) || idle.has(alias));
}

/** The tables that a question speaks of: by a name, another word for it, or a verb. */
export const spokenOf = onceOf((question: Question): ReadonlySet<string> => {
  const isSaid = ({ kind, evidence }: Option): boolean =>
    kind === 'table' && evidence !== 'related';
  return new Set(
    question.tokens.flatMap((_, at) =>
      [
        ...question.refs(at).flatMap(({ options }) => options.filter(isSaid)),
        ...(question.rowsOfVerb(at)?.options ?? []),
      ].map(({ table }) => table),
    ),
  );
});

/**
 * LICENSED: each table of a query has a word of the question, or something of it is asked, or it lies on the only shortest join
 * path between two tables that have. The first table that has no licence, or null.
 *
 * `How many singers are of the kind Guest`, of which a query counts those that stand in a list of singers in halls: the list
 * ends no path. `Faults by the mate called Pike` by way of the log, though each fault refers to a mate: a longer path.
 */
export const unlicensed: Finds<string> = (question, query, schema) => {
  const { sources, tied, idle } = waysOf(query, schema);
  if (idle.size === 0) return null;
  const said = spokenOf(question);
  const top = tablesByAlias(query);
  const hasWord = (alias: string) => !idle.has(alias) || said.has(sources.get(alias)!);
  for (const alias of idle) {
    if (hasWord(alias)) continue;
    const ends = endsFrom(alias, tied, hasWord);
    const isLeaf = tied.get(alias)?.size === 1;
    if (isLeaf && top.has(alias) && query.joins.length > 0) return sources.get(alias)!;
    const isDetour = ends.some((one, at) =>
      ends.slice(at + 1).some((other) => isLonger(one, other, sources, schema)),
    );
    if (isDetour) return sources.get(alias)!;
  }
  return null;
};

/** A table that has a word, and those that lie before it. */
interface End {
  readonly alias: string;
  readonly between: readonly string[];
}

/** The nearest tables that have a word, in each direction from one that has none. */
function endsFrom(
  alias: string,
  tied: Ways['tied'],
  hasWord: (alias: string) => boolean,
): readonly End[] {
  const ends: End[] = [];
  const follow = (at: string, between: readonly string[]): void => {
    for (const next of tied.get(at) ?? []) {
      if (next === alias || between.includes(next)) continue;
      if (hasWord(next)) ends.push({ alias: next, between });
      else follow(next, [...between, next]);
    }
  };
  follow(alias, [alias]);
  return ends;
}

/** Whether two tables are joined by more tables than the shortest path between them has. */
function isLonger(one: End, other: End, sources: Ways['sources'], { graph }: Schema): boolean {
  const [from, to] = [sources.get(one.alias)!, sources.get(other.alias)!];
  const shortest = graph.path(from, to);
  // Rows that are looked up among others of their own table are no table between.
  const between = [...new Set([...one.between, ...other.between])].filter(
    (alias) => ![from, to].includes(sources.get(alias)!),
  );
  return from !== to && shortest.kind === 'path' && shortest.path.length <= between.length;
}
