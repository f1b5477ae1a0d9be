import { foldToLemmas } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { isNumeric } from '#src/planner/measured.ts';
import type { AggregateFunction } from '#src/query/functions.ts';
import {
  type Condition,
  isNameOfRows,
  type Measure,
  type Option,
  type Ref,
} from '#src/read/ask.ts';
import { onceAt } from '#src/read/once-at.ts';
import type { Question } from '#src/read/question.ts';

export interface Found<Value> {
  readonly to: number;
  readonly value: Value;
  readonly cost: number;
}

/** What a chunk costs, so that the reading of fewer and longer ones is the better. */
export const CHUNK = 0.1;

/** Names that begin at a token or after its articles. */
export const refsFrom = onceAt((at, question): readonly Found<Ref>[] => {
  return question
    .nouns(at)
    .flatMap((from) =>
      question.refs(from).map((ref) => ({ to: ref.to, value: ref, cost: 0.01 * (from - at) })),
    );
});

/** Rows, or columns, among what a name that begins at a token can mean. */
const namedBy =
  (kind: (ref: Ref) => Ref | null) =>
  (at: number, question: Question): readonly Found<Ref>[] =>
    refsFrom(at, question).flatMap((one) => {
      const value = kind(one.value);
      return value ? [{ ...one, value }] : [];
    });

export const rowsFrom = namedBy(tablesOf);
export const columnsFrom = namedBy(columnsOf);

/** What a name can mean that meets a condition; null where that is nothing. */
export function narrowed(ref: Ref, meets: (option: Option) => boolean): Ref | null {
  const options = ref.options.filter(meets);
  return options.length > 0 ? { ...ref, options } : null;
}

/** Columns by what a word at a token speaks of, the likelier names first. */
export function refCalled(
  names: readonly string[],
  { at, word }: { readonly at: number; readonly word: string },
  question: Question,
): Ref | null {
  const options = columnsNamed(names, question);
  return options.length > 0 ? { from: at, to: at + 1, text: word, options } : null;
}

/** The columns that words of the grammar speak of by their names, the likelier ones first. */
export const columnsNamed = (
  names: readonly string[],
  question: Question,
): readonly Extract<Option, { kind: 'column' }>[] =>
  names.flatMap((name, rank) =>
    question
      .named(name)
      .flatMap((one) => (one.kind === 'column' ? [{ ...one, cost: one.cost + 0.05 * rank }] : [])),
  );

/** Where a word may go on after forms of "be" and articles; at most five of them. */
export function after(
  at: number,
  question: Question,
  passed: ReadonlySet<string>,
): readonly number[] {
  const found = [at];
  for (let next = at; next < at + 5 && passed.has(question.word(next)); next++)
    found.push(next + 1);
  return found;
}

/** Rows, and the conditions that stand before their noun. */
export interface PremodifiedRows {
  readonly rows: Ref;
  readonly conditions: readonly Condition[];
}

/** `cancelled orders`, `female German drivers`: rows after values of theirs. */
export const premodifiedRows = onceAt((at, question): readonly Found<PremodifiedRows>[] => {
  const found: Found<PremodifiedRows>[] = [];
  const go = (from: number, conditions: readonly Condition[]) => {
    if (conditions.length > 0)
      for (const { to, value: rows, cost } of rowsFrom(from, question))
        found.push({ to, value: { rows, conditions }, cost: cost + 0.05 * conditions.length });
    if (conditions.length > 1) return;
    for (const value of question.valueRefs(from))
      go(value.to, [
        ...conditions,
        { ...{ kind: 'value', of: null, near: null, values: [value] }, negated: false, all: false },
      ]);
  };
  for (const from of question.nouns(at)) go(from, []);
  return found;
});

export function tablesOf(ref: Ref): Ref | null {
  return only(ref, 'table');
}

