import { expect } from 'chai';
import { isDated } from '#src/ask/model/dated.ts';
import { KeptReplies, type Said } from '#src/ask/model-use/kept-replies.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { retailCatalog } from '../retail.ts';

const HOUR_MS = 3_600_000;

describe('what a model said to a question', () => {
  let now: Date;
  let kept: KeptReplies;
  const catalog = retailCatalog();
  beforeEach(() => {
    now = new Date('2026-11-30T10:00:00Z');
    kept = new KeptReplies({ max: 10, databaseTtlMs: HOUR_MS, clock: { now: () => now } });
  });
  const said = (dated = false): Said => ({
    ...{ text: 'SELECT 1', model: 'm', fallbackReason: '', schemaCut: false },
    ...{ dated, at: now.getTime() },
  });
  const asked = (of: Catalog, day = '2026-11-30', words = 'sales last month') => ({
    ...{ catalog: of, words, day },
  });

  it('holds on the next day where it does not depend on it', () => {
    kept.keep(asked(catalog), new Map([['first', said()]]));
    expect(kept.find(asked(catalog, '2026-12-01'), 'first')).to.include({ text: 'SELECT 1' });
    expect(kept.find(asked(catalog), 'second')).to.equal(null);
    expect(kept.find(asked({ ...catalog }), 'first')).to.equal(null);
    expect(kept.find(asked(catalog, undefined, 'sales'), 'first')).to.equal(null);
  });

  it('is forgotten on the next day where any of it depends on the day', () => {
    kept.keep(
      asked(catalog),
      new Map([
        ['first', said(true)],
        ['judge', said()],
      ]),
    );
    for (const call of ['first', 'judge']) {
      expect(kept.find(asked(catalog), call), call).to.not.equal(null);
      expect(kept.find(asked(catalog, '2026-12-01'), call), call).to.equal(null);
    }
  });

  it('of a connected database is forgotten after its time, that of files is not', () => {
    const database = { ...catalog, databaseId: 'db_1' };
    for (const shown of [catalog, database]) kept.keep(asked(shown), new Map([['first', said()]]));
    now = new Date(now.getTime() + HOUR_MS - 1);
    expect(kept.find(asked(database), 'first')).to.not.equal(null);
    now = new Date(now.getTime() + 1);
    expect(kept.find(asked(database), 'first')).to.equal(null);
    expect(kept.find(asked(catalog), 'first')).to.not.equal(null);
  });

  it('is not kept where nothing may be', () => {
    const none = new KeptReplies({ max: 0, databaseTtlMs: HOUR_MS, clock: { now: () => now } });
    none.keep(asked(catalog), new Map([['first', said()]]));
    expect(none.find(asked(catalog), 'first')).to.equal(null);
  });

  for (const [sql, question, dated] of [
    ['SELECT region, COUNT(*) FROM customers GROUP BY region', 'customers by region', false],
    ['SELECT ROUND(100.0 * SUM(x), 0) FROM t WHERE y > 17', 'share of y over 17', false],
    ["SELECT COUNT(*) FROM orders WHERE ordered_on >= DATE '2026-10-01'", 'last month', true],
    ['SELECT COUNT(*) FROM orders WHERE ordered_on > CURRENT_DATE', 'still to come', true],
    ['SELECT COUNT(*) FROM t WHERE year = 2026', 'this year', true],
    ['SELECT COUNT(*) FROM t WHERE month = 1', 'this month', true],
    ["SELECT COUNT(*) FROM t WHERE day = 'Monday'", 'today', true],
    ["SELECT COUNT(*) FROM t WHERE day = 'Monday'", 'on a monday', false],
  ] as const)
    it(`${dated ? 'depends' : 'does not depend'} on the day: ${sql}`, () => {
      expect(isDated(sql, question, catalog)).to.equal(dated);
    });
});
