import { displayColumns } from '#src/planner/lexicon/display.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import type { ValueOption, ValueRef } from '#src/read/ask.ts';
import type { Question } from '#src/read/question.ts';

/** Values of one column that a question asks the same number of, each. */
export interface ComparedValues {
  readonly table: string;
  readonly column: string;
  readonly texts: readonly string[];
  /** The question as one for the groups of that column, in the ways that it can be said. */
  readonly asked: readonly string[];
}

/** A list of values, from its first to its last word. */
interface ValueList {
  readonly from: number;
  readonly to: number;
  readonly values: readonly ValueRef[];
  /** The noun behind the last value: `red and white` | `wines`. */
  readonly noun: string | null;
  /** Whether the words between say that each is asked for itself: `versus`, `of red and of white`. */
  readonly isParted: boolean;
  readonly isVersus: boolean;
}

/** `Average score of red and of white wines`, `compare the fares of tours, cruises and charters`: values of one column, each for itself. */
export function comparedValues(
  question: Question,
  tables: ReadonlyMap<string, CatalogTable>,
): ComparedValues | null {
  const { compare } = question.language.everyday.comparisons;
  const isAsked = question.tokens.some((_, at) => at < 2 && question.is(at, compare));
  for (let at = 0; at < question.length; at++)
    for (const list of listsAt(at, question)) {
      const [option, another] = sharedBy(list.values);
      const isCompared = list.isVersus ? list.values.length === 2 : isAsked || list.isParted;
      if (!option || another || !isCompared) continue;
      const texts = list.values.flatMap(({ options }) =>
        options.filter((one) => isOfColumn(one, option)).flatMap((one) => one.texts),
      );
      const asked = askedOf(list, { option, texts }, question, tables);
      return asked && { table: option.table, column: option.column, texts, asked };
    }
  return null;
}

/** Lists of two values or more that begin at a token, longest first. */
const listsAt = (at: number, question: Question): readonly ValueList[] =>
  valuesAt(at, question).flatMap((first) =>
    behindNoun(first, question).flatMap((end) => goOn([first], end, at, question)),
  );

/** Values, in the plural, too: `battle ships`, of a `Battle ship`. */
function valuesAt(at: number, question: Question): readonly ValueRef[] {
  const plain = question.valueRefs(at);
  for (let last = at; last < at + LONGEST && plain.length === 0; last++) {
    if (question.tokens[last]?.kind !== 'word' || question.isFunctionWord(last)) break;
    if (!question.isPlural(last)) continue;
    const text = `${question.textOf(at, last)} ${question.tokens[last]!.lemma}`.trim();
    const own = question.saying(text);
    const whole = own.valueRefs(0).filter(({ to }) => to === own.length);
    if (whole.length > 0)
      return whole.map(({ options }) => ({ from: at, to: last + 1, text, options }));
  }
  return plain;
}

/** Words of a value, at the most. */
const LONGEST = 4;

/** Where a noun behind a value may end, and the value itself. */
const behindNoun = ({ to: at, options: own }: ValueRef, question: Question): readonly number[] => [
  ...question
    .refs(at)
    .filter(({ options }) =>
      options.some(
        ({ evidence, table }) => evidence === 'name' || own.some((one) => one.table === table),
      ),
    )
    .map(({ to }) => to)
    .toSorted((a, b) => b - a),
  at,
];

function goOn(
  values: readonly ValueRef[],
  at: number,
  from: number,
  question: Question,
  before: Pick<ValueList, 'isParted' | 'isVersus'> = { isParted: true, isVersus: false },
): readonly ValueList[] {
  const link = linkAt(at, from, question);
  if (!link || values.length === MOST) return [];
  return valuesAt(link.to, question).flatMap((value) => {
    const list = [...values, value];
    if (sharedBy(list).length === 0) return [];
    const so = {
      isParted: before.isParted && (link.isParted || link.isComma),
      isVersus: before.isVersus || link.isVersus,
    };
    return behindNoun(value, question).flatMap((end) => {
      const more = goOn(list, end, from, question, so);
      const noun = end > value.to ? question.textOf(value.to, end) : null;
      return link.isComma ? more : [...more, { from, to: end, values: list, noun, ...so }];
    });
  });
}

/** Values of a list, at the most. */
const MOST = 6;

interface Link {
  readonly to: number;
  readonly isVersus: boolean;
  readonly isComma: boolean;
  /** The word before the first value stands before this one, too: `of red and of white`. */
  readonly isParted: boolean;
}

function linkAt(at: number, from: number, question: Question): Link | null {
  const { versus, to: compared } = question.language.everyday.comparisons;
  const phrase = compared.find((one) => question.starts(at, one));
  const isVersus = phrase !== undefined || question.is(at, versus);
  const isComma = question.word(at) === ',' && !question.isAnd(at + 1);
  const isAnd = question.isAnd(at) || (question.word(at) === ',' && question.isAnd(at + 1));
  if (!isVersus && !isComma && !isAnd) return null;
  let to = at + (phrase?.length ?? (question.word(at) === ',' && isAnd ? 2 : 1));
  const first = question.isArticle(from - 1) ? from - 2 : from - 1;
  const isParted = isVersus || (first > 0 && question.word(to) === question.word(first));
  if (isParted && question.word(to) === question.word(first)) to++;
  if (question.isArticle(to)) to++;
  return { to, isVersus, isComma, isParted };
}

/** The columns that all values stand in. */
const sharedBy = ([first, ...others]: readonly ValueRef[]): readonly ValueOption[] =>
  (first?.options ?? []).filter(
    (one) =>
      !one.and &&
      one.texts.length === 1 &&
      others.every(({ options }) =>
        options.some((other) => isOfColumn(other, one) && !other.and && other.texts.length === 1),
      ),
  );

const isOfColumn = (one: ValueOption, { table, column }: ValueOption): boolean =>
  one.table === table && one.column === column;

/** A column of values, and how they are written there. */
interface Shared {
  readonly option: ValueOption;
  readonly texts: readonly string[];
}

/** What is said before and behind the values, of the groups of their column. */
function askedOf(
  { from, to, noun }: ValueList,
  { option: { table: name, column }, texts }: Shared,
  question: Question,
  tables: ReadonlyMap<string, CatalogTable>,
): readonly string[] | null {
  const { compare, around } = question.language.everyday.comparisons;
  let start = 0;
  while (question.is(start, compare) || question.isArticle(start)) start++;
  let end = from;
  while (end > start && (question.is(end - 1, around) || question.isArticle(end - 1))) end--;
  // What follows the values may be said of the last one alone.
  if (start >= end || to <= question.lastWord) return null;
  const measure = question.textOf(start, end);
  const table = tables.get(name)!;
  const own = table.columns.find((one) => one.name === column)!;
  const isName = displayColumns(table).some((one) => one.name === own.name);
  const groups = isName ? [table.label] : [own.label, `${table.label} ${own.label}`];
  const both = texts.join(' or ');
  const measures = noun === null ? [measure] : [`${measure} of ${noun}`, measure];
  return measures.flatMap((said) => groups.map((by) => `${said} by ${by} in ${both}`));
}
