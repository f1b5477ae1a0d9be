import type { Analysis } from '#src/ask/analytics/analysis.ts';
import type { Finding } from '#src/ask/analytics/finding.ts';
import { notRead, planText, Unclear } from '#src/ask/analytics/measure.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import { unsupported } from '#src/ask/analytics/reads.ts';
import {
  type Correlation,
  correlationOf,
  type Pair,
  strengthOf,
} from '#src/ask/analytics/statistics/correlation.ts';
import { pText } from '#src/ask/analytics/trend.ts';
import { isNumeric } from '#src/ask/cells.ts';
import { columnStyles } from '#src/ask/explain/styles.ts';
import { capital } from '#src/ask/words.ts';
import type { Plan } from '#src/planner/plan.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';

/** Chance alone shows a correlation of so many at the most. */
const SIGNIFICANT = 0.01;

/** Whether two numbers of the same rows go together. Says nothing of what causes what. */
export async function analyseCorrelation(
  analysis: Analysis,
  question: Extract<AnalyticsQuestion, { kind: 'correlation' }>,
): Promise<Finding> {
  const { catalog, reads } = analysis;
  const { query, assumptions } = await planPair(analysis, question);
  const [a, b] = question.measures;
  const read = await reads.rows(query, `${a} and ${b}`);
  await reads.checkValues(read);
  if (read.isCut)
    throw unsupported(
      'There are too many pairs of values to compare. Ask for a shorter period or fewer rows.',
    );
  const numeric = read.columns.slice(0, 2).every(isNumeric);
  if (!numeric)
    throw unsupported(`Only numbers can be correlated, but "${a}" and "${b}" aren't both numbers.`);
  const pairs = read.rows.flatMap(([x, y, count]): Pair[] =>
    x === null || y === null ? [] : [{ x: Number(x), y: Number(y), count: Number(count) }],
  );
  const found = correlationOf(pairs);
  if (!found) throw unsupported('Too few rows have both numbers, or one of them never varies.');
  const [first, second] = columnStyles(read.columns, read.checked.facts, catalog);
  const names = [first!.label, second!.label] as const;
  const isClear = found.pValue < SIGNIFICANT && strengthOf(found.rank) !== 'no';
  return {
    query,
    main: read,
    table: {
      columns: [
        ['first', 'text'],
        ['second', 'text'],
        ['rank_correlation', 'float'],
        ['linear_correlation', 'float'],
        ['rows', 'integer'],
      ],
      rows: [[...names, rounded(found.rank), rounded(found.linear), found.count]],
    },
    explanation: correlationText(found, names, isClear),
    assumptions: [
      ...assumptions,
      `Spearman's rank correlation over rows that have both values (p ${pText(found.pValue)}).`,
    ],
    figures: [`Rows with both numbers: ${found.count.toLocaleString('en-US')}.`],
    standsOut: isClear,
  };
}

const rounded = (value: number) => Number(value.toFixed(2));

function correlationText(
  { rank, count }: Correlation,
  [first, second]: readonly [string, string],
  isClear: boolean,
): string {
  const over = `over ${count.toLocaleString('en-US')} rows (rank correlation ${rounded(rank)})`;
  if (!isClear) return `${capital(first)} and ${second} show no clear correlation ${over}.`;
  const how =
    rank > 0
      ? `rows with higher ${first} tend to have higher ${second}`
      : `rows with higher ${first} tend to have lower ${second}`;
  return `${capital(first)} and ${second} are ${strengthOf(rank)}ly correlated ${over}: ${how}. That doesn't mean that one causes the other.`;
}

/** The two columns of the same rows with the number of rows of each pair of values, as the planner joins them. */
async function planPair(
  { context, catalog }: Analysis,
  { measures: [a, b], period }: Extract<AnalyticsQuestion, { kind: 'correlation' }>,
): Promise<{ query: SelectQuery; assumptions: readonly string[] }> {
  const when = period ? ` ${period.text}` : '';
  let declined: Plan | null = null;
  for (const question of [`show ${a} and ${b}${when}`, `list ${b} and ${a}${when}`]) {
    const plan = await planText(context, catalog, question);
    if (plan.kind === 'clarify') throw new Unclear(plan);
    if (plan.kind === 'decline') declined ??= plan;
    const query = plan.kind === 'query' ? pairQuery(plan.query) : null;
    if (query && plan.kind === 'query') return { query, assumptions: plan.assumptions };
  }
  throw notRead(
    declined,
    `"${a}" and "${b}" aren't both numbers in the same rows. Name two numeric columns of one table.`,
  );
}

function pairQuery(query: Extract<Plan, { kind: 'query' }>['query']): SelectQuery | null {
  if (query.kind !== 'select' || query.groupBy.length > 0 || query.limit) return null;
  const items = query.select.filter(({ expr }) => expr.kind === 'column');
  if (items.length !== 2 || query.select.length !== 2) return null;
  const by = items.map(({ expr }) => expr);
  const rows = { kind: 'aggregate', fn: 'count', arg: null, distinct: false } as const;
  return {
    ...query,
    distinct: false,
    groupBy: by,
    select: [...items, { expr: rows, as: 'rows' }],
    orderBy: by.map((expr) => ({ expr, direction: 'asc' as const })),
  };
}
