import { foldToLemmas } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { isNumeric } from '#src/planner/measured.ts';
import type { Token } from '#src/planner/tokens.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { ComparisonOperator } from '#src/plugin-api/query.ts';
import {
  type Ask,
  type Condition,
  type Evidence,
  isNameOfRows,
  noneOf,
  type Ref,
  type ValueRef,
} from '#src/read/ask.ts';
import {
  after,
  columnsFrom,
  columnsOf,
  type Found,
  narrowed,
  premodifiedRows,
  refCalled,
  refsFrom,
  rowsFrom,
  saidByName,
  tablesOf,
} from '#src/read/measures.ts';
import { onceAt } from '#src/read/once-at.ts';
import type { Question } from '#src/read/question.ts';
import { type Rule, type Step, step, withConditions } from '#src/read/reading.ts';
import { isFlagColumn } from '#src/read/resolve.ts';
import {
  type Bound,
  boundAt,
  type ConditionsAt,
  isBetween,
  isNumber,
  isNumberOfRows,
  partedBounds,
  spanAt,
} from '#src/read/rules/bounds.ts';
import { isTime, mayBeYears } from '#src/read/times.ts';

export const stepsOf = (ask: Ask, found: readonly Found<Condition>[]): Step[] =>
  found.map(({ to, value, cost }) => step(to, cost, withConditions(ask, [value])));

interface ValueList {
  readonly values: readonly ValueRef[];
  readonly all: boolean;
}

/** One value, or several: `Oslo`, `either Oslo or Bergen`, `both Oslo and Bergen`. */
const valuesAt = onceAt((at, question): readonly Found<ValueList>[] => {
  const opener = question.word(at);
  const from = opener === 'either' || opener === 'both' ? at + 1 : at;
  const found: Found<ValueList>[] = [];
  const first = question.valueRefs(from);
  for (const value of first) {
    if (from === at) found.push({ to: value.to, value: { values: [value], all: false }, cost: 0 });
    found.push(...moreValues([value], opener === 'both', question));
  }
  if (opener !== 'both') return found;
  return [...found.filter(({ value }) => value.all), ...bothAt(from, question)];
});

/** `both a company in banking and a company in oil`: two values, each with the rows that it is said of. */
function bothAt(at: number, question: Question): readonly Found<ValueList>[] {
  return phrasedValues(at, question).flatMap((first) => {
    if (question.word(first.to) !== 'and') return [];
    return phrasedValues(first.to + 1, question).flatMap((second) =>
      share([first.value, second.value])
        ? [{ to: second.to, value: { values: [first.value, second.value], all: true }, cost: 0.1 }]
        : [],
    );
  });
}

/** A value after the rows and the column that it is said of: `captains with the rank of Midshipman`. */
function phrasedValues(at: number, question: Question): readonly Found<ValueRef>[] {
  const found: Found<ValueRef>[] = [];
  let next = at;
  for (let steps = 0; steps < 7; steps++) {
    for (const value of question.valueRefs(next)) {
      found.push({ to: value.to, value, cost: 0 });
      for (const { to } of columnsFrom(value.to, question)) found.push({ to, value, cost: 0 });
    }
    const named = question
      .refs(next)
      .filter(({ options }) => options.some(({ evidence }) => evidence === 'name'));
    if (named.length > 0) next = named.at(-1)!.to;
    else if (question.isFunctionWord(next) && question.word(next) !== 'and') next++;
    else break;
  }
  return found;
}

function moreValues(
  values: readonly ValueRef[],
  both: boolean,
  question: Question,
): readonly Found<ValueList>[] {
  const last = values.at(-1)!;
  const word = question.word(last.to);
  const next =
    word === ',' && ['or', 'and'].includes(question.word(last.to + 1))
      ? last.to + 2
      : [',', 'or', 'and'].includes(word)
        ? last.to + 1
        : null;
  if (next === null || values.length > 5) return [];
  const joined = question.word(next - 1);
  return question.valueRefs(next).flatMap((value) => {
    if (!share([...values, value])) return [];
    const list = [...values, value];
    const more = moreValues(list, both, question);
    if (joined === ',') return more;
    const done = joined === 'or' ? !both : true;
    return done
      ? [{ to: value.to, value: { values: list, all: joined === 'and' }, cost: 0 }, ...more]
      : more;
  });
}

