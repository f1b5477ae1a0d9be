import { expect } from 'chai';
import { semanticsDocument } from '#src/catalog/semantics/document.ts';
import { meaningOf } from '#src/catalog/semantics/meaning.ts';
import { generateSampleCsvs } from '#src/sample/generate.ts';
import { type CompanyWorld, openCompany } from './analytics/world.ts';

const DOCUMENT = semanticsDocument.parse({
  metrics: [
    {
      name: 'net revenue',
      table: 'order_lines',
      expression: 'SUM(revenue)',
      filters: ['quantity > 1'],
      signed_by: 'ann',
    },
  ],
});

describe('next questions', () => {
  let company: CompanyWorld;
  before(async () => {
    company = await openCompany(
      generateSampleCsvs,
      '2026-10-31',
      { next_questions_ms: 10_000 },
      (catalog) => ({
        ...catalog,
        meaning: meaningOf(DOCUMENT, catalog),
      }),
    );
  });
  after(() => company.close());
  const offeredAfter = async (question: string) =>
    (await company.ask(question, { conversation: { mode: 'new' } })).nextQuestions;

  it('name the metric that was asked for, not the sum that it is computed from', async () => {
    const next = await offeredAfter('net revenue by region in 2025');
    expect(next).to.not.deep.equal([]);
    expect(
      next.every((question) => question.includes('net revenue')),
      next.join(),
    ).to.equal(true);
    const answer = await company.ask(next[0]!);
    expect(answer.verification.metrics).to.deep.equal(['net revenue']);
  });

  it('stay within the filter of the answer, and are over its rows when they are asked', async () => {
    const next = await offeredAfter('total revenue in the West region in 2025');
    expect(next).to.not.deep.equal([]);
    expect(next.every((question) => question.endsWith(' where region is West'))).to.equal(true);
    const answer = await company.ask(next[0]!, { conversation: { mode: 'new' } });
    expect(answer.lineage?.filters).to.deep.equal(['region is West']);
  });

  it('name the sum where no metric was asked for', async () => {
    const next = await offeredAfter('total revenue by region in 2025');
    expect(next).to.not.deep.equal([]);
    expect(next.join()).to.contain('total revenue').and.not.contain('net');
  });
});
