import { wordsOf } from '#src/catalog/name-keys.ts';
import {
  type AskedWords,
  isTelling,
  type Mention,
  type NamedColumn,
} from '#src/check/owed/asked-words.ts';
import type { OwedLanguage } from '#src/check/owed/languages.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { startBefore } from '#src/check/owed/phrases.ts';
import type { Comparison, Statement } from '#src/check/owed/statement.ts';
import { BARE } from '#src/planner/lexicon/scores.ts';
import { columnNodes } from '#src/sql/nodes.ts';

/** A run of words that says which columns must be read: by their whole name, or by the one word that tells it. */
interface Said {
  readonly start: number;
  readonly end: number;
  readonly columns: readonly NamedColumn[];
}

/** Columns that the question names are read; flags and dates that it says are or are not so are compared that way. */
export const namesOwed: ReadObligations = (asked) => {
  const { turning, excluding, beforeExcluded } = asked.words;
  const said = [...byWholeName(asked), ...byOneWord(asked)];
  const hasPeriod = asked.inPeriod.size > 0;
  return said.flatMap((one): readonly Obligation[] => {
    const words = asked.text(one.start, one.end);
    const isOut = startBefore(asked.tokens, one.start, excluding, beforeExcluded) !== null;
    const turns = asked.tokens.some(({ lower }) => turning.has(lower));
    return [
      ...(isOfTime(one)
        ? hasPeriod || isOut
          ? [
              {
                kind: 'date',
                words,
                unmetBy: (statement: Statement) => otherDate(words, one, statement),
              },
            ]
          : []
        : [
            {
              kind: 'column',
              words,
              unmetBy: (statement: Statement) => notRead(words, one, statement, asked.words),
            },
          ]),
      ...(isOut || !turns
        ? [
            {
              kind: 'flag',
              words,
              unmetBy: (statement: Statement) =>
                turned({ words, said: one, isOut, language: asked.words }, statement),
            },
          ]
        : []),
    ];
  });
};

const isInside = ({ values, inPeriod }: AskedWords, start: number, end: number) =>
  inPeriod.has(start) || values.some((value) => value.start < end && start < value.end);

const isOfTime = ({ columns }: Said) => columns.every(({ column }) => column.kind === 'time');

/**
 * Measures and flags wherever they are named; what tells rows apart only where it must be read: in a list of groups,
 * beside a value of its own, or where different ones are counted. Elsewhere a table may be meant (`followers`).
 */
function byWholeName(asked: AskedWords): readonly Said[] {
  const language = asked.words;
  return asked.mentions.filter((mention: Mention) => {
    const { start, end, tables, columns } = mention;
    if (columns.length === 0 || tables.length > 0 || isInside(asked, start, end)) return false;
    const words = asked.tokens.slice(start, end).map(({ lemma }) => lemma);
    // "By month" is a period of any date.
    const isPeriod = words.length === 1 && language.periodGroups.has(words[0]!);
    if (isPeriod && isOfTime(mention) && isGroup(asked, mention)) return false;
    if (
      !words.some(
        (word) => !BARE.has(word) && !language.asking.has(word) && !language.linking.has(word),
      )
    )
      return false;
    // "Per unit" is a quotient.
    if (
      language.quotient.has(asked.tokens[start - 1]?.lower ?? '') &&
      columns.every(({ column }) => column.kind === 'measure')
    )
      return false;
    return (
      columns.every(
        ({ column }) =>
          column.kind === 'measure' || column.kind === 'time' || isFlag(column, language),
      ) ||
      isGroup(asked, mention) ||
      besideValue(asked, mention)
    );
  });
}

/** "By status and channel", "in each country", "how many different cities". */
function isGroup({ tokens, mentions, words: language }: AskedWords, { start }: Mention): boolean {
  let at = start;
  for (;;) {
    const before = tokens[at - 1];
    if (!before) return false;
    if ([language.by, language.each, language.different].some((words) => words.has(before.lower)))
      return true;
    const joined = language.joining.has(before.lower) ? at - 1 : at;
    const earlier = mentions.find(({ end }) => end === joined);
    if (!earlier) return false;
    at = earlier.start;
  }
}

