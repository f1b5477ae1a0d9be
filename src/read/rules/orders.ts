import type { Ranking } from '#src/language/meanings.ts';
import { isNumeric } from '#src/planner/measured.ts';
import {
  type Ask,
  type Condition,
  type Measure,
  type Order,
  plainly,
  type Ref,
} from '#src/read/ask.ts';
import {
  CHUNK,
  columnsNamed,
  columnsOf,
  type Found,
  measuresAt,
  narrowed,
  type PremodifiedRows,
  premodifiedRows,
  refsFrom,
  rowsFrom,
  tablesOf,
  withoutTelling,
} from '#src/read/measures.ts';
import { onceAt } from '#src/read/once-at.ts';
import type { Question } from '#src/read/question.ts';
import { type Rule, type Step, step, withConditions } from '#src/read/reading.ts';
import { happenedOf } from '#src/read/rules/times.ts';
import { isTime } from '#src/read/times.ts';

/** What rows are ranked by, after a word of rank: `price`, `number of orders`, `average age`, `orders`. */
export function rankedBy(
  at: number,
  question: Question,
  isMost: boolean,
): readonly Found<Measure>[] {
  // `the most late deliveries`: those of the rows that are so are counted.
  const counted = (isMost ? premodifiedRows(at, question) : []).map(
    ({ to, value: { rows: of, conditions: said }, cost }): Found<Measure> => ({
      ...{ to, cost: cost + CHUNK },
      value: { fn: 'count', of, distinct: false, context: null, said },
    }),
  );
  const measured = measuresAt(at, question).flatMap(({ to, value, cost }): Found<Measure>[] => {
    const [measure] = value;
    if (value.length !== 1 || measure!.distinct) return [];
    if (measure!.fn !== null) return [{ to, value: measure!, cost }];
    const column = isMost ? amountsOf(measure!.of) : columnsOf(measure!.of);
    const rows = tablesOf(measure!.of);
    return [
      ...(column ? [{ to, value: { ...measure!, of: column }, cost }] : []),
      ...(rows && isMost
        ? [{ to, value: { ...measure!, of: rows, fn: 'count' as const }, cost }]
        : []),
    ];
  });
  return [...measured, ...counted];
}

interface Ranked {
  readonly order: Order;
  readonly limit: number | null;
}

/** `the 3 highest prices`, `top 5 by price`, `the most orders`: what picks the first rows. */
const rankingsAt = onceAt((at, question): readonly Found<Ranked>[] => {
  const leading = question.number(at);
  const start = leading === null ? at : at + 1;
  const match = question.phrase(start, question.language.rankings);
  // `at least 15` is a bound.
  if (!match || question.word(start - 1) === 'at') return [];
  const { direction } = match.means;
  const behind = leading === null ? question.number(match.to) : null;
  let from = behind === null ? match.to : match.to + 1;
  const again = behind === null ? null : question.phrase(from, question.language.rankings);
  if (again && again.means.direction === direction) from = again.to;
  const limit = leading ?? behind;
  if (limit !== null && (!Number.isInteger(limit) || limit < 1)) return [];
  const isMost = !match.means.time && question.is(start, question.language.most);
  const make = (by: Measure): Ranked => ({ order: { by, direction, picks: true }, limit });
  if (match.means.of.length > 0) return [];
  const found = rankedBy(from, question, isMost);
  const timed = match.means.time
    ? found.flatMap((one) => {
        const of = one.value.fn === null ? timesOf(one.value.of) : null;
        return of ? [{ ...one, value: { ...one.value, of } }] : [];
      })
    : found.flatMap((one) => {
        const of = one.value.fn === null ? sizesOf(one.value.of) : one.value.of;
        return of ? [{ ...one, value: { ...one.value, of } }] : [];
      });
  return timed.map((one) => ({ ...one, value: make(one.value) }));
});

/** Times among what a name can mean: `the most recent start date`. */
const timesOf = (ref: Ref): Ref | null =>
  narrowed(
    ref,
    (one) => one.kind === 'column' && one.columns.length === 1 && isTime(one.columns[0]!),
  );

