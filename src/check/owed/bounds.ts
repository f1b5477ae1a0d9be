import { wordsOf } from '#src/catalog/name-keys.ts';
import type { AskedWords } from '#src/check/owed/asked-words.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { meaningAt, meaningBefore } from '#src/check/owed/phrases.ts';
import type { Comparison, Statement } from '#src/check/owed/statement.ts';
import type { Comparator } from '#src/language/asked-words.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { ExprNode } from '#src/plugin-api/query-facts.ts';
import { isFunction } from '#src/query/functions.ts';
import { numberOf, columnOf as plainColumn } from '#src/sql/nodes.ts';

/** Factors between the unit of a question and that of a column: percent, thousands, minutes, months. */
const FACTORS: readonly number[] = [1, 100, 0.01, 1_000, 0.001, 1_000_000, 60, 1 / 60, 12, 1 / 12];

/** Whether a number is the other, perhaps in another unit. */
export const isSameAmount = (one: number, other: number): boolean =>
  FACTORS.some((factor) => isClose(one, other * factor));
/** Words that may stand between a number and "or more". */
const LONGEST_UNIT = 2;

/** "More than 20", "at least 4.1", "3 or fewer": which side of the number, and whether the number itself. */
export const boundsOwed: ReadObligations = (asked) => {
  const { tokens, inPeriod, text, words } = asked;
  return tokens.flatMap((token, at): readonly Obligation[] => {
    const { value } = token;
    const average = averageBehind(asked, at);
    if (average) return [average];
    // The minutes of `18:00 or later` are no number of their own.
    const isMinutes = tokens[at - 1]?.lower === ':' && tokens[at - 2]?.value != null;
    if (value === null || isMinutes) return [];
    const before = boundBefore(asked, at);
    // "More than 2000" may be a year, too: of times nothing is told.
    if (before)
      return [
        owed(before.means, value, text(before.start, at + 1), isTime(at) || inPeriod.has(at)),
        ...countedOwed(asked, at),
      ];
    if (inPeriod.has(at)) return [];
    const pair = pairOf(asked, at);
    if (pair) return [owed(pair.means, value, pair.words, isTime(pair.end - 1))];
    for (let next = at + 1; next <= at + 1 + LONGEST_UNIT; next++) {
      const after = meaningAt(tokens, next, words.boundsAfter);
      if (after) return [owed(after.means, value, text(at, after.end), isTime(at))];
    }
    return [exactly(value, text(at, at + 1)), ...upToOwed(asked, at)];
    function isTime(place: number) {
      return words.timeUnits.has(tokens[place + 1]?.lower ?? '');
    }
  });
};

/** A number that nothing bounds is that number: none beside it takes its place. */
const exactly = (value: number, words: string): Obligation => ({
  kind: 'bound',
  words,
  unmetBy: ({ comparisons, limits, nodes }) => {
    const isNear = (number: number) => Math.abs(number - value) === 1;
    const isThere =
      limits.includes(value) ||
      nodes.some((node) => {
        const number = numberOf(node);
        return number !== null && isSameAmount(number, value);
      });
    if (isThere || value < 2) return null;
    const other = [
      ...comparisons
        .filter(({ op, place }) => (op === '=' || op === 'in') && place !== 'elsewhere')
        .flatMap(({ numbers }) => numbers),
      ...limits,
    ].find(isNear);
    return other === undefined ? null : `The question says "${words}", but the SQL uses ${other}.`;
  },
});

/** "In the top 3", "in the first 15 minutes": where no row count is limited, up to that number. */
function upToOwed({ tokens, text, words }: AskedWords, at: number): readonly Obligation[] {
  const value = tokens[at]?.value;
  const before = tokens[at - 1]?.lower ?? '';
  if (value == null || !words.leading.has(before) || words.backward.has(before)) return [];
  const said = text(at - 1, at + 1);
  return [
    {
      kind: 'bound',
      words: said,
      unmetBy: (statement) => {
        if (statement.limits.length > 0 || statement.calls.some(({ over }) => over)) return null;
        const near = bounding(statement, value).filter(({ op }) => op !== '=');
        return near.length === 0 || near.some((one) => meets(one, '<=', value))
          ? null
          : `The question says "${said}", but the SQL uses a different limit.`;
      },
    },
  ];
}

interface Bound {
  readonly start: number;
  readonly means: Comparator;
}

