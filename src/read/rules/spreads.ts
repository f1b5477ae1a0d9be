import { wordsOf } from '#src/catalog/name-keys.ts';
import { isNumeric } from '#src/planner/measured.ts';
import { type AggregateFunction, FUNCTIONS } from '#src/query/functions.ts';
import { saidUnits } from '#src/query/units.ts';
import { isSameOption, type Measure, type Option, type Ref } from '#src/read/ask.ts';
import { CHUNK, columnsOf, type Found, refsFrom, tablesOf } from '#src/read/measures.ts';
import { onceAt } from '#src/read/once-at.ts';
import type { Question } from '#src/read/question.ts';
import type { Rule } from '#src/read/reading.ts';
import { withItems } from '#src/read/rules/items.ts';

/** The largest, the smallest or the average of something. */
interface End {
  readonly fn: AggregateFunction;
  /** What the word speaks of where nothing names it: `longest`. */
  readonly of: readonly string[];
  readonly from: number;
}

/** What two ends are those of: a column, or that of rows which the ends speak of. */
interface Noun {
  readonly of: Ref;
  readonly rows: Ref | null;
}

/** What the difference is taken of, where it is named before: `the difference in age between`, `the age gap between`. */
interface Opened {
  readonly to: number;
  readonly column: Ref | null;
}

/** `the difference between the highest and the lowest fare`: one number over rows, less another one over them. */
const spreadsAt = onceAt((at, question): readonly Found<Measure>[] => {
  const { nouns } = question.language.spreads;
  if (![...nouns].some((word) => question.holds(word))) return [];
  return openedAt(at, question).flatMap(({ to, column }) =>
    pairsAt(to, question).flatMap(({ to: end, value: [one, other, noun], cost }) => {
      const measure = differenceOf(
        one,
        other,
        nounOf(noun, column, [one, other], question),
        question,
      );
      return measure ? [{ to: end, cost: cost + CHUNK, value: measure }] : [];
    }),
  );
});

function openedAt(at: number, question: Question): readonly Opened[] {
  const { nouns, between, of } = question.language.spreads;
  const named = question.is(at, nouns)
    ? [{ to: at + 1, column: null }]
    : refsFrom(at, question).flatMap(({ to, value }) =>
        question.is(to, nouns) ? [{ to: to + 1, column: columnsOf(value) }] : [],
      );
  return named.flatMap(({ to, column }): Opened[] => {
    if (question.word(to) === between) return [{ to: to + 1, column }];
    if (column !== null || !question.is(to, of)) return [];
    return refsFrom(to + 1, question).flatMap((one): Opened[] => {
      const own = question.word(one.to) === between ? columnsOf(one.value) : null;
      return own ? [{ to: one.to + 1, column: own }] : [];
    });
  });
}

type Pair = readonly [one: End, other: End, noun: Ref];

/** `the highest and the lowest fare`, `the longest boat and the average boat`. */
function pairsAt(at: number, question: Question): readonly Found<Pair>[] {
  const first = endAt(at, question);
  if (!first) return [];
  if (question.isAnd(first.to)) {
    const second = endAt(first.to + 1, question);
    return second
      ? refsFrom(second.to, question).map(({ to, value, cost }) => ({
          ...{ to, cost, value: [first.value, second.value, value] as const },
        }))
      : [];
  }
  return refsFrom(first.to, question).flatMap((noun) => {
    const second = question.isAnd(noun.to) ? endAt(noun.to + 1, question) : null;
    return second ? againAt(first.value, second, noun, question) : [];
  });
}

/** `and the shortest one`, `and the average boat`: what is named again must be the same. */
function againAt(
  first: End,
  second: Found<End>,
  noun: Found<Ref>,
  question: Question,
): readonly Found<Pair>[] {
  const value = [first, second.value, noun.value] as const;
  const { cost } = noun;
  const named = refsFrom(second.to, question).filter((one) => isSameRef(one.value, noun.value));
  const again = question.is(second.to, question.language.spreads.again) ? [second.to + 1] : [];
  // `and the average boat in Oslo`: of which of the two more is said is not looked at.
  return [...named.map(({ to }) => to), ...again, second.to].flatMap((to) =>
    question.endsPart(to) || question.phrase(to, question.language.grouping)
      ? [{ to, cost, value }]
      : [],
  );
}

const isSameRef = ({ options }: Ref, other: Ref): boolean =>
  options.some((one) => other.options.some((two) => isSameOption(one, two)));