/** Whether all values stand in one column. */
function share(values: readonly ValueRef[]): boolean {
  return values[0]!.options.some(({ table, column }) =>
    values.every(({ options }) =>
      options.some((one) => one.table === table && one.column === column),
    ),
  );
}

const valueConditions: ConditionsAt = (at, question, negated) => {
  const found: Found<Condition>[] = [];
  const make = (of: Ref | null, { values, all }: ValueList): Condition => ({
    ...{ kind: 'value', of, near: null, values, negated, all },
  });
  for (const from of question.nouns(at)) {
    for (const list of valuesAt(from, question)) {
      found.push({ to: list.to, value: make(null, list.value), cost: 0.05 });
      // `parking as their feature`
      const named = question.is(list.to, question.language.between.roles) ? list.to + 1 : list.to;
      for (const { to, value } of columnsFrom(named, question))
        found.push({ to, value: make(value, list.value), cost: 0.02 });
    }
  }
  for (const { value: of, ...column } of columnsFrom(at, question)) {
    for (const from of after(column.to, question, question.language.between.being)) {
      // `the name of products`: only what is written as a value is one there.
      const said =
        from === column.to || question.word(column.to) !== 'of' || question.isWritten(from);
      for (const list of said ? valuesAt(from, question) : [])
        found.push({ to: list.to, value: make(of, list.value), cost: column.cost });
      const denied = ['not', '!='].includes(question.word(from)) ? from + 1 : null;
      if (denied !== null)
        for (const next of after(denied, question, question.language.between.being))
          for (const list of valuesAt(next, question))
            found.push({
              ...{ to: list.to, cost: column.cost },
              value: { ...make(of, list.value), negated: !negated } as Condition,
            });
    }
  }
  if (question.is(at, question.language.naming)) {
    const near = question.tablesBefore(at) ?? rowsOwning(at, question);
    for (const list of valuesAt(at + 1, question))
      found.push({
        to: list.to,
        value: { ...make(null, list.value), near } as Condition,
        cost: 0.05,
      });
  }
  return found;
};

export const impliedRef = (word: string, at: number, question: Question): Ref | null =>
  refCalled(question.language.compared.get(word) ?? [], { at, word }, question);

/** `boats are longer than`: of what rows are called by, a comparative that speaks of their length is no bound. */
export const isSaidOfRows = (at: number, { options }: Ref, question: Question): boolean =>
  question.is(at, question.language.compared) && options.some(isNameOfRows);

const numberConditions: ConditionsAt = (at, question, negated) => {
  const found: Found<Condition>[] = [];
  const number = (of: Ref, bound: Pick<Bound, 'op' | 'value'>) => isNumber(of, bound, negated);
  for (const column of refsFrom(at, question)) {
    const of = columnsOf(column.value);
    if (!of) continue;
    for (const from of after(column.to, question, question.language.between.bounds)) {
      const bound = isSaidOfRows(from, column.value, question) ? null : boundAt(from, question);
      if (bound) found.push({ to: bound.to, value: number(of, bound.value), cost: column.cost });
      const span = spanAt(from, question);
      if (span && !negated)
        found.push({ to: span.to, cost: column.cost, value: isBetween(of, span.value) });
      const equal = question.number(from);
      const numbered = equal === null ? null : numberedBy(of, column.value, question);
      if (equal !== null && numbered && !bound && !isUnit(question, from + 1))
        found.push({
          ...{ to: from + 1, cost: column.cost + 0.1 },
          value: number(numbered, { op: '=', value: equal }),
        });
    }
  }
  const bound = boundAt(at, question);
  if (bound) {
    for (const { to, value, cost } of refsFrom(bound.to, question)) {
      const column = columnsOf(value);
      if (column) found.push({ to, value: number(column, bound.value), cost });
      const rows = tablesOf(value);
      if (rows) found.push({ to, cost, value: isNumberOfRows(rows, bound.value, negated) });
    }
    const implied = impliedRef(bound.value.word, at, question);
    if (implied) {
      const years =
        ['years', 'year'].includes(question.word(bound.to)) &&
        ['old', 'of'].includes(question.word(bound.to + 1));
      const to = years ? bound.to + (question.word(bound.to + 1) === 'of' ? 3 : 2) : bound.to;
      found.push({ to, value: number(implied, bound.value), cost: 0 });
    }
  }
  const span = spanAt(at, question);
  if (span && !negated)
    for (const { to, value, cost } of columnsFrom(span.to, question))
      found.push({ to, cost, value: isBetween(value, span.value) });
  return found;
};

