import { wordsOf } from '#src/catalog/name-keys.ts';
import { type AskedWords, isNamed } from '#src/check/owed/asked-words.ts';
import { isSameAmount } from '#src/check/owed/bounds.ts';
import type { ReadObligations } from '#src/check/owed/obligation.ts';
import type { Comparison } from '#src/check/owed/statement.ts';
import { TOTAL_LABELS } from '#src/language/en/single-table.ts';

/**
 * Where each word of a question is a name, a value, a number, a period or one that all questions are made of, there is
 * none that could ask for a condition on a column that no word names.
 */
export const nothingElseOwed: ReadObligations = (asked) => {
  if (asked.tokens.some((_, at) => isUnread(asked, at))) return [];
  const { isFormOf } = asked.words;
  return [
    {
      kind: 'unasked condition',
      words: asked.question,
      unmetBy: ({ comparisons, columnOf, catalog }) => {
        for (const comparison of comparisons) {
          const { column, op, texts, place } = comparison;
          if (!column || place !== 'rows' || op === 'empty' || op === 'true' || texts.length === 0)
            continue;
          // Rows that sum others are left out of any answer, known ones already.
          if (leavesTotalsOut(comparison)) continue;
          const known = columnOf(column);
          if (!known || known.kind === 'time' || known.kind === 'identifier') continue;
          const words = wordsOf(known.label);
          const isSpoken = asked.tokens.some(({ lemma, lower }) =>
            words.some((word) => isFormOf(word, lemma) || isFormOf(word, lower)),
          );
          const isValue = asked.values.some(({ hits }) =>
            hits.some((hit) =>
              texts.some((text) => text.toLowerCase() === hit.value.toLowerCase()),
            ),
          );
          const isSaid = texts.every(
            (text) =>
              asked.tokens.some(
                ({ lower }, at) => !isOfTable(asked, at) && isLike(lower, text.toLowerCase()),
              ) ||
              asked.tokens.some(
                ({ value, lower }) =>
                  (value !== null && isSameAmount(Number(text), value)) ||
                  lower === text.toLowerCase(),
              ),
          );
          const isMetric = (catalog.meaning?.metrics.length ?? 0) > 0;
          if (isSpoken || isValue || isSaid || isMetric) continue;
          return `The SQL filters by ${known.label} (${texts[0]}), which the question doesn't ask for.`;
        }
        return null;
      },
    },
  ];
};

const leavesTotalsOut = ({ op, texts, negated }: Comparison): boolean =>
  (op === '<>' || (op === 'in' && negated)) &&
  texts.every((text) => TOTAL_LABELS.includes(text.toLowerCase()));

/** "Which store has …" names stores, not the value `In store`. */
const isOfTable = ({ mentions }: AskedWords, at: number) =>
  mentions.some(({ start, end, tables }) => tables.length > 0 && start <= at && at < end);

/** `F` for "female", `USA` for "US", `Canada` for "Canadian". */
function isLike(word: string, text: string): boolean {
  if (text.length <= 2) return /\p{L}/u.test(text) && word.startsWith(text);
  return word.length > 1 && (text.startsWith(word.slice(0, 4)) || text.split(' ').includes(word));
}

/** A word that may ask for something that no table knows: "loyal customers", "adults". */
function isUnread(asked: AskedWords, at: number): boolean {
  const { tokens, inPeriod, columns, catalog, words: language } = asked;
  const token = tokens[at];
  if (!token || token.kind === 'mark' || token.value !== null || inPeriod.has(at)) return false;
  if (isNamed(asked, at)) return false;
  if (token.kind === 'quoted') return true;
  if (language.plain.some((words) => words.has(token.lower) || words.has(token.lemma)))
    return false;
  const isForm = (name: string) =>
    wordsOf(name).some(
      (word) => language.isFormOf(word, token.lemma) || language.isFormOf(word, token.lower),
    );
  return !(
    columns.some(({ column }) => isForm(column.label)) ||
    catalog.tables.some(({ label }) => isForm(label))
  );
}
