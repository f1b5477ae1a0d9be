import { ENGLISH } from '#src/language/en/english.ts';
import { isContradictory } from '#src/planner/contradiction.ts';
import { buildLexicon } from '#src/planner/lexicon/lexicon.ts';
import type { PlanRequest } from '#src/planner/plan.ts';
import { withoutTotalRows } from '#src/planner/total-rows.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { Ask } from '#src/read/ask.ts';
import { buildAsk } from '#src/read/build.ts';
import { type Names, namesOf } from '#src/read/names.ts';
import { type Candidate, candidatesOf, questionOf, readingsFor, schemaOf } from '#src/read/plan.ts';
import type { Question } from '#src/read/question.ts';
import { type Choice, choicesOf, type Schema } from '#src/read/resolve.ts';
import { type Alignment, align } from '#src/shapes/align.ts';
import { allExamples } from '#src/shapes/examples/all.ts';
import { askOf } from '#src/shapes/fill-in.ts';
import { relatedIn } from '#src/shapes/related-words.ts';
import { ExampleIndex } from '#src/shapes/retrieve.ts';
import { Spans } from '#src/shapes/spans.ts';
import { classesOf, costOfClass, type WordClass } from '#src/shapes/word-weights.ts';

/** Who proposes a query: an example that the question follows, or the rules of `src/read`. */
export type Proposal =
  | {
      readonly by: 'example';
      readonly alignment: Alignment;
      readonly ask: Ask;
      readonly choice: Choice;
      readonly cost: number;
    }
  | {
      readonly by: 'rules';
      readonly choice: Choice;
      /** Words that were left out before the rules read the question. */
      readonly left: readonly WordClass[];
      readonly cost: number;
    };

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
}

const NEAREST = 40;
const MOST_ALIGNED = 24;
const MOST_CHOICES = 3;

let index: ExampleIndex | null = null;

const names = new WeakMap<Catalog, Names>();

/** Names of a catalog by all that may stand for them, dictionary words too. */
function looseNames(catalog: Catalog): Names {
  const known = names.get(catalog);
  if (known) return known;
  const made = namesOf(catalog, buildLexicon(catalog), ENGLISH, relatedIn(catalog));
  names.set(catalog, made);
  return made;
}

/** All that examples and rules propose for a question, cheapest first. */
export function candidatesFor(request: PlanRequest): Candidates | null {
  const question = questionOf(request, { names: looseNames(request.catalog) });
  if (!question) return null;
  index ??= new ExampleIndex(allExamples(), question.language);
  const schema = schemaOf(request.catalog);
  const spans = new Spans(question, schema.tables);
  const classes = classesOf(question);
  const found = new Map<
    string,
    { query: SelectQuery; assumptions: readonly string[]; proposals: Proposal[] }
  >();
  const add = (query: SelectQuery, assumptions: readonly string[], proposal: Proposal) => {
    const key = canonical(query);
    const known = found.get(key);
    if (known) known.proposals.push(proposal);
    else found.set(key, { query, assumptions, proposals: [proposal] });
  };
  const aligned = index
    .nearest(spans, classes, NEAREST)
    .flatMap((example) => align(example, spans, classes))
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, MOST_ALIGNED);
  for (const alignment of aligned) {
    const ask = askOf(alignment);
    if (!ask) continue;
    for (const choice of choicesOf(ask, schema).slice(0, MOST_CHOICES)) {
      const built = buildAsk(ask, choice, schema);
      if (typeof built === 'string') continue;
      const query = withoutTotalRows(built.query, schema.tables);
      const entity = ask.entity ? choice.refs.get(ask.entity)?.table : null;
      if (isContradictory(query) || isOfOtherRows(query, entity ?? null, schema)) continue;
      const cost = alignment.cost + choice.cost;
      add(query, built.assumptions, { by: 'example', alignment, ask, choice, cost });
    }
  }
  for (const { found: read, left } of readAgain(request, question, classes))
    for (const { query, assumptions, choice, cost } of read)
      add(query, assumptions, { by: 'rules', choice, left, cost: cost + costOfLeft(left) });
  const groups = [...found.values()].map((one) => {
    const proposals = one.proposals.toSorted((a, b) => a.cost - b.cost);
    return { ...one, proposals, cost: proposals[0]!.cost };
  });
  return { question, classes, groups: groups.toSorted((a, b) => a.cost - b.cost) };
}

interface ReadByRules {
  readonly found: readonly Candidate[];
  readonly left: readonly WordClass[];
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
  const left: WordClass[] = [];
  for (;;) {
    const read = readingsFor(request, rest);
    const found = read.readings.length > 0 ? candidatesOf(request, read) : [];
    if (found.length > 0) return [{ found, left }];
    const word = own[read.stuck];
    if (left.length === MOST_LEFT_OUT || !word || !MAY_BE_LEFT_OUT.has(word)) return [];
    rest = rest.without(read.stuck);
    own = own.toSpliced(read.stuck, 1);
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
  if (first.expr.kind === 'column') return first.expr.alias !== from.alias;
  if (first.expr.kind !== 'subquery' || entity !== null) return false;
  const columns = tables.get(from.table)!.columns;
  return !select.some(
    ({ expr }) =>
      expr.kind === 'column' &&
      columns.find(({ name }) => name === expr.column)?.profile?.unique === true,
  );
}

/** The same text for queries that show the same columns in another order or by other names. */
function canonical(query: SelectQuery): string {
  const select = query.select.map(({ expr }) => JSON.stringify(expr)).toSorted();
  return JSON.stringify({ ...query, select });
}
