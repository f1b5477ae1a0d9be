import { isEnglish } from '#src/catalog/dictionary.ts';
import type { Expr, Predicate, SelectQuery } from '#src/plugin-api/query.ts';
import type { AggregateFunction } from '#src/query/functions.ts';
import type { Evidence, Option } from '#src/read/ask.ts';
import type { Question } from '#src/read/question.ts';
import type { Choice, Schema } from '#src/read/resolve.ts';
import type { Candidates, Group, Proposal } from '#src/shapes/candidates.ts';
import { costOfClass, type WordClass } from '#src/shapes/word-weights.ts';

type FromExample = Extract<Proposal, { by: 'example' }>;

const CLASSES: readonly WordClass[] = [
  'link',
  'asking',
  'verb',
  'unknown',
  'hinted',
  'named',
  'operator',
];
const EVIDENCE: readonly Evidence[] = ['name', 'part', 'derived', 'synonym', 'related'];
/** Functions that give an end of a column. */
const ENDS: readonly AggregateFunction[] = ['max', 'min'];
/** Where there is nothing to compare with. */
const NOTHING = 9;

/** What speaks for a query and against it, as numbers; the same features in the same order for each. */
export function featuresOf(group: Group, candidates: Candidates): number[] {
  const { classes, groups, question } = candidates;
  const rank = groups.indexOf(group);
  const next = groups.find((one) => one !== group);
  const examples = group.proposals.filter((one) => one.by === 'example');
  const rules = group.proposals.find(({ by }) => by === 'rules');
  const [best] = examples;
  const others = groups.filter((one) => one !== group);
  const otherRules = Math.min(NOTHING, ...others.flatMap(costsBy('rules')));
  const otherExamples = Math.min(NOTHING, ...others.flatMap(costsBy('example')));
  return [
    group.cost,
    best?.cost ?? NOTHING,
    rules?.cost ?? NOTHING,
    examples.length > 0 && rules ? 1 : 0,
    new Set(examples.map(({ alignment }) => alignment.example.shape)).size,
    examples.length,
    rank,
    groups.length,
    next ? next.cost - group.cost : NOTHING,
    otherRules,
    otherExamples,
    ...(rules?.by === 'rules'
      ? [rules.left.length, rules.left.filter((word) => word === 'unknown').length]
      : [NOTHING, NOTHING]),
    ...ofExample(best, classes),
    ...ofChoice(best?.choice ?? (rules?.by === 'rules' ? rules.choice : undefined)),
    ...ofQuery(group.query),
    ...ofQuestion(question, group.query),
    ...ofCoverage(group, candidates),
    ...ofDoubt(group, candidates),
    ...ofAgreement(group, groups),
  ];
}

/** Tokens that nothing was read in, by what they cost. */
const unreadCost = ({ unread }: Proposal, classes: readonly WordClass[]): number =>
  unread.reduce((sum, at) => sum + costOfClass(classes[at]!), 0);

const completest = ({ proposals }: Group, classes: readonly WordClass[]): Proposal =>
  proposals.reduce((best, one) =>
    unreadCost(one, classes) < unreadCost(best, classes) - 1e-9 ? one : best,
  );

/** What the proposal that leaves least unread leaves unread. */
function ofCoverage(group: Group, { classes, groups, question }: Candidates): number[] {
  const own = completest(group, classes);
  const cost = unreadCost(own, classes);
  const others = groups.filter((one) => one !== group);
  const leastElsewhere = Math.min(
    NOTHING,
    ...others.map((one) => unreadCost(completest(one, classes), classes)),
  );
  const unread = own.unread.filter((at) => CONTENT.has(classes[at]!));
  const { functionWords, verbs } = question.language;
  const isNoun = (at: number) => verbs.isVerbForm(question.word(at)) !== true;
  const verbal = own.unread.filter((at) => classes[at] === 'verb');
  const left = new Set(own.unread);
  const isRead = (at: number) => CONTENT.has(classes[at]!) && !left.has(at);
  const count = (all: readonly number[], is: (at: number) => boolean) => all.filter(is).length;
  const content = classes.filter((one) => CONTENT.has(one)).length;
  const complete = group.proposals.filter((one) =>
    one.unread.every((at) => !CONTENT.has(classes[at]!)),
  );
  return [
    cost,
    leastElsewhere - cost,
    own.by === 'rules' ? 1 : 0,
    ...(['unknown', 'hinted', 'named', 'operator'] as const).map((of) =>
      count(unread, (at) => classes[at] === of),
    ),
    verbal.length,
    count(verbal, (at) => !functionWords.lightVerbs.has(question.word(at))),
    count(unread, isNoun),
    // `pop songs`, `pets that are vaccinated`: beside a name, behind a preposition or an article.
    count(unread, (at) => isRead(at + 1)),
    count(unread, (at) => isRead(at - 1)),
    count(unread, (at) => classes[at - 1] === 'link' && isNoun(at)),
    count(unread, (at) => !isEnglish(question.tokens[at]!.lemma)),
    unread.length / Math.max(1, content),
    complete.some(({ by }) => by === 'rules') ? 1 : 0,
    new Set(complete.flatMap((one) => (one.by === 'example' ? one.alignment.example.shape : [])))
      .size,
    Math.min(NOTHING, ...complete.map((one) => one.cost)),
  ];
}

