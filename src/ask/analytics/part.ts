import { amountsOf, percentOf, SHARES_COMPUTED, shareText } from '#src/ask/analytics/amounts.ts';
import type { Analysis } from '#src/ask/analytics/analysis.ts';
import type { Finding } from '#src/ask/analytics/finding.ts';
import { Unclear } from '#src/ask/analytics/measure.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import { type AnalysisReads, NoAnalysis, unsupported } from '#src/ask/analytics/reads.ts';
import { partOf } from '#src/ask/analytics/series.ts';
import { planTotal, type Total } from '#src/ask/analytics/total.ts';
import type { AskContext } from '#src/ask/context.ts';
import { capital } from '#src/ask/words.ts';
import type { Catalog, CellValue } from '#src/plugin-api/catalog.ts';

export type PartQuestion = Extract<AnalyticsQuestion, { kind: 'part' }>;

interface PartPlan {
  readonly part: Total;
  readonly whole: Total;
  /** In the words of the question. */
  readonly names: readonly [part: string, whole: string];
}

/** What those of a kind are of all: a total with more conditions, over the same without them. */
export async function analysePart(analysis: Analysis, question: PartQuestion): Promise<Finding> {
  const { context, catalog, reads } = analysis;
  const { part, whole, names } = await planPart(context, catalog, question);
  const read = await reads.rows(part.query, part.phrase);
  await reads.checkValues(read);
  const some = partOf(read.rows[0] ?? [0], 0, false).top;
  const { value: all, cell } = await readTotal(reads, whole);
  if (some < 0 || some > all)
    throw unsupported(
      `${capital(names[0])} can't be shown as a share of ${names[1]}, because some values are negative. Ask for the amounts instead.`,
    );
  const amounts = amountsOf(labelled(part), { read, measureAt: 0 }, catalog, [cell]);
  const share = percentOf(some, all);
  const when = question.period ? ` ${question.period.text}` : '';
  const both = `${amounts.text(some)} of ${amounts.text(all)}`;
  return {
    query: part.query,
    main: read,
    table: {
      columns: [
        [names[0].replaceAll(' ', '_'), amounts.type],
        [names[1].replaceAll(' ', '_'), amounts.type],
        ['share_percent', 'float'],
      ],
      rows: [[amounts.cell(some), amounts.cell(all), share]],
    },
    drawn: {
      columns: [
        ...names.map((name) => ({ name: name.replaceAll(' ', '_'), ...amounts.info })),
        { name: 'share_percent', unit: '%', scale: 1, additive: false },
      ],
    },
    explanation:
      share === null
        ? `There are no ${names[1]}${when}, so there's no share to calculate.`
        : `${capital(names[0])}${when}: ${shareText(some, all)} of ${names[1]} (${both}).`,
    figures: [`Share: ${shareText(some, all)}, ${both}${when}.`],
    assumptions: [
      ...new Set([...part.assumptions, ...whole.assumptions]),
      `The share is "${part.phrase}" divided by "${whole.phrase}".`,
      SHARES_COMPUTED,
    ],
    standsOut: null,
  };
}

/** The first pair of readings where one is the other with more conditions. Fails with why there is none. */
export async function planPart(
  context: AskContext,
  catalog: Catalog,
  { candidates, period }: Pick<PartQuestion, 'candidates' | 'period'>,
  group: string | null = null,
): Promise<PartPlan> {
  let reason: NoAnalysis | Unclear | null = null;
  for (const names of candidates) {
    try {
      const whole = await planTotal(context, catalog, names[1], { group, period });
      const part = await planTotal(context, catalog, names[0], { group, period });
      if (isPartOf(part, whole)) return { part, whole, names };
    } catch (error) {
      if (!(error instanceof NoAnalysis || error instanceof Unclear)) throw error;
      reason ??= error;
    }
  }
  throw (
    reason ?? unsupported("It's unclear what the share refers to. Name the part and the whole.")
  );
}

/** Whether a total is over some of the rows of another, each counted as often there. */
function isPartOf(part: Total, whole: Total): boolean {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const { query: some } = part;
  const { query: all } = whole;
  const has = (list: readonly unknown[], one: unknown) => list.some((each) => same(each, one));
  return (
    same(some.from, all.from) &&
    same(part.item.expr, whole.item.expr) &&
    same(part.groups, whole.groups) &&
    all.where.every((one) => has(some.where, one)) &&
    all.joins.every((one) => has(some.joins, one)) &&
    some.where.length > all.where.length
  );
}

/** The one number of a total, 0 of no rows, and the cell that it was read from. */
export async function readTotal(
  reads: AnalysisReads,
  { query, phrase }: Total,
): Promise<{ readonly value: number; readonly cell: CellValue }> {
  const { rows } = await reads.rows(query, phrase);
  const cell = rows[0]?.[0] ?? null;
  return { value: partOf([cell], 0, false).top, cell };
}

/** How a total is written. */
export const labelled = ({ item }: Total) => ({ top: item, bottom: null });
