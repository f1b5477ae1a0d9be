import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { replyWith } from '../fakes/models/hostile.ts';
import { type FakeModels, startFakeModels } from '../fakes/models/server.ts';
import { makePostgresDatabase, type PostgresDatabase, runAs } from '../fakes/postgres-server.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

interface Answer {
  readonly data: { readonly rows: unknown[][] };
}

/** Milliseconds that replies are kept: longer than the test takes, and none at all. */
const HOUR = '3600000';
const NONE = '1';

for (const ttl of [HOUR, NONE])
  describe(`what a model said of a connected database, kept for ${ttl} ms`, () => {
    let fakes: FakeModels;
    let own: OwnWorkspace | undefined;
    let postgres: PostgresDatabase | null;
    before(async function () {
      postgres = await makePostgresDatabase();
      if (!postgres) this.skip();
      fakes = await startFakeModels();
      own = await openWorkspace({
        PLUMBLINE_MODEL__PROVIDER: 'openai',
        PLUMBLINE_MODEL__MODEL: 'gpt-5-mini',
        PLUMBLINE_MODEL__API_KEY: 'sk-secret',
        PLUMBLINE_MODEL__BASE_URL: `${fakes.url}/v1`,
        PLUMBLINE_MODEL__PLANNING: 'model-first',
        PLUMBLINE_MODEL__KEPT_REPLIES_DATABASE_TTL_MS: ttl,
        PLUMBLINE_LOG__LEVEL: 'fatal',
      });
      const { owner, reader } = postgres;
      const { host, port, database, user, password } = reader;
      await runAs(owner, [
        'CREATE TABLE sales (city text, sold_on date, amount integer)',
        `INSERT INTO sales VALUES ('Berlin', '2025-01-10', 10), ('Paris', '2025-01-11', 20)`,
      ]);
      await call(own.service, 'PUT', `/accounts/clients/${own.clientId}/database`, {
        workspace_id: own.workspaceId,
        type: 'postgres',
        ...{ host, port, database, user, password },
        ssl: { mode: 'prefer' },
      });
      for (let status = ''; status !== 'ready'; ) {
        const at = `/clients/${own.clientId}/schema/status?workspace_id=${own.workspaceId}`;
        ({ status } = await call<{ status: string }>(own.service, 'GET', at));
        expect(status).to.not.equal('failed');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      await asOf('2025-01-11');
    });
    beforeEach(() => fakes.reset());
    after(async () => {
      await own?.close();
      await fakes?.close();
      await postgres?.drop();
    });
    const asOf = (day: string) => {
      const { service, clientId, workspaceId } = own!;
      const at = `/clients/${clientId}/workspaces/${workspaceId}`;
      return call(service, 'PATCH', at, { as_of: day });
    };
    const calls = async (question: string, sql: string, rows: unknown[][]) => {
      const before = fakes.calls.length;
      fakes.answer = () => replyWith(sql);
      expect((await own!.ask<Answer>(question)).data.rows).to.deep.equal(rows);
      return fakes.calls.length - before;
    };
    const anew = ttl === NONE ? 1 : 0;

    it('is asked anew after its time only, and its rows are read each time', async () => {
      const sql = 'SELECT SUM(amount) AS amount FROM sales';
      expect(await calls('total amount', sql, [[30]])).to.equal(1);
      await runAs(postgres!.owner, [`INSERT INTO sales VALUES ('Rome', '2025-01-11', 5)`]);
      expect(await calls('total amount', sql, [[35]])).to.equal(anew);
    });

    it('is asked anew on another day where it depends on the day', async () => {
      const on = (day: string) => `SELECT city FROM sales WHERE sold_on = DATE '${day}'`;
      const question = 'cities of sales yesterday';
      expect(await calls(question, on('2025-01-10'), [['Berlin']])).to.equal(1);
      expect(await calls(question, on('2025-01-10'), [['Berlin']])).to.equal(anew);
      await asOf('2025-01-12');
      const next = [['Paris'], ['Rome']];
      expect(await calls(question, on('2025-01-11'), next)).to.equal(1);
    });
  });
