import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import type { PriorTurn } from '#src/planner/plan.ts';
import { plan } from '#src/read/plan.ts';
import type { OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { openRetail } from './catalogs.ts';

/** The specification's example of a breakdown: `revenue across regions` is one total, with its groups beside it. */
describe('A total across groups', () => {
  let retail: OfflineCatalog;
  before(async () => {
    retail = await openRetail();
  });
  after(() => retail.close());

  const ask = (question: string, history: readonly PriorTurn[] = []) => {
    const { catalog, values } = retail;
    return plan({ question, catalog, values, history, now: new Date('2026-10-31T12:00:00Z') });
  };
  const queryOf = (question: string) => {
    const found = ask(question);
    if (found.kind !== 'query') expect.fail(JSON.stringify(found));
    return found;
  };

  for (const [question, alone, by] of [
    ['revenue across regions', 'revenue', 'revenue by region'],
    ['total revenue across all regions in 2025', 'revenue in 2025', 'revenue by region in 2025'],
    ['what is the revenue across channels', 'revenue', 'revenue by channel'],
    ['how many customers across countries', 'how many customers', 'how many customers by country'],
  ] as const)
    it(question, async () => {
      const { query, breakdown } = queryOf(question);
      expect(lowerDuckdb(query)).to.equal(lowerDuckdb(queryOf(alone).query));
      const groups = await retail.run(lowerDuckdb(breakdown!));
      expect(groups).to.have.deep.members(await retail.run(lowerDuckdb(queryOf(by).query)));
      expect(groups).to.have.length.above(1);
    });

  it('says what is unclear where the groups would not add up', () => {
    expect(ask('average revenue across regions')).to.deep.include({
      kind: 'decline',
      reason: 'unsupported_question',
      text: '"across regions" can mean each of them or all together. Say "by" for each, or leave it out.',
    });
  });

  it('leaves the total when the next question groups it otherwise', async () => {
    const first = queryOf('revenue across regions');
    const next = ask('by channel', [{ question: 'revenue across regions', query: first.query }]);
    if (next.kind !== 'query') expect.fail(JSON.stringify(next));
    expect(lowerDuckdb(next.query)).to.equal(lowerDuckdb(queryOf('revenue by channel').query));
    expect(next.breakdown).to.equal(null);
  });
});
