import { expect } from 'chai';
import type { AnswerSource } from '#src/ask/deps.ts';
import { withKeptRows } from '#src/ask/kept-rows.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryOptions, ResultChunk } from '#src/plugin-api/data-source.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import { retailCatalog } from './retail.ts';

const catalog = retailCatalog();
const statement = (over: Partial<GuardedSql> = {}) =>
  ({
    sql: 'SELECT region, sum(amount) FROM orders GROUP BY region',
    columnNames: null,
    dialect: 'duckdb',
    clientId: 'cli_1',
    workspaceId: 'ws_1',
    generationId: 'g1',
    attachments: [],
    ...over,
  }) as unknown as GuardedSql;
const options = (over: Partial<QueryOptions> = {}): QueryOptions => ({
  maxRows: 100,
  maxBytes: 1_000_000,
  timeoutMs: 1_000,
  signal: new AbortController().signal,
  ...over,
});

describe('rows that are kept', () => {
  let run: string[];
  let rows: (string | number)[][];
  let truncated: boolean;
  let fails: boolean;
  const source: AnswerSource = {
    dialect: {} as AnswerSource['dialect'],
    async *query({ sql }) {
      run.push(sql);
      yield {
        kind: 'columns',
        columns: [{ name: 'region', type: 'text', nativeType: 'VARCHAR' }],
      };
      yield { kind: 'rows', rows };
      if (fails) throw new Error('the engine broke');
      yield { kind: 'end', truncated, engineMs: 3, notes: ['a note'] };
    },
  };
  beforeEach(() => {
    run = [];
    rows = [['North'], ['South']];
    truncated = false;
    fails = false;
  });

  const ask = async (
    sourceOf: ReturnType<typeof withKeptRows>,
    sql = statement(),
    how = options(),
    of: Catalog = catalog,
  ) => {
    const chunks: ResultChunk[] = [];
    for await (const chunk of (await sourceOf(of)).query(sql, how)) chunks.push(chunk);
    return chunks;
  };
  const keeping = (max = 10) => withKeptRows(async () => source, max);

  it('are given to whoever asks the same, and took no time of the engine', async () => {
    const sourceOf = keeping();
    const first = await ask(sourceOf);
    const again = await ask(sourceOf);
    expect(run).to.have.length(1);
    expect(again.slice(0, 2)).to.deep.equal(first.slice(0, 2));
    expect(first[2]).to.include({ kind: 'end', engineMs: 3 });
    expect(again[2]).to.deep.equal({
      kind: 'end',
      truncated: false,
      engineMs: 0,
      notes: ['a note'],
    });
  });

  it('cannot be changed by one who got them', async () => {
    const sourceOf = keeping();
    const rowsNow = async () => {
      const chunk = (await ask(sourceOf)).find(({ kind }) => kind === 'rows');
      return (chunk as unknown as { rows: string[][] }).rows;
    };
    (await rowsNow())[0]![0] = 'changed by the first';
    const second = await rowsNow();
    expect(second).to.deep.equal([['North'], ['South']]);
    expect(() => {
      second[0]![0] = 'changed';
    }).to.throw(TypeError);
  });

  const OTHERS: readonly (readonly [
    string,
    Partial<GuardedSql>,
    Partial<QueryOptions>,
    Partial<Catalog>,
  ])[] = [
    ['other rows of the filter', { sql: `${statement().sql} HAVING region = 'North'` }, {}, {}],
    ['another workspace', { workspaceId: 'ws_2' }, {}, {}],
    ['another generation', { generationId: 'g2' }, {}, {}],
    ['other files', { attachments: [{ path: '/data/other' }] as never }, {}, {}],
    ['other names of columns', { columnNames: ['area'] }, {}, {}],
    ['another cap of rows', {}, { maxRows: 1 }, {}],
    ['another cap of bytes', {}, { maxBytes: 10 }, {}],
    ['another catalog of the same generation', {}, {}, { timezone: 'Asia/Tokyo' }],
  ];
  for (const [what, sql, how, about] of OTHERS)
    it(`are not those of ${what}`, async () => {
      const sourceOf = keeping();
      await ask(sourceOf);
      const other = Object.keys(about).length > 0 ? { ...catalog, ...about } : catalog;
      await ask(sourceOf, statement(sql), options(how), other);
      expect(run).to.have.length(2);
    });

  const AGAIN: readonly (readonly [string, string])[] = [
    ['tell the day', 'SELECT * FROM orders WHERE day < current_date'],
    ['tell the time', 'SELECT now()'],
    ['tell an age', 'SELECT age(day) FROM orders'],
  ];
  for (const [what, sql] of AGAIN)
    it(`are none of statements that ${what}`, async () => {
      const sourceOf = keeping();
      await ask(sourceOf, statement({ sql }));
      await ask(sourceOf, statement({ sql }));
      expect(run).to.have.length(2);
    });

  it('are none of results that were cut, are long, or failed', async () => {
    const sourceOf = keeping();
    truncated = true;
    await ask(sourceOf);
    truncated = false;
    rows = Array.from({ length: 1_000 }, (_, at) => [`region ${at}`]);
    await ask(sourceOf);
    fails = true;
    rows = [['North']];
    const failure = await ask(sourceOf).catch((error: Error) => error.message);
    expect(failure).to.equal('the engine broke');
    fails = false;
    await ask(sourceOf);
    expect(run).to.have.length(4);
  });

  it('are none of a result that was left before its end', async () => {
    const sourceOf = keeping();
    for await (const _ of (await sourceOf(catalog)).query(statement(), options())) break;
    await ask(sourceOf);
    expect(run).to.have.length(2);
  });

  it('are not given to one who has left', async () => {
    const sourceOf = keeping();
    await ask(sourceOf);
    const failure = await ask(
      sourceOf,
      statement(),
      options({ signal: AbortSignal.abort(new Error('left')) }),
    ).catch((error: Error) => error.message);
    expect(failure).to.equal('left');
  });

  it('are the last used ones, and none where none may be kept', async () => {
    const two = keeping(2);
    for (const sql of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(two, statement({ sql }));
    expect(run).to.deep.equal(['a', 'b', 'c', 'b']);
    run = [];
    const none = keeping(0);
    await ask(none);
    await ask(none);
    expect(run).to.have.length(2);
  });

  it('are none of a connected database', async () => {
    const sourceOf = keeping();
    const connected = { ...catalog, databaseId: 'db_1' };
    expect(await sourceOf(connected)).to.equal(source);
    await ask(sourceOf, statement(), options(), connected);
    await ask(sourceOf, statement(), options(), connected);
    expect(run).to.have.length(2);
  });
});
