import { growthOf, percentOf } from '#src/ask/analytics/amounts.ts';
import type { ChangeFacts } from '#src/ask/analytics/change-facts.ts';
import { byName, type Finding } from '#src/ask/analytics/finding.ts';
import type { Contribution } from '#src/ask/analytics/statistics/contribution.ts';
import { windowName } from '#src/ask/analytics/windows.ts';
import type { ComputedTable } from '#src/ask/computed-result.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';

/** Rows of the table; members beyond these are one row together. */
const MAX_ROWS = 10;

/** Members by what they add to the change, the largest first; the last row holds those that do not fit. */
export function contributionTable(facts: ChangeFacts): ComputedTable {
  const { pair, amounts, best, total } = facts;
  const isRatio = total.members.some(({ mix }) => mix !== null);
  const periods = [pair.before, pair.after].map((one) => [windowName(one), amounts.type] as const);
  if (!best) {
    const { before, after, change } = total;
    const row = [before, after, change].map((value) => amounts.cell(value));
    return {
      columns: [...periods, ['change', amounts.type], ['growth_percent', 'float']],
      rows: [[...row, growthOf(before, change)]],
    };
  }
  const effects = isRatio ? (['contribution', 'mix_effect', 'rate_effect'] as const) : [];
  const columns: ComputedTable['columns'] = [
    [best.label.replaceAll(' ', '_'), 'text'],
    ...periods,
    ['change', amounts.type],
    ['growth_percent', 'float'],
    ...effects.map((name) => [name, amounts.type] as const),
    ['share_of_change_percent', 'float'],
  ];
  const rows = shownMembers(best.change.members, isRatio).map((one) => rowOf(one, facts, isRatio));
  return { columns, rows };
}

/** What the members add to the change is drawn: of a ratio their contributions, which alone add up to it. */
export function contributionDrawn({ pair, amounts, total }: ChangeFacts): Finding['drawn'] {
  const isRatio = total.members.some(({ mix }) => mix !== null);
  const periods = [pair.before, pair.after].map(windowName);
  const own = [...periods, 'change'].map((name) => ({ name, ...amounts.info }));
  const added = ['contribution', 'mix_effect', 'rate_effect'].map((name) => ({
    ...{ name, ...amounts.info },
    additive: true,
  }));
  const percent = { unit: '%', scale: 1 };
  return {
    columns: [
      ...own,
      ...added,
      { name: 'growth_percent', ...percent, additive: false },
      { name: 'share_of_change_percent', ...percent, additive: true },
    ],
    facts: { intent: 'why', signed: isRatio ? 'contribution' : 'change' },
  };
}

function rowOf(one: Contribution, { amounts, total }: ChangeFacts, isRatio: boolean): CellValue[] {
  const { member, before, after, contribution, mix, rate } = one;
  const own = before === null || after === null ? null : after - before;
  return [
    member,
    amounts.cell(before),
    amounts.cell(after),
    amounts.cell(own),
    own === null ? null : growthOf(before, own),
    ...(isRatio ? [contribution, mix, rate].map((value) => amounts.cell(value)) : []),
    percentOf(contribution, total.change),
  ];
}

function shownMembers(members: readonly Contribution[], isRatio: boolean): Contribution[] {
  const sorted = members.toSorted(
    (a, b) => Math.abs(b.contribution) - Math.abs(a.contribution) || byName(a.member, b.member),
  );
  if (sorted.length <= MAX_ROWS) return sorted;
  const rest = sorted.slice(MAX_ROWS - 1);
  return [...sorted.slice(0, MAX_ROWS - 1), together(rest, isRatio)];
}

/** Averages of several members are none of their sums: a ratio's row holds only what adds up. */
function together(rest: readonly Contribution[], isRatio: boolean): Contribution {
  const sum = (of: (one: Contribution) => number | null) =>
    rest.reduce((total, one) => total + (of(one) ?? 0), 0);
  return {
    member: `${rest.length} others`,
    before: isRatio ? null : sum(({ before }) => before),
    after: isRatio ? null : sum(({ after }) => after),
    contribution: sum(({ contribution }) => contribution),
    mix: isRatio ? sum(({ mix }) => mix) : null,
    rate: isRatio ? sum(({ rate }) => rate) : null,
    weights: {
      before: sum(({ weights }) => weights.before),
      after: sum(({ weights }) => weights.after),
    },
  };
}
