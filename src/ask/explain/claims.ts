import { comparison, hasExtreme, measuresOf, rowClaim } from '#src/ask/explain/row-claims.ts';
import { type LabelMention, labelMentions } from '#src/ask/trace/labels.ts';
import { mentionsIn } from '#src/ask/trace/mentions.ts';
import type { Mention, TraceTable } from '#src/ask/trace/types.ts';
import { sameStem } from '#src/check/name-words.ts';
import { knownWords, wordsIn } from '#src/check/traced-words.ts';
import { OF_PLACES } from '#src/language/model-texts.ts';
import { isForeignLittleWord, isLittleWord } from '#src/language/recognise.ts';
import { DOWN, HIGHEST, LOWEST, NO_END, UP } from '#src/planner/wording.ts';
import { CURRENCY_SIGNS } from '#src/query/currencies.ts';

/** What tables of results are spoken of with, beside their own names and the words that every sentence has. */
const OF_RESULTS = new Set(
  'row rows result results value values each all together respectively follow follows followed next second third percent million billion thousand whose which both after only appear appears'.split(
    ' ',
  ),
);
const AHEAD = /\b(?:leads?|leading|ahead)\b/iu;
const BEHIND = /\b(?:last|behind|trails?)\b/iu;
/** A change with its number, whose sign the number check verifies. */
const MEASURED =
  /(?:\b(?:by|um|de|di|por|met)\s+\S*\d|\d\S*\s*(?:%|\p{L}+)?\s*(?:more|less|fewer|higher|lower|mehr|weniger|plus|moins))/iu;

/**
 * The first claim of a model's text that the rows don't support: a word that is no name, value, word of the question or
 * function word (a cause, advice, a unit, a judgement), "highest" of a row that isn't, or a direction without its number.
 * Null if there is none.
 */
export function unsupportedClaim(text: string, table: TraceTable, question: string): string | null {
  const { styles, rows, context } = table;
  const units = styles.flatMap(({ unit }) => unit ?? []);
  const sign = [...CURRENCY_SIGNS].find(
    ([one, unit]) => text.includes(one) && !units.includes(unit),
  );
  if (sign) return sign[1];
  const cells = rows.flat().flatMap((cell) => (typeof cell === 'string' ? cell : []));
  const names = styles.map(({ label }) => label);
  const known = knownWords([question, ...names, ...units, ...cells, ...context, 'period']);
  const labels = labelMentions(text, table);
  const numbers = mentionsIn(text, 'en', labels);
  const outside = blanked(text, [...labels, ...numbers]);
  const isKnown = (word: string) =>
    known.has(word) ||
    OF_RESULTS.has(word) ||
    OF_PLACES.has(word) ||
    isLittleWord(word) ||
    isForeignLittleWord(word) ||
    [HIGHEST, LOWEST, AHEAD, BEHIND, UP, DOWN].some((one) => one.test(word)) ||
    [...known].some((one) => sameStem(one, word));
  const strange = wordsIn(outside).find((word) => !isKnown(word));
  if (strange !== undefined) return strange;
  for (const { start, end } of sentencesOf(text)) {
    const within = ({ start: at }: { readonly start: number }) => at >= start && at < end;
    const said = outside.slice(start, end);
    const here = labels
      .filter(within)
      .map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
    const sentence = { text: said, labels: here, numbers: numbers.filter(within) };
    const claim = rowClaim(sentence, table);
    if (claim) return claim;
    const wrong = wrongEnd(said, here, table);
    if (wrong) return wrong;
    const moved = UP.exec(without(said, AHEAD)) ?? DOWN.exec(without(said, BEHIND));
    const isName = moved && names.some((name) => wordsIn(name).includes(moved[0].toLowerCase()));
    const measured = numbers.some((one) => within(one) && tells(one));
    const isCompared = comparison(sentence, table) === true;
    if (moved && !isName && !measured && !isCompared && !MEASURED.test(text.slice(start, end)))
      return moved[0];
  }
  return null;
}

const without = (text: string, words: RegExp) => text.replace(new RegExp(words, 'giu'), ' ');

const tells = ({ kind }: Mention) => kind === 'percent' || kind === 'points' || kind === 'times';

/** "Highest" of a row that is not the highest by any measure; "most of", which says how much and shows no number. */
function wrongEnd(said: string, labels: readonly LabelMention[], table: TraceTable): string | null {
  const isOf = (word: RegExp) => table.styles.some(({ label }) => word.test(label));
  if (NO_END.test(said)) return NO_END.exec(said)![0];
  for (const [words, sign] of [
    [[HIGHEST, AHEAD], 1],
    [[LOWEST, BEHIND], -1],
  ] as const) {
    const found = words.find((word) => word.test(said) && !isOf(word));
    if (!found || labels.length === 0) continue;
    const columns = measuresOf(table).map(({ column }) => column);
    const isEnd = (row: number) => hasExtreme(row, sign, columns, table);
    // A sentence may name several rows: "highest" is taken for the first, or for any if "lowest" is there, too.
    const meant = HIGHEST.test(said) === LOWEST.test(said) ? labels : labels.slice(0, 1);
    const holds = meant.some(({ rows: own }) => [...own].some(isEnd));
    if (!holds && (found !== AHEAD || !labels.some(({ rows: own }) => [...own].some(isEnd))))
      return found.exec(said)![0];
  }
  return null;
}

function blanked(
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
): string {
  return spans.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text,
  );
}

export function sentencesOf(
  text: string,
): readonly { readonly start: number; readonly end: number }[] {
  const ends = [...text.matchAll(/[.!?;](?=\s|$)/gu)].map(({ index }) => index + 1);
  const all = ends.at(-1) === text.length ? ends : [...ends, text.length];
  return all.map((end, at) => ({ start: at === 0 ? 0 : all[at - 1]!, end }));
}