/** `the largest deposit`: no `date_deposit_made`, which is not called so. */
const sizesOf = (ref: Ref): Ref | null =>
  narrowed(
    ref,
    (one) =>
      one.kind !== 'column' || one.evidence !== 'part' || one.columns.every((own) => !isTime(own)),
  );

/** `most points`: numbers among what a name can mean, no times. */
const amountsOf = (ref: Ref): Ref | null =>
  narrowed(ref, (one) => one.kind === 'column' && one.columns.every(({ kind }) => kind !== 'time'));

/** `whose price is the highest`: a measure before its rank. */
const rankBehind: Rule = {
  name: 'a measure that is the first',
  example: 'whose price is the highest',
  read({ ask, at }, question) {
    if (isPicked(ask) || (ask.items.length === 0 && ask.entity === null)) return [];
    return measuresAt(at, question).flatMap(({ to, value, cost }): Step[] => {
      const isSaid = ['is', 'are', 'was', 'were'].includes(question.word(to));
      if (value.length !== 1) return [];
      const said = isSaid ? to + 1 : to;
      const from = question.word(said) === 'the' ? said + 1 : said;
      const match = question.phrase(from, question.language.rankings);
      if (!match || match.means.of.length > 0) return [];
      // `founded the earliest`
      if (match.means.time ? !timesOf(value[0]!.of) : !isSaid) return [];
      if (!question.endsPart(match.to)) return [];
      const of = match.means.time ? timesOf(value[0]!.of)! : value[0]!.of;
      const order: Order = {
        ...{ by: { ...value[0]!, of }, direction: match.means.direction, picks: true },
      };
      const nested = relatedBefore(ask, at, question);
      const ranked: Ranked = { order, limit: null };
      const picked = nested ? withPicked(ask, nested, ranked) : withOrder(ask, ranked);
      return [step(match.to, cost, picked)];
    });
  },
};

const withOrder = (ask: Ask, { order, limit }: Ranked): Ask => ({
  ...withConditions(ask, order.by.said ?? []),
  orders: [...ask.orders, order],
  limit: ask.limit ?? limit,
});

const isPicked = (ask: Ask) => ask.orders.some(({ picks }) => picks) || ask.frequency !== null;

const ranking: Rule = {
  name: 'the first by a measure',
  example: 'with the highest price',
  read({ ask, at, last }, question) {
    if (isPicked(ask) || (ask.items.length === 0 && ask.entity === null)) return [];
    const nested = relatedBefore(ask, at, question);
    return question.nouns(at).flatMap((from) =>
      rankingsAt(from, question).map(({ to, value, cost }): Step => {
        if (nested) return step(to, cost, withPicked(ask, nested, value));
        const opened = last === 'item' && ['of', ','].includes(question.word(at - 1));
        return {
          to,
          cost: cost + CHUNK + (opened ? 0.3 : 0),
          ask: withOrder(ask, value),
          last: 'other',
        };
      }),
    );
  },
};

type Related = Extract<Condition, { kind: 'rows' }>;

/** The related rows that end right before a token: what follows is said of them. */
function relatedBefore({ conditions }: Ask, at: number, question: Question): Related | null {
  const last = conditions.at(-1);
  if (last?.kind !== 'rows' || last.op !== '>=' || last.value !== 1) return null;
  for (let next = last.of.to; next < at; next++)
    if (!question.is(next, question.language.between.picks)) return null;
  return last;
}

const withPicked = (ask: Ask, related: Related, { order, limit }: Ranked): Ask => ({
  ...ask,
  conditions: ask.conditions.map((one) =>
    one === related ? { kind: 'picked', of: related.of, order, limit } : one,
  ),
});