function endAt(at: number, question: Question): Found<End> | null {
  const from = question.isArticle(at) ? at + 1 : at;
  const ranked = question.phrase(from, question.language.rankings);
  if (ranked) {
    const { direction, of, time } = ranked.means;
    const fn = direction === 'desc' ? 'max' : 'min';
    return time ? null : { to: ranked.to, cost: 0, value: { fn, of, from } };
  }
  const computed = question.phrase(from, question.language.aggregates);
  return computed && sizeOf(computed.means) !== null
    ? { to: computed.to, cost: 0, value: { fn: computed.means, of: [], from } }
    : null;
}

const isAverage = (fn: AggregateFunction): boolean => FUNCTIONS[fn].averages;

/** How large the number that a function gives is beside others of the same rows; null where that is not known. */
const SIZES: ReadonlyMap<AggregateFunction, number> = new Map([
  ['min', 0],
  ['max', 2],
]);

const sizeOf = (fn: AggregateFunction): number | null =>
  isAverage(fn) ? 1 : (SIZES.get(fn) ?? null);

/** The number that two ends are of; null where none is said, or a word speaks of another one than is named. */
function nounOf(
  noun: Ref,
  column: Ref | null,
  ends: readonly End[],
  question: Question,
): Noun | null {
  const rows = tablesOf(noun);
  const named = column ?? (rows === null || columnsOf(noun) ? columnsOf(noun) : null);
  if (column === null && rows === null && named) return withNumbers(named, null);
  if (rows === null) return null;
  const own = ({ table }: Option) => rows.options.some((one) => one.table === table);
  if (column) return withNumbers({ ...column, options: column.options.filter(own) }, rows);
  const options = impliedBy(ends, question).filter(own);
  const [{ from }] = ends as readonly [End, ...End[]];
  const text = question.textOf(from, from + 1);
  return withNumbers({ from, to: from + 1, text, options }, rows);
}

function withNumbers(of: Ref, rows: Ref | null): Noun | null {
  const options = of.options.filter(
    (one) => one.kind === 'column' && one.columns.length === 1 && isNumeric(one.columns[0].type),
  );
  return options.length > 0 ? { of: { ...of, options }, rows } : null;
}

/** The columns that the ends speak of: `longest and shortest`. */
const impliedBy = (ends: readonly End[], question: Question): readonly Option[] => {
  const [first, ...others] = ends.map(({ of }) => of).filter((of) => of.length > 0);
  const names = (first ?? []).filter((name) => others.every((of) => of.includes(name)));
  return names.flatMap((name, rank) =>
    question.named(name).map((one) => ({ ...one, cost: one.cost + 0.05 * rank })),
  );
};

/** The greater one less the other; null where they are the same, or which is greater is not known. */
function differenceOf(one: End, other: End, noun: Noun | null, question: Question): Measure | null {
  if (!noun || one.fn === other.fn || !speaksOfOne(one, other)) return null;
  // `the fastest and the average time`: the fastest one is the shortest.
  const isTold = ({ of }: End) =>
    of.length === 0 || of.some((name) => holdsWord(noun.of, name, question));
  const hasAverage = isAverage(one.fn) || isAverage(other.fn);
  if (hasAverage && ![one, other].every(isTold)) return null;
  const [less, fn] = [one.fn, other.fn].toSorted((a, b) => sizeOf(a)! - sizeOf(b)!);
  return { fn: fn!, less: less!, of: noun.of, distinct: false, context: noun.rows };
}

const speaksOfOne = ({ of: one }: End, { of: other }: End): boolean =>
  one.length === 0 || other.length === 0 || one.some((name) => other.includes(name));

const holdsWord = ({ options }: Ref, name: string, question: Question): boolean =>
  options.some(
    (one) =>
      one.kind === 'column' &&
      (wordsOf(one.columns[0].label).includes(name) ||
        question.named(name).some((other) => isSameOption(one, other))),
  );