/** "More than" and the like right before a token, or a comparative with its "than". */
function boundBefore({ tokens, words }: AskedWords, at: number): Bound | null {
  const said = meaningBefore(tokens, at, words.boundsBefore, words.beforeNumbers);
  if (said) return said;
  const than = words.beforeNumbers.has(tokens[at - 1]?.lower ?? '') ? at - 2 : at - 1;
  if (!words.than.has(tokens[than]?.lower ?? '')) return null;
  const graded = words.comparatives.get(tokens[than - 1]?.lower ?? '');
  if (!graded || graded.time) return null;
  return { start: than - 1, means: graded.direction === 'desc' ? '>' : '<' };
}

/** Either number of "between 4 and 6", which are both inside. */
function pairOf({ tokens, text, words }: AskedWords, at: number) {
  const isOpened = (place: number) =>
    words.between.has(tokens[place - 1]?.lower ?? '') &&
    tokens[place]?.value != null &&
    words.joining.has(tokens[place + 1]?.lower ?? '') &&
    tokens[place + 2]?.value != null;
  const [start, means] = isOpened(at)
    ? ([at - 1, '>='] as const)
    : isOpened(at - 2)
      ? ([at - 3, '<='] as const)
      : [null, null];
  return start === null ? null : { means, words: text(start, start + 4), end: start + 4 };
}

/** "Above the average": the side of it that is kept. */
function averageBehind(asked: AskedWords, at: number): Obligation | null {
  const { tokens, words, text } = asked;
  if (!words.average.has(tokens[at]?.lower ?? '')) return null;
  const bound = boundBefore(asked, at);
  if (!bound) return null;
  const said = text(bound.start, at + 1);
  return {
    kind: 'bound',
    words: said,
    unmetBy: ({ nodes }) => {
      const sides = nodes.flatMap(averageSide);
      if (
        sides.length === 0 ||
        nodes.some((node) => node.kind === 'operation' && node.op === 'not')
      )
        return null;
      return sides.some((side) => side === bound.means[0])
        ? null
        : `The question says "${said}", but the SQL keeps the rows on the other side of the limit.`;
    },
  };
}

/** Which side of an average a comparison keeps. */
function averageSide(node: ExprNode): readonly string[] {
  if (node.kind !== 'operation' || !/^[<>]=?$/.test(node.op)) return [];
  const [left, right] = node.args;
  const isAverage = (one: ExprNode | undefined) =>
    one?.kind === 'subquery' &&
    one.select.outputs.some(({ aggregates }) => aggregates.some(({ fn }) => fn === 'avg'));
  const side = node.op.slice(0, 1);
  if (isAverage(right)) return [side];
  return isAverage(left) ? [side === '<' ? '>' : '<'] : [];
}

/** "At least 3 heads": rows are counted, no column of theirs is added up. */
function countedOwed({ tokens, mentions, text }: AskedWords, at: number): readonly Obligation[] {
  const value = tokens[at]?.value;
  const thing = mentions.find(({ start }) => start === at + 1);
  if (value == null || !thing || thing.tables.length === 0 || thing.columns.length > 0) return [];
  const own = new Set(thing.tables.flatMap(({ label }) => wordsOf(label)));
  const words = text(at, thing.end);
  return [
    {
      kind: 'bound',
      words,
      unmetBy: ({ comparisons, columnOf }) => {
        const near = comparisons.filter(({ numbers }) =>
          numbers.some((number) => Math.abs(number - value) <= 1),
        );
        const other = near.flatMap(({ left }) => {
          const [arg] = left.kind === 'call' && isFunction(left.name, 'sum') ? left.args : [];
          const added = arg && plainColumn(arg);
          const known = added && columnOf(added);
          return known?.kind === 'measure' && !wordsOf(known.label).some((word) => own.has(word))
            ? [known]
            : [];
        });
        const [first] = other;
        return first && other.length === near.length
          ? `The question says "${words}", but the SQL adds up ${first.label}.`
          : null;
      },
    },
  ];
}

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
        ({ column }) => !isTime || !column || !tellsTime(statement.columnOf(column)),
      );
      // A length of time may be a difference of dates, and the older has the earlier one.
      if (isTime && near.some(({ column }) => column === null)) return null;
      if (near.length === 0 || near.some((one) => meets(one, op, value))) return null;
      const [first] = near;
      const said = SAID.get(first?.op ?? '') ?? '';
      const number = first?.numbers[0];
      return first?.negated || said === ''
        ? `The question says "${words}", but the SQL uses a different limit.`
        : `The question says "${words}", but the SQL filters for ${said} ${number}.`;
    },
  };
}

/** A time, or a year that is kept as a number. */
const tellsTime = (column: CatalogColumn | null) =>
  column?.kind === 'time' || wordsOf(column?.label ?? '').includes('year');

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