const CONTENT: ReadonlySet<WordClass> = new Set<WordClass>([
  ...(['unknown', 'hinted', 'named', 'operator'] satisfies WordClass[]),
]);

/** What else the names and values of a query could be, and what of its tables nothing names. */
function ofDoubt({ query, proposals }: Group, { schema }: Candidates): number[] {
  const [{ choice }] = proposals as readonly [Proposal, ...Proposal[]];
  const refs = [...choice.refs];
  const values = [...choice.values];
  const gaps = refs.map(([{ options }, taken]) =>
    Math.min(
      NOTHING,
      ...options
        .filter((one) => one.kind === taken.kind && nameOf(one) !== nameOf(taken))
        .map(({ cost }) => cost - taken.cost),
    ),
  );
  // `two cards` where there are cards, and a card number.
  const otherKinds = refs.map(([{ options }, taken]) =>
    Math.min(
      NOTHING,
      ...options.filter((one) => one.kind !== taken.kind).map(({ cost }) => cost - taken.cost),
    ),
  );
  const valueGaps = values.map(([{ options }, taken]) =>
    Math.min(
      NOTHING,
      ...options
        .filter((one) => one.table !== taken.table || one.column !== taken.column)
        .map(({ cost }) => cost - taken.cost),
    ),
  );
  const tables = [query.from.table, ...query.joins.map(({ source }) => source.table)];
  const named = new Set(refs.map(([, { table }]) => table));
  const costs = (kind: 'table' | 'column') =>
    refs.filter(([, one]) => one.kind === kind).map(([, { cost }]) => cost);
  const roles = query.joins.map(({ source }) =>
    Math.max(...tables.map((one) => referencesBetween(source.table, one, schema))),
  );
  return [
    Math.min(NOTHING, ...gaps),
    gaps.filter((gap) => gap < CLOSE).length,
    Math.min(NOTHING, ...otherKinds),
    Math.min(NOTHING, ...valueGaps),
    valueGaps.filter((gap) => gap < CLOSE).length,
    values.filter(([, { table }]) => !named.has(table)).length,
    tables.filter((table) => !named.has(table)).length,
    Math.max(0, ...costs('table')),
    Math.max(0, ...costs('column')),
    costs('table').length,
    costs('column').length,
    Math.max(0, ...roles),
    Math.max(0, ...values.map(([{ from, to }]) => to - from)),
    choice.cost,
  ];
}

const CLOSE = 0.15;

const nameOf = (one: Option): string =>
  one.kind === 'table' ? one.table : `${one.table}.${one.columns[0].name}`;

function referencesBetween(one: string, other: string, { references }: Schema): number {
  let count = 0;
  for (const [from, to] of references)
    if (from.startsWith(`${one}\0`) && to.startsWith(`${other}\0`)) count++;
    else if (from.startsWith(`${other}\0`) && to.startsWith(`${one}\0`)) count++;
  return count;
}

/** How much of all that is proposed a query has, by who proposes it. */
function ofAgreement(group: Group, groups: readonly Group[]): number[] {
  const weight = (by: Proposal['by'] | null) => (one: Group) =>
    one.proposals
      .filter((proposal) => by === null || proposal.by === by)
      .reduce((sum, { cost }) => sum + Math.exp(-SHARPNESS * cost), 0);
  return ([null, 'rules', 'example'] as const).map((by) => {
    const all = groups.reduce((sum, one) => sum + weight(by)(one), 0);
    return all === 0 ? -1 : weight(by)(group) / all;
  });
}

const SHARPNESS = 4;

const costsBy =
  (by: Proposal['by']) =>
  ({ proposals }: Group): readonly number[] =>
    proposals.filter((one) => one.by === by).map(({ cost }) => cost);

/** How far the question and the nearest example are apart. */
function ofExample(best: FromExample | undefined, classes: readonly WordClass[]): number[] {
  if (!best) return [NOTHING, NOTHING, ...CLASSES.flatMap(() => [0, 0]), 0, 0, 0, 0];
  const { alignment, choice } = best;
  const { skipped, lacking, example, additions } = alignment;
  const count = (all: readonly (WordClass | null | undefined)[], of: WordClass) =>
    all.filter((one) => one === of).length;
  const passed = skipped.map((at) => classes[at]);
  const missing = lacking.map((piece) => example.classes[piece]);
  const runs = skipped.filter(
    (at, index) => classes[at] !== 'mark' && skipped[index - 1] === at - 1,
  ).length;
  return [
    alignment.cost,
    choice.cost,
    ...CLASSES.flatMap((of) => [count(passed, of), count(missing, of)]),
    additions.length,
    runs,
    example.pieces.filter(({ kind }) => kind === 'slot').length,
    example.pieces.filter((_, at) => example.classes[at] === 'operator').length,
  ];
}