/** The value by which rows are called so: `engineers`. */
export const saidByName = ({ options }: Ref): readonly Condition[] => {
  const [first] = options;
  return first?.kind === 'table' && first.only
    ? [
        {
          ...{ kind: 'value', of: null, near: null, values: [first.only] },
          ...{ negated: false, all: false },
        },
      ]
    : [];
};

export function columnsOf(ref: Ref): Ref | null {
  return only(ref, 'column');
}

/**
 * What a word names beside what only tells when or which the rows are that are called so: `the biggest order` is no order
 * date, and `the most popular store` no store id.
 */
export function withoutTelling(ref: Ref): Ref {
  const isRows = ref.options.some(isNameOfRows);
  if (!isRows) return ref;
  const tells = (one: Option) =>
    one.kind === 'column' &&
    one.evidence === 'part' &&
    one.columns.every(({ kind }) => kind === 'time' || kind === 'identifier');
  return { ...ref, options: ref.options.filter((one) => !tells(one)) };
}

const only = (ref: Ref, kind: 'table' | 'column'): Ref | null =>
  ref.options.length > 0 && ref.options.every((one) => one.kind === kind)
    ? ref
    : narrowed(ref, (one) => one.kind === kind);

/** The functions that are said of one thing: `average`, `maximum and minimum`. */
function functionsAt(at: number, question: Question): Found<readonly AggregateFunction[]> | null {
  const found: AggregateFunction[] = [];
  let next = at;
  for (;;) {
    const match = question.phrase(next, question.language.aggregates);
    if (!match) break;
    found.push(match.means);
    next = match.to;
    let after = next;
    while ([',', 'and'].includes(question.word(after))) after++;
    while (after > next && ['the', 'also'].includes(question.word(after))) after++;
    if (after > next && question.phrase(after, question.language.aggregates)) next = after;
    else break;
  }
  if (found.length === 0) return null;
  if (['value', 'values'].includes(question.word(next))) next++;
  if (
    !found.includes('count') &&
    question.language.quantities.some((phrase) => question.starts(next, phrase))
  )
    next += 2;
  else if (question.word(next) === 'of') next++;
  // `number` alone is a name, `number of` counts.
  else if (found.includes('count')) return null;
  return { to: next, value: found, cost: 0 };
}

/** What can be shown or ranked by and begins at a token: `names`, `the average age`, `number of different cities`. */
export const measuresAt = onceAt((at, question): readonly Found<readonly Measure[]>[] => {
  const found: Found<readonly Measure[]>[] = [];
  let start = at;
  let distinct = false;
  const { distinct: different, between } = question.language;
  while (question.is(start, between.measures) || question.is(start, different)) {
    distinct ||= question.is(start, different);
    start++;
  }
  const { possessives } = question.language.functionWords;
  for (const { to, value, cost } of refsFrom(start, question)) {
    const measure: Measure = { fn: null, of: value, distinct, context: null };
    const isTheirs = question.is(value.from - 1, possessives);
    found.push({
      to,
      value: [isTheirs ? { ...measure, theirs: true } : measure],
      cost: cost + CHUNK,
    });
  }
  found.push(...namesOfValues(start, question), ...ownedAt(start, question));
  for (const { to, refs } of question.sharedHeads(start))
    found.push({
      // Surer than its first word alone, as rows: `the order and delivery dates`.
      ...{ to, cost: CHUNK / 2 },
      value: refs.map((of) => ({ fn: null, of, distinct, context: null })),
    });
  const functions = functionsAt(start, question);
  if (functions) {
    let inner = functions.to;
    let once = distinct;
    while (question.is(inner, different) || question.is(inner, between.measures)) {
      once ||= question.is(inner, different);
      inner++;
    }
    if (functions.value.length === 1 && functions.value[0] === 'count')
      for (const { to, value, cost } of premodifiedRows(inner, question))
        found.push({
          ...{ to, cost: cost + CHUNK },
          value: [
            { fn: 'count', of: value.rows, distinct: false, context: null, said: value.conditions },
          ],
        });
    for (const { to, value, cost } of refsFrom(inner, question)) {
      const measures = functions.value.map((fn): Measure | null => {
        const of = fn === 'count' ? value : columnsOf(withoutTelling(value));
        return of ? { fn, of, distinct: once, context: null } : null;
      });
      const amounts = functions.value[0] === 'count' && !once ? amountsOf(value) : null;
      const total = question.word(start) === 'total';
      if (amounts)
        found.push({
          ...{ to, cost: cost + CHUNK + 0.02 },
          value: [{ fn: total ? 'sum' : null, of: amounts, distinct: false, context: null }],
        });
      if (measures.every((one) => one !== null))
        found.push({ to, value: measures, cost: cost + CHUNK });
    }
  }
  return found.flatMap((one) => withContext(one, question));
});