/** `round 3`, where rows are called rounds: their number (`round_id`), and not what is only partly called so (`rank in round`). */
function numberedBy(of: Ref, named: Ref, question: Question): Ref | null {
  const isRows = named.options.some(isNameOfRows);
  if (!isRows) return of;
  const { numberHeads } = question.language.names;
  const called = foldToLemmas(named.text);
  const options = of.options.flatMap((one): Ref['options'] => {
    if (one.kind !== 'column' || one.evidence === 'name') return [one];
    const words = wordsOf(one.columns[0].label);
    const isOwn = numberHeads.has(words.at(-1)!) && words.slice(0, -1).join(' ') === called;
    return isOwn ? [{ ...one, cost: 0, evidence: 'name' }] : [];
  });
  return options.length > 0 ? { ...of, options } : null;
}

/** Words after a number that are its unit, which nobody has compared with the column's. */
const isUnit = (question: Question, at: number): boolean =>
  question.is(at, question.language.functionWords.unitsOfMeasure);

const matchConditions: ConditionsAt = (at, question, negated) => {
  return columnsFrom(at, question).flatMap(({ to: end, value: of, cost }) =>
    after(end, question, question.language.between.matches).flatMap((from): Found<Condition>[] => {
      const denied = question.tokens.slice(end, from).some(({ lower }) => lower === 'not');
      const match = question.phrase(from, question.language.matching);
      const token = match ? textAfter(match, question) : null;
      if (!match || !token) return [];
      const { means: mode, to } = match;
      const said = { kind: 'match', of, mode, text: token.text } as const;
      return [{ to: to + 1, cost, value: { ...said, negated: negated !== denied } }];
    }),
  );
};

const WEAK: ReadonlySet<Evidence> = new Set(['synonym', 'related']);

/** `have 'senior' in their titles`, `with 'Diana' in part of their names`: a part of a text. */
const partConditions: ConditionsAt = (at, question, negated) => {
  const { having, partOf } = question.language;
  if (!question.is(at, having)) return [];
  return after(at + 1, question, question.language.partNames).flatMap((from) => {
    const token = question.tokens[from];
    if (token?.kind !== 'quoted' && !token?.capital) return [];
    const opener = partOf.find((phrase) => question.starts(from + 1, phrase));
    if (!opener) return [];
    return refsFrom(from + 1 + opener.length, question).flatMap(({ to, value, cost }) => {
      const named = value.options.filter(({ evidence }) => !WEAK.has(evidence));
      const of = columnsOf({ ...value, options: named });
      return of
        ? [{ to, cost, value: { kind: 'match', of, mode: 'contains', text: token.text, negated } }]
        : [];
    });
  });
};

/** What a text is to hold: written as a value, a number, or any word where it is called a word. */
export function textAfter({ to }: { readonly to: number }, question: Question): Token | null {
  const token = question.tokens[to];
  if (!token || token.kind === 'mark') return null;
  const isCalled = question.is(to - 1, question.language.textNames);
  return token.kind !== 'word' || token.capital || isCalled ? token : null;
}

