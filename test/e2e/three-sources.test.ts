import { expect } from 'chai';
import { call } from '../bench/service.ts';
import { type DatabaseForTests, openOrSkip } from '../fakes/database-kind.ts';
import { MYSQL } from '../fakes/mysql-kind.ts';
import { POSTGRES } from '../fakes/postgres-server.ts';
import { MUSIC } from '../fixtures/music/music.ts';
import { MUSIC_QUESTIONS } from '../fixtures/music/questions.ts';
import { type Answer, comparable, csvOf } from './answers.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

/** At least so many of the questions are answered, by every source alike. */
const ANSWERED_AT_LEAST = 50;

describe('the same questions over files, PostgreSQL and MariaDB', function () {
  this.timeout(120_000);
  let own: OwnWorkspace;
  const servers: DatabaseForTests[] = [];
  const workspaces = new Map<string, string>();

  before(async function () {
    for (const kind of [POSTGRES, MYSQL]) servers.push(await openOrSkip(kind, this));
    own = await openWorkspace();
    for (const { name, columns, rows } of MUSIC)
      await own.upload(csvOf([columns.map((column) => column.name), ...rows]), `${name}.csv`);
    workspaces.set('files', own.workspaceId);
    for (const [index, type] of ['postgres', 'mysql'].entries())
      workspaces.set(type, await connect(type, servers[index]!));
  });
  after(async () => {
    await own?.close();
    for (const server of servers) await server.close();
  });

  const connect = async (type: string, { target }: DatabaseForTests): Promise<string> => {
    const { workspace_id } = await call<{ workspace_id: string }>(
      own.service,
      'POST',
      `/clients/${own.clientId}/workspaces`,
      { name: type },
    );
    const { host, port, database, user, password } = target;
    const body = {
      workspace_id,
      type,
      host,
      port,
      database,
      user,
      password,
      ssl: { mode: 'prefer' },
      tables: { exclude: ['customer_totals'] },
    };
    await call(own.service, 'PUT', `/accounts/clients/${own.clientId}/database`, body);
    const status = `/clients/${own.clientId}/schema/status?workspace_id=${workspace_id}`;
    for (let found = ''; found !== 'ready'; ) {
      ({ status: found } = await call<{ status: string }>(own.service, 'GET', status));
      expect(found).to.not.equal('failed');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return workspace_id;
  };
  const ask = (q: string, source: string) =>
    call<Answer>(own.service, 'POST', '/query', { q, workspace_id: workspaces.get(source) });

  let answered = 0;
  for (const question of MUSIC_QUESTIONS)
    it(question, async () => {
      const answers = await Promise.all(
        [...workspaces.keys()].map((source) => ask(question, source)),
      );
      const [files, ...others] = answers;
      for (const other of others) {
        expect(other.result, `${other.explanation}\n${other.sql}`).to.equal(files!.result);
        expect(comparable(other), `${files!.sql}\n${other.sql}`).to.deep.equal(comparable(files!));
      }
      if (files!.result === 'success') answered += 1;
    });

  it('answers most of them', () => {
    expect(answered).to.be.at.least(ANSWERED_AT_LEAST);
  });
});
