import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import type { Express } from 'express';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import request from 'supertest';
import { utils, write } from 'xlsx';
import { type Config, configSchema } from '#config/schema.ts';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { createAuthenticator } from '#src/accounts/authenticate.ts';
import { createAccount, newKey } from '#src/accounts/create.ts';
import { createAccountsService } from '#src/accounts/service.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import { systemClock } from '#src/clock.ts';
import { createPreview } from '#src/files/preview.ts';
import { createApp } from '#src/http/app.ts';
import { memoryLimiters } from '#src/http/middleware/limiters.ts';
import { openApiDocument } from '#src/http/openapi.ts';
import { fileRoutes } from '#src/http/routes/files.ts';
import { openIdempotency } from '#src/idempotency/requests.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import { clockTime } from '#src/store/store-time.ts';
import { openEngineFiles } from '../../bench/engine-files.ts';
import { plentyOfBytes } from '../fakes/byte-budget.ts';
import { createFakeFileUrls } from '../fakes/file-urls.ts';
import { FOREIGN } from '../fakes/foreign-files.ts';
import { noSignIns, noTokens } from '../fakes/tokens.ts';
import { type FilesHarness, filesBelow, openFiles } from '../unit/files/harness.ts';
import { type ApiDocument, type Documented, documentedBy } from './documented.ts';

const CSV = 'id,region\n1,North\n2,South\n';

