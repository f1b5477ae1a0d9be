import { BEFORE_AMOUNTS, MOST_SOLD, PLAIN_COMPARISONS, SELLING } from '#src/language/en/asking.ts';
import {
  type DoubtAbout,
  type ReadDoubt,
  saidOtherwise,
  wordsFrom,
} from '#src/read/asking/doubt.ts';
import { type Measure, measuresOf } from '#src/read/asking/quality.ts';
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
      ask: `By what are ${rows.noun} compared with "${compared}"?`,
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

/** Rows that end before a bound, with words between that name no column. */
function rowsBefore(bound: number, { question }: DoubtAbout) {
  let to = bound;
  while (to > 0 && question.is(to - 1, BEFORE_AMOUNTS)) to--;
  for (let from = Math.max(0, to - LONGEST); from < to; from++) {
    const rows = question.refs(from).find((ref) => ref.to === to);
    const table = rows?.options.find(
      ({ kind, evidence }) => kind === 'table' && evidence === 'name',
    );
    if (table) return { table: table.table, to, noun: question.textOf(from, to) };
  }
  return null;
}

/** Words of a name, at the most. */
const LONGEST = 4;

/** `total revenue above 500`, `more than 5 orders` */
const named = ({ label, counted, own }: Measure, compared: string): string =>
  counted ? `${compared} ${label}` : `${own ? '' : 'total '}${label} ${compared}`;

/** `which store sold the most in 2025`, `products that sold best`: rows are ranked by something that is not said. */
export const unsaidSales: ReadDoubt = (about) => {
  const { question } = about;
  for (let at = 1; at < question.length; at++) {
    if (!question.is(at, SELLING)) continue;
    const end = question.isArticle(at + 1) ? at + 2 : at + 1;
    const direction = MOST_SOLD.get(question.word(end));
    const rows = direction && rowsBefore(at, about);
    if (!rows) return null;
    const [most, highest] = direction === 'desc' ? ['most', 'highest'] : ['fewest', 'lowest'];
    const tail = wordsFrom(question, end + 1);
    return {
      ask: `By what is "${question.textOf(at, end + 1)}" meant?`,
      options: measuresOf(rows.table, about)
        .filter(({ own }) => !own)
        .map(({ label, counted }) => ({
          label: counted ? `number of ${label}` : label,
          question: `${rows.noun} with the ${counted ? most : highest} ${label} ${tail}`.trim(),
        })),
    };
  }
  return null;
};
