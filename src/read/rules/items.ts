import { wordsOf } from '#src/catalog/name-keys.ts';
import {
  type Ask,
  type Condition,
  type Measure,
  noneOf,
  plainly,
  type Ref,
} from '#src/read/ask.ts';
import {
  amountsOf,
  CHUNK,
  columnsNamed,
  columnsOf,
  type Found,
  measuresAt,
  type PremodifiedRows,
  premodifiedRows,
  refsFrom,
  rowsFrom,
  tablesOf,
} from '#src/read/measures.ts';
import type { Question } from '#src/read/question.ts';
import { type Reading, type Rule, type Step, step } from '#src/read/reading.ts';

/** Adds what is shown: rows that are asked for as a whole are what the question is about. */
export function withItems(ask: Ask, found: readonly Measure[]): Ask {
  const measures = found.map((one) => ofRowsBefore(one, ask));
  const [first] = measures;
  if (first!.owned && ask.items.length > 0) return { ...ask, items: [...ask.items, ...measures] };
  const rows = first!.fn === null || first!.fn === 'count' ? tablesOf(first!.of) : null;
  const whole = rows === first!.of && ask.entity === null ? rows : null;
  const context = first!.theirs ? null : first!.context;
  const items = [...ask.items, ...measures];
  return {
    ...ask,
    conditions: [...ask.conditions, ...measures.flatMap(({ said }) => said ?? [])],
    items: context
      ? items.map((item) =>
          item.context === null && item.fn === null && !item.theirs ? { ...item, context } : item,
        )
      : items,
    entity: ask.entity ?? whole ?? context,
    distinct: ask.distinct || measures.some(({ distinct, fn }) => distinct && fn === null),
  };
}

/** `for each climber, list their name`: that of the climbers. */
function ofRowsBefore(measure: Measure, { entity, groups }: Ask): Measure {
  const [group] = groups;
  const rows = entity ?? (group ? tablesOf(group) : null);
  return measure.theirs && measure.context === null && tablesOf(measure.of) === null
    ? { ...measure, context: rows }
    : measure;
}

/** Whether what is asked may begin here: `customers with email` has said it already. */
function begins({ at, last, ask }: Reading, question: Question): boolean {
  if (question.isPossessed(at)) return false;
  // `which Bosko has the highest weight`: what is called so is asked, and not its weight.
  if (
    ask.items.length + ask.groups.length === 0 &&
    ask.conditions.length > 0 &&
    isHeld(at, question)
  )
    return false;
  if (last === 'nothing' || ask.entity === null) return true;
  if (asksMore(at, question)) return false;
  for (let before = at - 1; before >= 0; before--) {
    if ([',', '.', '?', ';', ':'].includes(question.word(before)) || question.isAsking(before))
      return true;
    if (!question.is(before, question.language.between.items)) return false;
  }
  return true;
}

/** `which boat is in Oslo, and in what year`, `and who sails it`: more is asked than what follows. */
function asksMore(at: number, question: Question): boolean {
  const { behind, which } = question.language.askedAgain;
  const { persons } = question.language.functionWords;
  const before = question.beforeArticles(at);
  if (question.is(before, persons)) return question.isAnd(before - 1);
  if (!question.is(before, which)) return false;
  return question.isAnd(before - (question.is(before - 1, behind) ? 2 : 1));
}

/** Whether `has` or `with` stands before a token and its articles. */
function isHeld(at: number, question: Question): boolean {
  return question.is(question.beforeArticles(at), question.language.having);
}

const firstItem: Rule = {
  name: 'what is asked',
  example: 'Show the names of all customers',
  read(reading, question) {
    if (reading.ask.items.length > 0 || !begins(reading, question)) return [];
    return itemsOf(reading.ask, measuresAt(reading.at, question));
  },
};

/** Steps that add what is shown. */
const itemsOf = (
  ask: Ask,
  found: readonly Found<readonly Measure[]>[],
  costs = 0,
): readonly Step[] =>
  found.map(({ to, value, cost }) => ({
    ...{ to, cost: cost + costs, last: 'item' as const },
    ask: withItems(ask, value),
  }));

const somebody: Rule = {
  name: 'who',
  example: 'Who placed the earliest order',
  read({ ask, at }, question) {
    const options = question.people;
    if (at > 0 || !question.asksWho || options.length === 0) return [];
    const of = { from: at, to: at + 1, text: question.textOf(at, at + 1), options };
    const own = { ...withItems(ask, [plainly(of)]), entity: of };
    return [step(at + 1, 0, own, 'item')];
  },
};

