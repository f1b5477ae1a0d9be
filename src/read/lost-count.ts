import { ENGLISH_ASKED_WORDS } from '#src/language/en/asked-words.ts';
import { BESIDE_COUNTS, COUNTS_ASKED } from '#src/language/en/composed.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { blocksIn, columnBehind, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Expr } from '#src/plugin-api/query.ts';
import { isNameOfRows, type Option } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';

const { counted } = ENGLISH_ASKED_WORDS;

/**
 * `Number of 2025 orders`, of which a query lists the order numbers: a count is asked, and nothing is counted. The words that ask
 * for it, or null; a column that holds the number (`number of seats`) is none.
 */
export const lostCount: Finds<string> = (question, query) => {
  const counts = blocksIn(query).some(
    ({ select, orderBy, having }) =>
      having.length > 0 || [...select, ...orderBy].some(({ expr }) => computes(expr)),
  );
  if (counts) return null;
  for (const [at] of question.tokens.entries()) {
    const asked = question.phrase(at, counted);
    const rows = asked && !isOfName(at, question) ? rowsFrom(asked.to, question) : null;
    if (rows !== null) return question.textOf(at, rows);
  }
  return null;
};

/** Whether a token belongs to a name that begins before it, or to that of a number: `phone number of`, `number of seats`. */
const isOfName = (at: number, question: Question): boolean =>
  question.refsOver(at).some(({ from, options }) => from < at || options.some(holdsNumber));

/** Where the first name behind a count ends, if it is that of several rows: `the number of the latest order` is its own. */
function rowsFrom(from: number, question: Question): number | null {
  for (let at = from; at < question.length; at++) {
    const [named] = question.refs(at);
    if (!named) continue;
    const last = question.tokens[named.to - 1]!;
    const areRows = named.options.some(isNameOfRows);
    return areRows && last.lemma !== last.lower ? named.to : null;
  }
  return null;
}

const computes = (expr: Expr): boolean => expr.kind !== 'column' && expr.kind !== 'literal';

const holdsNumber = (option: Option): boolean =>
  option.kind === 'column' && option.columns.some(({ kind }) => kind !== 'identifier');

const isOfValues = (option: Option): boolean =>
  option.kind === 'column' && option.columns.every(({ type }) => type === 'text');

/**
 * `How many orders and stores are in each region`, and `number of brands and segments`, of which a query counts the first alone: both
 * numbers are asked. The words that
 * ask for them, or null; `the number of orders and the store names` asks to see the second.
 */
export const lostSecondCount: Finds<string> = (question, query, { tables }) => {
  const computed = query.select.filter(({ expr }) => expr.kind !== 'column');
  if (computed.length > 1) return null;
  const sources = tablesByAlias(query);
  const shown = query.select.flatMap(({ expr }) => columnBehind(expr, sources, tables) ?? []);
  const thingsAt = (from: number) => {
    const [longest] = question.refs(from).toSorted((one, other) => other.to - one.to);
    return longest?.options.some((one) => isNameOfRows(one) || isOfValues(one)) ? longest : null;
  };
  for (const [at] of question.tokens.entries()) {
    if (!question.is(at, COUNTS_ASKED)) continue;
    const first = thingsAt(question.past(at + 1, BESIDE_COUNTS));
    if (!first || !question.isAnd(first.to)) continue;
    const second = thingsAt(question.past(first.to + 1, question.language.functionWords.articles));
    if (!second || !question.isPlural(second.to - 1)) continue;
    const isShown = second.options.some(
      (one) =>
        isNameOfRows(one) &&
        shown.some(
          ({ table, column }) =>
            one.table === table.name &&
            (column.kind === 'identifier' || displayColumns(table).includes(column)),
        ),
    );
    if (!isShown) return question.textOf(at, second.to);
  }
  return null;
};
