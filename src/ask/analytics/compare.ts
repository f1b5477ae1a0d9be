import { type Amounts, amountsOf, percentOf } from '#src/ask/analytics/amounts.ts';
import type { Analysis } from '#src/ask/analytics/analysis.ts';
import type { Finding } from '#src/ask/analytics/finding.ts';
import { type Measure, planMeasure } from '#src/ask/analytics/measure.ts';
import { labelled } from '#src/ask/analytics/part.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import { NoAnalysis, unsupported } from '#src/ask/analytics/reads.ts';
import { partOf, readRange, readWhole } from '#src/ask/analytics/series.ts';
import { quotientOf, wholeOf } from '#src/ask/analytics/statistics/contribution.ts';
import { planTotal, type Total } from '#src/ask/analytics/total.ts';
import { type DataRange, type Window, windowName } from '#src/ask/analytics/windows.ts';
import { capital } from '#src/ask/words.ts';
import { addDays } from '#src/planner/day.ts';
import type { Period } from '#src/planner/periods/periods.ts';

type Comparison = Extract<AnalyticsQuestion, { kind: 'compare' }>;

/** The same measure for two members, and how far they are apart. Where no period is named it needs no dates. */
export async function analyseComparison(
  analysis: Analysis,
  question: Comparison,
): Promise<Finding> {
  try {
    return await compareOverTime(analysis, question);
  } catch (error) {
    if (!(error instanceof NoAnalysis) || question.period) throw error;
    return compareTotals(analysis, question).catch((other) => {
      throw other instanceof NoAnalysis ? error : other;
    });
  }
}

async function compareOverTime(analysis: Analysis, question: Comparison): Promise<Finding> {
  const { context, catalog } = analysis;
  const { measure: phrase, members } = question;
  const plans = await Promise.all(
    members.map((member) => planMeasure(context, catalog, `${phrase} in ${member}`)),
  );
  const [first, second] = plans as [Measure, Measure];
  const overall = await planMeasure(context, catalog, phrase);
  if (JSON.stringify(first.query.select) !== JSON.stringify(second.query.select))
    throw unsupported(
      `"${members[0]}" and "${members[1]}" can't be compared by ${phrase}. Name two values of one column.`,
    );
  const range = await readRange(analysis.reads, overall, analysis.day);
  const { window, assumptions } = windowWithin(question.period, range);
  const reads = [
    await readWhole(analysis.reads, first, window),
    await readWhole(analysis.reads, second, window),
  ] as const;
  for (const { read } of reads) await analysis.reads.checkValues(read);
  const values = reads.map(({ parts }) => quotientOf(wholeOf(parts)));
  const amounts = amountsOf(
    first,
    reads[0],
    catalog,
    reads[1].read.rows.map((row) => row[0] ?? null),
  );
  const main = { query: first.query, main: reads[0].read };
  const told = [...new Set([...first.assumptions, ...assumptions])];
  return { ...main, ...comparisonOf(members, values, amounts, window), assumptions: told };
}

async function compareTotals(
  { context, catalog, reads }: Analysis,
  { measure, members }: Comparison,
): Promise<Finding> {
  const all = { group: null, period: null };
  const plans = await Promise.all(
    members.map((member) => planTotal(context, catalog, `${measure} in ${member}`, all)),
  );
  const [first, second] = plans as [Total, Total];
  if (JSON.stringify(first.query.select) !== JSON.stringify(second.query.select))
    throw unsupported(
      `"${members[0]}" and "${members[1]}" can't be compared by ${measure}. Name two values of one column.`,
    );
  const found = [
    await reads.rows(first.query, first.phrase),
    await reads.rows(second.query, second.phrase),
  ] as const;
  for (const read of found) await reads.checkValues(read);
  const cells = found.map(({ rows }) => rows[0]?.[0] ?? null);
  const values = cells.map((cell) => (cell === null ? null : partOf([cell], 0, false).top));
  const amounts = amountsOf(labelled(first), { read: found[0], measureAt: 0 }, catalog, cells);
  const main = { query: first.query, main: found[0] };
  const { assumptions } = first;
  return { ...main, ...comparisonOf(members, values, amounts, null), assumptions };
}

/** What is told of two amounts, within a window where one is looked at. */
function comparisonOf(
  members: Comparison['members'],
  values: readonly (number | null)[],
  amounts: Amounts,
  window: Window | null,
): Pick<Finding, 'table' | 'drawn' | 'explanation' | 'figures' | 'standsOut'> {
  const { column, type, info, cell } = amounts;
  return {
    table: {
      columns: [
        ['compared', 'text'],
        [column, type],
      ],
      rows: members.map((member, at) => [member, cell(values[at]!)]),
    },
    drawn: { columns: [{ name: column, ...info }] },
    explanation: comparisonText(
      members,
      values,
      amounts,
      window ? ` in ${windowName(window)}` : '',
    ),
    figures: [
      ...(window ? [`Period: ${windowName(window)}.`] : []),
      ...differenceFigures(values, amounts),
    ],
    standsOut: null,
  };
}

function comparisonText(
  [a, b]: readonly [string, string],
  values: readonly (number | null)[],
  { label, text }: Amounts,
  when: string,
): string {
  const [first, second] = values as [number | null, number | null];
  const both = `${capital(label)}${when}: ${a} ${text(first)}, ${b} ${text(second)}.`;
  if (first === null || second === null) return both;
  if (first === second) return `${both} Both are the same.`;
  const percent = percentOf(first - second, second);
  const more = first > second ? 'more' : 'less';
  const part = percent === null ? '' : ` (${percent > 0 ? '+' : ''}${percent}%)`;
  return `${both} That is ${text(Math.abs(first - second))}${part} ${more} for ${a} than for ${b}.`;
}

function differenceFigures(
  values: readonly (number | null)[],
  { text }: Amounts,
): readonly string[] {
  const [first, second] = values as [number | null, number | null];
  if (first === null || second === null) return [];
  const percent = percentOf(first - second, second);
  return [`Difference: ${text(Math.abs(first - second))} (${percent ?? 0}%).`];
}

/** The named period, else all data; an end that is open is that of the data. */
function windowWithin(
  period: Period | null,
  { first, last }: DataRange,
): { window: Window; assumptions: readonly string[] } {
  const all = { from: first, to: addDays(last, 1) };
  const window = { from: period?.from ?? all.from, to: period?.to ?? all.to };
  if (window.from >= all.to || window.to <= all.from)
    throw unsupported(
      `The data covers ${first} to ${last}, so that period has no rows. Choose another period.`,
    );
  return {
    window,
    assumptions: period
      ? []
      : [`The question doesn't mention a period, so all data is used: ${windowName(all)}.`],
  };
}
