import { type Candidate, candidatesOf } from '#src/ask/trace/candidates.ts';
import { dateMentions } from '#src/ask/trace/dates.ts';
import { labelMentions } from '#src/ask/trace/labels.ts';
import { isDateOf, isPosition, matches, type Place } from '#src/ask/trace/match.ts';
import { mentionsIn } from '#src/ask/trace/mentions.ts';
import { type Beside, besideEach } from '#src/ask/trace/segments.ts';
import type { Mention, TraceTable } from '#src/ask/trace/types.ts';
import { languageOf } from '#src/language/recognise.ts';
import {
  approximation,
  HIGHEST,
  LOWEST,
  OF_A_YEAR,
  QUARTER,
  YEAR_BEFORE,
} from '#src/planner/wording.ts';

/**
 * The numbers of a text, offered by whomever, that come from nowhere: that are no cell of the row they are said of, no
 * sum, mean, share, growth, difference or ratio of shown cells, no count of rows, and no date or number of the
 * statement's own facts. Read are digits of any script and format, words of seven languages, fractions, positions,
 * Roman numerals. A text in another language gives all of it. Empty: the text may be shown.
 */
export function untracedIn(offered: string, table: TraceTable): readonly string[] {
  const text = offered.normalize('NFKC');
  const language = languageOf(text);
  if (
    !language ||
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Hiragana}\p{Script=Katakana}]{3}/u.test(
      text,
    )
  )
    return [text.slice(0, 40)];
  const labels = labelMentions(text, table);
  const mentions = mentionsIn(text, language, labels);
  const beside = besideEach(text, mentions, labels);
  const about: About = {
    text,
    mentions,
    table,
    candidates: candidatesOf(table),
    context: contextOf(table),
  };
  return mentions
    .filter((mention) => !isTraced(mention, beside.get(mention) ?? NOTHING, about))
    .map((mention) => mention.text);
}

const NOTHING: Beside = { text: '', owner: null, others: [], isJoint: false };

interface Context {
  readonly dates: readonly string[];
  /** Numbers with the word before them, as `than 12.5`. */
  readonly numbers: ReadonlySet<string>;
}

interface About {
  readonly text: string;
  readonly mentions: readonly Mention[];
  readonly table: TraceTable;
  readonly candidates: readonly Candidate[];
  readonly context: Context;
}

/** Dates, years, quarters and numbers that period and filters name. */
function contextOf({ context }: TraceTable): Context {
  const dates = context.flatMap((one) => dateMentions(one).map(({ date }) => date!));
  const years = context.flatMap((one) => one.match(/\b[12]\d{3}\b/g) ?? []);
  const numbers = context.flatMap((one) =>
    [...one.matchAll(/(\S+)\s+([+-]?\d[\d.,]*)/g)].map(([, word, number]) =>
      phrase(word!, number!),
    ),
  );
  return { dates: [...dates, ...years], numbers: new Set(numbers) };
}

const phrase = (word: string, number: string) =>
  `${word.toLowerCase()} ${number.replaceAll(',', '').replace(/[.,]$/, '')}`;

function isTraced(mention: Mention, beside: Beside, about: About): boolean {
  const { text, table, context } = about;
  const before = text.slice(0, mention.start);
  const after = text.slice(mention.end);
  if (mention.kind === 'date') return isDateOf(mention.date!, beside, table, context.dates);
  if (mention.kind === 'ordinal') {
    const position = mention.readings[0]!.value;
    if (OF_A_YEAR.test(after) && !QUARTER.test(after)) return false;
    if (QUARTER.test(after))
      return isDateOf(
        `-Q${position}`,
        beside,
        table,
        context.dates.map((date) => date.slice(4)),
      );
    // "The third month had 954": which row is meant, its number alone does not tell.
    const isLoose =
      beside.owner === null && !HIGHEST.test(beside.text) && !LOWEST.test(beside.text);
    if (isLoose && about.mentions.length > 1 && !/^\s*(?:place|platz|position|\d)/iu.test(after))
      return false;
    return isPosition(position, beside, table);
  }
  if (isYearOf(mention, beside, about, before)) return true;
  const word = /(\S+)\s+$/.exec(before)?.[1];
  if (word && context.numbers.has(phrase(word, mention.text))) return true;
  const lead = text.slice(leadStart(mention, about), mention.start);
  const place: Place = {
    ...beside,
    lead,
    isMeasured: isMeasured(lead, after, table),
    before,
    after,
    approximation: approximation(before),
    column: namedColumn(around(mention, about), table),
  };
  return about.candidates.some((candidate) => matches(mention, candidate, place, table));
}

/** A bare year, where years stand in a sentence: one of the data or of the period. */
function isYearOf(
  mention: Mention,
  beside: Beside,
  { table, context }: About,
  before: string,
): boolean {
  if (!/^[12]\d{3}$/.test(mention.text) || mention.kind !== 'number' || !YEAR_BEFORE.test(before))
    return false;
  return isDateOf(mention.text, beside, table, context.dates);
}

/** Where the words that lead to a number begin: behind the number before it, or with its sentence. */
function leadStart({ start }: Mention, { text, mentions }: About): number {
  const previous = mentions.findLast((one) => one.end <= start)?.end ?? 0;
  return Math.max(previous, text.slice(0, start).search(/[.;!?]\s[^.;!?]*$/) + 1);
}

function isMeasured(lead: string, after: string, { styles }: TraceTable): boolean {
  const before = lead.toLowerCase().replace(/(?:\s+(?:is|was|of|at|:|=|with)|:)?\s*$/u, '');
  const behind = after.toLowerCase().trimStart();
  return styles.some(({ quantity, label }) => {
    const name = label.toLowerCase();
    return quantity && (before.endsWith(name) || behind.startsWith(name));
  });
}

/** The text from the number before to a few words behind, or to the next number. */
function around({ start, end }: Mention, { text, mentions }: About): string {
  const previous = mentions.findLast((one) => one.end <= start)?.end ?? 0;
  const next = mentions.find((one) => one.start >= end)?.start ?? text.length;
  const sentence = text.slice(0, start).search(/[.;!?]\s[^.;!?]*$/);
  const behind = /^\P{L}*(?:\p{L}+\s*){0,3}/u.exec(text.slice(end, next))?.[0] ?? '';
  return `${text.slice(Math.max(previous, sentence + 1), start)} ${/^\s*[,.;)]/.test(behind) ? '' : behind}`;
}

/** The one measure whose name the part says; null where it names none, or several. */
function namedColumn(part: string, { styles }: TraceTable): number | null {
  const measures = styles.flatMap(({ quantity, label }, index) =>
    quantity ? [{ label, index }] : [],
  );
  if (measures.length < 2) return null;
  const named = measures.filter(({ label }) => part.toLowerCase().includes(label.toLowerCase()));
  return named.length === 1 ? named[0]!.index : null;
}