/** `made before 1980`, `in the year of 2002`: of the years of rows that have no other time. */
const yearConditions = onceAt((at, question): readonly Found<Condition>[] => {
  const opener = question.phrase(at, question.language.yearOpeners);
  const value = opener ? question.number(opener.to) : null;
  if (!opener || value === null || value < 1000 || value > 2200 || !Number.isInteger(value))
    return [];
  const options = [...question.language.year].flatMap((name) =>
    question
      .named(name)
      .flatMap((one) =>
        one.kind === 'column' && !question.hasTimes(one.table) && mayHoldYears(one.columns[0])
          ? [{ ...one, cost: one.cost + 0.1 }]
          : [],
      ),
  );
  if (options.length === 0) return [];
  const to = opener.to + 1;
  const of: Ref = { from: at, to, text: question.textOf(at, to), options };
  return [
    { to, cost: 0.2, value: { kind: 'number', of, op: opener.means, value, negated: false } },
  ];
});

/** Any column but one of numbers that are no years: `years sung` tells how many they are. */
const mayHoldYears = (column: CatalogColumn): boolean =>
  isTime(column) || mayBeYears(column) || !isNumeric(column.type);

/** `albums that start with A`: of what is shown. */
export function shownMatches(
  { items }: Ask,
  at: number,
  question: Question,
): readonly Found<Condition>[] {
  const [item] = items;
  const of = items.length === 1 && item!.fn === null ? columnsOf(item!.of) : null;
  const match = of ? question.phrase(at, question.language.matching) : null;
  const token = match ? textAfter(match, question) : null;
  if (!of || !match || !token) return [];
  if (!['that', 'which', 'who'].includes(question.word(at - 1))) return [];
  const { means: mode, to } = match;
  const { text } = token;
  return [{ to: to + 1, cost: 0.1, value: { kind: 'match', of, mode, text, negated: false } }];
}

/** Related rows, or none of them: `with pets`, `without any pets`. */
const rowsConditions: ConditionsAt = (at, question, negated) => {
  return rowsFrom(at, question).flatMap(({ to, value: of, cost }): Found<Condition>[] => {
    // `music artists`: two nouns in a row are one thing.
    if (question.canBe(to, ({ kind }) => kind === 'table')) return [];
    // `are sloops`: rows are so, rather than tied to some.
    const [said] = isSaidToBe(at, question) ? saidByName(of) : [];
    if (said && !negated) return [{ to, cost: cost + 0.1, value: said }];
    return [
      {
        to,
        cost: cost + (negated ? 0 : 0.2),
        value: { kind: 'rows', of, op: negated ? '=' : '>=', value: negated ? 0 : 1 },
      },
    ];
  });
};

/** Whether a form of "be" stands before a token and its articles. */
function isSaidToBe(at: number, question: Question): boolean {
  const before = question.beforeArticles(at);
  return question.is(before, question.language.between.said);
}

export const allConditions: ConditionsAt = (at, question, negated) =>
  (negated ? deniedAt : statedAt)(at, question);

/** `doctors that accept new patients`: a column of yes and no of the rows that its name is said of. */
const flagConditions: ConditionsAt = (at, question, negated) => {
  const rows = question.rowsSaidBefore(at);
  if (!rows) return [];
  return question.refs(at).flatMap((ref): Found<Condition>[] => {
    const { to } = ref;
    const of = narrowed(
      ref,
      (one) => isFlagColumn(one) && rows.options.some(({ table }) => table === one.table),
    );
    if (!of || !(question.endsPart(to) || question.isFunctionWord(to))) return [];
    return [{ to, cost: FLAG_COST, value: { kind: 'flag', of, negated } }];
  });
};

const FLAG_COST = 0.1;

const conditionsAt: ConditionsAt = (at, question, negated) => [
  ...valueConditions(at, question, negated),
  ...numberConditions(at, question, negated),
  ...partedBounds(at, question, negated),
  ...matchConditions(at, question, negated),
  ...partConditions(at, question, negated),
  ...flagConditions(at, question, negated),
];

const deniedAt = onceAt((at, question) => conditionsAt(at, question, true));
const statedAt = onceAt((at, question): readonly Found<Condition>[] => [
  ...conditionsAt(at, question, false),
  ...periodConditions(at, question),
]);

