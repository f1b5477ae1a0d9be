import { lemma } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { isDoer } from '#src/language/en/verbs.ts';
import {
  blocksIn,
  columnBehind,
  columnsIn,
  statedIn,
  tablesByAlias,
} from '#src/planner/select-blocks.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import { referringTies, spokenOf, waysOf } from '#src/read/licensed.ts';
import type { Question } from '#src/read/question.ts';
import { type Schema, tableOf } from '#src/read/resolve.ts';
import { saysWord } from '#src/read/says-word.ts';

/**
 * `Names of all beer styles`, of which a query tells the styles of what lies on the shelf "Beer": a common word that far rows, which
 * nothing speaks of, happen to be called by. The word, or null.
 */
export const farValue: Finds<string> = (question, query, schema) => {
  const { sources, tied, idle } = waysOf(query, schema);
  if (idle.size === 0) return null;
  const said = spokenOf(question);
  for (const { column, literal } of statedIn(blocksIn(query))) {
    if (typeof literal.value !== 'string') continue;
    const table = sources.get(column.alias) ?? '';
    const beside = [...(tied.get(column.alias) ?? [])];
    const isFar =
      !said.has(table) &&
      beside.length > 0 &&
      beside.every((other) => idle.has(other) && !said.has(sources.get(other)!));
    if (!isFar) continue;
    const word = question.tokens.find(
      ({ text, lower }, at) =>
        text === lower &&
        question
          .valueRefs(at)
          .some(
            ({ to, options }) => to === at + 1 && options.some((value) => value.table === table),
          ),
    );
    if (word) return word.text;
  }
  return null;
};

/**
 * `The guild with the most apprentices`, of which a query counts who signed up for its lessons, though apprentices have a column that is
 * called as the key of guilds; and courts that members used by way of their passes, where a table is called after both. The
 * table of what the query leaves aside, or null.
 */
export const otherWay: Finds<string> = (question, query, schema) => {
  const { sources, idle } = waysOf(query, schema);
  if (idle.size === 0) return null;
  const said = new Set(
    question.tokens.flatMap((_, at) =>
      question
        .refs(at)
        .flatMap(({ options }) => options.filter(isNameOfRows).map(({ table }) => table)),
    ),
  );
  const read = new Set(sources.values());
  const between = [...idle].map((alias) => sources.get(alias)!).filter((table) => !said.has(table));
  if (between.length === 0) return null;
  const ends = [...said].filter((table) => read.has(table));
  for (const end of ends)
    for (const other of said) {
      if (other === end) continue;
      const key = schema.tables.get(end)!.primaryKey ?? [];
      const own = schema.tables
        .get(other)!
        .columns.find(
          ({ name }) =>
            key.length === 1 &&
            name.toLowerCase() === key[0]!.toLowerCase() &&
            !schema.references.has(`${other}\0${name}`) &&
            !schema.tables.get(other)!.primaryKey?.includes(name),
        );
      if (own) return other;
      const words = [end, other].flatMap((table) =>
        wordsOf(schema.tables.get(table)!.label).map(lemma),
      );
      const link = [...schema.tables.values()].find(
        ({ name, label }) =>
          !read.has(name) &&
          name !== end &&
          name !== other &&
          sameWords(wordsOf(label).map(lemma), words),
      );
      if (link) return link.name;
    }
  return null;
};

/**
 * `Exams given by Umar`, of which a query tells those of the courses that he teaches, though each exam has its examiner: rows that
 * nobody speaks of are no way round a column that refers to others, or says who did it. Rows and column, or null.
 */
export const pastOwnTie: Finds<{ readonly rows: string; readonly column: string }> = (
  question,
  query,
  schema,
) => {
  const { sources, idle } = waysOf(query, schema);
  if (idle.size < 1) return null;
  const said = spokenOf(question);
  const ties = referringTies(blocksIn(query), schema);
  const used = new Set(columnsIn(query).map(({ alias, column }) => `${alias}\0${column}`));
  const saysBy = question.tokens.some((_, at) => question.is(at, question.language.names.agents));
  const isVerbSaid = (verb = '') =>
    question.tokens.some((token) => verb !== '' && saysWord(token, verb, question));
  const isPassed = (alias: string) => idle.has(alias) && !said.has(sources.get(alias)!);
  for (const [alias, table] of sources) {
    if (isPassed(alias)) continue;
    // Where its own references lead by way of rows that nobody speaks of.
    const ends = new Set<string>();
    const seen = new Set([alias]);
    const follow = (from: string, isFirst: boolean): void => {
      for (const { from: own, to } of ties) {
        if (own.alias !== from || seen.has(to.alias)) continue;
        seen.add(to.alias);
        if (isPassed(to.alias)) follow(to.alias, false);
        else if (!isFirst) ends.add(sources.get(to.alias)!);
      }
    };
    follow(alias, true);
    if (ends.size === 0) continue;
    const { columns, primaryKey, label } = schema.tables.get(table)!;
    const own = columns.find((column) => {
      if (
        column.hidden ||
        primaryKey?.includes(column.name) ||
        used.has(`${alias}\0${column.name}`)
      )
        return false;
      const target = schema.references.get(`${table}\0${column.name}`);
      if (target !== undefined) return ends.has(tableOf(target));
      const words = wordsOf(column.label);
      // `served by`, which leads to nobody for sure.
      const isSaid = words.at(-1) === 'by' && isVerbSaid(words.at(-2));
      return (
        isSaid || (saysBy && column.kind === 'identifier' && words.some((word) => isDoer(word)))
      );
    });
    if (own) return { rows: label, column: own.label };
  }
  return null;
};

