import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { attempt, faultsOfRefusal, kill } from '../../bench/faults/stores/attempt.ts';
import { HARSH } from '../../bench/faults/stores/installation.ts';
import { call, type StartedService, startService } from '../../bench/service.ts';
import { eventually } from '../fakes/eventually.ts';
import { requirePostgres, temporaryDatabase } from '../fakes/postgres.ts';
import { type S3Server, startS3 } from '../fakes/s3.ts';
import { filesBelow } from '../unit/files/harness.ts';

const KEY = `k1:${randomBytes(32).toString('base64')}`;
const ROWS = 3_000;

describe('two gateways on two empty disks, over one PostgreSQL and one bucket', function () {
  this.timeout(300_000);
  let database: Awaited<ReturnType<typeof temporaryDatabase>>;
  let server: S3Server;
  let folder: string;
  let env: Readonly<Record<string, string>>;
  let first: StartedService;
  let second: StartedService;
  let apiKey: string;
  let client: string;
  let workspace: string;
  const started: StartedService[] = [];

  before(async function () {
    if (!(await requirePostgres())) return this.skip();
    database = await temporaryDatabase();
    server = await startS3();
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-bucket-'));
    env = { ...HARSH, ...settingsOf(server, database.url) };
    first = await start('first');
    apiKey = first.apiKey!;
    second = await start('second');
    const me = await call<{ client_id: string; workspaces: { workspace_id: string }[] }>(
      first,
      'GET',
      '/whoami',
    );
    client = me.client_id;
    workspace = me.workspaces[0]!.workspace_id;
  });
  after(async () => {
    for (const gateway of started) await kill(gateway);
    await server?.close();
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    await database?.drop();
  });
  afterEach(() => {
    if (server) server.mood = () => null;
  });

  const settingsOf = ({ url, bucket, ...keys }: S3Server, store: string) => ({
    PLUMBLINE_STORE__URL: store,
    PLUMBLINE_OBJECTS__STORE: 's3',
    PLUMBLINE_OBJECTS__CHECK_MS: '1000',
    PLUMBLINE_S3__ENDPOINT: url,
    PLUMBLINE_S3__BUCKET: bucket,
    PLUMBLINE_S3__ACCESS_KEY_ID: keys.accessKeyId,
    PLUMBLINE_S3__SECRET_ACCESS_KEY: keys.secretAccessKey,
    PLUMBLINE_S3__STALL_MS: '500',
    PLUMBLINE_S3__ATTEMPTS: '2',
    PLUMBLINE_DATABASES__ENCRYPTION_KEYS: KEY,
    PLUMBLINE_FILES__SWEEP_MS: '1000',
    PLUMBLINE_FILES__READER_GRACE_MS: '6000',
    PLUMBLINE_ASK__TOTAL_TIMEOUT_MS: '5000',
    PLUMBLINE_STORE__LEASE_MS: '3000',
    PLUMBLINE_LOG__LEVEL: 'fatal',
  });
  const dataOf = (name: string) => path.join(folder, name);
  const start = async (name: string) => {
    const gateway = await startService({ dataDir: dataOf(name), env });
    started.push(gateway);
    return gateway;
  };
  const at = ({ url }: StartedService) => ({ url, apiKey });
  const files = () => `/clients/${client}/workspaces/${workspace}/files`;
  const upload = (gateway: StartedService, table: string, rows = ROWS) => {
    const form = new FormData();
    const lines = Array.from({ length: rows }, (_, n) => `${n},${table} ${n}`).join('\n');
    form.set('file', new Blob([`number,text\n${lines}\n`]), `${table}.csv`);
    return fetch(gateway.url + files(), {
      ...{ method: 'POST', headers: { 'x-api-key': apiKey }, body: form },
    });
  };
  const ask = async (gateway: StartedService, q: string) => {
    const response = await fetch(`${gateway.url}/query`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ q, workspace_id: workspace }),
    });
    const answer = (await response.json()) as {
      data?: { rows: unknown[][] };
      result_token?: string;
      detail?: string;
    };
    return { status: response.status, ...answer };
  };
  const count = async (gateway: StartedService, table: string) =>
    (await ask(gateway, `how many ${table} are there`)).data?.rows[0]?.[0];
  const listed = () =>
    call<{ files: { id: number; filename: string; status: string }[] }>(
      at(second),
      'GET',
      files(),
    ).then((found) => found.files);
  const idOf = async (table: string) =>
    (await listed()).find(({ filename }) => filename === `${table}.csv`)!.id;
  const inBucket = (tree: string) =>
    [...server.objects.keys()].filter((key) => key.startsWith(`${tree}/`));
  const fetched = () => server.requests.filter((one) => one.startsWith('get engine/'));

  it('answers on either what was uploaded to the other, after one fetch', async () => {
    expect((await upload(first, 'gadgets')).status).to.equal(200);
    server.requests.length = 0;
    expect(await count(second, 'gadgets')).to.equal(ROWS);
    const once = fetched();
    expect(new Set(once).size).to.equal(once.length);
    expect(once.some((one) => one.endsWith('/tables.duckdb'))).to.equal(true);
    expect((await ask(second, 'gadgets by text')).status).to.equal(200);
    expect(fetched()).to.have.length(once.length);
    // Who made it has it already.
    expect(await count(first, 'gadgets')).to.equal(ROWS);
    expect(fetched()).to.have.length(once.length);
  });

  it('gives pages of a result and exports on the gateway that did not make it', async () => {
    const { result_token: token } = await ask(first, 'list all gadgets');
    expect(token).to.be.a('string');
    const page = await call<{ rows: unknown[][]; total_rows: number }>(
      at(second),
      'GET',
      `/clients/${client}/results/${token}?offset=2000&limit=10`,
    );
    expect(page.rows).to.have.length(10);
    const csv = await fetch(`${second.url}/clients/${client}/results/${token}/export?format=csv`, {
      headers: { 'x-api-key': apiKey },
    });
    expect((await csv.text()).trim().split('\n')).to.have.length(ROWS + 1);
  });

  it('lets a file be read again on a gateway that has never seen it', async () => {
    const third = await start('third');
    const read = await call<{ tables: { row_count: number }[] }>(
      at(third),
      'POST',
      `${files()}/${await idOf('gadgets')}/read`,
      {},
    );
    expect(read.tables[0]?.row_count).to.equal(ROWS);
    await third.stop();
    expect(await count(second, 'gadgets')).to.equal(ROWS);
  });

  it('answers what it has while the bucket stalls, and says so of the rest', async () => {
    const cold = await start('cold');
    server.mood = () => 'stall';
    expect(await count(second, 'gadgets')).to.equal(ROWS);
    const began = performance.now();
    const refused = await ask(cold, 'how many gadgets are there');
    expect(refused.status).to.equal(503);
    expect(refused.detail).to.equal("The object store isn't responding. Try again in a moment.");
    expect((await upload(second, 'widgets')).status).to.equal(503);
    expect(performance.now() - began).to.be.below(20_000);
    server.mood = () => null;
    expect(await count(cold, 'gadgets')).to.equal(ROWS);
    expect((await upload(second, 'widgets', 7)).status).to.equal(200);
    expect(await count(cold, 'widgets')).to.equal(7);
    await cold.stop();
  });

  it('loses nothing and leaves nothing where one is killed in the middle of an upload', async () => {
    server.mood = ({ right, key }) =>
      right === 'put' && key.endsWith('/tables.duckdb') ? 'stall' : null;
    const originals = inBucket('originals').length;
    const cut = upload(first, 'sprockets').catch(() => null);
    await eventually(() => inBucket('originals').length > originals, 'the original');
    await eventually(
      () => inBucket('engine').some((key) => key.endsWith('/profile.json')),
      'a version',
    );
    await kill(first);
    await cut;
    server.mood = () => null;
    expect(await count(second, 'gadgets')).to.equal(ROWS);
    await eventually(() => inBucket('originals').length === originals, 'the sweep');
    const versions = () => new Set(inBucket('engine').map((key) => key.split('/')[2]));
    await eventually(() => versions().size === 2, 'the sweep of versions');
    expect(
      (await listed()).find(({ filename }) => filename === 'sprockets.csv')?.status,
    ).to.be.oneOf(['failed', undefined]);
    expect([await count(second, 'gadgets'), await count(second, 'widgets')]).to.deep.equal([
      ROWS,
      7,
    ]);
    first = await start('first');
    expect(await count(first, 'gadgets')).to.equal(ROWS);
  });

  it('takes a deleted original out of the bucket at once, and everything else after it', async () => {
    await count(first, 'widgets');
    for (const table of ['widgets', 'gadgets']) {
      const { length } = inBucket('originals');
      await call(at(second), 'DELETE', `${files()}/${await idOf(table)}`);
      expect(inBucket('originals')).to.have.length(length - 1);
    }
    await eventually(() => inBucket('engine').length === 0, 'versions');
    for (const gateway of ['first', 'second'])
      for (const tree of ['engine', 'originals'])
        for (let tries = 0; ; tries++) {
          const left = await filesBelow(path.join(dataOf(gateway), tree)).catch(() => []);
          if (left.length === 0) break;
          if (tries > 100) expect(left, gateway).to.deep.equal([]);
          await sleep(200);
        }
  });

  describe('with settings that cannot be', () => {
    const refusal = async (name: string, more: Readonly<Record<string, string>>, said: RegExp) => {
      const before = [...server.objects.keys()].sort();
      const outcome = await attempt(dataOf(name), {
        ...env,
        PLUMBLINE_LOG__LEVEL: 'error',
        ...more,
      });
      expect(faultsOfRefusal(outcome, said)).to.deep.equal([]);
      expect([...server.objects.keys()].sort()).to.deep.equal(before);
      const left = await readdir(dataOf(name)).catch(() => []);
      expect(left.filter((one) => !one.startsWith('lock.') && one !== 'gateways')).to.deep.equal(
        [],
      );
    };
    afterEach(() => server?.denied.clear());

    for (const right of ['list', 'get', 'put', 'delete'] as const)
      it(`does not start without the right to ${right}`, async () => {
        server.denied.add(right);
        await refusal(
          `no-${right}`,
          {},
          /The object store s3:\/\/plumbline-test\/ refused a request .*AccessDenied.*Nothing was changed/,
        );
      });

    it('does not start where the bucket is not reached', () =>
      refusal('away', { PLUMBLINE_S3__ENDPOINT: 'http://127.0.0.1:9' }, /can't be reached/));

    it('does not start on a bucket of another installation', async () => {
      const other = await temporaryDatabase();
      try {
        await refusal(
          'other-store',
          { PLUMBLINE_STORE__URL: other.url },
          /The metadata store .* is empty, but the object store s3:\/\/plumbline-test\/ isn't new/,
        );
      } finally {
        await other.drop();
      }
    });

    it('does not start on another bucket than the store knows', () =>
      refusal(
        'other-bucket',
        { PLUMBLINE_S3__PREFIX: 'elsewhere/' },
        /The metadata store .* doesn't belong to the object store s3:\/\/plumbline-test\/elsewhere\//,
      ));

    it('does not start beside it with a data folder alone', () =>
      refusal(
        'folder',
        { PLUMBLINE_OBJECTS__STORE: 'folder' },
        /The metadata store .* doesn't belong to the data folder/,
      ));

    it('does not start with SQLite, or without a key that all have', async () => {
      const { PLUMBLINE_STORE__URL: _, ...sqlite } = env;
      const outcome = await attempt(dataOf('sqlite'), sqlite);
      expect(
        faultsOfRefusal(outcome, /objects\.store.*needs a metadata store that gateways share/),
      ).to.deep.equal([]);
      await refusal(
        'no-keys',
        { PLUMBLINE_DATABASES__ENCRYPTION_KEYS: '' },
        /databases\.encryption_keys.*share no folder/,
      );
    });

    it('does not take the uploads of another installation for copies', async () => {
      const own = await startService({ dataDir: dataOf('own'), env: HARSH });
      await own.stop();
      const before = await filesBelow(dataOf('own'));
      const outcome = await attempt(dataOf('own'), env);
      expect(faultsOfRefusal(outcome, /has uploads of its own/)).to.deep.equal([]);
      expect(
        (await filesBelow(dataOf('own'))).filter((one) => !one.startsWith('lock')),
      ).to.deep.equal(before.filter((one) => !one.startsWith('lock')));
    });

    it('does not share a data folder with another gateway', async () => {
      const outcome = await attempt(dataOf('second'), env);
      expect(
        faultsOfRefusal(outcome, /Another Plumbline.* is using the data folder/),
      ).to.deep.equal([]);
    });
  });
});
