import { wordsOf } from '#src/catalog/name-keys.ts';
import type { OwedLanguage } from '#src/check/owed/languages.ts';
import type { Day } from '#src/planner/day.ts';
import { BARE } from '#src/planner/lexicon/scores.ts';
import { periodsIn } from '#src/planner/periods/periods.ts';
import { type Token, tokenize } from '#src/planner/tokens.ts';
import type { Catalog, CatalogColumn, CatalogTable, ValueHit } from '#src/plugin-api/catalog.ts';

/** A run of words that is the whole name of tables or columns. */
export interface Mention {
  /** Places of tokens, half-open. */
  readonly start: number;
  readonly end: number;
  readonly tables: readonly CatalogTable[];
  readonly columns: readonly NamedColumn[];
}

export interface NamedColumn {
  readonly table: CatalogTable;
  readonly column: CatalogColumn;
}

/** A run of words that is a value of the data. */
export interface MentionedValue {
  readonly start: number;
  readonly end: number;
  readonly hits: readonly ValueHit[];
}

/** The words of a question, and what of the data they name. */
export interface AskedWords {
  readonly question: string;
  /** What the language of the question says things with. */
  readonly words: OwedLanguage;
  readonly catalog: Catalog;
  readonly today: Day;
  readonly tokens: readonly Token[];
  readonly mentions: readonly Mention[];
  readonly values: readonly MentionedValue[];
  /** Tokens that belong to a period. */
  readonly inPeriod: ReadonlySet<number>;
  /** The words of a run of tokens, as written. */
  readonly text: (start: number, end: number) => string;
  readonly columns: readonly NamedColumn[];
}

const LONGEST_NAME = 6;

export function askedWords(
  question: string,
  catalog: Catalog,
  hits: readonly ValueHit[],
  today: Day,
  words: OwedLanguage,
): AskedWords {
  const tokens = tokenize(question);
  const columns = catalog.tables.flatMap((table) =>
    table.columns.filter(({ hidden }) => !hidden).map((column) => ({ table, column })),
  );
  return {
    ...{ question, words, catalog, today, tokens, columns },
    mentions: mentionsIn(tokens, catalog, columns),
    values: valuesIn(tokens, hits),
    inPeriod: placesInPeriods(tokens, today),
    text: (start, end) =>
      question.slice(tokens[start]?.start ?? 0, tokens[end - 1]?.end ?? question.length),
  };
}

/** The longest names first; a name inside a longer one (`price` in `unit price`) is none of its own. */
function mentionsIn(
  tokens: readonly Token[],
  catalog: Catalog,
  columns: readonly NamedColumn[],
): readonly Mention[] {
  const named = new Map<string, { tables: CatalogTable[]; columns: NamedColumn[] }>();
  const at = (name: string) => {
    const key = wordsOf(name).join(' ');
    const found = named.get(key) ?? { tables: [], columns: [] };
    named.set(key, found);
    return found;
  };
  for (const table of catalog.tables)
    for (const name of [table.label, ...table.synonyms]) at(name).tables.push(table);
  for (const one of columns)
    for (const name of [one.column.label, ...one.column.synonyms]) at(name).columns.push(one);
  const found: Mention[] = [];
  for (let length = Math.min(LONGEST_NAME, tokens.length); length > 0; length--)
    for (let start = 0; start + length <= tokens.length; start++) {
      const end = start + length;
      const span = tokens.slice(start, end);
      if (span.some(({ kind }) => kind !== 'word' && kind !== 'number')) continue;
      if (found.some((one) => start < one.end && one.start < end)) continue;
      const names = named.get(span.map(({ lemma: word }) => word).join(' '));
      if (names) found.push({ start, end, ...names });
    }
  return found.toSorted((one, other) => one.start - other.start);
}

function valuesIn(tokens: readonly Token[], hits: readonly ValueHit[]): readonly MentionedValue[] {
  const runs = new Map<string, MentionedValue & { hits: ValueHit[] }>();
  const add = (start: number, end: number, hit: ValueHit) => {
    const known = runs.get(`${start} ${end}`) ?? { start, end, hits: [] };
    known.hits.push(hit);
    runs.set(`${start} ${end}`, known);
  };
  for (const hit of hits) {
    if (hit.match === 'near') continue;
    const words = wordsOf(hit.value);
    const quoted = tokens.findIndex(
      ({ kind, text }) => kind === 'quoted' && wordsOf(text).join(' ') === words.join(' '),
    );
    if (quoted >= 0) add(quoted, quoted + 1, hit);
    for (let start = 0; start + words.length <= tokens.length; start++) {
      const span = tokens.slice(start, start + words.length);
      const fits = span.every(({ lower, lemma: word }, index) =>
        [lower, word].includes(words[index] ?? ''),
      );
      if (fits && words.length > 0) add(start, start + words.length, hit);
    }
  }
  const all = [...runs.values()];
  return all.filter(
    (one) =>
      !all.some(
        (other) =>
          other !== one &&
          other.start <= one.start &&
          one.end <= other.end &&
          other.end - other.start > one.end - one.start,
      ),
  );
}

/** The places of tokens that belong to periods. */
const placesInPeriods = (tokens: readonly Token[], today: Day): ReadonlySet<number> =>
  new Set(
    periodsIn(tokens, today).flatMap(({ start, end }) =>
      Array.from({ length: end - start }, (_, index) => start + index),
    ),
  );

/** Whether a word tells something of the data: no article, no word that every question is made of. */
export const isTelling = ({ kind, lower, lemma: word }: Token, { little }: OwedLanguage): boolean =>
  kind === 'word' && lower.length > 2 && !little.has(lower) && !BARE.has(word);

/** "Most first": whether a word for an end of an order says how all rows are sorted. */
export const isSort = ({ tokens, words }: AskedWords, at: number): boolean =>
  tokens.slice(at + 1, at + 4).some(({ lower }) => words.first.has(lower));

/** Whether a place lies in a name or a value. */
export const isNamed = ({ mentions, values }: AskedWords, at: number): boolean =>
  [...mentions, ...values].some(({ start, end }) => start <= at && at < end);

/** Whether a name and the word behind it are parts of the name of a column: `document types` of `document_type_code`. */
export const isPartOfColumn = (
  { tokens, columns, words: { isFormOf, isRole } }: AskedWords,
  { start, end }: Mention,
): boolean => {
  const [own, next] = [tokens[start]?.lemma ?? '', tokens[end]?.lemma ?? ''];
  return columns.some(({ column }) => {
    const label = wordsOf(column.label);
    return label.includes(next) && label.some((word) => isFormOf(word, own) || isRole(word, own));
  });
};