/**
 * `Sheds that were sold to buyers`, of which a query tells those where buyers live, though sales tie sheds to buyers: the rows that the verb
 * between two others tells of. Their table, or null.
 */
export function pastDeed(question: Question, query: SelectQuery, schema: Schema): string | null {
  const { sources, tied } = waysOf(query, schema);
  if (sources.size < 2) return null;
  const read = new Set(sources.values());
  const refers = referringOf(schema);
  for (const [at] of question.tokens.entries()) {
    const deeds = question.rowsOfVerb(at)?.options ?? [];
    for (const { table } of deeds) {
      if (read.has(table)) continue;
      for (const [alias, ends] of tied) {
        const one = sources.get(alias)!;
        const isPast = [...ends].some((end) => {
          const other = sources.get(end)!;
          return one !== other && refers(table, one) && refers(table, other);
        });
        if (isPast) return table;
      }
    }
  }
  return null;
}

const referring = new WeakMap<Schema['references'], ReadonlySet<string>>();

/** Whether rows of a table refer to those of another. */
function referringOf({ references }: Schema): (one: string, other: string) => boolean {
  let known = referring.get(references);
  if (!known) {
    known = new Set([...references].map(([end, to]) => `${tableOf(end)}\0${tableOf(to)}`));
    referring.set(references, known);
  }
  const pairs = known;
  return (one, other) => pairs.has(`${one}\0${other}`);
}

const sameWords = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word) => other.includes(word));

/**
 * `The type of the tools`, of which a query shows that of the traits that tools have, and `full names of drivers`, of which it shows
 * those of their depots: what is called after rows that nobody speaks of is no attribute of others. The table, or null.
 */
export const farAttribute: Finds<string> = (question, query, schema) => {
  const { sources } = waysOf(query, schema);
  if (sources.size === 1 || question.asksWho) return null;
  const top = tablesByAlias(query);
  const said = spokenOf(question);
  const { isAkin } = question.language.names;
  const owners = [...sources.values()].filter((table) => said.has(table));
  for (const { expr } of query.select) {
    const found = columnBehind(expr, top, schema.tables);
    if (!found || said.has(found.table.name) || owners.length === 0) continue;
    const { table, column } = found;
    const isOfOne = owners.some((owner) => {
      const way = schema.graph.path(owner, table.name);
      return way.kind === 'path' && way.path.every(({ toOne }) => toOne);
    });
    const own = wordsOf(table.label);
    const isCalledAfter = wordsOf(column.label).some((word) =>
      own.some((one) => isAkin(word, one)),
    );
    const isSpokenOf = question.tokens.some(({ lower }) => own.some((word) => isAkin(lower, word)));
    if (isCalledAfter && !isOfOne && !isSpokenOf) return table.name;
  }
  return null;
};

/**
 * `The masters in the Metal guild who teach some module`, of which a query tells modules of that guild, though masters have one of their
 * own: a value is said of the rows right before it. Those rows, or null.
 */
export const otherOwner: Finds<string> = (question, query, schema) => {
  const { sources, tied } = waysOf(query, schema);
  if (sources.size === 1) return null;
  for (const {
    column: { alias },
    literal,
  } of statedIn(blocksIn(query))) {
    const held = sources.get(alias) ?? '';
    const text = String(literal.value).toLowerCase();
    const at = question.tokens.findIndex((_, from) =>
      question
        .valueRefs(from)
        .some(
          ({ to, options }) =>
            question.textOf(from, to).toLowerCase() === text &&
            options.some(({ table }) => table === held),
        ),
    );
    const owner = at < 0 ? null : question.rowsNamedBefore(at, held);
    if (owner === null || owner === held) continue;
    const own = [...sources].filter(([, table]) => table === owner).map(([name]) => name);
    const isTied = own.some((name) => tied.get(name)?.has(alias));
    const way = schema.graph.path(owner, held);
    if (
      own.length > 0 &&
      !isTied &&
      way.kind === 'path' &&
      way.path.length === 1 &&
      way.path[0]!.toOne
    )
      return owner;
  }
  return null;
};
