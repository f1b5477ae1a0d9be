import { columnOf, readable } from '#src/catalog/catalog-names.ts';
import { fold } from '#src/catalog/fold.ts';
import { keyOf, wordsOf } from '#src/catalog/name-keys.ts';
import type { WrittenFor } from '#src/check/asked.ts';
import { inclusionsOf, mayInclude } from '#src/check/asked-for/included.ts';
import { readsAsEnglish } from '#src/check/asked-for/question-language.ts';
import { conditionsIn } from '#src/check/conditions.ts';
import { namesOf, sameStem, tellingWordsOf } from '#src/check/name-words.ts';
import { ENGLISH } from '#src/check/owed/languages.ts';
import { withoutTotalRowFilters } from '#src/check/total-rows.ts';
import { translatedNames } from '#src/check/translated-names.ts';
import { isFormOf } from '#src/language/en/word-forms.ts';
import { TRANSLATIONS } from '#src/language/translations.ts';
import { type Token, tokenize } from '#src/planner/tokens.ts';
import type { Catalog, ValueHit } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, ExprNode, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { dictionaryOf } from '#src/read/translate/translate.ts';
import { allBlocks, expressionsOf } from '#src/sql/blocks.ts';
import { literalsIn, textComparisons } from '#src/sql/nodes.ts';
import { askedLanguage } from '#src/texts/asked-language.ts';

/** Codes so short that no question need spell them: `F`, `USA`. */
const CODE = /^(?:.{1,2}|[A-Z0-9]{3})$/;
/** A column of so few values is one that questions tell rows apart by. */
const FEW_VALUES = 30;

export const NOT_SAID = "which isn't in the question";

interface Kept {
  readonly column: BaseColumn;
  readonly value: string;
}

/** A text that the statement keeps rows by and that neither the question nor what is known of the data says. */
export function foreignText(
  facts: QueryFacts,
  catalog: Catalog,
  question: string,
  { hits, context }: WrittenFor,
): string | null {
  const english = readsAsEnglish(question, catalog);
  const said = tellingWordsOf(`${question} ${context}`);
  const isSaid = ({ column, value }: Kept) => {
    if (hits.some((hit) => fold(hit.value) === fold(value))) return true;
    const words = fold(value).split(' ').filter(Boolean);
    const initials = words.map(([first]) => first).join('');
    return (
      CODE.test(value) ||
      isFlag(catalog, column, english) ||
      words.some((word) => said.some((one) => sameStem(one, word))) ||
      isTranslated(value, said) ||
      (words.length > 1 && said.includes(initials)) ||
      fold(`${question} ${context}`).includes(fold(value))
    );
  };
  const foreign = keptTexts(facts, catalog).filter((one) => !isSaid(one));
  const [first] = foreign;
  // Each word that nobody reads may say one of them in another language: "weiße" of `White`.
  if (!first || (!english && foreign.length <= unreadWords(question, hits, catalog).length))
    return null;
  const { column, value } = first;
  return `The SQL keeps only rows whose ${readable(column.column)} is "${value}", ${NOT_SAID}.`;
}

/** Words of a question in another language that are no grammar of it, no name and no value of the data. */
function unreadWords(
  question: string,
  hits: readonly ValueHit[],
  catalog: Catalog,
): readonly string[] {
  const own = TRANSLATIONS.find(({ tag }) => tag === askedLanguage(question));
  const dictionary = own && dictionaryOf(own);
  const names = [...namesOf(catalog), ...hits.flatMap(({ value }) => fold(value).split(' '))];
  return tellingWordsOf(question).filter(
    (word) =>
      word.length >= SHORTEST_UNREAD &&
      !/\p{N}/u.test(word) &&
      !dictionary?.isGrammar(word) &&
      !dictionary?.nouns.has(dictionary.keyOf([word])) &&
      !names.some((name) => sameStem(name, word)),
  );
}

/** Letters from which a word is taken for one that says something. */
const SHORTEST_UNREAD = 4;

/** `Germany` for "Deutschland", "deutsche Kunden", "Niemiec". */
const isTranslated = (value: string, said: readonly string[]) =>
  translatedNames(value).some((name) =>
    name.split(' ').every((word) => said.some((one) => sameStem(one, word))),
  );

/** One of two values, which English names in many ways. What else is said is not known in another language. */
const isFlag = (catalog: Catalog, column: BaseColumn, english: boolean) => {
  const known = columnOf(catalog, column);
  return known?.type === 'boolean' || (english && (known?.profile?.distinctCount ?? 3) <= 2);
};