/** How sure the senses are that were taken. */
function ofChoice(choice: Choice | undefined): number[] {
  if (!choice) return [NOTHING, NOTHING, ...EVIDENCE.map(() => 0), 0];
  const options = [...choice.refs.values()];
  const values = [...choice.values.values()];
  return [
    Math.max(0, ...options.map(({ cost }) => cost)),
    Math.max(0, ...values.map(({ cost }) => cost)),
    ...EVIDENCE.map((of) => options.filter(({ evidence }) => evidence === of).length),
    values.length,
  ];
}

function ofQuery(query: SelectQuery): number[] {
  const kinds = (of: Predicate['kind']) => query.where.filter(({ kind }) => kind === of).length;
  const shows = (of: Expr['kind']) => query.select.filter(({ expr }) => expr.kind === of).length;
  return [
    query.select.length,
    shows('aggregate'),
    query.joins.length,
    query.where.length,
    kinds('exists'),
    query.where.filter((one) => one.kind === 'exists' && one.negated).length,
    kinds('compare'),
    // `movies never reviewed by Ann`, read as those that another one reviewed.
    query.where.filter(
      (one) =>
        one.kind === 'compare' &&
        one.op === '<>' &&
        one.left.kind === 'column' &&
        one.left.alias !== query.from.alias,
    ).length,
    query.groupBy.length,
    query.having.length,
    query.orderBy.length,
    query.limit ? 1 : 0,
    query.distinct ? 1 : 0,
    query.orderBy.some(({ expr }) => expr.kind === 'subquery') ? 1 : 0,
    new Set(query.select.flatMap(({ expr }) => (expr.kind === 'column' ? expr.alias : []))).size,
    query.orderBy[0]?.expr.kind === 'column' && query.orderBy[0].expr.alias !== query.from.alias
      ? 1
      : 0,
    // A column of a table that is only joined.
    query.select.every(({ expr }) => expr.kind !== 'column' || expr.alias !== query.from.alias)
      ? 1
      : 0,
  ];
}

/** What the words ask for and the query does not do, counted. */
function ofQuestion(question: Question, query: SelectQuery): number[] {
  const { language } = question;
  const text = JSON.stringify(query);
  const at = question.tokens.map((_, index) => index);
  const says = (table: Parameters<Question['phrase']>[1]) =>
    at.some((index) => question.phrase(index, table) !== null);
  const numbers = question.tokens.filter(({ kind, value }) => kind === 'number' && value !== null);
  const lost = numbers.filter(({ value }) => !text.includes(String(value))).length;
  const quoted = question.tokens.filter(({ kind }) => kind === 'quoted');
  const folded = text.toLowerCase();
  const unsaid = quoted.filter(({ lower }) => !folded.includes(lower.trim())).length;
  const written = question.tokens.filter(
    ({ capital, kind, lower }, index) =>
      capital && kind === 'word' && index > 0 && !folded.includes(lower),
  ).length;
  const aggregates = query.select.flatMap(({ expr }) =>
    expr.kind === 'aggregate' ? [expr.fn] : [],
  );
  const isRanked = query.limit !== null || ENDS.some((fn) => text.includes(`"fn":"${fn}"`));
  return [
    question.length,
    lost,
    unsaid,
    written,
    says(language.negations) === /"negated":true|"<>"/.test(text) ? 0 : 1,
    says(language.rankings) === isRanked ? 0 : 1,
    says(language.frequent) && query.limit === null ? 1 : 0,
    says(language.grouping) && query.groupBy.length === 0 ? 1 : 0,
    at.some((index) => question.is(index, language.distinct)) &&
    !query.distinct &&
    !text.includes('"distinct":true') &&
    query.groupBy.length === 0
      ? 1
      : 0,
    at.some((index) => question.isAnd(index)) ? 1 : 0,
    question.tokens.filter(({ kind, text: mark }) => kind === 'mark' && mark === ',').length,
    language.counting.some((phrase) => question.starts(0, phrase)) && !aggregates.includes('count')
      ? 1
      : 0,
    aggregates.filter((fn) => fn !== 'count').length,
    says(language.comparators) && !/"(?:[<>]=?|<>)"|"kind":"range"/.test(text) ? 1 : 0,
    question.tokens.filter((_, i) => i > 0 && question.isAsking(i)).length,
  ];
}
