import { readable } from '#src/catalog/catalog-names.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { type AskedWords, isPartOfColumn, type NamedColumn } from '#src/check/owed/asked-words.ts';
import type { OwedLanguage } from '#src/check/owed/languages.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { isSame, type Statement } from '#src/check/owed/statement.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { BARE } from '#src/planner/lexicon/scores.ts';
import type { Token } from '#src/planner/tokens.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, OutputFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { columnNodes } from '#src/sql/nodes.ts';

/** What a question begins with: columns, as it names them, and of which things. */
interface Listed {
  readonly start: number;
  readonly end: number;
  /** The words of the name, in the singular. */
  readonly name: readonly string[];
  readonly columns: readonly NamedColumn[];
  readonly of: readonly CatalogTable[];
}

/** "Name and phone of the clients", "the songs of …": columns that the question begins with are shown. */
export const listedOwed: ReadObligations = (asked) => [
  onceOwed(asked),
  ...listedIn(asked).map((one): Obligation => {
    const words = asked.text(one.start, one.end);
    return {
      kind: 'listed',
      words,
      unmetBy: (statement) =>
        shows(one, statement, asked.words)
          ? null
          : `The question asks for "${words}", but the SQL doesn't show it.`,
    };
  }),
];

/** Walks over names of columns and the things that they are of, up to the first word that is neither. */
function listedIn(asked: AskedWords): readonly Listed[] {
  const { tokens, mentions, words: language } = asked;
  const found: Listed[] = [];
  for (let at = 0; at < tokens.length; ) {
    // "The city which has the most members".
    if (found.length > 0 && language.narrowing.has(tokens[at]!.lower)) break;
    const mention = mentions.find(({ start }) => start === at);
    const end = mention?.end ?? at + 1;
    const owner = ownerBehind(asked, end);
    // "Client names": a thing and what is called so of it.
    const next = tokens[end];
    const own =
      mention &&
      next &&
      mention.tables.length > 0 &&
      isName(asked, end) &&
      !tellsOf(next, language) &&
      !isBounded(asked, end)
        ? columnsCalled([next.lemma], mention.tables, language)
        : [];
    if (mention && own.length > 0) {
      const name = [next?.lemma ?? ''];
      const behind = mentions.find(({ start }) => start === end);
      if (!behind || behind.end === end + 1)
        found.push({ start: at, end: end + 1, name, columns: own, of: mention.tables });
      at = behind?.end ?? end + 1;
    } else if (owner && (mention || isName(asked, at))) {
      const name = tokens.slice(at, end).map(({ lemma }) => lemma);
      const columns = columnsCalled(name, owner.tables, language);
      if (columns.length > 0) found.push({ start: at, end, name, columns, of: owner.tables });
      at = owner.end;
    } else if (mention && mention.tables.length === 0) {
      const name = tokens.slice(at, end).map(({ lemma }) => lemma);
      const isPlain = name.every((word) => BARE.has(word) || language.kinds.has(word));
      // "Active members" says which ones.
      const isAdjective = mentions.some(({ start, tables }) => start === end && tables.length > 0);
      if (!isPlain && !isAdjective)
        found.push({ start: at, end, name, columns: mention.columns, of: [] });
      at = end;
    } else if (!mention && isLittle(asked, at)) at = end;
    else break;
  }
  return found;
}

/** "Films grossing between 5 and 8", "wines scoring 95 or higher": a verb of what is bounded, which is not asked to be seen. */
const isBounded = ({ tokens, words: language }: AskedWords, at: number): boolean =>
  language.isDoing(tokens[at]?.lower ?? '') &&
  ((tokens[at + 1]?.value ?? null) !== null ||
    language.between.has(tokens[at + 1]?.lower ?? '') ||
    language.boundsBefore.some(({ phrase }) =>
      phrase.every((word, index) => tokens[at + 1 + index]?.lower === word),
    ));

/** The things behind "of" that a name is of. */
function ownerBehind(asked: AskedWords, end: number) {
  const { tokens, mentions, words: language } = asked;
  if (!language.ofThings.has(tokens[end]?.lower ?? '')) return null;
  let at = end + 1;
  while (
    language.beforeGroups.has(tokens[at]?.lower ?? '') ||
    language.each.has(tokens[at]?.lower ?? '')
  )
    at++;
  const owner = mentions.find(({ start }) => start === at);
  const belongs =
    mentions.some(({ start }) => start === owner?.end) ||
    (owner !== undefined && isPartOfColumn(asked, owner));
  return owner && owner.tables.length > 0 && owner.columns.length === 0 && !belongs ? owner : null;
}

/** Columns of a thing that are called so, with its own name or without it; else those that have the words. */
function columnsCalled(
  name: readonly string[],
  tables: readonly CatalogTable[],
  language: OwedLanguage,
): readonly NamedColumn[] {
  const having = tables.flatMap((table) =>
    table.columns
      .filter(({ hidden, label }) => !hidden && has(wordsOf(label), name, language))
      .map((column) => ({ table, column })),
  );
  const exact = having.filter(({ table, column }) =>
    isCalled(wordsOf(column.label), name, [table], language),
  );
  return exact.length > 0 ? exact : having;
}

const has = (label: readonly string[], name: readonly string[], { isFormOf }: OwedLanguage) =>
  name.every((word) => label.some((one) => one === word || isFormOf(one, word)));