/** `the oldest student`, `3 cheapest products`: rows that a word of rank stands before. */
const rankedRows: Rule = {
  name: 'rows with a word of rank before them',
  example: 'the oldest customer',
  read({ ask, at }, question) {
    if (isPicked(ask)) return [];
    return question.nouns(at).flatMap((from) => {
      const leading = question.number(from);
      const start = leading === null ? from : from + 1;
      const match = question.phrase(start, question.language.rankings);
      if (!match || (match.means.of.length === 0 && !match.means.time)) return [];
      if (match.means.time)
        return latestRows(ask, match.to, match.means.direction, leading, question);
      const by = impliedBy(match.means.of, start, match.to, question);
      if (!by) return match.means.since ? oldestRows(ask, match, leading, question) : [];
      const order: Ranked = {
        order: { by: plainly(by), direction: match.means.direction, picks: true },
        limit: leading,
      };
      const about = ask.entity ? ask : ofRowsShown(ask);
      const mine = ask.entity ? by : about && ownColumns(by, about.entity!);
      const rankedBy = (own: Ref): Ranked => ({
        ...order,
        order: { ...order.order, by: plainly(own) },
      });
      const said = about && mine ? [step(match.to, 0, withOrder(about, rankedBy(mine)))] : [];
      const rows = rowsAt(match.to, question).flatMap(({ to, value, cost }): readonly Step[] => {
        const { rows: table, conditions } = value;
        if (ask.entity && ask.items.length === 0) return [];
        // `the most expensive flat` is not one that something expensive happened to.
        const own = ownColumns(by, table);
        if (!own) return match.means.since ? oldestRows(ask, match, leading, question) : [];
        const asked = withConditions(aboutRows(ask, table), conditions);
        return [step(to, cost, withOrder(asked, rankedBy(own)))];
      });
      return [...said, ...rows];
    });
  },
};

/** `Which boat is the longest`: the word that is shown taken for rows; null where it names none. */
function ofRowsShown(ask: Ask): Ask | null {
  const [item, second] = ask.items;
  const rows = item && !second && item.fn === null ? tablesOf(item.of) : null;
  return rows && { ...ask, items: [{ ...item!, of: rows }], entity: rows };
}

/** Rows, plain or with values of theirs before them: `customers`, `female customers`. */
const rowsAt = (at: number, question: Question): readonly Found<PremodifiedRows>[] => [
  ...rowsFrom(at, question).map((one) => ({
    ...one,
    value: { rows: one.value, conditions: [] },
  })),
  ...premodifiedRows(at, question),
];

/** What is asked of rows: themselves, where nothing else is. */
const aboutRows = (ask: Ask, rows: Ref): Ask => ({
  ...ask,
  items: ask.items.length > 0 ? ask.items : [plainly(rows)],
  entity: ask.entity ?? rows,
});

/** The first rows by a time of theirs. */
const firstRows = (
  { to, cost, value: rows }: Found<Ref>,
  ask: Ask,
  time: Ref,
  { direction, limit }: { readonly direction: 'asc' | 'desc'; readonly limit: number | null },
): Step => ({
  ...{ to, cost: cost + CHUNK + 0.1, last: 'other' },
  ask: withOrder(aboutRows(ask, rows), {
    order: { by: plainly(time), direction, picks: true },
    limit,
  }),
});

/** `the oldest ship`: by when it was built. */
function oldestRows(
  ask: Ask,
  { to: at, means }: { readonly to: number; readonly means: Ranking },
  limit: number | null,
  question: Question,
): readonly Step[] {
  const direction = means.direction === 'desc' ? 'asc' : 'desc';
  const times = impliedBy(means.since ?? [], at - 1, at, question);
  const named = times && timesOf(times);
  if (!named) return [];
  if (ask.entity && ask.items.length === 0) return [];
  return rowsFrom(at, question).flatMap((rows) => {
    const own = ownColumns(named, rows.value);
    return own?.options.length === 1 ? [firstRows(rows, ask, own, { direction, limit })] : [];
  });
}

/** `the latest order`: by the only time of its rows. */
function latestRows(
  ask: Ask,
  at: number,
  direction: 'asc' | 'desc',
  limit: number | null,
  question: Question,
): readonly Step[] {
  if (ask.entity && ask.items.length === 0) return [];
  return rowsFrom(at, question).flatMap((rows) => {
    const time = happenedOf(rows.value, question);
    return time ? [firstRows(rows, ask, time, { direction, limit })] : [];
  });
}

