import { wordsOf } from '#src/catalog/name-keys.ts';
import { expandWords } from '#src/catalog/names.ts';
import { isIdleWord } from '#src/language/en/passed-over.ts';
import type { PhraseRow } from '#src/language/tables.ts';
import {
  blocksIn,
  columnBehind,
  columnsIn,
  hasNode,
  tablesOfBlocks,
} from '#src/planner/select-blocks.ts';
import { NOTHING_READ } from '#src/planner/wording.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { saidUnits } from '#src/query/units.ts';
import type { Option, ValueOption } from '#src/read/ask.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';
import { saysWord } from '#src/read/says-word.ts';

/** What a query reads: its tables, its columns as `table\0column` with their units, the words of their names, and texts that it compares with. */
interface Read {
  readonly tables: ReadonlySet<string>;
  readonly columns: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly texts: readonly string[];
  readonly units: ReadonlySet<string>;
}

/**
 * `Which member won the most games`, of which a query counts games: nouns and verbs of a question that a query took nothing
 * from, told.
 *
 * @param told - What is told already: words that it quotes are not told again.
 */
export function toldAside(
  question: Question,
  query: SelectQuery,
  schema: Schema,
  told: readonly string[] = [],
): readonly string[] {
  const quoted = told.flatMap((one) => [...one.toLowerCase().matchAll(/"([^"]*)"/g)]);
  const words = new Set(quoted.flatMap(([, phrase]) => phrase!.split(/[^\p{L}\p{N}]+/u)));
  const said = wordsAside(question, query, schema).flatMap((at) => {
    const { text, lower } = question.tokens[at]!;
    return words.has(lower) ? [] : `"${text}"`;
  });
  return said.length > 0 ? [`${NOTHING_READ} ${said.join(', ')}.`] : [];
}

function wordsAside(question: Question, query: SelectQuery, schema: Schema): readonly number[] {
  const read = readBy(query, schema);
  const taken = takenFrom(question, read);
  return question.tokens.flatMap((token, at) => {
    const { kind, lower, lemma } = token;
    const isAside =
      kind === 'word' &&
      !taken.has(at) &&
      question.isNoun(at) &&
      !isIdleWord(lower) &&
      !read.texts.some((text) => text.includes(lower) || text.includes(lemma)) &&
      !saidUnits(lower).some((unit) => read.units.has(unit)) &&
      ![...read.words].some((word) => saysWord(token, word, question));
    return isAside ? [at] : [];
  });
}

function readBy(query: SelectQuery, { tables }: Schema): Read {
  const blocks = blocksIn(query);
  const sources = tablesOfBlocks(blocks);
  const columns = columnsIn(query).flatMap((one) => columnBehind(one, sources, tables) ?? []);
  const texts: string[] = [];
  hasNode(query, (node) => {
    if ('value' in node && typeof node.value === 'string') texts.push(node.value.toLowerCase());
    if ('unit' in node && typeof node.unit === 'string') texts.push(node.unit);
    if ('part' in node && typeof node.part === 'string') texts.push(node.part);
    if ('text' in node && typeof node.text === 'string') texts.push(node.text.toLowerCase());
    return false;
  });
  const read = [...sources.values()].flatMap((name) => tables.get(name) ?? []);
  const named = [...read, ...columns.map(({ column }) => column)];
  return {
    tables: new Set(read.map(({ name }) => name)),
    columns: new Set(columns.map(({ table, column }) => `${table.name}\0${column.name}`)),
    words: new Set(
      named.flatMap(({ label, synonyms }) => [label, ...synonyms]).flatMap(writtenOut),
    ),
    texts,
    units: new Set(columns.flatMap(({ column }) => column.unit ?? [])),
  };
}

/** The words of a name, those in short forms in full, too: `hrly rt`. */
const writtenOut = (name: string): readonly string[] => [
  ...wordsOf(name),
  ...expandWords(name.split(' ')),
];

/** The tokens that a query may have taken something from. */
function takenFrom(question: Question, read: Read): ReadonlySet<number> {
  const isReadName = (one: Option): boolean =>
    one.kind === 'table'
      ? read.tables.has(one.table)
      : one.columns.some(({ name }) => read.columns.has(`${one.table}\0${name}`));
  const isReadValue = ({ table, column, texts }: ValueOption): boolean =>
    read.columns.has(`${table}\0${column}`) ||
    texts.some((text) => read.texts.includes(text.toLowerCase()));
  const { aggregates, boundsAfter, comparators, distinct, frequent, rankings } = question.language;
  const grammar = [aggregates, boundsAfter, comparators, frequent, rankings];
  const taken = new Set<number>();
  for (let at = 0; at < question.length; at++) {
    const verb = question.rowsOfVerb(at);
    const ends = [
      ...question.refs(at).flatMap(({ to, options }) => (options.some(isReadName) ? to : [])),
      ...question.valueRefs(at).flatMap(({ to, options }) => (options.some(isReadValue) ? to : [])),
      ...(verb?.options.some(isReadName) ? [verb.to] : []),
      question.period(at)?.end ?? at,
      ...grammar.map((rows: readonly PhraseRow<unknown>[]) => question.phrase(at, rows)?.to ?? at),
      ...(question.is(at, distinct) || question.comparative(at) ? [at + 1] : []),
    ];
    for (let next = at; next < Math.max(...ends); next++) taken.add(next);
  }
  return taken;
}
