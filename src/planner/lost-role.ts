import lemmatizer from 'wink-lemmatizer';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { isAgent, isAkin, isReceiver } from '#src/language/en/stem.ts';
import { agents, isPlainDeed } from '#src/language/en/verbs.ts';
import { isLinking } from '#src/planner/linking.ts';
import {
  blocksIn,
  columnsIn,
  sourcesOf,
  tablesByAlias,
  tablesOfBlocks,
} from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { ColumnRef, Predicate, SelectQuery } from '#src/plugin-api/query.ts';

/**
 * Whether a verb tells of a column that refers to others, and the rows are tied by another one: `papers that Ann reviewed`
 * are those of the reviewer, however surely the author is known to be a person.
 */
export function losesRole(
  query: SelectQuery,
  verbs: readonly string[],
  tables: ReadonlyMap<string, CatalogTable>,
): boolean {
  if (verbs.length === 0) return false;
  const ties = tiesOf(query);
  const text = JSON.stringify(query);
  return ties.some(({ table: name, column: own }) => {
    const table = tables.get(name);
    const key = table?.columns.find((column) => column.name === own);
    if (!table || !key) return false;
    return verbs.some(
      (verb) =>
        !tellsOf(verb, key) &&
        table.columns.some(
          (other) =>
            other !== key &&
            !table.primaryKey?.includes(other.name) &&
            other.kind === 'identifier' &&
            tellsOf(verb, other) &&
            !text.includes(`"column":${JSON.stringify(other.name)}`),
        ),
    );
  });
}

/**
 * Whether a verb that was passed over tells of a column that says who did it, which the query leaves aside: `who owns the
 * boats` asks for their owner, and `who manages Ann` for her manager, even where her key alone is compared.
 *
 * @param references - `table\0column` of a reference → the column that it refers to.
 */
export function losesAgent(
  query: SelectQuery,
  verbs: readonly string[],
  { tables, references }: Ground,
): boolean {
  if (verbs.length === 0) return false;
  const text = JSON.stringify(query);
  return [...tablesRead(query, references)].some((table) =>
    tables
      .get(table)
      ?.columns.some(
        (column) =>
          verbs.some((verb) => namesDoer(column, verb)) &&
          !text.includes(`"column":${JSON.stringify(column.name)}`),
      ),
  );
}

/**
 * The verbs of those that were passed over that say what nothing tells of the rows that a query reads: `who owns the shop`, where the
 * shop has staff alone.
 */
export function untoldVerbs(
  query: SelectQuery,
  verbs: readonly string[],
  { tables, references }: Ground,
): readonly string[] {
  if (verbs.length === 0) return [];
  const read = [...tablesRead(query, references)].flatMap((name) => tables.get(name) ?? []);
  const named = read.flatMap((table) => [table, ...table.columns.filter(({ hidden }) => !hidden)]);
  return verbs.filter(
    (verb) =>
      !isPlainDeed(verb) && !named.some((one) => tellsOf(verb, one) || namesDoer(one, verb)),
  );
}

/**
 * The verbs of those that were passed over that tell rows of one table apart (`patients who died`), which nothing in it does: over
 * several tables a verb may say no more than that they are tied.
 */
export const restrictingVerbs = (
  query: SelectQuery,
  verbs: readonly string[],
  ground: Ground,
): readonly string[] =>
  verbs.length === 0 || tablesRead(query, ground.references).size > 1
    ? []
    : untoldVerbs(query, verbs, ground).filter((verb) => !isLinking(verb));

interface Ground {
  readonly tables: ReadonlyMap<string, CatalogTable>;
  readonly references: ReadonlyMap<string, string>;
}

/**
 * Whether a query is of rows that refer to others of their table, which it leaves aside: what a verb that was passed over may
 * tell of (`who reports to Ann`).
 */
export function losesOwnTie(
  query: SelectQuery,
  { references }: Pick<Ground, 'references'>,
): boolean {
  const read = tablesRead(query, references);
  const text = JSON.stringify(query);
  return [...references].some(([from, to]) => {
    const [table, column] = from.split('\0');
    const isOwn = table !== undefined && to.startsWith(`${table}\0`);
    return isOwn && read.has(table) && !text.includes(`"column":${JSON.stringify(column)}`);
  });
}

