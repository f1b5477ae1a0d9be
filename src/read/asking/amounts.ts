import {
  BEFORE_AMOUNTS,
  MOST_SOLD,
  PLAIN_COMPARISONS,
  SELLING,
  UNSAID_AGGREGATES,
} from '#src/language/en/asking.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import {
  type DoubtAbout,
  type ReadDoubt,
  saidOtherwise,
  wordsFrom,
} from '#src/read/asking/doubt.ts';
import { isRanked, type Measure, measuresOf } from '#src/read/asking/quality.ts';
import { boundAt, spanAt } from '#src/read/rules/bounds.ts';

/** `orders over 500`, `how many products cost more than 20`: rows are compared by a number that is not said. */
export const unsaidAmount: ReadDoubt = (about) => {
  const { question } = about;
  for (let at = 1; at < question.length; at++) {
    const bound = boundAt(at, question) ?? spanAt(at, question);
    const isPlain = question.is(at, PLAIN_COMPARISONS) || question.number(at) !== null;
    const rows = bound && isPlain && rowsBefore(at, about);
    if (!bound || !rows) continue;
    // `customers with more than 3 orders`
    if (question.refs(bound.to).length > 0) return null;
    const compared = question.textOf(at, bound.to);
    return {
      ask: `Which column of ${rows.noun} should be compared with "${compared}"?`,
      // A number of theirs is meant more often than what belongs to them.
      options: measuresOf(rows.table, about)
        .toSorted((a, b) => Number(b.own) - Number(a.own))
        .map((measure) => ({
          label: measure.counted ? `number of ${measure.label}` : measure.label,
          question: saidOtherwise(question, rows.to, bound.to, `with ${named(measure, compared)}`),
        })),
    };
  }
  return null;
};

/** `price by category`: of rows that are taken together, a number that does not add up has an average and ends. */
export const unsaidAggregate: ReadDoubt = ({ question, declined }) => {
  if (declined.reason !== 'ambiguous') return null;
  for (let at = 0; at < question.length; at++)
    for (const { to, options } of question.refs(at).toReversed()) {
      const [column] = options.flatMap((one) => (one.kind === 'column' ? one.columns : []));
      if (column?.kind !== 'measure' || column.additive !== false) continue;
      const noun = question.textOf(at, to);
      return {
        ask: `Which ${noun} do you mean?`,
        options: UNSAID_AGGREGATES.map((word) => ({
          label: `${word} ${noun}`,
          question: saidOtherwise(question, at, to, `${word} ${noun}`),
        })),
      };
    }
  return null;
};

/** Rows that end before a bound, with words between that name no column. */
function rowsBefore(bound: number, { question }: DoubtAbout) {
  let to = bound;
  while (to > 0 && question.is(to - 1, BEFORE_AMOUNTS)) to--;
  const rows = question.tablesBefore(to);
  return rows && { table: rows.options[0]!.table, to, noun: rows.text };
}

/** `total revenue above 500`, `more than 5 orders` */
const named = ({ label, counted, own }: Measure, compared: string): string =>
  counted ? `${compared} ${label}` : `${own ? '' : 'total '}${label} ${compared}`;

/** `which store sold the most in 2025`, `best selling products`: rows are ranked by something that is not said. */
export const unsaidSales: ReadDoubt = (about) => {
  const sold = soldMost(about);
  if (!sold) return null;
  const { question } = about;
  const { rows, direction, count, said } = sold;
  const [most, highest, top] =
    direction === 'desc' ? ['most', 'highest', 'top'] : ['fewest', 'lowest', 'bottom'];
  const tail = wordsFrom(question, sold.to);
  return {
    ask: `Rank "${said}" by what?`,
    options: measuresOf(rows.table, about)
      .filter(({ own }) => !own)
      .map(({ label, counted }) => ({
        label: counted ? `number of ${label}` : label,
        question: (count === null
          ? `${rows.noun} with the ${counted ? most : highest} ${label} ${tail}`
          : `${top} ${count} ${rows.noun} by ${counted ? `number of ${label}` : label} ${tail}`
        ).trim(),
      })),
  };
};

/** Rows that are said to sell best, and where the words that say it end. */
function soldMost(about: DoubtAbout) {
  const { question } = about;
  for (let at = 1; at < question.length; at++) {
    if (!question.is(at, SELLING)) continue;
    const before = MOST_SOLD.get(question.word(at - 1));
    const selling = before && rowsBehind(at + 1, about);
    if (selling)
      return {
        ...{ rows: selling, to: selling.to, direction: before },
        ...{ count: question.number(at - 2), said: question.textOf(at - 1, at + 1) },
      };
    const end = question.isArticle(at + 1) ? at + 2 : at + 1;
    const direction = MOST_SOLD.get(question.word(end));
    const rows = direction && rowsBefore(at, about);
    if (!rows) return null;
    const said = question.textOf(at, end + 1);
    return { rows, to: end + 1, direction, count: null, said };
  }
  return null;
}

/** Rows that are named at a token, where nothing behind them says what they are ranked by. */
function rowsBehind(at: number, { question }: DoubtAbout) {
  const rows = question.refs(at).find(({ options }) => options.some(isNameOfRows));
  const table = rows?.options.find(({ kind }) => kind === 'table');
  return rows && table && !isRanked(question, rows.to)
    ? { table: table.table, to: rows.to, noun: question.textOf(rows.from, rows.to) }
    : null;
}