/** `top 5 shops by revenue`: rows, and what they are ranked by. */
const rankedList: Rule = {
  name: 'the first rows by a measure that follows',
  example: 'top 5 customers by number of orders',
  read({ ask, at }, question) {
    if (isPicked(ask) || ask.items.some(({ fn }) => fn !== null)) return [];
    if (ask.items.length > 0 && ask.entity !== null) return [];
    const match = question.phrase(at, question.language.rankings);
    const limit = match ? question.number(match.to) : null;
    if (!match || limit === null || !Number.isInteger(limit) || limit < 1) return [];
    if (match.means.of.length > 0 || match.means.time) return [];
    return refsFrom(match.to + 1, question).flatMap(({ to, value, cost }): Step[] => {
      const phrase = question.language.rankedBy.find((one) => question.starts(to, one));
      if (!phrase) return [];
      const entity = ask.entity ?? tablesOf(value);
      if (ask.items.length > 0 && !entity) return [];
      const asked = ask.items.map((item) => ({ ...item, context: item.context ?? entity }));
      return rankedBy(to + phrase.length, question, true).map((by): Step => {
        const order: Order = { by: by.value, direction: match.means.direction, picks: true };
        // Where only rows are asked, what they are ranked by is shown, too.
        const items = asked.length > 0 ? asked : [plainly(value), by.value];
        return {
          ...{ to: by.to, cost: cost + by.cost + CHUNK, last: 'other' },
          ask: withOrder({ ...ask, items, entity }, { order, limit }),
        };
      });
    });
  },
};

/** `the 3 highest prices`: the values themselves. */
const firstValues: Rule = {
  name: 'the first of all values',
  example: 'the 3 highest prices',
  read({ ask, at }, question) {
    if (isPicked(ask) || ask.items.length > 0 || ask.entity !== null) return [];
    return question.nouns(at).flatMap((from) =>
      rankingsAt(from, question).flatMap(({ to, value, cost }): Step[] => {
        const { by } = value.order;
        if (by.fn !== null || value.limit === null || value.limit < 2) return [];
        // `the 3 most costly procedures`
        if (!by.of.options.some(({ evidence }) => evidence === 'name')) return [];
        const asked = withOrder({ ...ask, items: [by], entity: by.context }, value);
        return [step(to, cost, asked, 'item')];
      }),
    );
  },
};

export function impliedBy(
  names: readonly string[],
  from: number,
  to: number,
  question: Question,
): Ref | null {
  const options = columnsNamed(names, question);
  const unique = [
    ...new Map(options.map((one) => [`${one.table}.${one.columns[0].name}`, one])).values(),
  ];
  return unique.length > 0 ? { from, to, text: question.textOf(from, to), options: unique } : null;
}

const sorting: Rule = {
  name: 'an order',
  example: 'sorted by price in descending order',
  read({ ask, at }, question) {
    if (ask.orders.length > 0 || (ask.items.length === 0 && ask.groups.length === 0)) return [];
    const opened =
      question.phrase(at, question.language.ordered) ??
      (question.asksOrder ? bareBy(at, question) : null);
    const bare = opened === null || question.word(at) === 'in';
    let next = opened && !(question.word(at) === 'in' && !isOrderOf(question, at)) ? opened.to : at;
    let direction: 'asc' | 'desc' | null = null;
    let said = { from: at, to: at };
    for (let steps = 0; steps < 8; steps++) {
      const match: { readonly to: number; readonly means: 'asc' | 'desc' } | null =
        direction === null ? question.phrase(next, question.language.directions) : null;
      if (match) {
        direction = match.means;
        said = { from: next, to: match.to };
        next = match.to;
      } else if ((next > at || opened) && question.is(next, question.language.between.orders))
        next++;
      else break;
    }
    if (next === at || (bare && direction === null && !isOrderOf(question, at))) return [];
    const found: Step[] = [];
    // `highest first` is said of the number that is shown.
    const isEnd = opened === null && endsOrder(at, question);
    const by = direction === null ? null : impliedOrder(ask, said, question);
    if (direction !== null && by && !(isEnd && by === ask.items[0]))
      found.push({
        ...{ to: next, cost: CHUNK + 0.1, last: 'other' },
        ask: { ...ask, orders: [{ by, direction, picks: false }] },
      });
    for (const { to, value, cost } of [
      ...measuresAt(next, question),
      ...computedAt(next, ask, question),
    ]) {
      if (value.length !== 1) continue;
      const behind = directionAfter(to, question);
      const way = direction ?? behind?.value ?? 'asc';
      if (direction !== null && behind) continue;
      const end = behind?.to ?? to;
      const first: Order = { by: value[0]!, direction: way, picks: false };
      found.push(...ordersFrom(ask, [first], { to: end, cost: cost + CHUNK }, question));
    }
    return found;
  },
};