/** Whether a label is those words, with the name of its thing or without it. */
const isCalled = (
  label: readonly string[],
  name: readonly string[],
  of: readonly CatalogTable[],
  language: OwedLanguage,
) =>
  has(label, name, language) &&
  label.every(
    (word) =>
      name.some((one) => one === word || language.isFormOf(one, word)) ||
      of.some((table) => wordsOf(table.label).includes(word)),
  );

/** A word that is no part of the grammar, and may name a column of what follows "of". */
const isName = ({ tokens, words: language }: AskedWords, at: number) => {
  const { kind, lower } = tokens[at]!;
  return kind === 'word' && !language.countedWords.has(lower) && !isGrammar(lower, language);
};

/** "Rooms named …", "pilots aged …": it tells of the things before it. */
const tellsOf = ({ lower }: Token, { narrowing, isPast }: OwedLanguage) =>
  narrowing.has(lower) || isPast(lower);

const isGrammar = (lower: string, language: OwedLanguage): boolean =>
  [
    ...[language.opening, language.asking, language.joining, language.different, language.little],
    ...[language.frequent, language.ends, language.superlatives, language.average, language.total],
  ].some((words) => words.has(lower));

const isLittle = ({ tokens, values, words: language }: AskedWords, at: number): boolean => {
  const { lower } = tokens[at]!;
  return (
    isGrammar(lower, language) &&
    !language.opensClause.has(lower) &&
    !values.some(({ start, end }) => start <= at && at < end)
  );
};

const blocksShown = (block: SelectFacts): readonly SelectFacts[] =>
  block.setOperation ? block.setOperation.branches.flatMap(blocksShown) : [block];

/** Every part of a set operation shows the column, or something is computed of several, which it may be. */
function shows(listed: Listed, statement: Statement, language: OwedLanguage): boolean {
  const isComputed = statement.calls.some(
    ({ aggregate, args: [arg] }) => aggregate && arg && columnNodes(arg).length > 1,
  );
  if (isComputed) return true;
  return blocksShown(statement.facts.root).every(({ outputs }) => {
    const shown = outputs.flatMap(({ columns }) => columns);
    return shown.length === 0 || shown.some((one) => isShown(one, listed, statement, language));
  });
}

function isShown(
  shown: BaseColumn,
  { name, columns, of }: Listed,
  statement: Statement,
  language: OwedLanguage,
): boolean {
  const { columnOf } = statement;
  if (columns.some((one) => isNameBehind(shown, one, statement))) return true;
  const label = wordsOf(`${columnOf(shown)?.label ?? ''} ${readable(shown.column)}`);
  const isOwn = columns.some(
    ({ table, column }) => isSame(table.name, shown.table) && isSame(column.name, shown.column),
  );
  if (isOwn || isNameOf(shown, name, of, language)) return true;
  if (of.length > 0 && of.some((table) => isSame(table.name, shown.table)))
    return isCalled(label, name, of, language);
  // Another column of the same word may be what is meant: `salary` and `min salary`.
  const telling = name.filter((word) => !language.kinds.has(word));
  return label.some((word) =>
    (telling.length > 0 ? telling : name).some(
      (other) => language.isFormOf(word, other) || isPartOf(word, other),
    ),
  );
}

/** "Names of the songs": their titles. */
const isNameOf = (
  shown: BaseColumn,
  [word, more]: readonly string[],
  of: readonly CatalogTable[],
  { called, isFormOf }: OwedLanguage,
): boolean =>
  word !== undefined &&
  more === undefined &&
  [...called].some((one) => isFormOf(one, word)) &&
  of.some(
    (table) =>
      isSame(table.name, shown.table) &&
      displayColumns(table).some((one) => isSame(one.name, shown.column)),
  );

/** Whether a column tells rows apart that others refer to, and that reference is looked at: the boss by name, of a `boss id`. */
function isNameBehind(
  shown: BaseColumn,
  { table, column }: NamedColumn,
  { catalog, reads }: Statement,
): boolean {
  const refers = catalog.relationships.some(
    ({ from, to }) =>
      isSame(from.table, table.name) &&
      from.columns.some((one) => isSame(one, column.name)) &&
      isSame(to.table, shown.table),
  );
  const rows = catalog.tables.find((one) => isSame(one.name, shown.table));
  return (
    refers &&
    reads(table.name, column.name) &&
    rows !== undefined &&
    displayColumns(rows).some((one) => isSame(one.name, shown.column))
  );
}

/** `cred` and `credits`, `name` and `fullname`. */
function isPartOf(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length > 2 && long.includes(short);
}

/** A column that is shown twice stands where another one is asked for. */
const onceOwed = ({ question }: AskedWords): Obligation => ({
  kind: 'listed',
  words: question,
  unmetBy: ({ facts, columnOf }) => {
    const { outputs } = facts.root;
    const twice = outputs.find((one, at) =>
      outputs.slice(0, at).some((other) => isTwin(one, other)),
    );
    return twice?.column
      ? `The SQL shows ${columnOf(twice.column)?.label ?? twice.column.column} twice.`
      : null;
  },
});

const isTwin = ({ node }: OutputFacts, { node: other }: OutputFacts) =>
  node.kind === 'column' &&
  other.kind === 'column' &&
  node.column !== null &&
  other.column !== null &&
  node.alias === other.alias &&
  isSame(node.column.table, other.column.table) &&
  isSame(node.column.column, other.column.column);
