import { ENGLISH } from '#src/language/en/english.ts';
import { UNITS } from '#src/language/en/periods.ts';
import { showsSomebody } from '#src/planner/asked-people.ts';
import { averagesSingleRows } from '#src/planner/averaged-rows.ts';
import { isContradictory } from '#src/planner/contradiction.ts';
import { flagOf } from '#src/planner/lexicon/flags.ts';
import type { PlanRequest } from '#src/planner/plan.ts';
import { tablesByAlias } from '#src/planner/select-blocks.ts';
import { withoutTotalRows } from '#src/planner/total-rows.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Expr, SelectQuery } from '#src/plugin-api/query.ts';
import type { Ask, Option } from '#src/read/ask.ts';
import { buildCalled } from '#src/read/called-rows.ts';
import type { Names } from '#src/read/names.ts';
import {
  type Candidate,
  candidatesAmong,
  namesIn,
  questionOf,
  questionWith,
  readingsFor,
  schemaOf,
} from '#src/read/plan.ts';
import type { Question } from '#src/read/question.ts';
import { type Choice, choicesOf, type Schema } from '#src/read/resolve.ts';
import { signatureOf } from '#src/read/signature.ts';
import { type Alignment, align } from '#src/shapes/align.ts';
import { allExamples } from '#src/shapes/examples/all.ts';
import { askOf } from '#src/shapes/fill-in.ts';
import { type Relative, relatedIn } from '#src/shapes/related-words.ts';
import { ExampleIndex } from '#src/shapes/retrieve.ts';
import { Spans } from '#src/shapes/spans.ts';
import { classesOf, costOfClass, type WordClass } from '#src/shapes/word-weights.ts';

/** Who proposes a query: an example that the question follows, or the rules of `src/read`. */
export type Proposal = {
  readonly ask: Ask;
  readonly choice: Choice;
  /** Tokens that nothing was read in, marks too. */
  readonly unread: readonly number[];
  readonly cost: number;
} & (
  | { readonly by: 'example'; readonly alignment: Alignment }
  | {
      readonly by: 'rules';
      /** Words that were left out before the rules read the question. */
      readonly left: readonly WordClass[];
    }
);

/** A query with all that propose it. */
export interface Group {
  readonly query: SelectQuery;
  readonly assumptions: readonly string[];
  /** Cheapest first. */
  readonly proposals: readonly Proposal[];
  readonly cost: number;
}

/** What may be computed for a question, as its words and the examples have it. */
export interface Candidates {
  readonly question: Question;
  readonly classes: readonly WordClass[];
  readonly groups: readonly Group[];
  readonly schema: Schema;
}

const NEAREST = 60;
const MOST_ALIGNED = 32;
const MOST_CHOICES = 3;

let index: ExampleIndex | null = null;

/** The examples as they are looked for, made at the first call: a few hundred milliseconds. */
export function exampleIndex(): ExampleIndex {
  index ??= new ExampleIndex(allExamples(), ENGLISH);
  return index;
}

const names = new WeakMap<Catalog, Names>();

/** Names of a catalog by all that may stand for them, dictionary words too. */
function looseNames(catalog: Catalog): Names {
  const known = names.get(catalog);
  if (known) return known;
  const made = byRelatives(namesIn(catalog), relatedIn(catalog));
  names.set(catalog, made);
  return made;
}

/** Names of which a word, or two, are said by another: `client`, `file type` where documents have a type. */
function byRelatives(own: Names, related: (word: string) => readonly Relative[]): Names {
  const known = new Map<string, readonly Option[]>();
  const { parting, isAgent } = ENGLISH.names;
  const lookup = (lemmas: readonly string[]): readonly Option[] => {
    const found = own.lookup(lemmas);
    // A month is no date.
    const isOther = (word: string) => parting.has(word) || UNITS.has(word);
    if (found.length > 0 || lemmas.length > 3 || lemmas.some(isOther)) return found;
    const said = [
      ...lemmas.flatMap((lemma, at) =>
        related(lemma).map(({ word, cost }) => ({ lemmas: lemmas.with(at, word), cost })),
      ),
      ...(lemmas.length === 2
        ? related(lemmas.join('_')).map(({ word, cost }) => ({ lemmas: [word], cost }))
        : []),
    ];
    return said
      .flatMap((one) =>
        own
          .lookup(one.lemmas)
          .filter(({ evidence }) => evidence === 'name')
          // A mountaineer is no mountain.
          .filter(
            ({ kind }) =>
              kind === 'column' || isAgent(lemmas.at(-1)!) === isAgent(one.lemmas.at(-1)!),
          )
          .map((option) => ({
            ...option,
            cost: option.cost + one.cost,
            evidence: 'related' as const,
          })),
      )
      .toSorted((a, b) => a.cost - b.cost);
  };
  return {
    ...own,
    lookup(lemmas) {
      const key = lemmas.join(' ');
      const cached = known.get(key);
      if (cached) return cached;
      const found = lookup(lemmas);
      if (known.size < MOST_KNOWN) known.set(key, found);
      return found;
    },
  };
}