/** `highest first`, `from the oldest to the newest`: an order by its ends. */
function endsOrder(at: number, question: Question): boolean {
  const from = question.word(at) === 'from' ? at + 1 : at;
  return question.nouns(from).some((next) => question.phrase(next, question.language.rankings));
}

/** An order, and what rows are put in order by that tie in it: `by name, then by age`. */
function ordersFrom(
  ask: Ask,
  orders: readonly Order[],
  { to, cost }: { readonly to: number; readonly cost: number },
  question: Question,
): readonly Step[] {
  const found: Step[] = [{ to, cost, ask: { ...ask, orders }, last: 'other' }];
  const joiner = question.language.thenBy.find((phrase) => question.starts(to, phrase));
  if (!joiner || orders.length > 3) return found;
  const { direction } = orders[0]!;
  for (const next of measuresAt(to + joiner.length, question)) {
    if (next.value.length !== 1) continue;
    const behind = directionAfter(next.to, question);
    const then: Order = { by: next.value[0]!, direction: behind?.value ?? direction, picks: false };
    const end = { to: behind?.to ?? next.to, cost: cost + next.cost };
    found.push(...ordersFrom(ask, [...orders, then], end, question));
  }
  return found;
}

/** `ordered by the count`: what is computed. */
function computedAt(
  at: number,
  { items }: Ask,
  question: Question,
): readonly Found<readonly Measure[]>[] {
  const computed = items.filter(({ fn }) => fn !== null);
  const phrase = question.language.sameNumber.find((one) => question.starts(at, one));
  return phrase && computed.length === 1
    ? [{ to: at + phrase.length, value: computed, cost: 0 }]
    : [];
}

/** `Order the shops by city`: the order that is owed. */
const bareBy = (at: number, question: Question): { readonly to: number } | null =>
  question.is(at, question.language.names.agents) ? { to: at + 1 } : null;

const isOrderOf = (question: Question, at: number): boolean =>
  question.language.inOrderOf.some((phrase) => question.starts(at, phrase)) ||
  question.word(at) !== 'in';

/** The rows that are listed: of `boats from harbours in Oslo` the boats, of `names of boats` these. */
export const rowsListed = ({ items: [first], entity }: Ask): Ref | null =>
  (first && first.fn === null ? tablesOf(first.of) : null) ??
  entity ??
  first?.context ??
  first?.of ??
  null;

/** The only number that is shown: what is computed, or a column. */
export function numberOf({ items }: Ask): Measure | null {
  const numbers = items.filter(({ fn, of }) => fn !== null || isNumber(of));
  const [only, second] = numbers;
  return only && !second ? only : null;
}

function isNumber({ options: [first] }: Ref): boolean {
  if (first?.kind !== 'column' || first.columns.length > 1) return false;
  const [{ type, kind }] = first.columns;
  return isNumeric(type) && kind === 'measure';
}

/**
 * What rows are put in an order by that is said without it: the first thing that is shown, or their age or their only time
 * where the words are said of these: `from oldest to newest`.
 */
