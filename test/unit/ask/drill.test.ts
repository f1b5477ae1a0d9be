import { expect } from 'chai';
import { drillableOf, soleAggregate } from '#src/ask/drill/drillable.ts';
import type { Drill, DrillTargets } from '#src/ask/drill/types.ts';
import type { Answer } from '#src/ask/types.ts';
import { starterQuestions } from '#src/catalog/starter-questions.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import { generateSampleCsvs } from '#src/sample/generate.ts';
import { STARTER_QUESTIONS } from '#src/sample/starters.ts';
import { type CompanyWorld, openCompany } from './analytics/world.ts';
import { principal } from './harness.ts';

const TODAY = '2026-11-20';
/** Questions of every kind of number and group. */
const ASKED = [
  ...STARTER_QUESTIONS,
  'number of orders by region',
  'number of orders by status',
  'average revenue by category',
  'highest revenue by region',
  'lowest unit price by category',
  'number of customers by segment',
  'number of different stores by region',
  'revenue by region and month in 2025',
  'revenue by weekday in 2025',
  'revenue by year',
  'top 5 customers by revenue in 2025',
  'total quantity by category in Q4 2025',
  'median revenue by category',
  'how many customers',
  'total revenue in the West',
];
const CHAT = { conversation: { mode: 'new' }, maxRows: 1_000 } as const;

type Cells = readonly CellValue[];