/** "The brand Halden", "Red house": a name beside a value that is of that column. */
function besideValue(
  { values, tokens, words: language }: AskedWords,
  { start, end, columns }: Mention,
): boolean {
  return values.some((value) => {
    const isOwn = value.hits.some((hit) =>
      columns.some(({ table, column }) => table.name === hit.table && column.name === hit.column),
    );
    const between =
      value.start >= end ? tokens.slice(end, value.start) : tokens.slice(value.end, start);
    return isOwn && between.every(({ lower }) => language.naming.has(lower)) && between.length <= 2;
  });
}

/** `shipped` of `ship date`, `discount` of `discount percent`: where one column of the data has that word. */
function byOneWord(asked: AskedWords): readonly Said[] {
  const { tokens, mentions, columns, catalog, words: language } = asked;
  const tableWords = catalog.tables.flatMap(({ label, synonyms }) =>
    [label, ...synonyms].flatMap(wordsOf),
  );
  return tokens.flatMap((token, at): readonly Said[] => {
    if (!isTelling(token, language) || asked.inPeriod.has(at)) return [];
    const isValue = isInside(asked, at, at + 1);
    if (mentions.some(({ start, end }) => start <= at && at < end)) return [];
    if (
      token.lower.length < 4 ||
      language.asking.has(token.lower) ||
      language.negating.has(token.lower)
    )
      return [];
    const isForm = (word: string) =>
      language.isFormOf(word, token.lemma) || language.isFormOf(word, token.lower);
    // "Never used by any phone" tells what is done.
    const isPassive = language.isPast(token.lower) && language.by.has(tokens[at + 1]?.lower ?? '');
    if (isPassive || tableWords.some(isForm)) return [];
    const found = columns.filter(({ column }) => {
      if (column.kind === 'identifier') return false;
      const words = wordsOf(column.label);
      return words.some((word) => !language.kinds.has(word) && !BARE.has(word) && isForm(word));
    });
    const labels = new Set(found.map(({ column }) => column.label));
    const fits = found.every(
      ({ column }) =>
        (!isValue && isFlag(column, language)) ||
        column.kind === 'time' ||
        (!isValue &&
          column.kind === 'measure' &&
          wordsOf(column.label)[0] === token.lemma &&
          token.lemma !== 'unit'),
    );
    return labels.size === 1 && fits ? [{ start: at, end: at + 1, columns: found }] : [];
  });
}

function notRead(
  words: string,
  { columns }: Said,
  statement: Statement,
  language: OwedLanguage,
): string | null {
  const labels = columns.flatMap(({ column }) => wordsOf(column.label));
  const read = statement.facts.columns.map((one) => ({
    one,
    words: wordsOf(statement.columnOf(one)?.label ?? one.column),
  }));
  if (columns.some(({ table, column }) => statement.reads(table.name, column.name))) return null;
  // Another column of the same word may be what is meant: `salary` and `min salary`.
  const shares = read.some(
    ({ one, words: own }) =>
      !columns.every((named) => areSiblings(named, one, own, language)) &&
      own.some(
        (word) =>
          !language.kinds.has(word) &&
          !BARE.has(word) &&
          labels.some((label) => language.isFormOf(label, word) || isShortFor(label, word)),
      ),
  );
  if (shares) return null;
  // What is counted may be rows ("followers"): a measure is missed where another one is computed with in its place.
  const isMeasure = columns.every(
    ({ column }) => column.kind === 'measure' && !isFlag(column, language),
  );
  // `SUM(quantity * price)` may be the measure itself.
  const isComputed = statement.calls.some(
    ({ aggregate, args: [arg] }) => aggregate && arg && columnNodes(arg).length > 1,
  );
  if (isMeasure && isComputed) return null;
  const other = read.some(({ one }) => statement.columnOf(one)?.kind === 'measure');
  const [first] = columns;
  return first && (other || !isMeasure)
    ? `The question mentions ${words}, but the SQL doesn't use it.`
    : null;
}

