import path from 'node:path';
import { expect } from 'chai';
import { traceReading } from '#src/read/trace.ts';
import { catalogFromCsvFolder, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

describe('the trace of a reading', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromCsvFolder(path.join(import.meta.dirname, '../../fixtures/webshop'));
  });
  after(() => data.close());

  const traceOf = (question: string, showsValues = true) =>
    traceReading(
      {
        ...{ question, catalog: data.catalog, values: data.values, history: [] },
        now: new Date('2026-11-21T12:00:00Z'),
      },
      showsValues,
    );
  const meanings = (question: string, showsValues?: boolean) =>
    traceOf(question, showsValues).spans.flatMap(({ text, senses }) =>
      senses.map(({ kind, means, evidence }) => [text, kind, means, evidence]),
    );

  it('tells what words can mean: tables, columns, values and periods', () => {
    const found = meanings('names of gold clients since March 2026');
    expect(found).to.deep.include(['names', 'column', 'customers.name', 'name']);
    expect(found).to.deep.include(['gold', 'value', 'customers.tier = gold', null]);
    expect(found).to.deep.include(['clients', 'table', 'customers', 'name']);
    expect(found).to.deep.include(['since March 2026', 'period', '2026-03-01 to …', null]);
  });

  it('keeps values of the data from one who sees only some rows', () => {
    expect(meanings('names of gold customers', false).flat()).to.not.include('value');
  });

  it('tells the candidates of the second reader and the rules that made them', () => {
    const { candidates, stuckAt, plan } = traceOf(
      'show the number of payments made by each method',
    );
    expect(candidates[0]!.rules).to.not.deep.equal([]);
    expect(stuckAt).to.equal(null);
    expect(plan).to.include({ kind: 'query' });
    expect(structuredClone(plan.kind === 'query' && plan.query)).to.deep.equal(
      structuredClone(candidates[0]!.query),
    );
  });

  it('tells the word that no reading comes past', () => {
    const { candidates, stuckAt, plan } = traceOf('customers with blorptious shoes');
    expect(candidates).to.deep.equal([]);
    expect(stuckAt).to.equal('blorptious');
    expect(plan.kind).to.equal('decline');
  });

  it('reads a question as the service does: without courtesies', () => {
    const { stuckAt, plan } = traceOf(
      'hi there! could you tell me the number of payments made by each method? thanks!',
    );
    const bare = traceOf('the number of payments made by each method');
    expect(stuckAt).to.equal(null);
    expect(structuredClone(plan.kind === 'query' && plan.query)).to.deep.equal(
      structuredClone(bare.plan.kind === 'query' ? bare.plan.query : null),
    );
  });
});
