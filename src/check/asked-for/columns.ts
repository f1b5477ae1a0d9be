import { keyOf, wordsOf } from '#src/catalog/name-keys.ts';
import { isPlain } from '#src/check/name-words.ts';
import { BARE } from '#src/planner/lexicon/scores.ts';
import { tokenize } from '#src/planner/tokens.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';

/** A measure that the question names in full and the statement does not read, while it computes with another. */
export function otherColumn(facts: QueryFacts, catalog: Catalog, question: string): string | null {
  const words = tokenize(question).map(({ lemma, kind }) => (kind === 'word' ? lemma : ''));
  const columns = catalog.tables.flatMap((table) =>
    table.columns.filter(({ hidden }) => !hidden).map((column) => ({ table, column })),
  );
  const read = columns.filter(({ table, column }) =>
    facts.columns.some(
      (one) =>
        one.table.toLowerCase() === table.name.toLowerCase() &&
        one.column.toLowerCase() === column.name.toLowerCase(),
    ),
  );
  const measures = read.filter(({ column }) => column.kind === 'measure');
  if (measures.length === 0) return null;
  const asked = columns
    .filter(({ column }) => column.kind === 'measure' && names(column, words))
    .filter(({ column }) => !isPartOfName(column, columns, words));
  const taken = new Set(read.flatMap(({ column }) => formsOf(column)));
  const isRead = (column: CatalogColumn) =>
    formsOf(column).some((form) => taken.has(form)) ||
    read.some((one) => isLike(one.column.label, column.label));
  const tables = new Set(catalog.tables.flatMap(formsOf));
  const missing = asked.find(
    ({ column }) => !isRead(column) && !formsOf(column).some((form) => tables.has(form)),
  );
  const said = measures.some(({ column }) => names(column, words));
  if (!missing || (said && asked.length > 1) || isComputed(facts)) return null;
  return `The question asks for ${missing.column.label}, but the SQL uses ${measures[0]!.column.label}.`;
}

/** `SUM(quantity * price) AS revenue`: a measure that is computed from several others is not the wrong one. */
const isComputed = ({ root }: QueryFacts) =>
  allBlocks(root).some(({ outputs }) =>
    outputs.some(({ aggregates }) => aggregates.some(({ arg }) => (arg?.columns.length ?? 0) > 1)),
  );

/** Whether two names share a word, or the short form of one: `salary` and `min salary`, `credits` and `tot cred`. */
const isLike = (left: string, right: string) =>
  wordsOf(left).some((one) => wordsOf(right).some((other) => isShortFor(one, other)));

function isShortFor(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  return short === long || (short.length > 2 && long.startsWith(short));
}

const formsOf = ({ label, synonyms }: Pick<CatalogColumn, 'label' | 'synonyms'>) =>
  [label, ...synonyms].map((one) => keyOf(wordsOf(one)));

/** Whether the words hold the column's own name, and that name says something. */
function names({ label }: CatalogColumn, words: readonly string[]): boolean {
  const own = wordsOf(label);
  if (own.every((word) => BARE.has(word) || isPlain(word))) return false;
  return words.some((_, at) => own.every((word, index) => words[at + index] === word));
}

/** `unit price` is no `price`: another name that the question holds, and that this one is a part of. */
const isPartOfName = (
  { label }: CatalogColumn,
  columns: readonly { readonly column: CatalogColumn }[],
  words: readonly string[],
) => {
  const own = wordsOf(label).join(' ');
  return columns.some(({ column }) => {
    const other = wordsOf(column.label).join(' ');
    return other !== own && ` ${other} `.includes(` ${own} `) && names(column, words);
  });
};