/** `How old are the drivers`: a column that answers it. */
const degree: Rule = {
  name: 'how much of something',
  example: 'How old is the customer named Ann',
  read({ ask, at }, question) {
    if (ask.items.length > 0) return [];
    const found = degreeAt(at, question);
    if (!found) return [];
    return rowsFrom(found.to, question).map(({ to, value: context, cost }) =>
      step(to, cost, withItems(ask, [{ ...plainly(found.value), context }]), 'item'),
    );
  },
};

/** `how old are`: the columns that answer it. */
function degreeAt(at: number, question: Question): Found<Ref> | null {
  const match = question.phrase(at, question.language.degrees);
  const options = columnsNamed(match?.means ?? [], question);
  if (!match || options.length === 0) return null;
  const text = question.textOf(at, match.to);
  return { to: match.to, value: { from: at, to: match.to, text, options }, cost: 0 };
}

const nextItem: Rule = {
  name: 'a list of what is asked',
  example: 'the names, ages and cities of customers',
  read(reading, question) {
    if (reading.last !== 'item' || reading.ask.items.some(({ everything: whole }) => whole))
      return [];
    const joiner = question.language.joiners.find((phrase) => question.starts(reading.at, phrase));
    if (!joiner) return [];
    const found = measuresAt(reading.at + joiner.length, question).filter(
      ({ value }) => !isOtherRows(reading.ask, value),
    );
    return itemsOf(reading.ask, [...found, ...shared(reading.ask, found)]);
  },
};

/** `names of customers and suppliers`: those of both, rather than the suppliers beside each customer. */
const isOtherRows = ({ items }: Ask, [next]: readonly Measure[]): boolean => {
  const before = items.at(-1);
  return before?.context != null && next!.fn === null && next!.of.options[0]!.kind === 'table';
};

/** `the maximum price and score`: what is computed of the first of a list is computed of the others. */
function shared(
  { items }: Ask,
  found: readonly Found<readonly Measure[]>[],
): readonly Found<readonly Measure[]>[] {
  const fn = items.at(-1)?.fn ?? null;
  if (fn === null || fn === 'count') return [];
  return found.flatMap((one) => {
    const [measure] = one.value;
    const of = measure!.fn === null ? columnsOf(measure!.of) : null;
    return of ? [{ ...one, value: [{ ...measure!, fn, of }] }] : [];
  });
}

const besideItem: Rule = {
  name: 'something more to show',
  example: 'customers from Oslo along with their ages',
  read(reading, question) {
    const { ask, last, at } = reading;
    if (ask.items.length === 0) return besideGroup(reading, question);
    if (ask.items[0]!.everything) return [];
    const beside = question.language.beside.find((phrase) => question.starts(at, phrase));
    const counted = beside?.at(-1) === 'many';
    if (!beside && last === 'other') return computedBeside(reading, question);
    if (!beside || (last !== 'other' && !counted)) return [];
    const from = at + beside.length;
    if (counted)
      return refsFrom(from, question).map(({ to, value, cost }) =>
        step(to, cost, withItems(ask, [{ ...plainly(value), fn: 'count' }]), 'item'),
      );
    // `with the highest price` and `with the name Ann` say which rows.
    const isList = beside[1] === 'with' && beside.length === 3;
    const found = measuresAt(from, question).filter(
      ({ to }) => !isList || question.endsPart(to) || question.isAnd(to),
    );
    return itemsOf(ask, found, 0.05);
  },
};

/** `each city along with the number of shops`: a number is shown beside the groups. */
function besideGroup({ ask, at }: Reading, question: Question): readonly Step[] {
  if (ask.groups.length === 0) return [];
  const beside = question.language.beside.find((phrase) => question.starts(at, phrase));
  return beside ? computedFrom(ask, at + beside.length, question) : [];
}

/** `the cities of shops and the number of shops`: a number is more to show, whatever stands before. */
function computedBeside({ ask, at }: Reading, question: Question): readonly Step[] {
  const joiner = question.language.joiners.find((phrase) => question.starts(at, phrase));
  if (!joiner || joiner.at(-1) === ',') return [];
  return computedFrom(ask, at + joiner.length, question);
}

const computedFrom = (ask: Ask, at: number, question: Question): readonly Step[] =>
  itemsOf(
    ask,
    measuresAt(at, question).filter(({ value }) => value.every(({ fn }) => fn !== null)),
    0.05,
  );

