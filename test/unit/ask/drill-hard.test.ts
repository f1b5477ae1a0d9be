import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import type { Drill } from '#src/ask/drill/types.ts';
import type { Answer, AskRequest } from '#src/ask/types.ts';
import type { Catalog, CellValue } from '#src/plugin-api/catalog.ts';
import type { RowPolicy } from '#src/principal.ts';
import { type CompanyWorld, openCompany } from './analytics/world.ts';
import { principal } from './harness.ts';

/** Values that are hard to say again: empty, missing, long, with quotes, of other scripts, numbers and truth values. */
const SALES = [
  'sold_on,city,paid,score,amount,card',
  '2025-12-01,Rome,true,1.50,10,4111',
  "2025-12-31,O'Fallon,false,2.50,20,4112",
  `2025-11-30,${'Llanfair'.repeat(30)},true,1.50,30,4113`,
  '2026-01-01,,true,2.50,40,4114',
  '2026-01-02,"a ""b"" %_; DROP",false,3.50,50,4115',
  ',東京,true,3.50,60,4116',
  '2024-02-29,NULL,true,1.50,70,4117',
  '2024-02-28,rome,true,1.50,80,4118',
].join('\n');

const withSecrets = (catalog: Catalog): Catalog => ({
  ...catalog,
  tables: catalog.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) =>
      column.name === 'card' ? { ...column, sensitive: true } : column,
    ),
  })),
});

describe('drilling into values that are hard to say again', () => {
  let company: CompanyWorld;
  before(async () => {
    company = await openCompany(
      (folder) => writeFile(path.join(folder, 'sales.csv'), SALES),
      '2026-03-01',
      {},
      withSecrets,
    );
  });
  after(() => company?.close());

  const ask = (question: string, over: Partial<AskRequest> = {}) =>
    company.ask(question, { conversation: { mode: 'new' }, ...over });
  const step = (answer: Answer, drill: Omit<Drill, 'of'>, over: Partial<AskRequest> = {}) =>
    company.ask(answer.question, {
      drill: { of: answer.traceId, ...drill },
      conversation: { mode: 'continue', sessionId: answer.sessionId! },
      ...over,
    });
  const valuesOf = (answer: Answer, groups: readonly string[], row: readonly CellValue[]) =>
    groups.map((column) => ({ column, value: row[answer.data!.columns.indexOf(column)]! }));

  for (const question of [
    'total amount by city',
    'total amount by month',
    'total amount by year',
    'total amount by quarter',
    'number of sales by paid',
    'number of sales by city',
  ])
    it(`finds the rows of each group of: ${question}`, async () => {
      const answer = await ask(question);
      expect(answer.result, answer.explanation).to.equal('success');
      const { row: told } = await company.open.drillTargets(principal(), 'cli', answer.traceId);
      const { groups } = told!;
      expect(groups).to.have.length(1);
      for (const row of answer.data!.rows) {
        const values = valuesOf(answer, groups, row);
        const rows = await step(answer, { values, show: { kind: 'rows' } });
        expect(rows.result, `${rows.question} ${rows.explanation}`).to.equal('success');
        const { columns, rows: cells } = rows.data!;
        expect(columns).to.not.include('card');
        const figure = Number(row.at(-1));
        const came = question.startsWith('number')
          ? rows.totalRows
          : cells.reduce((all, one) => all + Number(one[columns.indexOf('amount')]), 0);
        expect(came, `${rows.question}\n${rows.sql}`).to.equal(figure);
        const same = await step(answer, { values, show: { kind: 'figure' } });
        expect(Number(same.data!.rows[0]![0]), same.sql ?? '').to.equal(figure);
        expect([...same.question].length).to.be.at.most(200);
      }
    });

  it('shows only the rows of the caller', async () => {
    const policy: RowPolicy = { filter: { city: 'Rome' }, hash: 'rome' };
    const mine = { principal: principal({ policy }) };
    const answer = await ask('total amount by month', mine);
    expect(answer.data!.rows.map((row) => Number(row.at(-1)))).to.deep.equal([10]);
    const { row } = await company.open.drillTargets(principal({ policy }), 'cli', answer.traceId);
    const { groups, breakdowns } = row!;
    const values = valuesOf(answer, groups, answer.data!.rows[0]!);
    const rows = await step(answer, { values, show: { kind: 'rows' } }, mine);
    expect(rows.data!.rows, rows.sql ?? '').to.have.length(1);
    expect(breakdowns.every(({ column }) => column !== 'card')).to.equal(true);
    const all = await step(answer, { values: [], show: { kind: 'rows' } }, mine);
    expect(all.data!.rows).to.have.length(1);
  });
});
