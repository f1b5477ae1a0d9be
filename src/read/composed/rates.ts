import { fold } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { tiesCut } from '#src/planner/ties-told.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Aggregate, Expr, OrderItem, Predicate } from '#src/plugin-api/query.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import {
  type GroupedNumber,
  keyOf,
  type ReadGrouped,
  reaching,
  tableOf,
  withNumber,
} from '#src/read/composed/grouped.ts';
import { type Composed, HUNDRED, type Open } from '#src/read/composed/parts.ts';
import { tablesOf } from '#src/read/measures.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

/** What rows of a table can be, as a column of states has it. */
interface State {
  readonly table: string;
  readonly column: string;
  /** In each way that rows spell it. */
  readonly values: readonly string[];
}

/** Where a rate is said in a question. */
interface RateAt {
  /** `return rate`: what the number is called. */
  readonly called: string;
  /** The tokens that it is said with. */
  readonly from: number;
  readonly to: number;
}

interface Rate extends RateAt {
  readonly state: State;
}

interface Said extends RateAt {
  /** All states that its noun tells, and those of the rows that are named. */
  readonly all: readonly State[];
  readonly states: readonly State[];
}

/** `Cancellation rate by store`: how many of the orders of each store are cancelled, of all that it has. */
export function readRate(
  question: Question,
  read: ReadGrouped,
  schema: Schema,
): Composed | Open | null {
  const said = rateAt(question, schema);
  if (!said) return null;
  const [state, rival] = said.states;
  if (!state || rival) return leftOpen(said, question, schema);
  const rate = { ...said, state };
  const asked = askedText(rate, question, schema);
  const counted = asked && read(asked.text);
  const found =
    counted && rateOf(rate, asked.picks ? picked(counted, asked.picks) : counted, schema);
  return found ?? notCounted(rate, schema);
}

/** What narrows or groups the rows of a rate was not read; other senses of its words are not looked for. */
function notCounted({ state, called }: Rate, { tables }: Schema): Open {
  const { label, columns } = tables.get(state.table)!;
  const column = columns.find(({ name }) => name === state.column)!;
  return {
    ...{ kind: 'decline', reason: 'unsupported_question', suggestions: [] },
    text: `The ${called} is the share of ${label} whose ${column.label} is ${quoted(state)}, but it's not clear which rows to use. Ask for the "${called}", or for the "${called} by" a column of ${label}.`,
  };
}

/** Which of several states is meant; declined where the rows that are named have none. */
function leftOpen(
  { all, states, from, to, called }: Said,
  question: Question,
  schema: Schema,
): Open {
  const labelOf = ({ table }: State) => schema.tables.get(table)!.label;
  const among = states.length > 0 ? states : all;
  const rows = [...new Set(among.map(labelOf))];
  if (states.length === 0 || rows.length < 2)
    return {
      ...{ kind: 'decline', suggestions: [] },
      reason: states.length === 0 ? 'unsupported_question' : 'ambiguous',
      text:
        states.length === 0
          ? `A ${called} is only available for ${rows.join(' and ')}. Ask for the "${called} of ${rows[0]}".`
          : `The ${called} can mean ${among.map((one) => `${one.column} ${quoted(one)}`).join(' or ')}. Ask for the percentage of one of them.`,
    };
  return {
    kind: 'clarify',
    question: `Which rows should the ${called} be calculated for?`,
    options: rows.map((label) => {
      const pieces = [
        ...textsOf(0, from, question),
        `${called} of ${label}`,
        ...textsOf(to, question.lastWord + 1, question),
      ];
      return { label, question: pieces.join(' ') };
    }),
  };
}

/** `Share of cancelled orders by month`: the same of each group, said as a share. */
export function readShareByGroup(
  question: Question,
  read: ReadGrouped,
  schema: Schema,
): Composed | null {
  const rate = shareOfRowsAt(question, schema);
  if (!rate) return null;
  const text = [rowsOf(rate.state, schema), ...textsOf(rate.to, question.lastWord + 1, question)];
  const counted = read(`${text.join(' ')}`);
  return counted && counted.query.groupBy.length > 0 ? rateOf(rate, counted, schema) : null;
}

const textsOf = (from: number, to: number, question: Question): readonly string[] =>
  from < to ? [question.textOf(from, to)] : [];

const rowsOf = ({ table }: State, { tables }: Schema): string =>
  `number of ${tables.get(table)!.label}`;

