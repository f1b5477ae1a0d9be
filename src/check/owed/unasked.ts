import { type AskedWords, isFormOf } from '#src/check/owed/asked-words.ts';
import { isSameAmount } from '#src/check/owed/bounds.ts';
import {
  AVERAGE,
  COUNTING,
  DIFFERENT,
  ENDS,
  PERIOD_GROUPS,
  TIME_UNITS,
  TOTAL,
  TURNING,
} from '#src/check/owed/english.ts';
import type { ReadObligations } from '#src/check/owed/obligation.ts';
import { wordsOf } from '#src/planner/lexicon/keys.ts';
import {
  AGGREGATES,
  ASKING,
  COMPARATIVES,
  FUNCTION_WORDS,
  GLUE,
  GRADED,
  LINKING,
  SUPERLATIVES,
} from '#src/planner/words.ts';

const PLAIN: readonly { has(word: string): boolean }[] = [
  ...[AGGREGATES, ASKING, COMPARATIVES, FUNCTION_WORDS, GLUE, GRADED, LINKING, SUPERLATIVES],
  ...[AVERAGE, COUNTING, DIFFERENT, ENDS, PERIOD_GROUPS, TIME_UNITS, TOTAL, TURNING],
];

/**
 * Where each word of a question is a name, a value, a number, a period or one that all questions are made of, there is
 * none that could ask for a condition on a column that no word names.
 */
export const nothingElseOwed: ReadObligations = (asked) => {
  if (asked.tokens.some((_, at) => isUnread(asked, at))) return [];
  return [
    {
      kind: 'unasked condition',
      words: asked.question,
      unmetBy: ({ comparisons, columnOf, catalog }) => {
        for (const { column, op, texts, place } of comparisons) {
          if (!column || place !== 'rows' || op === 'empty' || op === 'true' || texts.length === 0)
            continue;
          const known = columnOf(column);
          if (!known || known.kind === 'time' || known.kind === 'identifier') continue;
          const words = wordsOf(known.label);
          const isNamed = asked.tokens.some(({ lemma, lower }) =>
            words.some((word) => isFormOf(word, lemma) || isFormOf(word, lower)),
          );
          const isValue = asked.values.some(({ hits }) =>
            hits.some((hit) =>
              texts.some((text) => text.toLowerCase() === hit.value.toLowerCase()),
            ),
          );
          const isSaid = texts.every(
            (text) =>
              asked.tokens.some(({ lower }) => isLike(lower, text.toLowerCase())) ||
              asked.tokens.some(
                ({ value, lower }) =>
                  (value !== null && isSameAmount(Number(text), value)) ||
                  lower === text.toLowerCase(),
              ),
          );
          const isMetric = (catalog.meaning?.metrics.length ?? 0) > 0;
          if (isNamed || isValue || isSaid || isMetric) continue;
          return `The statement keeps to rows by ${known.label} (${texts[0]}), which the question does not ask for.`;
        }
        return null;
      },
    },
  ];
};

/** `F` for "female", `USA` for "US", `Canada` for "Canadian". */
function isLike(word: string, text: string): boolean {
  if (text.length <= 2) return /\p{L}/u.test(text) && word.startsWith(text);
  return word.length > 1 && (text.startsWith(word.slice(0, 4)) || text.split(' ').includes(word));
}

/** A word that may ask for something that no table knows: "loyal customers", "adults". */
function isUnread(
  { tokens, mentions, values, inPeriod, columns, catalog }: AskedWords,
  at: number,
): boolean {
  const token = tokens[at];
  if (!token || token.kind === 'mark' || token.value !== null || inPeriod.has(at)) return false;
  if ([...mentions, ...values].some(({ start, end }) => start <= at && at < end)) return false;
  if (token.kind === 'quoted') return true;
  if (PLAIN.some((words) => words.has(token.lower) || words.has(token.lemma))) return false;
  const isForm = (name: string) =>
    wordsOf(name).some((word) => isFormOf(word, token.lemma) || isFormOf(word, token.lower));
  return !(
    columns.some(({ column }) => isForm(column.label)) ||
    catalog.tables.some(({ label }) => isForm(label))
  );
}
