import {
  amountsOf,
  percentOf,
  SHARE_BOUNDS,
  SHARES_COMPUTED,
  shareDigits,
  shareText,
} from '#src/ask/analytics/amounts.ts';
import type { Analysis } from '#src/ask/analytics/analysis.ts';
import { byName, type Finding } from '#src/ask/analytics/finding.ts';
import { labelled, readTotal } from '#src/ask/analytics/part.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import { unsupported } from '#src/ask/analytics/reads.ts';
import { memberName, partOf, saidMember } from '#src/ask/analytics/series.ts';
import { planTotal, type Total } from '#src/ask/analytics/total.ts';
import { capital, listed } from '#src/ask/words.ts';
import { restate } from '#src/planner/restate.ts';
import { columnBehind, columnsIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import { withoutTotalRowConditions } from '#src/planner/total-rows.ts';
import type { Catalog, ColumnKind } from '#src/plugin-api/catalog.ts';
import type { Expr, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';

/** Members that a table of shares shows at the most. */
const MAX_SHARES = 1_000;
const NAMED = 3;

interface Member {
  readonly member: string;
  readonly value: number;
}

/** What each member of a dimension is of the whole. */
export async function analyseShares(
  analysis: Analysis,
  question: Extract<AnalyticsQuestion, { kind: 'share' }>,
): Promise<Finding> {
  const { context, catalog, reads } = analysis;
  const { measure: phrase, dimension, period } = question;
  const grouped = await planTotal(context, catalog, phrase, { group: dimension, period });
  refuseAmounts(grouped, catalog);
  const overall = await planTotal(context, catalog, phrase, { group: null, period });
  const read = await reads.rows(grouped.query, grouped.phrase);
  await reads.checkValues(read);
  const measureAt = grouped.groups.length;
  const rows = membersOf(read.rows, measureAt);
  const { value: whole, cell } = await readTotal(reads, overall);
  refuseUneven(read.isCut, rows, whole);
  const amounts = amountsOf(labelled(grouped), { read, measureAt }, catalog, [cell]);
  const shares = rows.map((row) => ({ ...row, share: percentOf(row.value, whole) }));
  const first = shares.slice(0, NAMED);
  const digits = shareDigits(
    first.map(({ value }) => value),
    whole,
  );
  const named = first.map(
    ({ member, value }, at) =>
      `${saidMember(member)} ${at === 0 ? 'accounts for' : 'for'} ${shareText(value, whole, digits)} (${amounts.text(value)})`,
  );
  const when = period ? ` ${period.text}` : '';
  return {
    query: grouped.query,
    main: read,
    table: {
      columns: [
        [dimension.replaceAll(' ', '_'), 'text'],
        [amounts.column, amounts.type],
        ['share_percent', 'float'],
      ],
      rows: shares.map(({ member, value, share }) => [member, amounts.cell(value), share]),
    },
    drawn: {
      columns: [
        { name: amounts.column, ...amounts.info },
        { name: 'share_percent', unit: '%', scale: 1 },
      ],
      facts: {
        intent: 'share',
        whole,
        only: [dimension, amounts.style.label].map((name) => name.replaceAll(' ', '_')),
      },
    },
    explanation: [
      `${capital(amounts.label)}${when} is ${amounts.text(whole)}.`,
      // A name of the data keeps its letters as they are.
      ...(named.length > 0 ? [`By ${dimension}, ${listed(named)}.`] : []),
    ].join(' '),
    figures: [`Whole${when}: ${amounts.text(whole)}.`, SHARE_BOUNDS],
    assumptions: [
      ...grouped.assumptions,
      ...ofAllSuch(grouped, dimension, catalog),
      SHARES_COMPUTED,
    ],
    standsOut: null,
  };
}

/** `share of the budget that is spent`: an amount has no members. */
function refuseAmounts({ groups, query }: Total, catalog: Catalog): void {
  const amount = groups.find(({ expr }) => kindOf(expr, query, catalog) === 'measure');
  if (amount)
    throw unsupported(
      `Shares need a sum or a count, and ${capital(amount.as)} isn't one. Ask for the share of a sum or count.`,
    );
}

/** What is told where only some rows are shared out: it is no part of all that each member has. */
function ofAllSuch({ query }: Total, dimension: string, catalog: Catalog): readonly string[] {
  const states = withoutTotalRowConditions(query, catalog).where.filter((one) =>
    columnsIn(one).some((column) => kindOf(column, query, catalog) === 'dimension'),
  );
  if (states.length === 0) return [];
  const rows = restate({ ...query, select: [ROWS], groupBy: [] }, catalog);
  return [
    `The shares only cover ${rows.replace(/^number of /i, '')}, not everything in each ${dimension}.`,
  ];
}

const ROWS: SelectItem = {
  expr: { kind: 'aggregate', fn: 'count', arg: null, distinct: false },
  as: 'rows',
};

/** What a column of a query is used as; null for what is none. */
function kindOf(expr: Expr, query: SelectQuery, { tables }: Catalog): ColumnKind | null {
  const byName = new Map(tables.map((table) => [table.name, table]));
  return columnBehind(expr, tablesByAlias(query), byName)?.column.kind ?? null;
}

/** Members by what they have, the most first; those of one name together. */
function membersOf(rows: readonly (readonly unknown[])[], at: number): readonly Member[] {
  const values = new Map<string, number>();
  for (const row of rows as Parameters<typeof partOf>[0][]) {
    const member = memberName(row.slice(0, at));
    values.set(member, (values.get(member) ?? 0) + partOf(row, at, false).top);
  }
  return [...values]
    .map(([member, value]) => ({ member, value }))
    .toSorted((a, b) => b.value - a.value || byName(a.member, b.member));
}

/** Shares are of something only where the members give the whole and none is negative. */
function refuseUneven(isCut: boolean, rows: readonly Member[], whole: number): void {
  const sum = rows.reduce((total, { value }) => total + value, 0);
  if (isCut || rows.length > MAX_SHARES)
    throw unsupported('There are too many groups. Ask for fewer.');
  if (Math.abs(sum - whole) > 1e-9 * Math.max(1, Math.abs(whole)))
    throw unsupported(
      "The groups don't add up to the total, so shares can't be calculated. Ask for the amounts instead.",
    );
  if (rows.some(({ value }) => value < 0))
    throw unsupported(
      "Some groups are negative, so shares can't be calculated. Ask for the amounts instead.",
    );
}