const MOST_KNOWN = 20_000;

/** All that examples and rules propose for a question, cheapest first. */
export function candidatesFor(request: PlanRequest): Candidates | null {
  const strict = questionOf(request);
  const loose = questionWith(request, looseNames(request.catalog));
  if (!strict || !loose) return null;
  // Where no dictionary word tells more, what the rules read of the question is known.
  const question = namesSame(strict, loose) ? strict : loose;
  const schema = schemaOf(request.catalog);
  const spans = new Spans(question, schema.tables);
  const classes = classesOf(question);
  const found = new Map<string, Proposed[]>();
  const add = (one: Proposed) => {
    const key = `${signatureOf(one.query, schema)}${rolesIn(one.query, schema)}`;
    const known = found.get(key);
    if (known) known.push(one);
    else found.set(key, [one]);
  };
  const aligned = exampleIndex()
    .nearest(spans, classes, NEAREST)
    .flatMap((example) => align(example, spans, classes))
    .toSorted((a, b) => a.cost - b.cost);
  for (const alignment of unlike(aligned).slice(0, MOST_ALIGNED)) {
    const ask = askOf(alignment);
    if (!ask) continue;
    for (const choice of choicesOf(ask, schema).slice(0, MOST_CHOICES)) {
      const built = buildCalled(ask, choice, schema);
      if (typeof built === 'string') continue;
      const query = withoutTotalRows(built.query, schema.tables);
      const entity = ask.entity ? choice.refs.get(ask.entity)?.table : null;
      if (averagesSingleRows(query, schema.tables)) continue;
      if (question.asksWho && !showsSomebody(query, schema)) continue;
      if (isContradictory(query) || isOfOtherRows(query, entity ?? null, schema)) continue;
      if (groupsOneValue(query) || groupsAmounts(query, schema) || isIdle(query, schema)) continue;
      const cost = alignment.cost + choice.cost;
      const unread = alignment.skipped;
      const proposal: Proposal = { by: 'example', alignment, ask, choice, unread, cost };
      add({ query, assumptions: built.assumptions, proposal });
    }
  }
  for (const { found: read, left, kept } of readAgain(request, question, classes))
    for (const { query, assumptions, choice, cost, reading } of read) {
      if (groupsAmounts(query, schema) || isIdle(query, schema)) continue;
      const passed = reading.passed.map((at) => kept[at]!);
      const unread = [...classes.keys()].filter((at) => passed.includes(at) || !kept.includes(at));
      const all = cost + costOfLeft(left);
      const proposal: Proposal = { by: 'rules', ask: reading.ask, choice, left, unread, cost: all };
      add({ query, assumptions, proposal });
    }
  const groups = [...found.values()].map((same): Group => {
    const sorted = same.toSorted((a, b) => a.proposal.cost - b.proposal.cost);
    const [{ query, assumptions, proposal }] = sorted as [Proposed, ...Proposed[]];
    const proposals = sorted.map((one) => one.proposal);
    return { query, assumptions, proposals, cost: proposal.cost };
  });
  return { question, classes, groups: groups.toSorted((a, b) => a.cost - b.cost), schema };
}

/**
 * Whether what is computed tells nothing: the rows of a table counted for each of themselves (`number of ships`, by ship), or
 * the greatest of yes and no (`the maximum amount paid`, taken for whether it was).
 */
function isIdle(query: SelectQuery, { tables }: Schema): boolean {
  const { from, joins, groupBy, select } = query;
  const sources = tablesByAlias(query);
  const key = tables.get(from.table)?.primaryKey ?? [];
  const countsItself =
    joins.length === 0 &&
    key.length === 1 &&
    groupBy.some((one) => one.kind === 'column' && one.column === key[0]);
  return select.some(({ expr }) => {
    if (expr.kind !== 'aggregate') return false;
    const { fn, arg } = expr;
    if (fn === 'count') return countsItself;
    if ((fn !== 'max' && fn !== 'min') || arg?.kind !== 'column') return false;
    const column = tables
      .get(sources.get(arg.alias) ?? '')
      ?.columns.find(({ name }) => name === arg.column);
    return column !== undefined && flagOf(column) !== null;
  });
}

/** Whether all names of a question are the same in two dictionaries. */
const namesSame = (one: Question, other: Question): boolean =>
  one.tokens.every((_, at) => {
    const [refs, others] = [one.refs(at), other.refs(at)];
    return (
      refs.length === others.length &&
      refs.every(({ to, options }, index) => {
        const { to: end, options: same } = others[index]!;
        return (
          to === end &&
          options.length === same.length &&
          options.every((option, rank) => option === same[rank])
        );
      })
    );
  });