function rateAt(question: Question, schema: Schema): Said | null {
  const { nouns, before, of, others } = question.language.rates;
  const heads = question.tokens.flatMap((_, at) => (question.is(at, nouns) ? [at] : []));
  const [head, second] = heads;
  if (head === undefined || second !== undefined || head === 0) return null;
  const noun = head - 1;
  if (question.tokens[noun]!.kind !== 'word' || question.is(noun, others)) return null;
  if (isNamed(noun, head, question)) return null;
  let to = head + 1;
  let rows: string | null = null;
  if (question.is(to, of)) {
    const found = rowsAt(to + 1, question);
    if (found) ({ to, table: rows } = found);
  }
  let from = noun;
  const owner = noun > 0 ? question.tablesBefore(noun) : null;
  const [own, other] = owner?.options ?? [];
  if (owner && own && !other && owner.to - owner.from > 0 && rows === null) {
    from = owner.from;
    rows = own.table;
  }
  while (question.is(from - 1, before)) from--;
  const all = statesOf(question.word(noun), question, schema);
  const states = all.filter(({ table }) => rows === null || table === rows);
  return all.length > 0 ? { all, states, called: `${question.word(noun)} rate`, from, to } : null;
}

/** Whether a column is called as the rate is, or rows are kept of what its noun names. */
function isNamed(noun: number, head: number, question: Question): boolean {
  const names = (at: number) =>
    question.refs(at).some(({ to, options }) => to > head && options.length > 0);
  const before = noun > 0 && names(noun - 1);
  const rows = question.canBe(noun, isNameOfRows);
  return names(noun) || before || rows;
}

/** `the bookings`, behind `of`. */
function rowsAt(
  at: number,
  question: Question,
): { readonly to: number; readonly table: string } | null {
  const from = question.past(at, question.language.composed.beforeWholes);
  for (const ref of question.refs(from)) {
    const options = tablesOf(ref)?.options.filter(({ evidence }) => evidence === 'name') ?? [];
    if (options.length === 1) return { to: ref.to, table: options[0]!.table };
  }
  return null;
}

/** What rows are in that a noun tells: `cancellation`, of a status `Cancelled`. */
function statesOf(noun: string, question: Question, { tables }: Schema): readonly State[] {
  const { stateNames, names, rates } = question.language;
  const isState = (value: string) =>
    rates.states.get(noun)?.has(value) ?? names.stem(value) === names.stem(noun);
  return [...tables.values()].flatMap(({ name: table, columns }) =>
    columns
      .filter((column) => isOfStates(column, stateNames.states))
      .flatMap((column) => {
        const found = textsIn(column).filter(
          (text) => isState(text.toLowerCase()) && question.rowsWith({ column, text }) !== null,
        );
        const spelled = [...Map.groupBy(found, fold).values()];
        return spelled.map((values) => ({ table, column: column.name, values }));
      }),
  );
}

const quoted = ({ values }: State): string => values.map((value) => `"${value}"`).join(' or ');

/** All values of a column; none where there are more than are known. */
const textsIn = ({ profile }: CatalogColumn): readonly string[] => {
  const texts = (profile?.samples ?? []).filter((one) => typeof one === 'string');
  return profile && profile.distinctCount <= texts.length ? texts : [];
};

const isOfStates = (
  { type, hidden, sensitive, label }: CatalogColumn,
  states: ReadonlySet<string>,
): boolean =>
  type === 'text' && !hidden && !sensitive && wordsOf(label).some((word) => states.has(word));

/** `share of cancelled orders`: a state that one column has before its rows. */
function shareOfRowsAt(question: Question, schema: Schema): Rate | null {
  const { composed, rates, stateNames } = question.language;
  const at = question.past(0, composed.beforeShares);
  const isShare = question.is(at, composed.percentages) || question.is(at, rates.nouns);
  if (!isShare || question.word(at + 1) !== 'of') return null;
  const said = question.past(at + 2, composed.beforeWholes);
  const found = question.valueRefs(said).flatMap(({ to, text, options }) => {
    const rows = rowsAt(to, question);
    return options.flatMap(({ table, column, texts: [value, second] }) =>
      rows?.table === table && value !== undefined && second === undefined
        ? [{ state: { table, column, values: [value] }, called: `${text} share`, to: rows.to }]
        : [],
    );
  });
  const [one, other] = found;
  if (!one || other) return null;
  const { state, called, to } = one;
  const column = schema.tables.get(state.table)!.columns.find(({ name }) => name === state.column)!;
  return isOfStates(column, stateNames.states) ? { state, called, from: 0, to } : null;
}

/** How many groups are picked by the rate, and from which end. */
interface Picks {
  readonly direction: 'asc' | 'desc';
  readonly count: number;
}