/** `joined in 2020`, `a release date after May 2019`: a time that is named, and when it was. */
function periodConditions(at: number, question: Question): readonly Found<Condition>[] {
  return refsFrom(at, question).flatMap((column): Found<Condition>[] => {
    const of = timesOf(column.value);
    if (!of) return [];
    return after(column.to, question, question.language.between.periods).flatMap((from) => {
      const found = question.period(from);
      const word = question.word(from);
      const isOpened = question.language.periodOpeners.has(word) || /^\d/.test(word);
      if (!found || (from === column.to && !isOpened)) return [];
      return [
        { to: found.end, cost: column.cost, value: { kind: 'period', of, period: found.period } },
      ];
    });
  });
}

/** Dates among what a name can mean. */
const timesOf = (ref: Ref): Ref | null =>
  narrowed(
    ref,
    (one) =>
      one.kind === 'column' &&
      one.columns.length === 1 &&
      (one.columns[0]!.type === 'date' || one.columns[0]!.type === 'timestamp'),
  );

/** The rows right before `whose` or `with`. */
const rowsOwning = (at: number, question: Question): Ref | null =>
  question.is(at - 1, question.language.functionWords.owning)
    ? question.tablesBefore(at - 1)
    : null;

/** `the singer whose name is`: of the rows right before, where they have a column that is called so. */
function ownedBy(at: number, question: Question): (found: Found<Condition>) => Found<Condition> {
  const rows = rowsOwning(at, question);
  return (found) => {
    const { value } = found;
    const of = 'of' in value && value.kind !== 'rows' ? value.of : null;
    if (!rows || !of || !('options' in of) || !question.nouns(at).includes(of.from)) return found;
    const options = of.options.filter(
      (one) =>
        one.kind === 'column' &&
        one.evidence === 'name' &&
        rows.options.some(({ table }) => table === one.table),
    );
    if (options.length === 0 || options.length === of.options.length) return found;
    return { ...found, value: { ...value, of: { ...of, options } } as Condition };
  };
}

const condition: Rule = {
  name: 'a condition',
  example: 'whose age is above 30',
  read: ({ ask, at }, question) => {
    const owned = ownedBy(at, question);
    const found = [
      ...allConditions(at, question, false).map(owned),
      ...shownMatches(ask, at, question),
      ...yearConditions(at, question),
    ];
    return stepsOf(ask, found);
  },
};

/** `visited at least twice`, `rented for more than 3 times`: how many of the rows that were just spoken of there are. */
const times: Rule = {
  name: 'how often',
  example: 'customers who ordered more than twice',
  read({ ask, at }, question) {
    const last = ask.conditions.at(-1);
    if (last?.kind !== 'rows' || last.op !== '>=' || last.value !== 1) return [];
    for (let next = last.of.to; next < at; next++) if (!question.isFunctionWord(next)) return [];
    const ranked = question.phrase(at, question.language.timesRanked);
    const isPicked = ask.orders.length > 0 || ask.frequency !== null;
    const rest = ask.conditions.slice(0, -1);
    if (ranked && !isPicked && question.endsPart(ranked.to)) {
      const by = { fn: 'count', of: last.of, distinct: false, context: null } as const;
      const order = { by, direction: ranked.means, picks: true };
      return [step(ranked.to, 0, { ...ask, conditions: rest, orders: [order] })];
    }
    const bound = timesAt(at, question);
    return bound
      ? [step(bound.to, 0, { ...ask, conditions: [...rest, { ...last, ...bound.value }] })]
      : [];
  },
};

/** `more than 3 times`, `at least twice`, `exactly once`. */
export function timesAt(
  at: number,
  question: Question,
): Found<{ readonly op: ComparisonOperator; readonly value: number }> | null {
  const than = question.phrase(at, question.language.comparators);
  const from = than?.to ?? at;
  const word = question.language.timesNumbers.get(question.word(from));
  if (word !== undefined && than)
    return { to: from + 1, value: { op: than.means, value: word }, cost: 0 };
  const bound = boundAt(at, question);
  if (!bound || !['times', 'time'].includes(question.word(bound.to))) return null;
  const { op, value } = bound.value;
  return { to: bound.to + 1, value: { op, value }, cost: 0 };
}

