import { expect } from 'chai';
import { createParser } from 'eventsource-parser';
import pg from 'pg';
import { call } from '../../bench/service.ts';
import { type DatabaseForTests, openOrSkip } from '../fakes/database-kind.ts';
import { eventually } from '../fakes/eventually.ts';
import { MYSQL } from '../fakes/mysql-kind.ts';
import { POSTGRES } from '../fakes/postgres-server.ts';
import { MUSIC } from '../fixtures/music/music.ts';
import { type Answer, comparable, csvOf } from './answers.ts';
import { connectDatabase } from './connect.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

interface Analysis extends Answer {
  readonly type: string;
  readonly agent: string;
  readonly assumptions: readonly string[];
}

/** Holds a table, so that statements over it wait, until the connection ends. */
async function lockTable({ owner }: DatabaseForTests, table: string): Promise<pg.Client> {
  const { address: host, port, database, user, password } = owner;
  const client = new pg.Client({ host, port, database, user, password });
  await client.connect();
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return client;
}

/** Each has an answer by several statements over the music shop. */
const QUESTIONS: readonly string[] = [
  'why did the sum of total fall in March 2023',
  'which billing country drove the change in the number of invoices in May 2022',
  'compare the number of invoices in June 2022 and July 2022',
  'number of invoices growth by year',
  'growth of the sum of total per quarter in 2022',
  'year over year growth of the number of invoices by billing country',
  'month over month number of invoices',
  'share of tracks by genre',
  'what percentage of tracks are Jazz',
  'what share of invoices comes from Germany',
  'share of the sum of total by billing country in 2022',
  'is there a trend in the number of invoices',
  'are there outliers in the number of invoices by month',
  'is milliseconds correlated with unit price of tracks',
];

describe('analyses over files, PostgreSQL and MariaDB', () => {
  let own: OwnWorkspace;
  const servers: DatabaseForTests[] = [];
  const workspaces = new Map<string, string>();

  before(async function () {
    for (const kind of [POSTGRES, MYSQL]) servers.push(await openOrSkip(kind, this));
    own = await openWorkspace({ PLUMBLINE_ASK__CONCURRENT: '1' });
    for (const { name, columns, rows } of MUSIC)
      await own.upload(csvOf([columns.map((column) => column.name), ...rows]), `${name}.csv`);
    workspaces.set('files', own.workspaceId);
    for (const [index, type] of ['postgres', 'mysql'].entries())
      workspaces.set(type, await connectDatabase(own, type, servers[index]!));
  });
  after(async () => {
    await own?.close();
    for (const server of servers) await server.close();
  });

  const ask = (q: string, source: string) =>
    call<Analysis>(own.service, 'POST', '/query', { q, workspace_id: workspaces.get(source) });
  const streamed = (query: string, source: string, signal?: AbortSignal) =>
    fetch(`${own.service.url}/clients/${own.clientId}/ask/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': own.service.apiKey! },
      body: JSON.stringify({ query, workspace_id: workspaces.get(source), new_session: true }),
      ...(signal ? { signal } : {}),
    });

  for (const question of QUESTIONS)
    it(question, async () => {
      const files = await ask(question, 'files');
      expect([files.type, files.result], files.explanation).to.deep.equal(['analytics', 'success']);
      for (const source of ['postgres', 'mysql']) {
        const other = await ask(question, source);
        expect(comparable(other), `${other.explanation}\n${other.sql}`).to.deep.equal(
          comparable(files),
        );
        expect(other.explanation).to.equal(files.explanation);
        expect(other.assumptions).to.deep.equal(files.assumptions);
      }
    });

  it('streams the same answer as it gives at once', async () => {
    const question = QUESTIONS[0]!;
    const { explanation, data } = await ask(question, 'postgres');
    const events: { event: string; data: Record<string, unknown> }[] = [];
    createParser({
      onEvent: ({ event, data: text }) =>
        events.push({ event: event ?? '', data: JSON.parse(text) }),
    }).feed(await (await streamed(question, 'postgres')).text());
    const of = (name: string) => events.find(({ event }) => event === name)!.data;
    expect(of('result')['rows']).to.deep.equal(data!.rows.slice(0, 10));
    expect(JSON.stringify(of('explanation'))).to.include(JSON.stringify(explanation).slice(1, -1));
    expect(of('done')['agent']).to.equal('Analytics');
    const order = events.map(({ event }) => event);
    expect(order.indexOf('sql')).to.be.below(order.indexOf('result'));
  });

  it('ends its statements when the caller leaves, and gives the place back', async () => {
    const [postgres] = servers as [DatabaseForTests];
    const gone = new AbortController();
    const lock = await lockTable(postgres, 'invoices');
    const left = streamed(QUESTIONS[0]!, 'postgres', gone.signal)
      .then((response) => response.text())
      .catch(() => 'left');
    await eventually(async () => (await postgres.busySessions()) > 0);
    gone.abort();
    expect(await left).to.equal('left');
    // The lock stands: only a statement that was ended is gone.
    await eventually(async () => (await postgres.busySessions()) === 0);
    expect((await ask('how many tracks are there', 'files')).result).to.equal('success');
    await lock.end();
    expect((await ask(QUESTIONS[0]!, 'postgres')).result).to.equal('success');
  });
});