function impliedOrder(
  ask: Ask,
  { from, to }: { readonly from: number; readonly to: number },
  question: Question,
): Measure | null {
  const [first] = ask.items;
  if (!first || first.everything) return null;
  const { agesOfEnds, timesOfEnds, numbersOfEnds } = question.language;
  const says = (words: ReadonlySet<string>) =>
    question.tokens.slice(from, to).some(({ lower }) => words.has(lower));
  if (says(numbersOfEnds)) return first.fn !== null || isNumber(first.of) ? first : numberOf(ask);
  const isOfAges = says(agesOfEnds);
  if (!isOfAges && !says(timesOfEnds)) return first;
  if (isOfAges) {
    const ages = question.named(question.language.age);
    return ages.length > 0
      ? plainly({ from, to, text: question.textOf(from, to), options: ages })
      : null;
  }
  const [option] = first.of.options;
  if (option?.kind === 'column' && option.columns.every(isTime)) return first;
  const rows = rowsListed(ask);
  const times = rows && question.timesOfRows(rows);
  return times && plainly({ ...times, from, to });
}

function directionAfter(at: number, question: Question): Found<'asc' | 'desc'> | null {
  let from = at;
  while (question.is(from, question.language.between.directions) && from < at + 3) {
    const match = question.phrase(from, question.language.directions);
    if (match) break;
    from++;
  }
  const match = question.phrase(from, question.language.directions) ?? endFirst(from, question);
  if (!match) return null;
  const to = question.word(match.to) === 'order' ? match.to + 1 : match.to;
  return { to, value: match.means, cost: 0 };
}

/** `highest first`, behind what rows are put in order by. */
function endFirst(
  at: number,
  question: Question,
): { readonly to: number; readonly means: 'asc' | 'desc' } | null {
  const match = question.phrase(at, question.language.rankings);
  const isPlain = match !== null && match.means.of.length === 0;
  return isPlain && question.is(match.to, question.language.listedFirst.behind)
    ? { to: match.to + 1, means: match.means.direction }
    : null;
}

const grouping: Rule = {
  name: 'a group',
  example: 'for each city',
  read({ ask, at, last }, question) {
    if (ask.groups.length > 1 || ask.items.some(({ everything }) => everything)) return [];
    const match = question.phrase(at, question.language.grouping);
    const said =
      question.isVerb(at - 1) || question.language.verbs.isParticiple(question.word(at - 1));
    const by =
      match === null &&
      question.word(at) === 'by' &&
      !said &&
      ask.items.some(({ fn }) => fn !== null);
    if (!match && !by) return [];
    const from = match?.to ?? at + 1;
    const read = last === 'nothing' ? 'nothing' : 'other';
    return refsFrom(from, question).map(({ to, value, cost }) =>
      step(to, cost, { ...ask, groups: [...ask.groups, value] }, read),
    );
  },
};

/** `the countries and the number of members from each`: the groups are what stands before. */
const bareGroup: Rule = {
  name: 'each of what is shown',
  example: 'the countries and the number of members from each',
  read({ ask, at, last }, question) {
    const [item] = ask.items;
    if (ask.groups.length > 0 || ask.items.length < 2 || item!.fn !== null || last === 'nothing')
      return [];
    if (ask.items.at(-1)!.fn === null) return [];
    const from = question.is(at, question.language.between.each) ? at + 1 : at;
    if (question.word(from) !== 'each') return [];
    let to = question.word(from + 1) === 'one' ? from + 2 : from + 1;
    if (['had', 'has', 'have'].includes(question.word(to))) to++;
    if (to < question.length && !question.isPunctuation(to)) return [];
    const groups = ask.items.filter(({ fn }) => fn === null).map(({ of }) => of);
    return [step(to, 0, { ...ask, groups })];
  },
};

/** `the cities and the number of shops in that city`: the group that was spoken of. */
const sameGroup: Rule = {
  name: 'the group that was spoken of',
  example: 'the cities and the number of customers in that city',
  read({ ask, at }, question) {
    const computed = ask.items.some(({ fn }) => fn !== null);
    if (!computed && ask.groups.length === 0) return [];
    const { rowLinks, each } = question.language.between;
    const from = question.is(at, rowLinks) || question.is(at, each) ? at + 1 : at;
    if (!question.is(from, question.language.sameGroup)) return [];
    const plain = ask.items.filter(({ fn }) => fn === null).map(({ of }) => of);
    return question.refs(from + 1).flatMap((ref): Step[] => {
      const to = question.word(ref.to) === "'s" ? ref.to + 1 : ref.to;
      const step = { to, cost: 0.05, last: 'other' as const };
      if (ask.groups.some((group) => isSameName(group, ref))) return [{ ...step, ask }];
      const isShown = ask.groups.length === 0 && plain.some((one) => isSameName(one, ref));
      return isShown && plain.length < 3 ? [{ ...step, ask: { ...ask, groups: plain } }] : [];
    });
  },
};

