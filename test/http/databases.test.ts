import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { pino } from 'pino';
import request, { type Response, type Test } from 'supertest';
import { configSchema } from '#config/schema.ts';
import { newKey } from '#src/accounts/create.ts';
import { systemClock } from '#src/clock.ts';
import { compose, type Service } from '#src/compose.ts';
import { openStore } from '#src/store/open.ts';
import { eventually } from '../fakes/eventually.ts';
import { openTcpProxy, type TcpProxy } from '../fakes/tcp-proxy.ts';
import { openMysqlShop, openPostgresShop, type ShopServer } from './database-servers.ts';
import { type ApiDocument, type Documented, documentedBy } from './documented.ts';

const SERVERS = [
  ['PostgreSQL', openPostgresShop],
  ['MariaDB', openMysqlShop],
] as const;

const ASK_TIMEOUT_MS = 3_000;

/** Questions with the rows that the shop gives, in any order. */
const QUESTIONS: readonly (readonly [string, readonly (readonly unknown[])[]])[] = [
  ['how many orders are there', [[5]]],
  [
    'total amount by city',
    [
      ['Berlin', 22.25],
      ['Paris', 21],
    ],
  ],
  ['total amount in 2025', [[36]]],
  [
    'number of orders per status',
    [
      ['open', 2],
      ['shipped', 3],
    ],
  ],
  ['names of customers in Berlin', [['Ann'], ['Cid']]],
  ['how many orders whose status contains SHIP', [[3]]],
  ['how many orders whose status starts with ship', [[3]]],
  ['how many orders whose status ends with PED', [[3]]],
  ['how many orders whose ticket starts with 7f', [[3]]],
];

