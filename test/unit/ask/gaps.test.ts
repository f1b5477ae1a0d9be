import { expect } from 'chai';
import { gapsText } from '#src/ask/explain/gaps.ts';
import type { SelectFacts } from '#src/plugin-api/query-facts.ts';
import type { CollectedResult } from '#src/results/types.ts';
import { column, facts, filter, SOME_NODE, select } from './facts.ts';

const TODAY = '2025-06-20';
const on = (op: '>=' | '<', day: string) => filter('orders.ordered_on', op, day);

/** Months, weeks, … of orders, with filters and whatever else the statement says. */
function said(unit: string, days: readonly (string | null)[], over: Partial<SelectFacts> = {}) {
  const time = column('orders.ordered_on');
  const period = {
    printed: `date_trunc('${unit}', ordered_on)`,
    node: SOME_NODE,
    columns: [time],
    column: null,
    aggregates: [],
    dateUnit: unit,
  };
  const block = select({ sources: ['orders'] });
  const outputs = [{ ...period, name: unit }];
  const statement = facts({ ...block, outputs, groupBy: [period], ...over });
  const rows = days.map((day) => [day, 1]);
  const result = {
    rows,
    totalRows: rows.length,
    totalRowsExact: true,
  } as unknown as CollectedResult;
  return gapsText(statement, result, TODAY);
}

const byCount = (direction: 'asc' | 'desc'): Partial<SelectFacts> => ({
  limit: 1,
  orderBy: [
    {
      direction,
      expr: {
        printed: 'count(*)',
        node: {
          kind: 'call',
          name: 'count',
          args: [],
          distinct: false,
          filter: null,
          over: null,
          aggregate: true,
        },
        columns: [],
        column: null,
        aggregates: [],
        dateUnit: null,
      },
    },
  ],
});

describe('periods without rows', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['none is missing', said('month', ['2025-01-01', '2025-02-01', '2025-03-01']), ''],
    ['one is', said('month', ['2025-01-01', '2025-03-01']), "Months without rows aren't shown."],
    ['weeks', said('week', ['2025-01-06', '2025-01-20']), "Weeks without rows aren't shown."],
    ['across a leap day', said('day', ['2024-02-28', '2024-02-29', '2024-03-01']), ''],
    [
      'at the ends of what is asked',
      said('day', ['2025-06-10'], { filters: [on('>=', '2025-06-10'), on('<', '2025-06-13')] }),
      "Days without rows aren't shown.",
    ],
    [
      'that are still to come',
      said('month', ['2025-05-01', '2025-06-01'], {
        filters: [on('>=', '2025-05-01'), on('<', '2026-01-01')],
      }),
      '',
    ],
    ['rows without a date', said('month', [null, '2025-01-01']), ''],
    [
      'the lowest',
      said('month', ['2025-01-01'], byCount('asc')),
      "Months without rows aren't compared.",
    ],
    ['the highest', said('month', ['2025-01-01'], byCount('desc')), ''],
  ];
  for (const [what, text, expected] of cases)
    it(`${what}: ${expected || 'nothing to say'}`, () => expect(text).to.equal(expected));
});
