import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { meaningAt, meaningBefore } from '#src/check/owed/phrases.ts';
import type { Comparison, Statement } from '#src/check/owed/statement.ts';
import type { Comparator } from '#src/language/asked-words.ts';

/** Factors between the unit of a question and that of a column: percent, thousands, minutes, months. */
const FACTORS: readonly number[] = [1, 100, 0.01, 1_000, 0.001, 1_000_000, 60, 1 / 60, 12, 1 / 12];

/** Whether a number is the other, perhaps in another unit. */
export const isSameAmount = (one: number, other: number): boolean =>
  FACTORS.some((factor) => isClose(one, other * factor));
/** Words that may stand between a number and "or more". */
const LONGEST_UNIT = 2;

/** "More than 20", "at least 4.1", "3 or fewer": which side of the number, and whether the number itself. */
export const boundsOwed: ReadObligations = ({ tokens, inPeriod, text, words }) =>
  tokens.flatMap((token, at): readonly Obligation[] => {
    const { value } = token;
    if (value === null || inPeriod.has(at)) return [];
    const before = meaningBefore(tokens, at, words.boundsBefore, words.beforeNumbers);
    if (before) return [owed(before.means, value, text(before.start, at + 1), isTime(at))];
    for (let next = at + 1; next <= at + 1 + LONGEST_UNIT; next++) {
      const after = meaningAt(tokens, next, words.boundsAfter);
      if (after) return [owed(after.means, value, text(at, after.end), isTime(at))];
    }
    return [];
    function isTime(place: number) {
      return words.timeUnits.has(tokens[place + 1]?.lower ?? '');
    }
  });

const OPPOSITE: Readonly<Record<Comparator, Comparator>> = {
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
};
const SAID: ReadonlyMap<string, string> = new Map([
  ['>', 'more than'],
  ['>=', 'at least'],
  ['<', 'less than'],
  ['<=', 'at most'],
  ['=', 'exactly'],
  ['<>', 'anything but'],
]);

function owed(op: Comparator, value: number, words: string, isTime: boolean): Obligation {
  return {
    kind: 'bound',
    words,
    unmetBy: (statement) => {
      const near = bounding(statement, value).filter(
        ({ column }) => !isTime || !column || statement.columnOf(column)?.kind !== 'time',
      );
      // A length of time may be a difference of dates, and the older has the earlier one.
      if (isTime && near.some(({ column }) => column === null)) return null;
      if (near.length === 0 || near.some((one) => meets(one, op, value))) return null;
      const [first] = near;
      const said = SAID.get(first?.op ?? '') ?? '';
      const number = first?.numbers[0];
      return first?.negated || said === ''
        ? `The question says "${words}"; the statement keeps to another bound.`
        : `The question says "${words}"; the statement keeps to ${said} ${number}.`;
    },
  };
}

const SIDES: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '=']);

/** Comparisons with the number, or with its neighbour, of which one is meant to be the bound. */
const bounding = ({ comparisons }: Statement, value: number): readonly Comparison[] =>
  comparisons.filter(
    ({ op, numbers, place, texts }) =>
      SIDES.has(op) &&
      (place !== 'elsewhere' || texts.length > 0) &&
      numbers.some(
        (number) =>
          isSameAmount(number, value) ||
          (Number.isInteger(value) && Math.abs(number - value) === 1),
      ),
  );

const isClose = (one: number, other: number) =>
  Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other));

/** `> 20` of whole numbers is `>= 21`. */
const NEIGHBOURS: Readonly<Record<Comparator, (value: number) => readonly [Comparator, number]>> = {
  '>': (value) => ['>=', value + 1],
  '>=': (value) => ['>', value - 1],
  '<': (value) => ['<=', value - 1],
  '<=': (value) => ['<', value + 1],
};

function meets({ op, numbers: [number], negated }: Comparison, owed: Comparator, value: number) {
  if (number === undefined) return true;
  const ops = negated && op in OPPOSITE ? [op, OPPOSITE[op as Comparator]] : [op];
  return ops.some((one) => {
    if (one === owed && isSameAmount(number, value)) return true;
    if (!Number.isInteger(value)) return false;
    const [other, neighbour] = NEIGHBOURS[owed](value);
    return one === other && number === neighbour;
  });
}
