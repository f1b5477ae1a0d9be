import type { ComparisonOperator } from '#src/plugin-api/query.ts';
import type { AggregateFunction } from '#src/query/functions.ts';
import {
  type Condition,
  isNameOfRows,
  isSameOption,
  type Ref,
  type ValueRef,
} from '#src/read/ask.ts';
import {
  after,
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
import type { Rule } from '#src/read/reading.ts';
import { allConditions, impliedRef, isSaidOfRows, stepsOf } from '#src/read/rules/conditions.ts';

interface Against {
  readonly op: ComparisonOperator;
  readonly fn: AggregateFunction;
  /** What is compared may be said again: `the average price`. */
  readonly isFunction: boolean;
  /** Whose number it is, where they are named before it: `the drivers' average age`. */
  readonly owner?: Ref;
}

/** The rows that are compared with: those that are so, or that share something with the row itself. */
interface Among {
  readonly among: readonly Condition[];
  readonly sharing?: Ref;
}

/** What a number is compared with: `above the average`, `than the lowest`, `than every`. */
function againstAt(at: number, question: Question): Found<Against> | null {
  const than = question.phrase(at, question.language.comparators);
  const to = than?.to ?? (question.is(at, question.language.above) ? at + 1 : null);
  const op = than?.means ?? question.language.above.get(question.word(at));
  if (to === null || op === undefined || op === '=' || op === '<>') return null;
  const computed = functionAt(to, question);
  if (computed)
    return { to: computed.to, value: { op, fn: computed.value, isFunction: true }, cost: 0 };
  const owned = ownedFunctionAt(to, question);
  if (owned) return { ...owned, value: { op, ...owned.value, isFunction: true } };
  const every = question.phrase(to, question.language.everyOf);
  if (!every) return null;
  const fn = (op === '>' || op === '>=') === (every.means === 'all') ? 'max' : 'min';
  return { to: every.to, value: { op, fn, isFunction: false }, cost: 0 };
}

/** `the drivers' average age`, of all of them. */
function ownedFunctionAt(
  at: number,
  question: Question,
): Found<{ readonly fn: AggregateFunction; readonly owner: Ref }> | null {
  for (const { to, value } of refsFrom(at, question)) {
    const owner = { ...value, options: value.options.filter(isNameOfRows) };
    const isOwner = question.word(to) === "'s" && owner.options.length > 0;
    const computed = isOwner ? functionAt(to + 1, question) : null;
    if (computed) return { to: computed.to, cost: 0, value: { fn: computed.value, owner } };
  }
  return null;
}

/** `the average`, `the lowest` */
function functionAt(at: number, question: Question): Found<AggregateFunction> | null {
  const from = question.is(at, question.language.averages.before) ? at + 1 : at;
  const asked = question.phrase(from, question.language.aggregates);
  return asked && asked.means !== 'count' && asked.means !== 'sum'
    ? { to: asked.to, value: asked.means, cost: 0 }
    : null;
}

/** The rows that are compared with, and what is said of them: `of all companies in Oslo`, `English songs`. */
function amongAt(at: number, of: Ref, question: Question): readonly Found<Among>[] {
  const { narrowing, averages } = question.language;
  const from = question.is(at, narrowing) ? at + 1 : at;
  const isOwn = (rows: Ref) =>
    rows.options.some((one) => of.options.some(({ table }) => table === one.table));
  const start = question.is(from, averages.all) ? from + 1 : from;
  const kinds = rowsOfKind(start, of, question);
  // `the average tour`: trips of that kind, rather than all of them by another word.
  const isNamed = ({ options }: Ref) =>
    kinds.length === 0 || options.some(({ evidence }) => evidence === 'name');
  const rows: Found<readonly Condition[]>[] = [
    ...rowsFrom(start, question).flatMap(({ to, value, cost }) =>
      isOwn(value) && isNamed(value) ? [{ to, value: saidByName(value), cost }] : [],
    ),
    ...premodifiedRows(start, question).flatMap(({ to, value, cost }) =>
      isOwn(value.rows) ? [{ to, value: value.conditions, cost }] : [],
    ),
    ...kinds,
  ];
  return rows.flatMap((one): readonly Found<Among>[] => {
    const verb = question.isVerb(one.to) ? one.to + 1 : one.to;
    const narrowed = after(verb, question, question.language.between.shared).flatMap((next) =>
      allConditions(next, question, false).map(({ to, value, cost }) => ({
        ...{ to, value: { among: [...one.value, value] } },
        cost: one.cost + cost + (verb === one.to ? 0 : 0.1),
      })),
    );
    const shared = sharedAt(one.to, question).map(({ to, value, cost }) => ({
      ...{ to, cost: one.cost + cost, value: { among: one.value, sharing: value } },
    }));
    // `than the average customer did`
    const didEnd = question.is(one.to, question.language.functionWords.auxiliaries);
    const plain = { ...one, to: didEnd ? one.to + 1 : one.to, value: { among: one.value } };
    return [...(isOpen(plain.to, question) ? [] : [plain]), ...narrowed, ...shared];
  });
}

/** `the average sloop`: rows by the value that they are of one kind by. */
const rowsOfKind = (
  at: number,
  { options }: Ref,
  question: Question,
): readonly Found<readonly Condition[]>[] =>
  question.valueRefs(at).flatMap((value) => {
    const own = value.options.filter(({ table }) => options.some((one) => one.table === table));
    if (own.length === 0) return [];
    const said: Condition = {
      ...{ kind: 'value', of: null, near: null, negated: false, all: false },
      values: [{ ...value, options: own }],
    };
    return [{ to: value.to, cost: 0.05, value: [said] }];
  });

/** `of their rig`, `in the same harbour`: what rows share with the row that is compared. */
function sharedAt(at: number, question: Question): readonly Found<Ref>[] {
  const phrase = question.language.sharing.find((one) => question.starts(at, one));
  if (!phrase) return [];
  return question
    .refs(at + phrase.length)
    .flatMap((ref) => (isOpen(ref.to, question) ? [] : [{ to: ref.to, value: ref, cost: 0.05 }]));
}

/** Whether something follows that may narrow rows, so that they are not all that are meant. */
const isOpen = (at: number, question: Question): boolean =>
  at < question.length &&
  !question.isPunctuation(at) &&
  !question.is(at, question.language.averages.after) &&
  question.phrase(at, question.language.ordered) === null;

/** What a function is over, from behind its word or the name of what is compared: `of all boats`, `boat in Oslo`. */
function amongFrom(at: number, of: Ref, question: Question): readonly Found<Among>[] {
  const all: Found<Among> = { to: at, cost: 0, value: { among: [] } };
  const shared = sharedAt(at, question).map(({ to, value, cost }) => ({
    ...{ to, cost, value: { among: [], sharing: value } },
  }));
  // `the average of those in Oslo` is not that of all.
  if (question.is(at, question.language.narrowing))
    return [...shared, ...amongAt(at, of, question)];
  const named = amongAt(at, of, question);
  const isFollowed = question.nouns(at).some((next) => question.namesSomething(next));
  return [...(isFollowed || shared.length > 0 ? [] : [all]), ...shared, ...named];
}

/** Where the name of what is compared may end, where it is said again: `the average price`, `the average number of berths`. */
function endsOfFunction(at: number, of: Ref, question: Question): readonly number[] {
  const quantity = question.language.quantities.find((phrase) => question.starts(at, phrase));
  const again = refsFrom(at + (quantity?.length ?? 0), question).filter(({ value }) =>
    value.options.some(
      (one) => one.kind === 'column' && of.options.some((other) => isSameOption(one, other)),
    ),
  );
  // `longer than the average one`
  const one = question.is(at, question.language.spreads.again) ? [at + 1] : [];
  return [...(quantity ? [] : [at, ...one]), ...again.map(({ to }) => to)];
}

/** `older than average`, `a salary above the lowest of all managers`, `cheaper than every product in Toys`. */
export const comparedConditions = onceAt((at, question): readonly Found<Condition>[] => [
  ...namedCompared(at, question),
  ...impliedCompared(at, question),
  ...comparedBeforeThan(at, question),
  ...comparedWithRow(at, question),
  ...comparedAsMuch(at, question),
]);

function closed(
  of: Ref,
  { op, fn, isFunction, owner }: Against,
  at: number,
  question: Question,
): readonly Found<Condition>[] {
  if (owner && !owner.options.some(({ table }) => isOfRows(table, of))) return [];
  const found = isFunction
    ? endsOfFunction(at, of, question).flatMap((end) => amongFrom(end, of, question))
    : amongAt(at, of, question).map((one) => ({ ...one, cost: one.cost + 0.05 }));
  return found.map(({ to, cost, value }) => ({
    ...{ to, cost, value: { kind: 'compared', of, op, fn, ...value } as const },
  }));
}

/** `a salary above the average`: the column before the comparison. */
const namedCompared = (at: number, question: Question): readonly Found<Condition>[] =>
  refsFrom(at, question).flatMap((column) => {
    const of = columnsOf(column.value);
    if (!of) return [];
    return after(column.to, question, question.language.between.bounds).flatMap((from) => {
      const match = isSaidOfRows(from, column.value, question) ? null : againstAt(from, question);
      const found = match ? closed(of, match.value, match.to, question) : [];
      return found.map((one) => ({ ...one, cost: one.cost + column.cost }));
    });
  });

/** `older than average`, `above the average salary`: the comparison or what follows tells of what it speaks. */
function impliedCompared(at: number, question: Question): readonly Found<Condition>[] {
  const match = againstAt(at, question);
  if (!match) return [];
  const implied = impliedRef(question.word(at), at, question);
  const found = implied ? [...closed(implied, match.value, match.to, question)] : [];
  if (match.value.fn !== 'avg' || match.value.owner) return found;
  for (const { to, value, cost } of averagedAt(match.to, at, question))
    for (const one of amongFrom(to, value, question))
      found.push({
        ...{ to: one.to, cost: cost + one.cost },
        value: { kind: 'compared', of: value, op: match.value.op, fn: 'avg', ...one.value },
      });
  return found;
}

/** `salary`, `channel rating`: the column of an average, behind its rows at most. */
const averagedAt = (at: number, compared: number, question: Question): readonly Found<Ref>[] =>
  refsFrom(at, question).flatMap(({ to, value, cost }) => {
    const of = isSaidOfRows(compared, value, question) ? null : columnsOf(value);
    const rows = tablesOf(value);
    const own = rows
      ? refsFrom(to, question).flatMap((column) => {
          const found = narrowed(
            column.value,
            (one) => one.kind === 'column' && rows.options.some(({ table }) => table === one.table),
          );
          return found ? [{ to: column.to, cost, value: found }] : [];
        })
      : [];
    return [...(of ? [{ to, value: of, cost }] : []), ...own];
  });

/** `more berths than the average harbour`, `a higher fare than the average tour`: the name within the comparison. */
function comparedBeforeThan(at: number, question: Question): readonly Found<Condition>[] {
  const op = question.holdsAfter(at, 'than') ? question.comparative(at) : null;
  if (op === null || op === '=' || op === '<>') return [];
  return refsFrom(at + 1, question).flatMap((name) => {
    const of = question.word(name.to) === 'than' ? columnsOf(name.value) : null;
    const computed = of && functionAt(name.to + 1, question);
    if (!of || !computed) return [];
    const against = { op, fn: computed.value, isFunction: true };
    return closed(of, against, computed.to, question).map((one) => ({
      ...one,
      cost: one.cost + name.cost,
    }));
  });
}

/** `heavier than Storm`, `more berths than Eastquay`, `a fare above that of trip Auk`: against the number of one row, by its name. */
function comparedWithRow(at: number, question: Question): readonly Found<Condition>[] {
  const than = question.phrase(at, question.language.comparators);
  const implied = than && impliedRef(question.word(at), at, question);
  const close = (of: Ref | null, op: ComparisonOperator, from: number, cost: number) =>
    withRow({ of, op, from, cost }, question);
  // `lost more tents than Comet`
  const isOfVerb = question.isVerb(at - 1) && !question.isHolding(at - 1);
  const op = question.holdsAfter(at, 'than') && !isOfVerb ? question.comparative(at) : null;
  const quantity =
    question.language.quantities.find((phrase) => question.starts(at, phrase))?.length ?? 0;
  return [
    ...(implied ? close(implied, than.means, than.to, 0) : []),
    ...refsFrom(at + quantity, question).flatMap(({ to, value, cost }) =>
      after(to, question, question.language.between.bounds).flatMap((from) => {
        const match = question.phrase(from, question.language.comparators);
        return match ? close(numbersOf(value), match.means, match.to, cost) : [];
      }),
    ),
    ...(op === null ? [] : refsFrom(at + 1, question)).flatMap(({ to, value, cost }) =>
      question.word(to) === 'than' ? close(numbersOf(value), op!, to + 1, cost) : [],
    ),
  ];
}

/** What is compared, and from where that of a row is said. */
interface Comparing {
  readonly of: Ref | null;
  readonly op: ComparisonOperator;
  readonly from: number;
  readonly cost: number;
}

const withRow = (
  { of, op, from, cost }: Comparing,
  question: Question,
): readonly Found<Condition>[] =>
  of === null || op === '=' || op === '<>'
    ? []
    : rowNamedAt(from, of, question).map(({ to, value: row }) => ({
        ...{ to, cost: cost + 0.05 },
        value: {
          ...({ kind: 'compared', of, op, fn: 'max', row } as const),
          among: [{ ...NAMED, values: [row] }],
        },
      }));

/** `at least as old as Hugo`, `at least as many votes as the average player`. */
function comparedAsMuch(at: number, question: Question): readonly Found<Condition>[] {
  const { openers, much, degrees, as } = question.language.asMuch;
  const opener = question.phrase(at, openers);
  if (!opener) return [];
  const { to: said, means: op } = opener;
  const word = question.word(said);
  const degree = refCalled(degrees.get(word) ?? [], { at: said, word }, question);
  const compared: readonly Found<Ref | null>[] = [
    { to: said + 1, value: degree, cost: 0 },
    ...(question.is(said, much) ? refsFrom(said + 1, question) : []).map((one) => ({
      ...one,
      value: numbersOf(one.value),
    })),
  ];
  return compared.flatMap(({ to, value: of, cost }): readonly Found<Condition>[] => {
    if (!of || question.word(to) !== as) return [];
    const computed = functionAt(to + 1, question);
    const against = computed && { op, fn: computed.value, isFunction: true };
    return [
      ...withRow({ of, op, from: to + 1, cost }, question),
      ...(against ? closed(of, against, computed.to, question) : []),
    ];
  });
}

const NAMED = { kind: 'value', of: null, near: null, negated: false, all: false } as const;

/** The columns that a name can mean, where it is not that of rows, which would be counted. */
const numbersOf = (ref: Ref): Ref | null =>
  ref.options.some(isNameOfRows) ? null : columnsOf(ref);

/** `Eastquay`, `that of the harbour named Eastquay`: one row of those that have a column, by a value that no other row has. */
function rowNamedAt(at: number, of: Ref, question: Question): readonly Found<ValueRef>[] {
  const { ofThat, naming } = question.language;
  const said = ofThat.find((phrase) => question.starts(at, phrase));
  const from = question.nouns(at + (said?.length ?? 0)).at(-1)!;
  const own = question
    .refs(from)
    .filter(({ options }) =>
      options.some(({ kind, table }) => kind === 'table' && isOfRows(table, of)),
    )
    .map(({ to }) => (question.is(to, naming) ? to + 1 : to));
  return [from, ...own].flatMap((start) =>
    question.valueRefs(start).flatMap((value): readonly Found<ValueRef>[] => {
      const options = value.options.filter(
        ({ table, column, texts: [text, second], and }) =>
          isOfRows(table, of) &&
          !and &&
          second === undefined &&
          question.rowsWith({ column: { name: column }, text: text! }) === 1,
      );
      const to = question.word(value.to) === "'s" ? value.to + 1 : value.to;
      // `heavier than Storm in Kiel`: which of them are there.
      const isNarrowed =
        isOpen(to, question) || question.is(to, question.language.composed.narrowers);
      return options.length > 0 && !isNarrowed
        ? [{ to, value: { ...value, options }, cost: 0 }]
        : [];
    }),
  );
}

/** Two columns of a row: `a support rate lower than the oppose rate`, `more kids than adults`. */
const columnConditions = onceAt((at, question): readonly Found<Condition>[] => [
  ...columnsCompared(at, question),
  ...columnsBeforeThan(at, question),
]);

const columnsCompared = (at: number, question: Question): readonly Found<Condition>[] =>
  refsFrom(at, question).flatMap((column) => {
    const of = columnsOf(column.value);
    if (!of) return [];
    return after(column.to, question, question.language.between.bounds).flatMap((from) => {
      const than = question.phrase(from, question.language.comparators);
      if (!than || question.number(than.to) !== null) return [];
      return otherColumns(than.to, of, column.value, question).map(({ to, value, cost }) => ({
        ...{ to, cost: cost + column.cost + 0.05 },
        value: { kind: 'columns', of, op: than.means, than: value } as const,
      }));
    });
  });

/** `more kids than adults`, `more international than domestic passengers`: a column within the comparison. */
function columnsBeforeThan(at: number, question: Question): readonly Found<Condition>[] {
  const op = question.holdsAfter(at, 'than') ? question.comparative(at) : null;
  if (op === null) return [];
  const close = (of: Ref | null, other: Found<Ref>): readonly Found<Condition>[] =>
    of
      ? [{ to: other.to, cost: other.cost, value: { kind: 'columns', of, op, than: other.value } }]
      : [];
  const named = refsFrom(at + 1, question).flatMap((name) => {
    const of = question.word(name.to) === 'than' ? columnsOf(name.value) : null;
    return of
      ? otherColumns(name.to + 1, of, name.value, question).flatMap((other) => close(of, other))
      : [];
  });
  if (named.length > 0 || question.word(at + 2) !== 'than') return named;
  return refsFrom(at + 3, question).flatMap((other) => {
    const than = columnsOf(other.value);
    const of = than && question.underHeadOf(other.value, at + 1);
    return than ? close(of && columnsOf(of), { ...other, value: than }) : [];
  });
}

/** What a column is compared with: another one of its rows, or one of rows that are named with it. */
function otherColumns(at: number, of: Ref, named: Ref, question: Question): readonly Found<Ref>[] {
  const { again } = question.language.spreads;
  const own = ({ options, ...span }: Ref): Ref | null =>
    columnsOf({ ...span, options: options.filter((one) => isOfRows(one.table, of)) });
  const starts = question.is(at, question.language.between.rows) ? [at, at + 1] : [at];
  return starts.flatMap((start): readonly Found<Ref>[] => {
    const headed = question.is(start + 1, again) ? question.underHeadOf(named, start) : null;
    const same = headed && own(headed);
    return [
      ...(same ? [{ to: start + 2, value: same, cost: 0 }] : []),
      ...question.refs(start).flatMap((ref): readonly Found<Ref>[] => {
        const value = own(ref);
        return [
          ...(value ? [{ to: ref.to, value, cost: 0 }] : []),
          ...(question.word(ref.to) === "'s" ? columnsOfOwner(ref, question) : []),
          ...(question.word(ref.to) === 'of' ? columnOfOwner(ref, question) : []),
        ];
      }),
    ];
  });
}

const isOfRows = (table: string, { options }: Ref): boolean =>
  options.some((one) => one.table === table);

/** `the room's base price` */
const columnsOfOwner = (owner: Ref, question: Question): readonly Found<Ref>[] => {
  const rows = tablesOf(owner);
  if (!rows) return [];
  return question.refs(owner.to + 1).flatMap((ref) => {
    const value = columnsOf({
      ...ref,
      options: ref.options.filter((one) => isOfRows(one.table, rows)),
    });
    return value ? [{ to: ref.to, value, cost: 0.02 }] : [];
  });
};

/** `the base price of the room`, of one alone: `of the rooms` may be several. */
const columnOfOwner = (column: Ref, question: Question): readonly Found<Ref>[] =>
  refsFrom(column.to + 1, question).flatMap(({ to, value: owner }) => {
    const rows = question.isPlural(to - 1) ? null : tablesOf(owner);
    const options = column.options.filter(({ table }) => rows && isOfRows(table, rows));
    const value = columnsOf({ ...column, options });
    return value ? [{ to, value, cost: 0.02 }] : [];
  });

const against: Rule = {
  name: 'a number against others',
  example: 'older than the average customer',
  read: ({ ask, at }, question) =>
    stepsOf(ask, [...comparedConditions(at, question), ...columnConditions(at, question)]),
};

export const AGAINST_RULES: readonly Rule[] = [against];