for (const [title, openShop] of SERVERS)
  describe(`a connected ${title}`, () => {
    let shop: ShopServer;
    let proxy: TcpProxy;
    let dataDir: string;
    let service: Service;
    let documented: Documented;
    let apiKey: string;
    let client: string;
    let general: string;
    const lines: string[] = [];
    const bodies: string[] = [];

    const start = async () => {
      service = await compose({
        config: configSchema.parse({
          data_dir: dataDir,
          sample: { enabled: false },
          jobs: { poll_ms: 50 },
          workers: { planning_threads: 1, parsing_threads: 1 },
          duckdb: { processes: 1 },
          ask: { timeout_ms: ASK_TIMEOUT_MS },
        }),
        clock: systemClock,
        log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
        serverUrl: () => 'http://127.0.0.1',
      });
    };
    const call = async (test: Test, status: number): Promise<Response> => {
      const response = await test.set('X-API-Key', apiKey);
      bodies.push(response.text);
      expect(response.status, response.text).to.equal(status);
      return documented.expectDocumented(response);
    };
    const parts = (change: Record<string, unknown> = {}) => ({
      type: shop.type,
      host: '127.0.0.1',
      port: proxy.port,
      database: shop.database,
      ...shop.reader,
      ...change,
    });
    const database = () => `/accounts/clients/${client}/database`;
    const put = (body: object, status = 200) =>
      call(request(service.app).put(database()).send(body), status);
    const ask = async (q: string, workspace_id: string, status = 200) =>
      (await call(request(service.app).post('/query').send({ q, workspace_id }), status)).body;
    /** What became of a question while its server comes and goes. */
    const outcomeOf = async (q: string, workspace_id: string): Promise<string> => {
      const sent = request(service.app).post('/query').send({ q, workspace_id });
      const { status, body } = await sent.set('X-API-Key', apiKey);
      return status === 200 && body.result === 'error' ? body.error_type : String(status);
    };
    const answers = (workspace_id: string) =>
      eventually(
        async () => (await outcomeOf('how many orders are there', workspace_id)) === '200',
        'an answer',
      );
    const newWorkspace = async (name: string) =>
      (await call(request(service.app).post(`/clients/${client}/workspaces`).send({ name }), 201))
        .body.workspace_id as string;
    const settled = async (workspace_id: string) => {
      return eventually(async () => {
        const { body } = await call(
          request(service.app).get(`/clients/${client}/schema/status`).query({ workspace_id }),
          200,
        );
        return (body.status === 'ready' || body.status === 'failed') && body;
      }, 'the discovery of the database');
    };
    const schemaOf = async (workspace_id: string) =>
      (
        await call(
          request(service.app).get(`/clients/${client}/schema`).query({ workspace_id }),
          200,
        )
      ).body;
    const connected = async (name: string, change: Record<string, unknown> = {}) => {
      const workspace_id = await newWorkspace(name);
      await put(parts({ workspace_id, ...change }));
      expect(await settled(workspace_id)).to.include({ status: 'ready' });
      return workspace_id;
    };
    const upload = (workspaceId: string, status: number) =>
      call(
        request(service.app)
          .post(`/clients/${client}/workspaces/${workspaceId}/files`)
          .attach('file', Buffer.from('city,amount\nRome,1\n'), 'sales.csv'),
        status,
      );

    before(async function () {
      const opened = await openShop();
      if (!opened) return this.skip();
      shop = opened;
      proxy = await openTcpProxy(shop);
      dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-databases-'));
      await start();
      apiKey = service.firstKey!;
      const { body: document } = await request(service.app).get('/openapi.json');
      documented = documentedBy(document as ApiDocument);
      const { body: me } = await call(request(service.app).get('/whoami'), 200);
      client = me.client_id;
      general = me.workspaces[0].workspace_id;
    });
    after(async () => {
      await service?.close();
      await proxy?.close();
      await shop?.close();
      if (dataDir) await rm(dataDir, { recursive: true, force: true });
    });

    it('is tried, stored, discovered, and answers', async () => {
      const { body } = await put(parts({ workspace_id: general }));
      expect(body).to.deep.equal({
        client_id: client,
        workspace_id: general,
        type: shop.type,
        host: '127.0.0.1',
        port: proxy.port,
        database: shop.database,
        user: shop.reader.user,
        schema_status: 'discovering',
        read_only: true,
        warnings: [],
      });
      expect(await settled(general)).to.include({ status: 'ready', table_count: 2 });
      for (const [question, expected] of QUESTIONS) {
        const answer = await ask(question, general);
        expect(answer.result, question + JSON.stringify(answer)).to.equal('success');
        const rows = (answer.data.rows as unknown[][]).map((row) =>
          row.map((cell) => (/^-?\d+(\.\d+)?$/.test(String(cell)) ? Number(cell) : cell)),
        );
        expect(rows, question).to.have.deep.members(expected as unknown[][]);
      }
    });

    it('shows tables, keys and samples, but nothing of a column that holds secrets', async () => {
      const schema = await schemaOf(general);
      const names = schema.tables.map((table: { table_name: string }) => table.table_name);
      expect(names).to.have.members(['customers', 'orders']);
      expect(schema.relationships).to.have.length(1);
      const text = JSON.stringify(schema);
      expect(text).to.contain('Berlin');
      expect(text).to.not.contain('4000-');
      const { body } = await call(
        request(service.app).get(database()).query({ workspace_id: general }),
        200,
      );
      expect(body).to.include({ database: shop.database, schema_status: 'ready' });
    });

    it('warns of a user that can write', async () => {
      const { body } = await call(
        request(service.app).post(`${database()}/test`).send(parts(shop.writer)),
        200,
      );
      expect(body).to.include({ ok: true, read_only: false });
      expect(body.warnings.join(' ')).to.match(/write|insert|change/i);
    });

    const failing: readonly (readonly [string, () => Record<string, unknown>, RegExp])[] = [
      [
        'a user that is unknown',
        () => ({ user: 'plumb_nobody', password: 'x' }),
        /user|role|password|credentials/i,
      ],
      ['an unknown database', () => ({ database: 'plumb_nothing' }), /plumb_nothing/],
      ['a port that nobody listens on', () => ({ port: 1 }), /127\.0\.0\.1.*1\b/],
      [
        'a host that is unknown',
        () => ({ host: 'nowhere.invalid' }),
        /"nowhere\.invalid" is unknown/,
      ],
      ['a link-local host', () => ({ host: '169.254.169.254' }), /link-local/],
    ];
    for (const [what, change, text] of failing)
      it(`is refused with ${what}, in words, and not stored`, async () => {
        const workspace_id = await newWorkspace(what);
        const { body } = await put(parts({ workspace_id, ...change() }), 400);
        expect(body.detail).to.match(text);
        await call(request(service.app).get(database()).query({ workspace_id }), 404);
        await ask('how many orders are there', workspace_id, 422);
      });

    it('is refused with a wrong password, where the server looks at passwords', async function () {
      if (!shop.checksPasswords) return this.skip();
      const { body } = await put(parts({ workspace_id: general, password: 'wrong' }), 400);
      expect(body.detail).to.match(/password/i);
      expect(await settled(general), 'the stored one stays').to.include({ status: 'ready' });
    });

    it('and files exclude each other in a workspace', async () => {
      expect((await upload(general, 409)).body.detail).to.match(
        /workspace is connected to a database/,
      );
      const workspace_id = await newWorkspace('With files');
      await upload(workspace_id, 200);
      expect((await put(parts({ workspace_id }), 409)).body.detail).to.match(/has files/);
    });

    it('of the tenant answers in workspaces that have nothing of their own', async () => {
      const empty = await newWorkspace('Empty');
      await ask('how many orders are there', empty, 422);
      expect((await put(parts())).body).to.include({ workspace_id: null });
      expect(await settled(empty)).to.include({ status: 'ready', table_count: 2 });
      expect((await ask('how many orders are there', empty)).data.rows).to.deep.equal([[5]]);
      await upload(empty, 200);
      expect((await ask('total amount by city', empty)).data.rows).to.deep.equal([['Rome', 1]]);
      await call(request(service.app).delete(database()), 200);
    });

    it('shows a new table after a refresh', async () => {
      const workspace_id = await connected('Refreshed');
      await shop.run('create table shelves (id integer primary key, room varchar(20))');
      await shop.run("insert into shelves values (1, 'cellar'), (2, 'attic')");
      try {
        expect((await ask('how many shelves are there', workspace_id)).result).to.equal('error');
        const { body } = await call(
          request(service.app).post(`/clients/${client}/schema/refresh`).send({ workspace_id }),
          202,
        );
        expect(body).to.include({ client_id: client, status: 'discovering' });
        expect(await settled(workspace_id)).to.include({ status: 'ready', table_count: 3 });
        expect((await ask('how many shelves are there', workspace_id)).data.rows).to.deep.equal([
          [2],
        ]);
      } finally {
        await shop.run('drop table shelves');
      }
    });

    it('keeps a column closed that was marked sensitive, also from SQL', async () => {
      const workspace_id = await connected('Closed');
      await call(
        request(service.app)
          .patch(`/clients/${client}/schema/tables/customers/columns/city`)
          .query({ workspace_id })
          .send({ sensitive: true }),
        200,
      );
      const body = await ask('names of customers in Berlin', workspace_id);
      expect(body.result).to.equal('clarification');
      expect(body.clarification.question, 'a word of no value').to.match(
        /Berlin.* doesn't match any table/,
      );
      expect(JSON.stringify(body.clarification.options)).to.not.contain('Berlin');
      expect(JSON.stringify(await schemaOf(workspace_id))).to.not.contain('Berlin');
    });

    it('shows a key with a row filter its rows only, and no values of others', async () => {
      const workspace_id = await connected('Filtered');
      const log = pino({ level: 'silent' });
      const file = path.join(dataDir, 'plumbline.db');
      const store = await openStore({ url: null, path: file, pool: 1, log });
      const { account_id } = await store.db
        .selectFrom('tenants')
        .select('account_id')
        .where('id', '=', client)
        .executeTakeFirstOrThrow();
      const key = newKey({
        accountId: account_id,
        clientId: client,
        workspaceId: workspace_id,
        name: 'Berlin only',
        scope: 'query',
        rowFilter: { city: 'Berlin' },
        created_at: '2026-11-01T00:00:00.000',
      });
      await store.db.insertInto('api_keys').values(key.row).execute();
      await store.close();
      const askFiltered = async (q: string) => {
        const test = request(service.app).post('/query').set('X-API-Key', key.apiKey);
        const { body, text } = await test.send({ q });
        expect(text).to.not.match(/Paris|Bob/);
        return body;
      };
      expect((await askFiltered('how many customers are there')).data.rows).to.deep.equal([[2]]);
      expect((await askFiltered('how many customers per city')).data.rows).to.deep.equal([
        ['Berlin', 2],
      ]);
      expect((await askFiltered('how many orders are there')).result).to.equal('error');
      await askFiltered('names of customers in Parris');
    });

    it('says 503 while the server is away, and answers when it is back', async () => {
      const workspace_id = await connected('Away');
      proxy.cut();
      try {
        const { headers, body } = await call(
          request(service.app).post('/query').send({ q: 'how many orders', workspace_id }),
          503,
        );
        expect(Number(headers['retry-after'])).to.be.within(1, 60);
        expect(body.detail).to.match(/can't be reached/);
        const { text } = await call(
          request(service.app)
            .post(`/clients/${client}/ask/stream`)
            .send({ query: 'how many orders', workspace_id, new_session: true }),
          200,
        );
        expect(text).to.match(/event: error\r\ndata: .*"decline_reason":"source_unavailable"/);
      } finally {
        proxy.mend();
      }
      const back = await ask('how many orders are there', workspace_id);
      expect(back.data.rows).to.deep.equal([[5]]);
    });

    it('is answered or 503 while the server restarts under load, and is back', async () => {
      const workspace_id = await connected('Restarting');
      const outcomes = new Set<string>();
      let going = true;
      const asker = async () => {
        while (going) outcomes.add(await outcomeOf('how many orders are there', workspace_id));
      };
      const asking = Promise.all(Array.from({ length: 4 }, asker));
      await eventually(() => outcomes.has('200'));
      proxy.cut();
      await eventually(() => outcomes.has('503'));
      proxy.mend();
      await answers(workspace_id);
      going = false;
      await asking;
      expect(outcomes).to.deep.equal(new Set(['200', '503']));
    });

    it('is given up when the server hangs, and is back when it is', async () => {
      const workspace_id = await connected('Hanging');
      await ask('how many orders are there', workspace_id);
      proxy.hang();
      try {
        const outcome = await outcomeOf('total amount by city', workspace_id);
        expect(outcome).to.be.oneOf(['TIMEOUT', '503']);
      } finally {
        proxy.mend();
      }
      await answers(workspace_id);
    });

    it('is discovered after the service was stopped in the middle, also where the server hung', async () => {
      const workspace_id = await newWorkspace('Broken off');
      await put(parts({ workspace_id }));
      proxy.hang();
      await sleep(100);
      await service.close();
      proxy.mend();
      await start();
      expect(await settled(workspace_id)).to.include({ status: 'ready', table_count: 2 });
    });

    it('or a file gets a workspace when both come at once, never both', async () => {
      for (let round = 0; round < 5; round++) {
        const workspace_id = await newWorkspace(`Race ${round}`);
        const key = (test: Test) => test.set('X-API-Key', apiKey);
        const [uploaded, put] = await Promise.all([
          key(
            request(service.app)
              .post(`/clients/${client}/workspaces/${workspace_id}/files`)
              .attach('file', Buffer.from('city,amount\nRome,1\n'), 'sales.csv'),
          ),
          sleep(round * 8).then(() =>
            key(request(service.app).put(database()).send(parts({ workspace_id }))),
          ),
        ]);
        expect([uploaded.status, put.status].sort(), `round ${round}`).to.deep.equal([200, 409]);
      }
    });

    it('answers after a restart of the service', async () => {
      const workspace_id = await connected('Restarted');
      await service.close();
      await start();
      expect((await ask('how many orders are there', workspace_id)).data.rows).to.deep.equal([[5]]);
    });

    it('is gone when it is disconnected, and can be connected again', async () => {
      const workspace_id = await connected('Gone');
      const { body } = await call(
        request(service.app).delete(database()).query({ workspace_id }),
        200,
      );
      expect(body).to.deep.equal({ deleted: shop.database });
      const refused = await ask('how many orders are there', workspace_id, 422);
      expect(refused.detail).to.contain('PUT /accounts/clients/{client_id}/database');
      await put(parts({ workspace_id }));
      await settled(workspace_id);
      expect((await ask('how many orders are there', workspace_id)).data.rows).to.deep.equal([[5]]);
    });

    it('never had its password in a response or a line of the log', () => {
      expect(bodies.length).to.be.greaterThan(50);
      expect(lines.length).to.be.greaterThan(10);
      expect([...bodies, ...lines].filter((text) => text.includes('tops3cret'))).to.deep.equal([]);
    });
  });
