import { lemma } from '#src/catalog/fold.ts';
import { isShortened, labelOf, labelWords, wordsOf } from '#src/catalog/names.ts';
import { type OwnForms, ownForms } from '#src/catalog/run-together.ts';

/** What a table and its columns are called before a person says so. */
export interface DraftedLabels {
  readonly table: string;
  readonly of: (column: string) => string;
}

/** In a table with so many short names, and so large a part of them, all names are short forms: `cat` is a category. */
const TERSE_NAMES = 3;
const TERSE_SHARE = 1 / 3;

/** Words that end a table's name and say how its rows came here: `employees_export`. */
const CONTAINERS: ReadonlySet<string> = new Set(
  'export extract sheet data dataset list report dump backup table overview'.split(' '),
);

/**
 * Labels as people say them: short forms written out, and a table called by what is in it. A label that another name of
 * the table bears already is not given: the name stays as it is.
 *
 * @param others - The names of the other tables.
 */
export function draftedLabels(
  table: string,
  columns: readonly string[],
  others: readonly string[] = [],
): DraftedLabels {
  const names = [table, ...columns];
  const short = names.filter(isShortened).length;
  const isTerse = short >= TERSE_NAMES && short >= names.length * TERSE_SHARE;
  const own = ownForms(table, columns.map(wordsOf));
  const drafts = columns.map((name) => written(name, isTerse, own));
  const plain = columns.map(labelOf);
  const labels = new Map(
    columns.map((name, at) => {
      const draft = drafts[at]!;
      const isOwn = (one: string, index: number) => index === at || one !== draft;
      return [name, drafts.every(isOwn) && plain.every(isOwn) ? draft : plain[at]!];
    }),
  );
  const rows = tableLabel(table, isTerse);
  const taken = others.flatMap((name) => [labelOf(name), tableLabel(name, isTerse)]).map(singular);
  return {
    table: taken.includes(singular(rows)) ? labelOf(table) : rows,
    of: (column) => labels.get(column) ?? labelOf(column),
  };
}

const written = (name: string, isTerse: boolean, own: OwnForms): string =>
  labelWords(own.of(wordsOf(name)), isTerse).join(' ') || labelOf(name);

/** `employees_export` → employees: a plural before the word says what the rows are; a `price_list` is one. */
function tableLabel(name: string, isTerse: boolean): string {
  const words = wordsOf(name);
  const end = words.findLastIndex((word) => !CONTAINERS.has(word)) + 1;
  const last = words[end - 1];
  const isRows = last !== undefined && end < words.length && lemma(last) !== last;
  return labelWords(isRows ? words.slice(0, end) : words, isTerse).join(' ') || labelOf(name);
}

const singular = (label: string): string => label.split(' ').map(lemma).join(' ');