/** `How many meters longer is the longest bridge than the average bridge`. */
function askedSpreadAt(at: number, question: Question): readonly Found<Measure>[] {
  const { howMuch } = question.language.spreads;
  const asked = howMuch.find((phrase) => question.starts(at, phrase));
  if (!asked) return [];
  const start = at + asked.length;
  return [start, start + 1].flatMap((more): readonly Found<Measure>[] => {
    const names = question.language.compared.get(question.word(more));
    const direction = question.comparative(more);
    if (!names || !direction || !question.is(more + 1, question.language.between.said)) return [];
    const unit = more > start ? question.word(start) : null;
    return comparedEnds(more + 2, question).flatMap(({ to, value: [one, other, noun], cost }) => {
      const isGreater = sizeOf(one.fn)! > sizeOf(other.fn)!;
      if (isGreater !== (direction === '>')) return [];
      const ends = [{ ...one, of: names }, other];
      const found = inUnit(nounOf(noun, null, ends, question), unit, names, question);
      const measure = differenceOf(one, other, found, question);
      return measure ? [{ to, cost: cost + CHUNK, value: measure }] : [];
    });
  });
}

/** `By how much does the largest enrollment exceed the smallest`. */
function exceededAt(at: number, question: Question): readonly Found<Measure>[] {
  const { howMuch, exceeding } = question.language.spreads;
  const asked = howMuch.find((phrase) => question.starts(at, phrase));
  if (!asked) return [];
  const start = at + asked.length;
  const { auxiliaries } = question.language.functionWords;
  return [start, start + 1].flatMap((aux): readonly Found<Measure>[] => {
    const first = question.is(aux, auxiliaries) ? endAt(aux + 1, question) : null;
    if (!first) return [];
    const unit = aux > start ? question.word(start) : null;
    return refsFrom(first.to, question).flatMap((noun) => {
      const second = question.is(noun.to, exceeding) ? endAt(noun.to + 1, question) : null;
      const pairs = second ? againAt(first.value, second, noun, question) : [];
      return pairs.flatMap(({ to, value: [one, other, of], cost }) => {
        if (sizeOf(one.fn)! <= sizeOf(other.fn)!) return [];
        const found = inUnit(nounOf(of, null, [one, other], question), unit, one.of, question);
        const measure = differenceOf(one, other, found, question);
        return measure ? [{ to, cost: cost + CHUNK, value: measure }] : [];
      });
    });
  });
}

/** `How many years lie between the ages of the oldest and the youngest owner`. */
function agesApartAt(at: number, question: Question): readonly Found<Measure>[] {
  const asked = question.language.spreads.ageGaps.find((phrase) => question.starts(at, phrase));
  if (!asked) return [];
  return pairsAt(at + asked.length, question).flatMap(({ to, value: [one, other, noun], cost }) => {
    const ends = [one, other];
    if (!ends.every(({ of }) => of.includes(question.language.age))) return [];
    const measure = differenceOf(one, other, nounOf(noun, null, ends, question), question);
    return measure ? [{ to, cost: cost + CHUNK, value: measure }] : [];
  });
}

/** `the longest bridge than the average bridge`, `the oldest than the youngest driver`. */
function comparedEnds(at: number, question: Question): readonly Found<Pair>[] {
  const first = endAt(at, question);
  if (!first) return [];
  return refsFrom(first.to, question).flatMap((noun) => {
    const second = question.word(noun.to) === 'than' ? endAt(noun.to + 1, question) : null;
    return second ? againAt(first.value, second, noun, question) : [];
  });
}

/** The columns that are kept in a unit, where one is said. */
function inUnit(
  noun: Noun | null,
  unit: string | null,
  names: readonly string[],
  question: Question,
): Noun | null {
  if (!noun || unit === null) return noun;
  if (
    question.is(
      question.tokens.findIndex(({ lower }) => lower === unit),
      question.language.spreads.ageUnits,
    )
  )
    return names.includes('age') ? noun : null;
  const units = saidUnits(unit);
  const options = noun.of.options.filter(
    (one) =>
      one.kind === 'column' &&
      (units.includes(one.columns[0].unit ?? '') || wordsOf(one.columns[0].label).includes(unit)),
  );
  return options.length > 0 ? { ...noun, of: { ...noun.of, options } } : null;
}

const spread: Rule = {
  name: 'a difference of two numbers over rows',
  example: 'the difference between the highest and the lowest price',
  read({ ask, at, last }, question) {
    if (ask.items.length > 0 || (last !== 'nothing' && ask.groups.length === 0)) return [];
    return [
      ...spreadsAt(at, question),
      ...askedSpreadAt(at, question),
      ...exceededAt(at, question),
      ...agesApartAt(at, question),
    ].map(({ to, value, cost }) => ({ to, cost, ask: withItems(ask, [value]), last: 'item' }));
  },
};

export const SPREAD_RULES: readonly Rule[] = [spread];