/** The tables that a query reads at any depth, and those that its columns refer to. */
export function tablesRead(
  query: SelectQuery,
  references: Ground['references'],
): ReadonlySet<string> {
  const blocks = blocksIn(query);
  const sources = tablesOfBlocks(blocks);
  const referred = columnsIn(query).flatMap(({ alias, column }) => {
    const target = references.get(`${sources.get(alias)}\0${column}`);
    return target ? [target.split('\0')[0]!] : [];
  });
  return new Set([...sources.values(), ...referred]);
}

/**
 * Whether a verb that was passed over tells of a number that the query leaves aside: the document that `has been accessed most
 * often` has the highest `access_count`, however many rows are called as it is.
 *
 * @param said - Tables that the question names, whether or not the query reads them.
 */
export function losesMeasure(
  query: SelectQuery,
  verbs: readonly string[],
  tables: ReadonlyMap<string, CatalogTable>,
  said: readonly string[],
): boolean {
  if (verbs.length === 0) return false;
  const text = JSON.stringify(query);
  return [...sourcesOf(query).map(({ table }) => table), ...said].some((table) =>
    tables
      .get(table)
      ?.columns.some(
        (column) =>
          column.kind === 'measure' &&
          !column.hidden &&
          verbs.some((verb) => tellsOf(verb, column)) &&
          !text.includes(`"column":${JSON.stringify(column.name)}`),
      ),
  );
}

/** `owner`, `author` of what somebody owns or wrote. */
export function namesDoer(column: Pick<CatalogColumn, 'label'>, verb: string): boolean {
  const words = wordsOf(column.label);
  const doers = agents(verb);
  return (
    words.some((word) => doers.includes(word)) || (words.some(isAgent) && tellsOf(verb, column))
  );
}

/** `assignee`, `reviewer`: a column that is called just as who did something, or to whom it was done. */
export function saysWho(column: CatalogColumn, verb: string): boolean {
  const [word, second] = wordsOf(column.label);
  const isSomebody = word !== undefined && (isAgent(word) || isReceiver(word));
  return isSomebody && second === undefined && tellsOf(verb, column);
}

/**
 * Whether a verb that is said of persons tells of a column by which the rows of a query have somebody, which it leaves aside: `each
 * person that tickets are assigned to` is an assignee, and nobody else.
 */
export const losesPerson = (
  query: SelectQuery,
  verb: string,
  { tables, references }: Ground,
): boolean => {
  const text = JSON.stringify(query);
  return [...tablesRead(query, references)].some((table) =>
    tables
      .get(table)
      ?.columns.some(
        (column) =>
          !column.hidden &&
          saysWho(column, verb) &&
          !text.includes(`"column":${JSON.stringify(column.name)}`),
      ),
  );
};

/** Whether a name has a word that a verb is akin to. */
export function tellsOf(verb: string, { label }: Pick<CatalogColumn, 'label'>): boolean {
  const base = lemmatizer.verb(verb);
  return wordsOf(label).some((word) => [verb, base].some((one) => isAkin(one, word)));
}

interface Tie {
  readonly table: string;
  readonly column: string;
}

/** The columns by which rows of a query are tied to others, at any depth. */
function tiesOf(
  query: SelectQuery,
  around: ReadonlyMap<string, string> = new Map(),
): readonly Tie[] {
  const sources = new Map([...around, ...tablesByAlias(query)]);
  const of = ({ alias, column }: ColumnRef): readonly Tie[] => {
    const table = sources.get(alias);
    return table ? [{ table, column }] : [];
  };
  const within = (one: Predicate): readonly Tie[] => {
    if (one.kind === 'compare') {
      const { left, right } = one;
      if (left.kind === 'column' && right.kind === 'column') return [...of(left), ...of(right)];
      return [left, right].flatMap((side) =>
        side.kind === 'subquery' && side.query.kind === 'select' ? tiesOf(side.query, sources) : [],
      );
    }
    if (one.kind === 'exists' || one.kind === 'inQuery')
      return one.query.kind === 'select' ? tiesOf(one.query, sources) : [];
    return one.kind === 'and' || one.kind === 'or' ? one.parts.flatMap(within) : [];
  };
  return [
    ...query.joins.flatMap(({ on }) =>
      on.flatMap(({ left, right }) => [...of(left), ...of(right)]),
    ),
    ...query.where.flatMap(within),
  ];
}
