import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'chai';
import { VALUE_WORDS } from '#plugins/sources/duckdb/dialect/functions.ts';
import { RULES } from '#plugins/sources/duckdb/dialect/rules.ts';
import { keepStatement, takeStatement } from '#workers/engine/kept-statements.ts';
import { NativeMemory } from '#workers/engine/native-memory.ts';
import { runQuery } from '#workers/engine/run-query.ts';

describe('statements that are kept prepared', () => {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;

  beforeEach(async () => {
    instance = await DuckDBInstance.create(':memory:');
    connection = await instance.connect();
  });
  afterEach(() => {
    connection.disconnectSync();
    instance.closeSync();
  });

  const isKept = async (sql: string) => {
    const first = await takeStatement(connection, sql);
    keepStatement(connection, sql, first);
    const second = await takeStatement(connection, sql);
    second.destroySync();
    return second === first;
  };
  const rows = async (sql: string, maxRows = 100) => {
    const found: unknown[] = [];
    const task = { type: 'query', attachments: [], sql, maxRows, maxBytes: 10_000 } as const;
    for await (const item of runQuery(connection, task, new NativeMemory()))
      if (item.kind === 'rows') found.push(...item.texts.map((text): unknown => JSON.parse(text)));
    return found;
  };

  it('are run again on what the tables hold then', async () => {
    await connection.run('CREATE TABLE t AS SELECT 1 AS a');
    expect(await isKept('SELECT a FROM t ORDER BY a')).to.equal(true);
    expect(await rows('SELECT a FROM t ORDER BY a')).to.deep.equal([[1]]);
    await connection.run('INSERT INTO t VALUES (2)');
    expect(await rows('SELECT a FROM t ORDER BY a', 1)).to.deep.equal([[1]]);
    expect(await rows('SELECT a FROM t ORDER BY a')).to.deep.equal([[1], [2]]);
  });

  it('are none that tell the time', async () => {
    const told = await connection.runAndReadAll(
      `SELECT DISTINCT function_name FROM duckdb_functions()
       WHERE function_type = 'scalar' AND stability <> 'VOLATILE'
         AND (stability = 'CONSISTENT_WITHIN_QUERY'
           OR (len(parameters) = 0 AND (return_type LIKE 'DATE%' OR return_type LIKE 'TIME%')))`,
    );
    const calls = told
      .getRows()
      .map(([name]) => String(name))
      .filter((name) => RULES.functions.scalar.has(name));
    expect(calls).to.include.members(['now', 'current_localtimestamp']);
    const spelled = [...calls.map((name) => `${name}()`), ...VALUE_WORDS];
    for (const value of [...spelled, "age(TIMESTAMP '2020-01-01')"])
      expect(await isKept(`SELECT ${value}`), value).to.equal(false);
  });

  it('give the time of each run', async () => {
    const [first] = await rows('SELECT localtimestamp AS at');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await rows('SELECT localtimestamp AS at')).to.not.deep.equal([first]);
  });

  it('make room for others', async () => {
    const [first, ...others] = Array.from({ length: 17 }, (_, at) => `SELECT ${at}`);
    const oldest = await takeStatement(connection, first!);
    keepStatement(connection, first!, oldest);
    for (const sql of others) keepStatement(connection, sql, await takeStatement(connection, sql));
    expect(await takeStatement(connection, first!)).to.not.equal(oldest);
  });
});