/** The question that counts all rows, with the same groups and conditions. */
function askedText(
  { state, from, to }: Rate,
  question: Question,
  schema: Schema,
): { readonly text: string; readonly picks: Picks | null } | null {
  const { ends, beforeEnds, first, asking } = question.language.rates;
  const rows = rowsOf(state, schema);
  const rest = textsOf(to, question.lastWord + 1, question);
  const said = (text: readonly string[]) => [...text, ...rest].join(' ');
  const direction = ends.get(question.word(from - 1));
  const lead = first.get(question.word(0));
  // The first of each group is another question.
  if ((direction || lead) && groupsFollow(to, question)) return null;
  if (direction) {
    let end = from - 1;
    while (question.is(end - 1, beforeEnds)) end--;
    const start = question.past(0, asking);
    return start < end
      ? {
          text: said([rows, 'by', question.textOf(start, end)]),
          picks: { direction, count: 1 },
        }
      : null;
  }
  const count = question.number(1);
  if (lead && count !== null && question.word(from - 1) === 'by' && from > 3)
    return {
      text: said([rows, 'by', question.textOf(2, from - 1)]),
      picks: { direction: lead, count },
    };
  return { text: said([...textsOf(0, from, question), rows]), picks: null };
}

const groupsFollow = (from: number, question: Question): boolean => {
  const { grouping, per } = question.language.ofEach;
  return question.tokens.some(
    (_, at) =>
      at >= from &&
      (question.is(at, grouping) ||
        per.some(([word, more]) => more === undefined && word === question.word(at))),
  );
};

/** The first groups by their number. */
function picked({ query, ...rest }: GroupedNumber, { direction, count }: Picks): GroupedNumber {
  const ties = query.orderBy.filter(({ expr }) => expr.kind === 'column');
  const by: OrderItem = { expr: rest.expr, direction };
  return {
    ...rest,
    query: { ...query, orderBy: [by, ...ties], limit: { count, withTies: false } },
    assumptions: [...rest.assumptions, tiesCut(count)],
  };
}

/** Those in a state over all, each row once for each group. */
function rateOf({ state, called }: Rate, counted: GroupedNumber, schema: Schema): Composed | null {
  const { table, column, values } = state;
  const own = schema.tables.get(table)!;
  const { expr } = counted;
  if (expr.fn !== 'count') return null;
  const isOfRows = expr.arg === null && !expr.distinct && counted.query.from.table === table;
  const isOfKeys = expr.distinct && countsKey(counted, table, schema);
  if (!isOfRows && !isOfKeys) return null;
  if (picksWithoutGroups(counted)) return null;
  const reached = reaching(counted.query, table, schema.graph);
  if (!reached) return null;
  const left = { kind: 'column', alias: reached.alias, column } as const;
  // Rows that are told by their state have one rate only.
  if (JSON.stringify([counted.query.where, counted.query.groupBy]).includes(JSON.stringify(left)))
    return null;
  const literals = values.map((value) => ({ kind: 'literal', type: 'text', value }) as const);
  const [first, second] = literals;
  const when: Predicate =
    first && !second
      ? { kind: 'compare', op: '=', left, right: first }
      : { kind: 'in', expr: left, values: literals, negated: false };
  const some: Aggregate = { ...expr, fn: 'count_if', when };
  const rate: Expr = {
    ...{ kind: 'arithmetic', op: '/' },
    left: { kind: 'arithmetic', op: '*', left: HUNDRED, right: some },
    right: expr,
  };
  const profile = own.columns.find(({ name }) => name === column)!;
  const { label } = profile;
  const lacking = profile.profile?.nullCount === 0 ? '' : `, including those without a ${label}`;
  const asked = counted.query.where.length > 0 ? ' that meet the other conditions' : '';
  const grouped = counted.query.groupBy.length > 0 ? ' of each group' : '';
  return {
    query: withNumber(
      { query: reached.query, expr },
      rate,
      `${called.replaceAll(/[^\p{L}\p{N}]+/gu, '_')}_percent`,
    ),
    assumptions: [
      `The share is the percentage of ${own.label} whose ${label} is ${quoted(state)}, out of all ${own.label}${grouped}${asked}${lacking}.`,
      ...(isOfKeys ? [`Each row of ${own.label} counts once in every group it belongs to.`] : []),
      ...counted.assumptions,
    ],
    confidence: counted.confidence,
  };
}

/** A single number that is ordered or cut. */
const picksWithoutGroups = ({ query: { groupBy, limit } }: GroupedNumber): boolean =>
  groupBy.length === 0 && limit !== null;

/** Whether the key of rows is counted, or what refers to it. */
function countsKey(counted: GroupedNumber, table: string, schema: Schema): boolean {
  const { arg } = counted.expr;
  const home = tableOf(counted);
  if (arg?.kind !== 'column' || home === null) return false;
  const key = keyOf(schema.tables.get(table)!);
  return (
    (home === table && arg.column === key) ||
    schema.references.get(`${home}\0${arg.column}`) === `${table}\0${key}`
  );
}
