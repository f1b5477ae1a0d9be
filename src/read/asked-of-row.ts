import { wordsOf } from '#src/catalog/name-keys.ts';
import { ASKED_OF_ROWS, type AskedOfRows, PLACES, PRICES } from '#src/language/en/asked-of-rows.ts';
import { isBirth } from '#src/planner/lexicon/birth.ts';
import { isNameOfRows, type Option } from '#src/read/ask.ts';
import type { Question } from '#src/read/question.ts';

/** A question in the words of the columns that it asks for. */
interface Asked {
  readonly text: string;
  readonly notes: readonly string[];
}

/**
 * `Where is Acme`, `where do frozen members live`, `how much does Bag Work cost`, `when did Acme join`: a question word asks
 * for a column of the rows behind it, the first that they have of those it is said of. Null where they have none.
 */
export function askedOfRow(question: Question): Asked | null {
  const end = question.lastWord + 1;
  for (const row of ASKED_OF_ROWS) {
    const opened = row.first.find((phrase) => question.starts(0, phrase));
    if (!opened) continue;
    const from = opened.length;
    const closed = row.last.find(
      (phrase) => end - phrase.length > from && question.starts(end - phrase.length, phrase),
    );
    const last = row.ofVerb ? 1 : (closed?.length ?? 0);
    if (row.mustEnd && last === 0) continue;
    const to = end - last;
    const table = to > from ? tableOf(from, to, question) : null;
    if (table === null) continue;
    const label = labelOf(row, table, to, question);
    if (label === null) continue;
    const said = question.textOf(0, from);
    return {
      text: `${label} of ${question.textOf(from, to)}`,
      notes: [`"${said}" means ${label}.`],
    };
  }
  return null;
}

/** The rows that words from one token to another are: a value that names some, or their name behind what is said of them. */
function tableOf(from: number, to: number, question: Question): string | null {
  const start = question.isArticle(from) ? from + 1 : from;
  const values = question
    .valueRefs(start)
    .filter((value) => value.to === to)
    .flatMap(({ options }) => options);
  const rows = question.tokens.flatMap((_, at) =>
    at < start || at >= to
      ? []
      : question
          .refs(at)
          .filter((ref) => ref.to === to)
          .flatMap(({ options }) => options.filter(isNameOfRows)),
  );
  const [table, second] = new Set((rows.length > 0 ? rows : values).map((one) => one.table));
  return table !== undefined && second === undefined ? table : null;
}

/** The name of the column that tells where rows of a table are; null where none does. */
export const placeOf = (table: string, question: Question): string | null =>
  labelOf({ ...PLAIN, columns: PLACES }, table, 0, question);

/** The name of the column that tells what is paid for rows of a table; null where none does. */
export const priceOf = (table: string, question: Question): string | null =>
  labelOf({ ...PLAIN, columns: PRICES }, table, 0, question);

/** The name of the time of rows that a verb names. */
export const timeOf = (table: string, verb: number, question: Question): string | null =>
  labelOf({ ...PLAIN, ofVerb: true }, table, verb, question);

const PLAIN: AskedOfRows = { example: '', first: [], last: [], columns: [] };

/** The name of the column that a row of the table asks for. */
function labelOf(
  { columns, ofVerb }: AskedOfRows,
  table: string,
  verb: number,
  question: Question,
): string | null {
  if (ofVerb) {
    const rows: Option = { kind: 'table', table, cost: 0, evidence: 'name' };
    const times = question.timesCalled(
      { from: verb, to: verb + 1, text: question.word(verb), options: [rows] },
      question.word(verb),
    );
    return nameOf(times?.options[0]);
  }
  for (const word of columns) {
    const found = question
      .named(word)
      .filter((one) => one.kind === 'column' && one.table === table && isCalled(one, word));
    const [only, second] = new Set(found.map(nameOf));
    if (only && second === undefined) return only;
    if (only) return null;
  }
  return null;
}

/** Whether a column is called by a word, rather than by what is said of it: `list price`, and no `price level`. */
const isCalled = (option: Option, word: string): boolean =>
  option.kind === 'column' &&
  !isBirth(option.columns[0]) &&
  (wordsOf(option.columns[0].label).at(-1) === word || (option.columns[0].unit ?? null) !== null);

const nameOf = (option: Option | undefined): string | null =>
  option?.kind === 'column' && option.columns.length === 1 ? option.columns[0].label : null;
