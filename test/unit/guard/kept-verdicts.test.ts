import { expect } from 'chai';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { createGuard } from '#src/sql/guard.ts';

describe('a verdict of the guard', () => {
  let parsed: number;
  const catalog = (generationId: string): Catalog => ({
    generationId,
    clientId: 'c',
    workspaceId: 'w',
    dialect: 'duckdb',
    tables: [],
    relationships: [],
    attachments: [],
    valueIndexes: [],
    timezone: 'UTC',
    asOf: null,
  });
  const dialect: Dialect = {
    name: 'duckdb',
    lower: () => '',
    parse: async () => {
      parsed += 1;
      return { refusal: { code: 'syntax', text: `refused ${parsed}` } };
    },
  };
  const guard = createGuard({
    maxSqlBytes: 1_000,
    maxDepth: 10,
    maxWeight: 100_000,
    keptVerdicts: 2,
  });
  const shown = catalog('g1');
  const ask = (changes: Partial<Parameters<typeof guard>[0]> = {}) =>
    guard({
      sql: 'SELECT 1',
      catalog: shown,
      policy: NO_ROW_POLICY,
      dialect,
      maxRows: 10,
      signal: new AbortController().signal,
      ...changes,
    });
  beforeEach(() => {
    parsed = 0;
  });

  it('is kept for the same text, catalog, rows and row filter', async () => {
    const first = await ask();
    expect(await ask()).to.equal(first);
    expect(parsed).to.equal(1);
  });

  it('is found anew for another text, catalog, row count or row filter', async () => {
    await ask({ sql: 'SELECT 2' });
    await ask({ catalog: catalog('g1') });
    await ask({ maxRows: 11 });
    await ask({ policy: { filter: { tenant_id: 42 }, hash: 'all' } });
    expect(parsed).to.equal(4);
  });
});