/** The cheapest of all alignments that put the same into the same slots. */
function unlike(aligned: readonly Alignment[]): readonly Alignment[] {
  const numbers = new Map<object, number>();
  const numberOf = (one: object): number => {
    const known = numbers.get(one) ?? numbers.size;
    numbers.set(one, known);
    return known;
  };
  const found = new Map<string, Alignment>();
  for (const one of aligned) {
    const slots = [...one.fills].map(([slot, fill]) => `${slot}${numberOf(fill)}`).toSorted();
    // Whether it says that it counts decides what a slot takes.
    const lacks = one.lacking.some((piece) => one.example.classes[piece] === 'operator');
    const key = [one.example.shape, lacks, ...slots, ...one.additions.map(numberOf)].join(' ');
    if (!found.has(key)) found.set(key, one);
  }
  return [...found.values()];
}

interface ReadByRules {
  readonly found: readonly Candidate[];
  readonly left: readonly WordClass[];
  /** Where the tokens that were read stand in the question. */
  readonly kept: readonly number[];
}

interface Proposed {
  readonly query: SelectQuery;
  readonly assumptions: readonly string[];
  readonly proposal: Proposal;
}

const MOST_LEFT_OUT = 3;

/** What the rules read, and where a word is in their way that names nothing, what they read without it. */
function readAgain(
  request: PlanRequest,
  question: Question,
  classes: readonly WordClass[],
): readonly ReadByRules[] {
  let rest = question;
  let own = [...classes];
  let kept = [...classes.keys()];
  const left: WordClass[] = [];
  for (;;) {
    const read = readingsFor(request, rest);
    const found =
      read.readings.length > 0 ? candidatesAmong(request, read.readings, { question: rest }) : [];
    if (found.length > 0) return [{ found, left, kept }];
    const word = own[read.stuck];
    if (left.length === MOST_LEFT_OUT || !word || !MAY_BE_LEFT_OUT.has(word)) return [];
    rest = rest.without(read.stuck);
    own = own.toSpliced(read.stuck, 1);
    kept = kept.toSpliced(read.stuck, 1);
    left.push(word);
  }
}

const MAY_BE_LEFT_OUT: ReadonlySet<WordClass> = new Set<WordClass>([
  ...(['link', 'asking', 'verb', 'unknown', 'hinted'] satisfies WordClass[]),
]);

const costOfLeft = (left: readonly WordClass[]): number =>
  left.reduce((sum, word) => sum + costOfClass(word), 0);

/**
 * Whether other rows are listed, or the first of other rows, than those that are asked: `cities in the county with the most
 * officers` are all of its cities, and `the decor with the fewest reservations` is one of many rooms.
 */
function isOfOtherRows(
  { from, orderBy: [first], limit, groupBy, select }: SelectQuery,
  entity: string | null,
  { tables }: Schema,
): boolean {
  if (groupBy.length > 0 || select.some(({ expr }) => expr.kind === 'aggregate')) return false;
  if (entity !== null && entity !== from.table) return true;
  if (limit === null || !first) return false;
  if (first.expr.kind === 'column') return entity === null && first.expr.alias !== from.alias;
  if (first.expr.kind !== 'subquery' || entity !== null) return false;
  const columns = tables.get(from.table)!.columns;
  return !select.some(
    ({ expr }) =>
      expr.kind === 'column' &&
      columns.find(({ name }) => name === expr.column)?.profile?.unique === true,
  );
}

/** Columns of a query that refer to what another column of their table refers to, too: where from, where to. */
function rolesIn(query: SelectQuery, { references }: Schema): string {
  const shared = [...references].filter(([from, to]) =>
    [...references].some(
      ([other, target]) =>
        other !== from && target === to && other.split('\0')[0] === from.split('\0')[0],
    ),
  );
  if (shared.length === 0) return '';
  const text = JSON.stringify(query);
  return shared
    .map(([from]) => from.split('\0')[1]!)
    .filter((column) => text.includes(JSON.stringify(column)))
    .join(' ');
}

/** Whether groups are made of a column that has one value only: `orders with status open` by status. */
const groupsOneValue = ({ groupBy, where }: SelectQuery): boolean =>
  groupBy.some((group) =>
    where.some(
      (one) =>
        one.kind === 'compare' &&
        one.op === '=' &&
        JSON.stringify(one.left) === JSON.stringify(group),
    ),
  );

/** Whether rows are counted by an amount that adds up: `number of orders and revenue by month` asks for two numbers. */
function groupsAmounts(query: SelectQuery, { tables }: Schema): boolean {
  const sources = tablesByAlias(query);
  const isAmount = (one: Expr): boolean =>
    one.kind === 'column' &&
    tables.get(sources.get(one.alias) ?? '')?.columns.find(({ name }) => name === one.column)
      ?.additive === true;
  return query.groupBy.length > 1 && query.groupBy.some(isAmount);
}