describe('drilling into the sample company', () => {
  let company: CompanyWorld;
  before(async () => {
    company = await openCompany(generateSampleCsvs, TODAY);
  });
  after(() => company?.close());

  const targetsOf = (answer: Answer): Promise<DrillTargets> =>
    company.open.drillTargets(principal(), 'cli', answer.traceId);
  const step = (answer: Answer, drill: Omit<Drill, 'of'>): Promise<Answer> =>
    company.ask(answer.question, {
      drill: { of: answer.traceId, ...drill },
      conversation: { mode: 'continue', sessionId: answer.sessionId! },
      maxRows: 1_000,
    });

  /** What the rows behind a figure come to, computed over the SQL that lists them as its aggregate does. */
  async function cameTo(answer: Answer, rows: Answer): Promise<number | null> {
    const from = drillableOf(await company.queryOf(answer.traceId), company.data.catalog)!;
    const sole = soleAggregate(from);
    if (!sole) return null;
    const name = sole.arg?.kind === 'column' ? sole.arg.column : from.measures[0]!.as;
    const arg = sole.arg === null ? '*' : `${sole.distinct ? 'DISTINCT ' : ''}"${name}"`;
    const [[figure]] = (await company.data.run(`SELECT ${sole.fn}(${arg}) FROM (${rows.sql})`)) as [
      [CellValue],
    ];
    return Number(figure);
  }

  const near = (one: CellValue | undefined, other: number | null, what: string) => {
    if (other !== null)
      expect(Number(one), what).to.be.closeTo(other, 1e-6 * Math.abs(other) + 0.005);
  };

  let drilled = 0;
  for (const question of ASKED)
    it(`gives what adds up to each figure of: ${question}`, async () => {
      const answer = await company.ask(question, CHAT);
      expect(answer.result, answer.explanation).to.equal('success');
      const { row: told, whole, reason } = await targetsOf(answer);
      if (reason !== null) {
        expect(reason).to.match(/\.$/);
        expect(answer.type === 'analytics' || /share|change/.test(question), question).to.equal(
          true,
        );
        return;
      }
      const groups = told?.groups ?? [];
      const { columns, rows: cells } = answer.data!;
      const query = (await company.queryOf(answer.traceId))!;
      const [measure] = drillableOf(query, company.data.catalog)!.measures;
      const at = columns.indexOf(measure!.as);
      const tried: (readonly [Cells | null, CellValue])[] =
        groups.length > 0
          ? [0, Math.floor(cells.length / 2), cells.length - 1].map((row) => [
              cells[row]!,
              cells[row]![at]!,
            ])
          : [];
      if (whole && cells.length === 1 && groups.length === 0) tried.push([null, cells[0]![at]!]);
      for (const [row, figure] of tried) {
        drilled += 1;
        const values = row
          ? groups.map((column) => ({ column, value: row[columns.indexOf(column)]! }))
          : [];
        if (row) {
          const same = await step(answer, { values, show: { kind: 'figure' } });
          expect(same.result, same.explanation).to.equal('success');
          expect(same.verification.status, same.verification.reason).to.equal('checked');
          near(same.data!.rows[0]![0], Number(figure), `${same.question}: ${same.sql}`);
          expect(same.question).to.contain('only ');
        }
        const behind = await step(answer, { values, show: { kind: 'rows' } });
        expect(behind.result, behind.explanation).to.equal('success');
        // The test's own limit on rows cuts some lists, which is told.
        const isCut = behind.truncated && !behind.totalRowsExact;
        expect(behind.verification.status, behind.verification.reason).to.equal(
          isCut ? 'warning' : 'checked',
        );
        near(figure, await cameTo(answer, behind), `${behind.question}: ${behind.sql}`);
        for (const by of (row ? told : whole)!.breakdowns.slice(0, 4)) {
          const parts = await step(answer, { values, show: { kind: 'breakdown', by } });
          expect(parts.result, `${parts.question}: ${parts.explanation}`).to.equal('success');
          const from = drillableOf(query, company.data.catalog)!;
          const sole = soleAggregate(from);
          const numbers = parts.data!.rows.map((cells) => Number(cells.at(-1)));
          const isSum = sole && !sole.distinct && (sole.fn === 'sum' || sole.fn === 'count');
          const came = isSum
            ? numbers.reduce((all, one) => all + one, 0)
            : sole?.fn === 'max'
              ? Math.max(...numbers)
              : sole?.fn === 'min'
                ? Math.min(...numbers)
                : null;
          near(figure, came, `${parts.question}: ${parts.sql}`);
        }
      }
    }).timeout(120_000);

  it('finds something to drill into in most answers', () => {
    expect(drilled).to.be.at.least(30);
  });

  it('offers something for every starter of its own tables that has numbers', async () => {
    for (const question of starterQuestions(company.data.catalog)) {
      const answer = await company.ask(question, CHAT);
      const targets = await targetsOf(answer);
      if (answer.chart?.chart && answer.type === 'text2sql')
        expect(targets.reason, question).to.equal(null);
    }
  }).timeout(120_000);

  it('goes on from where it came to, and says each step', async () => {
    const asked = await company.ask('revenue by region in 2025', CHAT);
    const west = [{ column: 'region', value: 'West' }];
    const { row } = await targetsOf(asked);
    const by = row!.breakdowns.find(({ unit }) => unit === 'month')!;
    const months = await step(asked, { values: west, show: { kind: 'breakdown', by } });
    expect(months.question).to.equal('revenue by region in 2025, only West, by month');
    expect(months.data!.rows).to.have.length(12);
    const next = await targetsOf(months);
    expect(next.row?.groups).to.deep.equal(['month']);
    const offered = next.row!.breakdowns;
    expect(offered.map(({ column }) => column)).to.not.include('region');
    expect(offered.map(({ unit }) => unit))
      .to.include('day')
      .and.not.include('month');
    const last = months.data!.rows.at(-1)!;
    const rows = await step(months, {
      values: [{ column: 'month', value: last[0]! }],
      show: { kind: 'rows' },
    });
    expect(rows.question).to.match(/, by month, only December 2025, the rows behind it$/);
    const at = rows.data!.columns.indexOf('revenue');
    const sum = rows.data!.rows.reduce((all, row) => all + Number(row[at]), 0);
    expect(sum).to.be.closeTo(Number(last[1]), 0.01);
  });

  it('keeps the groups that are left', async () => {
    const asked = await company.ask('revenue by region and quarter in 2025', CHAT);
    const { row } = await targetsOf(asked);
    expect(row?.groups).to.have.members(['region', 'quarter']);
    const west = await step(asked, {
      values: [{ column: 'region', value: 'West' }],
      show: { kind: 'figure' },
    });
    expect(west.data!.columns[0]).to.equal('quarter');
    expect(west.data!.rows).to.have.length(4);
  });

  const REFUSED: readonly (readonly [string, string, Omit<Drill, 'of'>])[] = [
    [
      'a value of a column that is no group',
      'revenue by region in 2025',
      { values: [{ column: 'city', value: 'Rome' }], show: { kind: 'rows' } },
    ],
    [
      'a value that its column can’t have',
      'revenue by month in 2025',
      { values: [{ column: 'month', value: '2025-12-07' }], show: { kind: 'rows' } },
    ],
    [
      'all rows of an answer that shows only some groups',
      'top 5 products by revenue',
      { values: [], show: { kind: 'rows' } },
    ],
    [
      'a dimension that isn’t offered',
      'revenue by region in 2025',
      {
        values: [],
        show: { kind: 'breakdown', by: { table: 'customers', column: 'email', unit: null } },
      },
    ],
    ['a list', 'show all products', { values: [], show: { kind: 'rows' } }],
  ];
  for (const [what, question, drill] of REFUSED)
    it(`declines ${what}`, async () => {
      const asked = await company.ask(question, CHAT);
      expect(asked.result, asked.explanation).to.equal('success');
      company.ran.length = 0;
      const answer = await step(asked, drill);
      expect(answer.error?.type).to.equal('DECLINED');
      expect(company.ran).to.deep.equal([]);
    });

  it('offers nothing for an answer that has no plan', async () => {
    const asked = await company.ask('revenue', { ...CHAT, statement: 'SELECT 1 AS one' });
    const { reason, row, whole } = await targetsOf(asked);
    expect([row, whole]).to.deep.equal([null, null]);
    expect(reason).to.contain('your own SQL');
    const refused = await step(asked, { values: [], show: { kind: 'rows' } });
    expect(refused.error?.message).to.equal(reason);
  });

  it('writes the SQL without running it', async () => {
    const asked = await company.ask('revenue by region in 2025', CHAT);
    company.ran.length = 0;
    const answer = await company.ask(asked.question, {
      drill: { of: asked.traceId, values: [], show: { kind: 'rows' } },
      dryRun: true,
    });
    expect(answer.result).to.equal('dry_run');
    expect(company.ran).to.deep.equal([]);
  });
});
