import { expect } from 'chai';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { catalogOf, guarded, openAlasqlForTests } from '../fakes/alasql.ts';
import { answerOf } from '../fakes/data-source.ts';
import type { EngineForTests } from '../fakes/duckdb-engine.ts';
import { STATEMENTS } from '../fixtures/alasql/statements.ts';
import { TABLES } from '../fixtures/alasql/tables.ts';

const OWN = 'North';

/** Tables as the caller with that region sees them: without the rows of others. */
const FILTERED = TABLES.map((table) =>
  table.name === 'sales' ? { ...table, rows: table.rows.filter((row) => row[1] === OWN) } : table,
);

describe('row filters on AlaSQL', () => {
  let test: EngineForTests;
  let own: EngineForTests;
  let all: Catalog;
  let without: Catalog;

  before(async () => {
    test = await openAlasqlForTests();
    own = await openAlasqlForTests();
    const shared = (catalog: Catalog): Catalog => ({
      ...catalog,
      tables: catalog.tables.map((table) => ({ ...table, shared: table.name !== 'sales' })),
    });
    all = shared(await catalogOf(test, TABLES));
    without = shared(await catalogOf(own, FILTERED));
  });
  after(async () => {
    await test.close();
    await own.close();
  });

  /** Rows, or the text of the failure: that must not tell of other rows either. */
  async function outcome(
    engine: EngineForTests,
    catalog: Catalog,
    sql: string,
    filter: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    const result = await guarded(engine, catalog, sql, filter);
    if (!result.ok) return result.refusal.text;
    return answerOf(engine.engine, result.guarded).then(
      ({ rows }) => rows.map((row) => JSON.stringify(row)).toSorted(),
      (error: Error) => error.message,
    );
  }

  it('make every statement answer as if the rows of others were not there', async () => {
    let answered = 0;
    for (const sql of Object.values(STATEMENTS).flat()) {
      const seen = await outcome(test, all, sql, { region: OWN });
      expect(seen, sql).to.deep.equal(await outcome(own, without, sql, {}));
      if (Array.isArray(seen)) answered += 1;
    }
    expect(answered).to.be.at.least(390);
  });

  it('hold rows to any of several values', async () => {
    const region = (value: string) => ({ column: 'region', value });
    const choices = {
      ...all,
      rowFilter: [[region('nowhere'), region(OWN)]],
    };
    for (const sql of Object.values(STATEMENTS).flat().slice(0, 60))
      expect(await outcome(test, choices, sql, {}), sql).to.deep.equal(
        await outcome(own, without, sql, {}),
      );
  });

  it('refuse a value that cannot be one of the column, and a table without the column', async () => {
    const tables = (name: string) => ({
      ...all,
      tables: all.tables.map((table) => ({ ...table, shared: table.name !== name })),
    });
    const wrong = await guarded(test, tables('sales'), 'SELECT id FROM sales', { id: 'x' });
    expect(wrong).to.have.nested.property('refusal.code', 'row_filter');
    const missing = await guarded(test, tables('pairs'), 'SELECT a FROM pairs', { region: OWN });
    expect(missing).to.have.nested.property('refusal.code', 'row_filter');
  });

  it('keep hidden columns out of reach and sensitive ones to COUNT', async () => {
    const marked: Catalog = {
      ...all,
      tables: all.tables.map((table) => ({
        ...table,
        columns: table.columns.map((column) => ({
          ...column,
          hidden: column.name === 'note',
          sensitive: column.name === 'amount',
        })),
      })),
    };
    const code = async (sql: string) => {
      const result = await guarded(test, marked, sql);
      return result.ok ? 'ok' : result.refusal.code;
    };
    expect(await code('SELECT note FROM sales')).to.equal('column_unknown');
    expect(await code('SELECT amount FROM sales')).to.equal('column_sensitive');
    expect(await code('SELECT id FROM sales WHERE amount > 5')).to.equal('column_sensitive');
    expect(await code('SELECT id FROM sales ORDER BY amount')).to.equal('column_sensitive');
    expect(await code('SELECT COUNT(amount), COUNT(*) FROM sales')).to.equal('ok');
    expect(await code('SELECT COUNT(DISTINCT amount) FROM sales')).to.equal('ok');
  });
});
