import type { Expr, Predicate, SelectQuery } from '#src/plugin-api/query.ts';
import type { AggregateFunction } from '#src/query/functions.ts';
import type { Evidence } from '#src/read/ask.ts';
import type { Question } from '#src/read/question.ts';
import type { Choice } from '#src/read/resolve.ts';
import type { Candidates, Group, Proposal } from '#src/shapes/candidates.ts';
import type { WordClass } from '#src/shapes/word-weights.ts';

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
export function featuresOf(group: Group, { classes, groups, question }: Candidates): number[] {
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
  ];
}

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
    query.groupBy.length,
    query.having.length,
    query.orderBy.length,
    query.limit ? 1 : 0,
    query.distinct ? 1 : 0,
    query.orderBy.some(({ expr }) => expr.kind === 'subquery') ? 1 : 0,
    new Set(query.select.flatMap(({ expr }) => (expr.kind === 'column' ? expr.alias : []))).size,
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