/** `…, and in what year?`: asked of the rows that were spoken of, at the end. */
const askedBehind: Rule = {
  name: 'something more that is asked of the same rows',
  example: 'Which customer is the oldest, and in what city?',
  read({ ask, at, last }, question) {
    if (ask.items.length === 0 || last === 'nothing' || ask.items[0]!.everything) return [];
    const joiner = question.language.joiners.find((phrase) => question.starts(at, phrase));
    if (!joiner?.includes('and')) return [];
    const from = at + joiner.length;
    return [
      ...askedColumn(from, question),
      ...askedAmount(from, question),
      ...askedDegree(from, question),
      ...askedDoer(from, question),
    ].flatMap(({ to, value, cost }) =>
      question.endsPart(to) ? [step(to, cost, withItems(ask, [value]), 'item')] : [],
    );
  },
};

/** `in what year`, `which publisher`, `in what year was it opened` */
function askedColumn(at: number, question: Question): readonly Found<Measure>[] {
  const { behind, which } = question.language.askedAgain;
  const from = question.is(at, behind) ? at + 1 : at;
  if (!question.is(from, which)) return [];
  return refsFrom(from + 1, question).flatMap(({ to, value, cost }) => [
    { to: afterAgain(to, question), cost, value: plainly(value) },
    ...doneThen(to, value, question).map((one) => ({
      ...one,
      cost,
      value: plainly(one.value),
    })),
  ]);
}

/** `was it opened`, `did it happen`: said of a column that the verb names, or that any verb of its kind can be said of. */
function doneThen(
  at: number,
  { options, ...span }: Ref,
  question: Question,
): readonly Found<Ref>[] {
  const { auxiliaries, pronouns, happening } = question.language.functionWords;
  if (!question.is(at, auxiliaries) || !question.is(at + 1, pronouns)) return [];
  const verb = question.word(at + 2);
  const { isAkin } = question.language.names;
  const told = options.filter(
    (one) =>
      one.kind === 'column' && wordsOf(one.columns[0].label).some((word) => isAkin(word, verb)),
  );
  if (told.length > 0) return [{ to: at + 3, value: { ...span, options: told }, cost: 0 }];
  return happening.has(verb) ? [{ to: at + 3, value: { ...span, options }, cost: 0 }] : [];
}

/** `how many hours is that`: a column that holds them. */
function askedAmount(at: number, question: Question): readonly Found<Measure>[] {
  const phrase = question.language.counting.find((one) => question.starts(at, one));
  if (!phrase?.includes('how')) return [];
  return refsFrom(at + phrase.length, question).flatMap(({ to, value, cost }) => {
    const of = amountsOf(value);
    return of ? [{ to: afterAgain(to, question), cost, value: plainly(of) }] : [];
  });
}

/** `how old are they` */
function askedDegree(at: number, question: Question): readonly Found<Measure>[] {
  const found = degreeAt(at, question);
  const isSaid = found && question.is(found.to, question.language.functionWords.pronouns);
  return isSaid ? [{ ...found, to: found.to + 1, value: plainly(found.value) }] : [];
}

/** `who directed them`: a column that the verb names. */
function askedDoer(at: number, question: Question): readonly Found<Measure>[] {
  const { persons, objects } = question.language.functionWords;
  if (!question.is(at, persons)) return [];
  return refsFrom(at + 1, question).flatMap(({ to, value, cost }) => {
    const of = question.is(to, objects) ? columnsOf(value) : null;
    return of ? [{ to: to + 1, cost, value: plainly(of) }] : [];
  });
}

/** The token behind `is that`, `does it have`, which refer to what was spoken of. */
const afterAgain = (at: number, question: Question): number =>
  at +
  (question.language.askedAgain.verbs.find((phrase) => question.starts(at, phrase))?.length ?? 0);

const counted: Rule = {
  name: 'how many',
  example: 'How many customers are there',
  read({ ask, at }, question) {
    if (ask.items.length > 0) return [];
    const phrase = question.language.counting.find((one) => question.starts(at, one));
    if (!phrase) return [];
    const distinct = phrase.some((word) => question.language.distinct.has(word));
    const from = at + phrase.length;
    const premodified = [
      ...(distinct ? [] : premodifiedRows(from, question)),
      ...undoneRows(from, question),
    ];
    return [
      ...refsFrom(from, question).map((one) => ({
        ...one,
        value: { ...plainly(one.value), fn: 'count' as const, distinct },
      })),
      ...premodified.map((one) => ({
        ...one,
        value: {
          ...{ ...plainly(one.value.rows), fn: 'count' as const, distinct },
          said: one.value.conditions,
        },
      })),
    ].map(({ to, value, cost }) => step(to, cost, withItems(ask, [value]), 'item'));
  },
};

