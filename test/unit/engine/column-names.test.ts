import { expect } from 'chai';
import { answerOf } from '../../fakes/data-source.ts';
import { type EngineForTests, openEngineForTests } from '../../fakes/duckdb-engine.ts';
import { unguardedSqlForTests } from '../../fakes/guarded-sql.ts';

describe('names that the guard gives result columns (DuckDB)', () => {
  let opened: EngineForTests;
  before(async () => {
    opened = await openEngineForTests({ processes: 1 });
  });
  after(() => opened.close());

  const ask = (sql: string, columnNames: readonly string[] | null) =>
    answerOf(opened.engine, { ...unguardedSqlForTests(sql), columnNames });

  it('stand by position, and equal ones are kept apart', async () => {
    const { columns, rows } = await ask('SELECT count(*), 1 + 1, count(*)', ['n', 'two', 'N']);
    expect(columns.map(({ name }) => name)).to.deep.equal(['n', 'two', 'N_2']);
    expect(rows).to.have.length(1);
  });

  it('are those of the engine where it gives none', async () => {
    const { columns } = await ask('SELECT 1 AS a, 2 AS b', null);
    expect(columns.map(({ name }) => name)).to.deep.equal(['a', 'b']);
  });

  it('end the query where there are more or fewer columns', async () => {
    let message = '';
    await ask('SELECT 1 AS a', ['a', 'b']).catch((error: Error) => {
      message = error.message;
    });
    expect(message).to.match(/don't match the statement/);
  });
});