/** Whether two spans can name the same: a column, or rows and what they are called by. */
const isSameName = (one: Ref, other: Ref): boolean =>
  one.options.some((option) =>
    other.options.some(
      (same) =>
        same.table === option.table &&
        (same.kind === 'table' ||
          (option.kind === 'column' && same.columns[0] === option.columns[0])),
    ),
  );

const frequency: Rule = {
  name: 'the most frequent value',
  example: 'the most common city of customers',
  read({ ask, at }, question) {
    if (isPicked(ask)) return [];
    return question.nouns(at).flatMap((from): Step[] => {
      const leading = question.number(from);
      const start = leading === null ? from : from + 1;
      const match = question.phrase(start, question.language.frequent);
      if (!match || question.isPartOfName(start, match.to)) return [];
      if (isSaidOfOthers(ask, start, question)) return [];
      const limit = leading;
      const found: Step[] = [];
      const ranked: Ask = { ...ask, frequency: match.means, limit: ask.limit ?? limit };
      const follows = question.nouns(match.to).some((next) => question.refs(next).length > 0);
      if (ask.items.length > 0) {
        if (!follows) found.push(step(match.to, 0, ranked));
        else if (limit === null) found.push(...mostCommon(ask, match, question));
      } else
        for (const { to, value, cost } of measuresAt(match.to, question))
          if (value.length === 1 && value[0]!.fn === null) {
            const items = [{ ...value[0]!, of: withoutTelling(value[0]!.of) }];
            const entity = value[0]!.context ?? ask.entity;
            found.push(step(to, cost, { ...ranked, items, entity }, 'item'));
          }
      return found;
    });
  },
};

/** `who took the voucher that is most common`: a clause behind a noun that is not what is shown, nor whose rows it is. */
function isSaidOfOthers({ items }: Ask, at: number, question: Question): boolean {
  const relative = [at - 1, at - 2].find((one) => question.isRelativeWord(one));
  const said = items.flatMap(({ of, context }) => (context ? [of, context] : [of]));
  return relative !== undefined && !said.some(({ to }) => to === relative);
}

/** `users with the most popular role`: those of the role that most of them have. */
function mostCommon(
  ask: Ask,
  match: { readonly to: number; readonly means: 'asc' | 'desc' },
  question: Question,
): readonly Step[] {
  const { entity } = ask;
  if (entity === null) return [];
  return refsFrom(match.to, question).flatMap(({ to, value, cost }): Step[] => {
    const { means: direction } = match;
    const columns = columnsOf(value);
    const own = columns ? ownColumns(columns, entity) : null;
    const rows = tablesOf(value);
    const by: Measure = { fn: 'count', of: entity, distinct: false, context: null };
    const order: Order = { by, direction, picks: true };
    const found: Condition[] = [
      ...(own ? [{ kind: 'frequent', of: own, direction, negated: false } as const] : []),
      ...(rows ? [{ kind: 'picked', of: rows, order, limit: null } as const] : []),
    ];
    return found.map((one) => step(to, cost, withConditions(ask, [one])));
  });
}

/** Columns of the rows that are asked. */
const ownColumns = (columns: Ref, rows: Ref): Ref | null =>
  narrowed(columns, ({ table }) => rows.options.some((one) => one.table === table));

export const ORDER_RULES: readonly Rule[] = [
  bareGroup,
  rankBehind,
  ranking,
  rankedRows,
  rankedList,
  firstValues,
  sorting,
  grouping,
  sameGroup,
  frequency,
];