/** `domestic passengers` and `international passengers` of one table: neither is meant by the other's name. */
function areSiblings(
  { table, column }: NamedColumn,
  other: { readonly table: string },
  label: readonly string[],
  { isFormOf }: OwedLanguage,
): boolean {
  const own = wordsOf(column.label);
  const isIn = (words: readonly string[], word: string) => words.some((one) => isFormOf(one, word));
  return (
    table.name.toLowerCase() === other.table.toLowerCase() &&
    own.length > 1 &&
    own.length === label.length &&
    own.at(-1) === label.at(-1) &&
    own.slice(0, -1).every((word) => !isIn(label.slice(0, -1), word))
  );
}

/** A period is kept to by another time than the one that is named. */
function otherDate(words: string, { columns }: Said, statement: Statement): string | null {
  if (columns.some(({ table, column }) => statement.reads(table.name, column.name))) return null;
  // "Delivered" may be a status, too.
  const isValue = statement.comparisons.some(({ texts }) =>
    texts.some((text) => text.toLowerCase() === words.toLowerCase()),
  );
  if (isValue) return null;
  const times = statement.comparisons.flatMap(({ column }) => {
    const known = column && statement.columnOf(column);
    return known?.kind === 'time' ? [known.label] : [];
  });
  const [first] = times;
  return first === undefined || times.some((label) => label !== first)
    ? null
    : `The question says "${words}", but the SQL limits the period by ${first}.`;
}

/** `cred` for "credits", `qty` is none. */
const isShortFor = (one: string, other: string) => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length > 2 && long.startsWith(short);
};

/** Whether a comparison keeps rows that are so; null where that cannot be told. */
function keepsThose({ op, texts, negated }: Comparison, { yes, no }: OwedLanguage): boolean | null {
  if (op === 'true') return !negated;
  if (op === 'empty') return negated;
  const [text = ''] = texts;
  const isYes = yes.has(text.toLowerCase());
  const isNo = no.has(text.toLowerCase());
  if ((op !== '=' && op !== '<>') || texts.length > 1 || isYes === isNo) return null;
  return isYes !== ((op === '<>') !== negated);
}

interface SaidOrNot {
  readonly words: string;
  readonly said: Said;
  readonly isOut: boolean;
  readonly language: OwedLanguage;
}

function turned(
  { words, said: { columns }, isOut, language }: SaidOrNot,
  { comparisons }: Statement,
): string | null {
  const isOwn = ({ column }: Comparison) =>
    column !== null &&
    columns.some(
      ({ table, column: own }) =>
        table.name.toLowerCase() === column.table.toLowerCase() &&
        own.name.toLowerCase() === column.column.toLowerCase() &&
        (isFlag(own, language) || own.kind === 'time' || own.kind === 'measure'),
    );
  const found = comparisons.filter(isOwn);
  const isOfMeasure = columns.every(
    ({ column }) => column.kind === 'measure' && !isFlag(column, language),
  );
  if (found.length === 0 || found.some(({ place }) => place === 'elsewhere')) return null;
  if (isOfMeasure) return isOut && found.every(isAboveNone) ? saysOther(words) : null;
  const keeps = found.map((one) => keepsThose(one, language));
  // A time that is compared with days is there.
  if (!isOut && columns.some(({ column }) => column.kind === 'time')) return null;
  if (keeps.some((one) => one === null || one !== isOut)) return null;
  return isOut
    ? saysOther(words)
    : `The question asks for "${words}", but the SQL returns the others.`;
}

const saysOther = (words: string) =>
  `The question excludes "${words}", but the SQL keeps those rows.`;

/** `delay_days <> 0`, `> 0`: what has some. */
const isAboveNone = ({ op, numbers, negated }: Comparison) =>
  !negated && (op === '<>' || op === '>') && numbers[0] === 0;

const isFlag = ({ type, profile }: NamedColumn['column'], { yes, no }: OwedLanguage) =>
  type === 'boolean' ||
  (profile !== null &&
    profile.distinctCount <= 2 &&
    profile.samples.length > 0 &&
    profile.samples.every((one) => {
      const text = String(one).toLowerCase();
      return yes.has(text) || no.has(text);
    }));