describe('the files of a workspace over HTTP', () => {
  let dataDir: string;
  let files: FilesHarness;
  let app: Express;
  let documented: Documented;
  let config: Config;
  let apiKey: string;
  let queryKey: string;
  let path: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(`${tmpdir()}/plumbline-http-files-`);
    files = await openFiles(dataDir);
    config = configSchema.parse({ files: { max_file_bytes: 40_000 } });
    const account = await files.store.transaction().execute((trx) =>
      createAccount(trx, systemClock, {
        type: 'standard',
        plan: 'self_hosted',
        name: 'n',
        email: null,
        key: { name: 'first', bindTo: 'tenant' },
      }),
    );
    apiKey = account.apiKey!;
    path = `/clients/${account.clientId}/workspaces/${account.workspace.workspace_id}/files`;
    const asking = newKey({
      accountId: account.accountId,
      clientId: account.clientId,
      workspaceId: null,
      name: 'asking',
      scope: 'query',
      created_at: '2026-11-01T00:00:00.000',
    });
    await files.store.insertInto('api_keys').values(asking.row).execute();
    queryKey = asking.apiKey;
    app = open(config);
  });
  afterEach(async () => {
    await files.close();
    await rm(dataDir, { recursive: true });
  });

  function open(settings: Config): Express {
    const authenticator = createAuthenticator(files.store, systemClock);
    const accounts = createAccountsService({
      store: files.store,
      clock: systemClock,
      config: settings,
      authenticator,
      sample: () => Promise.resolve(null),
    });
    const routes = routesOf(settings, accounts);
    documented = documentedBy(openApiDocument(routes, 'http://x') as unknown as ApiDocument);
    return createApp({
      config: settings,
      log: pino({ level: 'silent' }),
      accounts,
      limiters: memoryLimiters(),
      idempotency: openIdempotency({
        store: files.store,
        clock: systemClock,
        time: clockTime(systemClock),
        log: pino({ level: 'silent' }),
        config: settings.idempotency,
      }),
      answers: plentyOfBytes(),
      tokens: noTokens,
      signIns: noSignIns,
      metrics: new Registry(),
      stopping: new AbortController().signal,
      routes,
    });
  }

  function routesOf(settings: Config, accounts: AccountsService) {
    return fileRoutes({
      accounts,
      files: files.service,
      fileUrls: createFakeFileUrls(files.store),
      config: settings,
      preview: createPreview({
        store: files.store,
        pin: files.pin,
        readRows: async ({ query }) => {
          const connection = await openEngineFiles(files.folders.engine);
          return (
            await connection.runAndReadAll(lowerDuckdb(query))
          ).getRowsJson() as CellValue[][];
        },
      }),
      receive: files.receive,
    });
  }

  /** Held to the document that the service gives of itself. */
  const asDocumented = (response: request.Response) => {
    documented.expectDocumented(response);
  };
  const send = (content: string | Buffer, filename: string, key = apiKey) =>
    request(app)
      .post(path)
      .set('X-API-Key', key)
      .attach('file', Buffer.from(content), filename)
      .expect(asDocumented);
  const list = (key = apiKey) => request(app).get(path).set('X-API-Key', key).expect(asDocumented);

  it('uploads, lists and deletes a CSV', async () => {
    const uploaded = await send(CSV, 'Sales.csv').expect(200);
    expect(uploaded.body).to.deep.include({
      filename: 'Sales.csv',
      version: 1,
      unchanged: false,
      schema_status: 'discovering',
      tables: [{ table_name: 'sales', sheet_name: 'Sales.csv', row_count: 2, column_count: 2 }],
      notes: [],
    });
    const listed = await list().expect(200);
    expect(listed.body.count).to.equal(1);
    const [file] = listed.body.files;
    expect(file).to.have.all.keys(
      'id',
      'filename',
      'sha256',
      'byte_size',
      'version',
      'tables',
      'status',
      'error',
      'created_at',
      'notes',
      'mapping',
    );
    expect(file.created_at).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+$/);
    const removed = await request(app)
      .delete(`${path}/${file.id}`)
      .set('X-API-Key', apiKey)
      .expect(200);
    expect(removed.body).to.deep.equal({ deleted: 'Sales.csv', files_remaining: 0 });
    await request(app).delete(`${path}/${file.id}`).set('X-API-Key', apiKey).expect(404);
  });

  it('adds the rows of another file to those of one, and refuses what does not fit', async () => {
    await send(CSV, 'a.csv').expect(200);
    const { id } = (await list()).body.files[0];
    const form = (content: string, fields: Readonly<Record<string, string>>) => {
      const call = request(app).post(path).set('X-API-Key', apiKey);
      for (const [name, value] of Object.entries(fields)) call.field(name, value);
      return call.attach('file', Buffer.from(content), 'b.csv').expect(asDocumented);
    };
    const { body } = await form('region,id\nWest,3\n', { append_to: String(id) }).expect(200);
    expect(body).to.deep.include({
      filename: 'a.csv',
      version: 2,
      appended: { filename: 'b.csv', rows: 1, repeated_rows: 0 },
    });
    const [file] = (await list()).body.files;
    expect(file.uploads.map((one: { filename: string }) => one.filename)).to.deep.equal([
      'a.csv',
      'b.csv',
    ]);
    const refused = await form('region\nWest\nEast\n', { append_to: String(id) }).expect(409);
    expect(refused.headers['x-error-code']).to.equal('upload_does_not_fit');
    expect(refused.body.detail).to.contain('it lacks the column id of the table a');
    await form(CSV, { append_to: '4711' }).expect(404);
    await form(CSV, { append_to: 'x' }).expect(422);
    await form(CSV, { mode: 'add' }).expect(422);
    await form(CSV, { mode: 'append' }).expect(200);
    expect((await list()).body.count).to.equal(2);
  });

  it('shows the first rows of a table', async () => {
    await send(CSV, 'a.csv').expect(200);
    const { id } = (await list()).body.files[0];
    const preview = (query: string) =>
      request(app).get(`${path}/${id}/preview${query}`).set('X-API-Key', apiKey);
    const { body } = await preview('?limit=1').expect(200);
    expect(body).to.deep.equal({
      table_name: 'a',
      columns: ['id', 'region'],
      rows: [['1', 'North']],
    });
    await preview('?table=none').expect(404);
    await preview('?limit=0').expect(422);
  });

  it('shows no cell of a column that would be hidden, by its name or by its values', async () => {
    const hash = (n: number) => `$2b$10$${String(n).repeat(22)}abcdefghijklmnopqrstuvwxyz01234`;
    const lines = [1, 2, 3].map((n) => `${n},hunter${n},${hash(n)},City ${n}`);
    const { body } = await request(app)
      .post(`${path}?preview=true`)
      .set('X-API-Key', apiKey)
      .attach('file', Buffer.from(`id,password,note,city\n${lines.join('\n')}\n`), 'people.csv')
      .expect(200)
      .expect(asDocumented);
    const [table] = body.tables;
    expect(
      table.columns.map(({ name, hidden }: { name: string; hidden: boolean }) => [name, hidden]),
    ).to.deep.equal([
      ['id', false],
      ['password', true],
      ['note', true],
      ['city', false],
    ]);
    expect(table.rows[0]).to.deep.equal(['1', null, null, 'City 1']);
    expect(JSON.stringify(body)).to.not.match(/hunter|\$2b\$/);
  });

  it('shows what an upload would become, and keeps nothing of it', async () => {
    const { body } = await request(app)
      .post(`${path}?preview=true`)
      .set('X-API-Key', apiKey)
      .attach('file', Buffer.from('day,n\n01/02/2024,1\n03/04/2024,2\n'), 'p.csv')
      .expect(200)
      .expect(asDocumented);
    expect(body).to.include({ filename: 'p.csv', preview: true });
    expect(body.tables[0]).to.deep.include({
      table_name: 'p',
      row_count: 2,
      rows: [
        ['2024-01-02', '1'],
        ['2024-03-04', '2'],
      ],
      decisions: {
        table_name: 'p',
        header_row: 1,
        types: { day: 'date', n: 'integer' },
        totals: 'skip',
      },
    });
    expect(body.tables[0].mapping_key).to.equal('p.csv');
    expect(body.notes[0]).to.include({ setting: 'date_order', decided: 'mdy', column: 'day' });
    expect(body.notes[0].note).to.include('read as month/day/year');
    expect((await list()).body.files).to.deep.equal([]);
  });

  it('reads a stored file once more as its notes are answered, from the bytes that are kept', async () => {
    await send('day,n\n01/02/2024,1\n03/04/2024,2\n', 'r.csv').expect(200);
    const { id } = (await list()).body.files[0];
    const mapping = { 'r.csv': { date_order: { day: 'dmy' } } };
    const again = (query: string, body: object, file = id) =>
      request(app)
        .post(`${path}/${file}/read${query}`)
        .set('X-API-Key', apiKey)
        .send(body)
        .expect(asDocumented);
    const firstDay = async () =>
      (await request(app).get(`${path}/${id}/preview`).set('X-API-Key', apiKey)).body.rows[0][0];

    const shown = await again('?preview=true', { mapping }).expect(200);
    expect(shown.body.tables[0].rows[0][0]).to.equal('2024-02-01');
    expect(await firstDay()).to.equal('2024-01-02');

    const read = await again('', { mapping }).expect(200);
    expect(read.body).to.include({ filename: 'r.csv', version: 1, unchanged: false });
    expect(await firstDay()).to.equal('2024-02-01');
    expect((await list()).body.files[0].mapping).to.deep.equal(mapping);

    // What was said before holds where nothing is said.
    await again('', {}).expect(200);
    expect(await firstDay()).to.equal('2024-02-01');
    const wrong = await again('', { mapping: { other: {} } }).expect(400);
    expect(JSON.stringify(wrong.body)).to.contain('has no sheet');
    expect(await firstDay()).to.equal('2024-02-01');
    await again('', { mapping }, 999_999).expect(404);
    expect(await filesBelow(files.folders.uploads)).to.deep.equal([]);
  });

  it('keeps the bytes of a preview, shows them otherwise and imports them', async () => {
    const shown = await request(app)
      .post(`${path}?preview=true&keep=true`)
      .set('X-API-Key', apiKey)
      .attach('file', Buffer.from('day,n\n01/02/2024,1\n03/04/2024,2\n'), 'p.csv')
      .expect(200)
      .expect(asDocumented);
    const [open] = shown.body.notes.filter((note: { open?: true }) => note.open);
    expect(open).to.deep.include({ setting: 'date_order', column: 'day' });
    const at = `${path}/uploads/${shown.body.upload_id}`;
    const mapping = { 'p.csv': { date_order: { day: 'dmy' } } };
    const again = await request(app)
      .post(`${at}/preview`)
      .set('X-API-Key', apiKey)
      .send({ mapping })
      .expect(200)
      .expect(asDocumented);
    expect(again.body.tables[0].rows[0]).to.deep.equal(['2024-02-01', '1']);
    expect(again.body.notes.some((note: { open?: true }) => note.open)).to.equal(false);
    const queued = await request(app)
      .post(at)
      .set('X-API-Key', apiKey)
      .send({ mapping })
      .expect(202)
      .expect(asDocumented);
    expect(queued.body.status_url).to.equal(`${path}/jobs/${queued.body.job_id}`);
    await request(app)
      .post(`${path}/uploads/upl_none`)
      .set('X-API-Key', apiKey)
      .send({})
      .expect(404)
      .expect(asDocumented);
  });

  it('refuses by name what holds no table, whatever it is called', async () => {
    const told: string[] = [];
    for (const [at, [name, bytes]] of FOREIGN.entries()) {
      const filename = `a.${['csv', 'xlsx', 'json', 'txt', 'xls', 'parquet'][at % 6]}`;
      const { status, body } = await send(await bytes, filename);
      if (status !== 400 || !body.detail.startsWith(`"${filename}" is ${name}, which isn't`))
        told.push(`${filename}: ${name} → ${status} ${body.detail}`);
    }
    expect(told).to.deep.equal([]);
    expect((await list()).body.files).to.have.length.lessThan(7);
  });

  it('keeps a mapping for the next versions of a file, and tells', async () => {
    const mapping = { 'm.csv': { date_order: { day: 'dmy' } } };
    await send('day,n\n01/02/2024,1\n', 'm.csv')
      .field('mapping', JSON.stringify(mapping))
      .expect(200);
    const { body } = await send('day,n\n01/02/2024,1\n03/02/2024,2\n', 'm.csv').expect(200);
    expect(body.version).to.equal(2);
    const [file] = (await list()).body.files;
    const get = (id: number) =>
      request(app).get(`${path}/${id}`).set('X-API-Key', apiKey).expect(asDocumented);
    const { body: read } = await get(file.id).expect(200);
    expect(read.mapping).to.deep.equal(mapping);
    expect(read.notes.map(({ note }: { note: string }) => note).join()).to.include(
      'mapping of the previous version',
    );
    await get(999_999).expect(404);
  });

  it('uploads a workbook of several sheets', async () => {
    const book = utils.book_new();
    for (const name of ['Orders', 'Customers'])
      utils.book_append_sheet(
        book,
        utils.aoa_to_sheet([
          ['id', 'name'],
          [1, 'a'],
        ]),
        name,
      );
    const { body } = await send(write(book, { type: 'buffer', bookType: 'xlsx' }), 'b.xlsx').expect(
      200,
    );
    expect(body.tables.map((t: { table_name: string }) => t.table_name)).to.deep.equal([
      'orders',
      'customers',
    ]);
  });

  it('answers the same bytes with unchanged, and a clash with the tables of the other file', async () => {
    await send(CSV, 'a.csv').expect(200);
    const again = await send(CSV, 'a.csv').expect(200);
    expect(again.body.unchanged).to.equal(true);
    expect(again.body.message).to.be.a('string');
    const clash = await send(CSV, 'A.csv').field('force', 'true').expect(409);
    expect(clash.body.detail.error).to.equal('table_name_collision');
    expect(clash.body.detail.collisions).to.deep.equal([{ table_name: 'a', owned_by: 'a.csv' }]);
  });

  it('skips and renames by the mapping, whichever way the fields are ordered', async () => {
    const { body } = await request(app)
      .post(path)
      .set('X-API-Key', apiKey)
      .field('mapping', '{"a.csv": {"table_name": "sales"}}')
      .attach('file', Buffer.from(CSV), 'a.csv')
      .expect(200);
    expect(body.tables[0].table_name).to.equal('sales');
    const skipped = await send(CSV, 'b.csv')
      .field('mapping', '{"b.csv": {"skip": true}}')
      .expect(400);
    expect(skipped.body.detail).to.contain('No data to import');
  });

  const refusals: readonly [string, string, string, number, string][] = [
    ['an empty file', '', 'a.csv', 400, 'empty'],
    ['another type', 'x', 'a.pdf', 400, '.csv or .xlsx'],
    ['a workbook that is none', '<html></html>', 'a.xlsx', 400, 'HTML'],
    ['a header alone', 'a,b\n', 'a.csv', 400, 'No data to import'],
    ['a file that is too large', 'x'.repeat(40_001), 'a.csv', 413, 'larger than'],
  ];
  for (const [what, content, filename, status, text] of refusals)
    it(`refuses ${what} with ${status}`, async () => {
      const { body } = await send(content, filename).expect(status);
      expect(body.detail).to.contain(text);
      expect(await filesBelow(files.folders.uploads)).to.deep.equal([]);
    });

  it('refuses a form without a file with 422 and a list of what is wrong', async () => {
    const { body } = await request(app)
      .post(path)
      .set('X-API-Key', apiKey)
      .field('force', 'no')
      .expect(422);
    expect(body.detail[0].loc).to.deep.equal(['body', 'file']);
  });

  it('refuses missing keys, ask-only keys and unknown workspaces', async () => {
    await request(app).get(path).expect(401);
    await list(queryKey).expect(403);
    await send(CSV, 'a.csv', queryKey).expect(403);
    const elsewhere = path.replace(/workspaces\/[^/]+/, 'workspaces/ws_none');
    await request(app).get(elsewhere).set('X-API-Key', apiKey).expect(404);
  });

  it('says Not found where files are switched off', async () => {
    app = open({ ...config, files: { ...config.files, enabled: false } });
    const { body } = await send(CSV, 'a.csv').expect(404);
    expect(body.detail).to.equal('Not found');
    await list().expect(404);
  });
});