/** `unassigned tickets`: rows of which none tells that it was done. */
function undoneRows(at: number, question: Question): readonly Found<PremodifiedRows>[] {
  const of = question.rowsUndone(at);
  if (!of) return [];
  return rowsFrom(at + 1, question).map((one) => ({
    ...one,
    value: { rows: one.value, conditions: [noneOf(of)] },
  }));
}

const everything: Rule = {
  name: 'all of rows',
  example: 'all the information about customers',
  read({ ask, at }, question) {
    if (ask.items.length > 0) return [];
    const phrase = question.language.whole.find((one) => question.starts(at, one));
    if (!phrase) return [];
    let next = at + phrase.length;
    if (!question.is(next, question.language.between.wholeOf)) return [];
    next++;
    return rowsFrom(next, question).map(({ to, value: rows, cost }) => {
      const item: Measure = { ...plainly(rows), everything: true };
      return step(to, cost, { ...ask, items: [item], entity: rows }, 'item');
    });
  },
};

/** Rows that a question is about: `of the students`, `for all employees`. */
const rowsAsked: Rule = {
  name: 'the rows that are asked',
  example: 'the names of all the students',
  read({ ask, at, last }, question) {
    if (ask.entity !== null) return [];
    const prefix = question.is(at, question.language.between.rowLinks);
    // `which artist's works`: the works of the artist are others than the artist.
    if (question.word(at - 1) === "'s") return [];
    // `critical services`: a column right before rows says which of them, or nothing.
    if (!prefix && last === 'item' && question.isNounBefore(at)) return [];
    if (ask.conditions.at(-1)?.kind === 'rows' && question.isJoined(at)) return [];
    const from = prefix ? at + 1 : at;
    const direct = prefix && last === 'item' && question.word(at) === 'of';
    return rowsFrom(from, question).map(({ to, value: rows, cost }) => ({
      ...{ to, cost: cost + CHUNK + (last === 'item' && prefix ? 0 : 0.15), last: 'other' },
      ask: {
        ...ask,
        items: ask.items.map((item) =>
          item.context === null && item.fn === null && direct ? { ...item, context: rows } : item,
        ),
        entity: rows,
      },
    }));
  },
};

/** `customer Ann Berg`: rows, and the value that they are called by. */
function rowsWithValue(
  at: number,
  question: Question,
): readonly (Found<Ref> & { readonly said: readonly Condition[] })[] {
  return refsFrom(at, question).flatMap(({ to, value, cost }) =>
    question.valueRefs(to).map((one) => ({
      ...{ to: one.to, value, cost },
      said: [
        {
          ...{ kind: 'value', of: null, near: value, values: [one] },
          ...{ negated: false, all: false },
        },
      ],
    })),
  );
}

/** `the student's name`: rows before what is asked of them. */
const possessive: Rule = {
  name: 'rows before what is asked of them',
  example: "each student's name",
  read({ ask, at }, question) {
    if (ask.items.length > 0) return [];
    const bare = refsFrom(at, question).map((one) => ({ ...one, said: [] }));
    return [...bare, ...rowsWithValue(at, question)].flatMap(({ to, value, said }): Step[] => {
      const rows = tablesOf(value);
      if (!rows || question.word(to) !== "'s") return [];
      // A column of rows without a value is read wherever a measure is.
      const found = measuresAt(to + 1, question).filter(
        ({ value: [measure] }) =>
          said.length > 0 || measure!.fn !== null || columnsOf(measure!.of) === null,
      );
      return found.map((one) => ({
        to: one.to,
        cost: one.cost + 0.02,
        ask: withItems(
          { ...ask, conditions: [...ask.conditions, ...said] },
          one.value.map((measure) => ({ ...measure, context: rows })),
        ),
        last: 'item' as const,
      }));
    });
  },
};

export const ITEM_RULES: readonly Rule[] = [
  counted,
  somebody,
  degree,
  everything,
  firstItem,
  nextItem,
  besideItem,
  askedBehind,
  possessive,
  rowsAsked,
];