/** The texts that rows are kept by, with their columns; without labels of known total rows that are left out. */
function keptTexts(facts: QueryFacts, catalog: Catalog): readonly Kept[] {
  const blocks = allBlocks(facts.root).map((one) => withoutTotalRowFilters(one, catalog));
  return conditionsIn(blocks).flatMap(({ column, values, op, node }) => {
    if (column)
      return isText(catalog, column) && op !== 'is null' && op !== 'is not null'
        ? values.map((value) => ({ column, value: value.replaceAll('%', ' ').trim() }))
        : [];
    return textComparisons(node).flatMap(({ column: own, values: texts }) =>
      isText(catalog, own) ? texts.map((value) => ({ column: own, value })) : [],
    );
  });
}

const isText = (catalog: Catalog, column: BaseColumn) => columnOf(catalog, column)?.type === 'text';

/** A value of the data that the question names for sure, and that the statement has nothing of. */
export function droppedValue(
  facts: QueryFacts,
  catalog: Catalog,
  question: string,
  { hits }: WrittenFor,
): string | null {
  const literals = allNodes(facts)
    .flatMap(literalsIn)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => fold(text));
  const names = namesOf(catalog);
  const inclusions = inclusionsOf(question);
  for (const [span, own] of Map.groupBy(surelyNamed(question, hits, catalog), ({ text }) => text)) {
    const key = keyOf(wordsOf(span));
    if (names.has(key) || ENGLISH.ends.has(span) || namesRead(facts, catalog, span)) continue;
    if (literals.some((one) => covers(one, fold(span)))) continue;
    if (own.some(({ hit }) => inclusions.some((one) => mayInclude(one, hit, [hit.value], catalog))))
      continue;
    if (own.some(({ hit }) => literals.includes(fold(hit.value)) || reads(facts, hit))) continue;
    return `The question mentions ${span}, but the SQL doesn't use it.`;
  }
  return null;
}

/** "Delayed by more than 7 days" of `delay_days`, where `delayed` is a status, too. */
const namesRead = (facts: QueryFacts, catalog: Catalog, span: string) =>
  facts.columns.some((one) =>
    wordsOf(columnOf(catalog, one)?.label ?? '').some(
      (word) => word !== '' && isFormOf(word, span),
    ),
  );

/** `%berlin%` covers `berlin`, `berlin mitte` is covered in part by it. */
const covers = (literal: string, span: string) =>
  literal.includes(span) || (literal.length > 2 && span.includes(literal));

/** Whether the statement shows the column that holds the value, so that it stands beside the others. */
const reads = (facts: QueryFacts, { table, column }: ValueHit) =>
  allBlocks(facts.root).some(({ outputs, groupBy }) =>
    [...outputs, ...groupBy].some(({ columns }) =>
      columns.some(
        (one) =>
          one.table.toLowerCase() === table.toLowerCase() &&
          one.column.toLowerCase() === column.toLowerCase(),
      ),
    ),
  );

/** All that a statement says, by expression. */
export const allNodes = (facts: QueryFacts): readonly ExprNode[] =>
  allBlocks(facts.root).flatMap(expressionsOf);

interface Named {
  readonly text: string;
  readonly hit: ValueHit;
}

/** Values as the question writes them: quoted, capital, of several words, or of a column of few values. */
function surelyNamed(question: string, hits: readonly ValueHit[], catalog: Catalog): Named[] {
  const tokens = tokenize(question);
  return hits.flatMap((hit) => {
    const words = fold(hit.value).split(' ').filter(Boolean);
    if (hit.match === 'near' || words.length === 0) return [];
    const quoted = tokens.find(
      ({ kind, text }) => kind === 'quoted' && fold(text) === words.join(' '),
    );
    if (quoted) return [{ text: question.slice(quoted.start, quoted.end), hit }];
    for (let at = 0; at + words.length <= tokens.length; at++) {
      const span = tokens.slice(at, at + words.length);
      if (!span.every(({ lower, lemma }, index) => [lower, lemma].includes(words[index]!)))
        continue;
      if (!isSure(span, at, hit, catalog)) continue;
      return [{ text: question.slice(span[0]!.start, span.at(-1)!.end), hit }];
    }
    return [];
  });
}

function isSure(span: readonly Token[], at: number, hit: ValueHit, catalog: Catalog): boolean {
  const spoken = span.filter(
    ({ kind, value }) => kind === 'quoted' || (kind === 'word' && value === null),
  );
  if (spoken.length === 0) return false;
  const telling = tellingWordsOf(span.map(({ lower }) => lower).join(' '));
  if (telling.length === 0) return false;
  if (span.length > 1 || span[0]!.kind === 'quoted' || (at > 0 && span[0]!.capital)) return true;
  const column = columnOf(catalog, hit);
  return column !== null && (column.profile?.distinctCount ?? FEW_VALUES) < FEW_VALUES;
}
