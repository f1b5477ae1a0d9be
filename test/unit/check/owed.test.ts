import { expect } from 'chai';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { owedBy, unmetBy } from '#src/check/owed/owed.ts';
import { hitsOf } from '#workers/plan-host.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { OWED_CASES, OWED_SOUND, OWED_TABLES, OWED_TODAY } from './owed-cases.ts';

describe('what a question owes', () => {
  let duckdb: TestDuckdb;
  let world: OfflineCatalog;

  before(async () => {
    duckdb = await openTestDuckdb();
    world = await catalogFromSql(OWED_TABLES);
  });

  after(async () => {
    await world.close();
    duckdb.close();
  });

  async function told(question: string, sql: string): Promise<string> {
    const { catalog, values } = world;
    const signal = AbortSignal.timeout(60_000);
    const parsed = await createDuckdbDialect(duckdb).parse(sql, catalog, signal);
    if ('refusal' in parsed) throw new Error(`${parsed.refusal.text}: ${sql}`);
    const owed = owedBy(question, catalog, hitsOf(question, values), OWED_TODAY);
    return unmetBy(owed, parsed.facts, catalog)
      .map(({ detail }) => detail)
      .join(' ');
  }

  for (const [question, right, wrong, why] of OWED_CASES)
    it(`${question}: ${wrong}`, async () => {
      expect(await told(question, right), right).to.equal('');
      expect(await told(question, wrong)).to.match(why);
    });

  for (const [question, sql] of OWED_SOUND)
    it(`leaves alone: ${question}`, async () => {
      expect(await told(question, sql)).to.equal('');
    });
});