/** `the user's name`: a column of the rows that stand before it. */
function ownedAt(at: number, question: Question): readonly Found<readonly Measure[]>[] {
  return refsFrom(at, question).flatMap(({ to, value, cost }) => {
    const rows = question.word(to) === "'s" ? tablesOf(value) : null;
    if (!rows || saidByName(rows).length > 0) return [];
    return columnsFrom(to + 1, question).map((column) => ({
      ...{ to: column.to, cost: cost + column.cost + CHUNK + 0.02 },
      value: [{ fn: null, of: column.value, distinct: false, context: rows, owned: true as const }],
    }));
  });
}

/** `the names of the directors`, where a column of films holds them: what stands there, each once. */
function namesOfValues(at: number, question: Question): readonly Found<readonly Measure[]>[] {
  const { namesOf, between } = question.language;
  if (!question.is(at, namesOf) || question.word(at + 1) !== 'of') return [];
  const nameWord = question.tokens[at]!.lemma;
  const next = question.past(at + 2, between.rows);
  return question.refs(next).flatMap((ref) => {
    const of = narrowed(
      ref,
      (one) =>
        one.kind === 'column' &&
        one.columns.length === 1 &&
        one.columns[0].type === 'text' &&
        (one.evidence === 'name' || wordsOf(one.columns[0].label).at(-1) === nameWord),
    );
    const isRows = ref.options.some(({ kind }) => kind === 'table');
    return of && !isRows
      ? [{ to: ref.to, cost: CHUNK, value: [{ fn: null, of, distinct: true, context: null }] }]
      : [];
  });
}

/** `number of floors`: a column holds it. Where rows are called so, they are counted. */
export function amountsOf(ref: Ref): Ref | null {
  if (ref.options.some(isNameOfRows)) return null;
  return narrowed(
    ref,
    (one) =>
      one.kind === 'column' &&
      one.columns.length === 1 &&
      isNumeric(one.columns[0].type) &&
      one.columns[0].kind === 'measure' &&
      isCounted(one.columns[0].label, ref.text),
  );
}

/** Whether a column holds a number of what it is called by: `days held`, and no `bonus` of which there are several. */
const isCounted = (label: string, text: string): boolean =>
  foldToLemmas(label) !== label.toLowerCase() || foldToLemmas(text) !== label.toLowerCase();

/** `names of students`, `the names of all the students`: the rows that a measure is said of. */
function withContext(
  one: Found<readonly Measure[]>,
  question: Question,
): readonly Found<readonly Measure[]>[] {
  const word = question.word(one.to);
  if ((word !== 'of' && word !== 'for') || one.value.some(({ owned }) => owned)) return [one];
  let next = one.to + 1;
  let distinct = false;
  while (question.is(next, question.language.between.rows)) {
    distinct ||= question.is(next, question.language.distinct);
    next++;
  }
  const inside = question.refs(next).flatMap((ref) => {
    const context = tablesOf(ref);
    return context
      ? [
          {
            to: ref.to,
            value: one.value.map((measure) => ({
              ...measure,
              context,
              distinct: measure.distinct || distinct,
            })),
            cost: one.cost + 0.02,
          },
        ]
      : [];
  });
  return [one, ...inside];
}