const related: Rule = {
  name: 'rows that others belong to',
  example: 'customers with orders',
  read({ ask, at, last }, question) {
    if ((ask.entity === null && ask.items.length === 0) || !isLinked(at, question)) return [];
    // `names of customers and suppliers`: only related rows are joined to related rows.
    if (question.isJoined(at) && ask.conditions.at(-1)?.kind !== 'rows') return [];
    // `names of cities in counties`: the names are those of the cities.
    const isOf = last === 'item' && question.word(at - 1) === 'of';
    return stepsOf(ask, rowsConditions(at, question, false)).map((step) => ({
      ...step,
      cost: step.cost + (isOf ? OF_COST : 0),
    }));
  },
};

const OF_COST = 0.3;

/** `movie ratings`: two nouns in a row are one thing; what belongs to others is said with a word between them. */
const isLinked = (at: number, question: Question): boolean =>
  question.isFunctionWord(at - 1) || question.isVerb(at - 1);

const denied: Rule = {
  name: 'a condition that is denied',
  example: 'who do not have any orders',
  read({ ask, at }, question) {
    if (ask.items.length === 0 && ask.entity === null) return [];
    const negation = question.phrase(at, question.language.negations);
    if (!negation) return [];
    const steps: Step[] = [];
    const verbs: number[] = [];
    for (let from = negation.to; from < negation.to + 5; from++) {
      const none = saidOfNone(ask, from, question);
      const never = neverDone(from, question);
      const found = [
        ...(none.length > 0 ? [] : allConditions(from, question, true)),
        ...rowsConditions(from, question, true),
        ...(never ? [never] : []),
      ];
      const passed = VERB * verbs.length;
      for (const step of [...none, ...stepsOf(ask, found)])
        steps.push({ ...step, cost: step.cost + passed, verbs: [...verbs] });
      if (question.is(from, question.language.between.denied)) continue;
      if (!question.isVerb(from) || question.isAttribute(from)) break;
      verbs.push(from);
    }
    return steps;
  },
};

/** Of a verb between a negation and what it denies. */
const VERB = 0.15;

/** `books that are not published`, where publications are kept: none of them. */
function neverDone(at: number, question: Question): Found<Condition> | null {
  const of = question.rowsOfVerb(at);
  let to = at + 1;
  // `that nobody was assigned to`
  if (question.is(to, question.language.functionWords.stranded)) to++;
  return of && question.endsPart(to) ? { to, cost: 0.1, value: noneOf(of) } : null;
}

/** `books that nobody has borrowed`: of whoever could have done it, nobody did. */
const byNobody: Rule = {
  name: 'what nobody did',
  example: 'books that nobody has borrowed',
  read({ ask, at }, question) {
    if (ask.items.length === 0 && ask.entity === null) return [];
    const nobody = question.language.nobody.find((phrase) => question.starts(at, phrase));
    if (!nobody) return [];
    const next = question.past(at + nobody.length, question.language.functionWords.auxiliaries);
    const never = neverDone(next, question);
    return never ? stepsOf(ask, [never]) : [];
  },
};

/** `unpublished books`, `invoices that are unpaid`: no row tells that it was done. */
const undone: Rule = {
  name: 'what was not done',
  example: 'unassigned tickets',
  read({ ask, at }, question) {
    const of = question.rowsUndone(at);
    const to = at + 1;
    const isAttribute = question.canBe(to, ({ kind }) => kind === 'table');
    return of && (question.endsPart(to) || isAttribute)
      ? stepsOf(ask, [{ to, cost: 0.1, value: noneOf(of) }])
      : [];
  },
};

/** `no cancelled orders`: rows that are so are denied, rather than their being so. */
const saidOfNone = (ask: Ask, at: number, question: Question): readonly Step[] =>
  premodifiedRows(at, question).map(({ to, value: { rows, conditions }, cost }) =>
    step(to, cost, withConditions(ask, [noneOf(rows), ...conditions])),
  );

export const CONDITION_RULES: readonly Rule[] = [
  condition,
  related,
  denied,
  byNobody,
  undone,
  times,
];
