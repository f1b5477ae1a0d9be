import { mkdtemp, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'chai';
import type { AppError } from '#src/errors.ts';
import type { CommitManifest, FileJob, ReceivedUpload } from '#src/files/types.ts';
import { eventually } from '../../fakes/eventually.ts';
import { KINDS } from '../../fakes/file-kinds.ts';
import { longOverStores, type TestStore } from '../../fakes/stores.ts';
import {
  ADDRESS,
  addWorkspace,
  type FilesHarness,
  filesBelow,
  openFiles,
  received,
} from './harness.ts';

const never = new AbortController().signal;
const JANUARY = 'id,day,region,amount\n1,03/01/2024,North,2\n2,17/01/2024,South,3\n';

longOverStores('files that are appended to', (open) => {
  let dataDir: string;
  let opened: TestStore;
  let files: FilesHarness;

  beforeEach(async () => {
    dataDir = await mkdtemp(`${tmpdir()}/plumbline-append-`);
    opened = await open();
    files = await openFiles(dataDir, { store: opened.db, kind: opened.kind });
    await addWorkspace(opened.db);
  });
  afterEach(async () => {
    await files.close();
    await opened.dispose();
    await rm(dataDir, { recursive: true });
  });

  const send = async (
    filename: string,
    content: string | Uint8Array,
    rest: Partial<ReceivedUpload> = {},
  ): Promise<CommitManifest> =>
    files.service.upload(
      ADDRESS,
      { ...(await received(dataDir, filename, content)), ...rest },
      never,
    );
  const append = (
    filename: string,
    content: string | Uint8Array,
    { to = null, ...rest }: Partial<ReceivedUpload> & { readonly to?: number | null } = {},
  ) => send(filename, content, { ...rest, append: { to, filename } });
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => ({ code: 'none', message: 'nothing failed' }),
      ({ code, message }: AppError) => ({ code, message }),
    );
  const record = async () => (await files.service.list(ADDRESS))[0]!;
  const rows = async (sql = 'FROM sales'): Promise<readonly (readonly string[])[]> => {
    const { generation_id } = await opened.db
      .selectFrom('workspaces')
      .select('generation_id')
      .where('id', '=', 'ws_1')
      .executeTakeFirstOrThrow();
    const catalog = await files.loadCatalog(generation_id!);
    const instance = await DuckDBInstance.create(catalog!.attachments[0]!.path, {
      access_mode: 'READ_ONLY',
    });
    const connection = await instance.connect();
    try {
      const found = await (await connection.run(sql)).getRows();
      return found.map((row) => row.map(String));
    } finally {
      connection.disconnectSync();
      instance.closeSync();
    }
  };
  const notes = ({ notes: all }: CommitManifest) => all.map(({ note }) => note).join('\n');

  it('have the rows of both, by the names of their columns, as a new version', async () => {
    await send('sales.csv', JANUARY);
    const done = await append('sales.csv', 'Amount,id,region,day\n5,3,East,02/02/2024\n');
    expect(done).to.deep.include({
      filename: 'sales.csv',
      version: 2,
      unchanged: false,
      appended: { filename: 'sales.csv', rows: 1, repeated_rows: 0 },
    });
    expect(done.tables).to.deep.equal([
      { table_name: 'sales', sheet_name: 'sales.csv', row_count: 3, column_count: 4 },
    ]);
    expect(await rows()).to.deep.equal([
      ['1', '2024-01-03', 'North', '2'],
      ['2', '2024-01-17', 'South', '3'],
      // As what stands shows it: the day first.
      ['3', '2024-02-02', 'East', '5'],
    ]);
    const { version, byte_size, uploads } = await record();
    expect([version, uploads?.map(({ filename }) => filename)]).to.deep.equal([
      2,
      ['sales.csv', 'sales.csv'],
    ]);
    expect(byte_size).to.equal(uploads!.reduce((sum, one) => sum + one.byte_size, 0));
  });

  it('take a file of any name, and again one, by the id', async () => {
    await send('sales.csv', JANUARY);
    const { id: to } = await record();
    await append('february.csv', 'id,day,region,amount\n3,02/02/2024,East,5\n', { to });
    const done = await append('march.csv', 'id,day,region,amount\n4,01/03/2024,West,7\n', { to });
    expect(done).to.deep.include({ version: 3, filename: 'sales.csv' });
    expect((await record()).uploads!.map(({ filename }) => filename)).to.deep.equal([
      'sales.csv',
      'february.csv',
      'march.csv',
    ]);
    expect(await rows('SELECT id, month(day), amount FROM sales')).to.deep.equal([
      ['1', '1', '2'],
      ['2', '1', '3'],
      ['3', '2', '5'],
      ['4', '3', '7'],
    ]);
    expect(await filesBelow(files.folders.originals), 'its bytes, and those before').to.have.length(
      2,
    );
    expect(await filesBelow(files.folders.uploads)).to.deep.equal([]);
  });

  it('begin with it where there is none of that name; one that is gone is none by its id', async () => {
    const first = await append('sales.csv', JANUARY);
    expect(first).to.include({ version: 1 });
    expect(first).not.to.have.property('appended');
    expect(await failure(append('x.csv', 'id\n1\n2\n', { to: 4711 }))).to.include({
      code: 'file_not_found',
    });
  });

  it('widen numbers and days, and say so', async () => {
    await send('sales.csv', 'id,at,amount\n1,2024-01-03,2\n2,2024-01-17,3\n');
    const done = await append('sales.csv', 'id,at,amount\n3,2024-02-02 10:30:00,5.25\n');
    expect(notes(done)).to.contain('The column changed from integer to');
    expect(notes(done)).to.contain('to timestamp when');
    expect(await rows()).to.deep.equal([
      ['1', '2024-01-03 00:00:00', '2.00'],
      ['2', '2024-01-17 00:00:00', '3.00'],
      ['3', '2024-02-02 10:30:00', '5.25'],
    ]);
  });

  it('keep codes as they are written where the column is text, and take truth values by themselves', async () => {
    await send('sales.csv', 'zip,open\n01067,yes\n10115,no\n');
    await append('sales.csv', 'zip,open\n20095,yes\n80331,yes\n');
    expect(await rows('SELECT zip, open, typeof(zip) FROM sales WHERE open')).to.deep.equal([
      ['01067', 'true', 'VARCHAR'],
      ['20095', 'true', 'VARCHAR'],
      ['80331', 'true', 'VARCHAR'],
    ]);
  });

  it('tell rows that are there already, and keys that other rows have', async () => {
    const ids = Array.from({ length: 30 }, (_, n) => `${n + 1},North,${n}.50`);
    await send('sales.csv', `id,region,amount\n${ids.join('\n')}\n`);
    const done = await append(
      'sales.csv',
      'id,region,amount\n1,North,0.5\n2,South,9.25\n31,East,1.5\n',
    );
    expect(done.appended).to.deep.equal({ filename: 'sales.csv', rows: 3, repeated_rows: 1 });
    expect(notes(done)).to.contain('1 row of "sales.csv" is already in the table sales');
    expect(notes(done)).to.contain(
      '1 row of "sales.csv" has a id that already exists in the table sales',
    );
    expect(await rows('SELECT count(*) FROM sales')).to.deep.equal([['33']]);
  });

  it('are not given the same bytes twice, unless it is forced', async () => {
    await send('sales.csv', JANUARY);
    const again = await append('sales.csv', JANUARY);
    expect(again).to.include({ unchanged: true, version: 1 });
    expect(again.message).to.contain('nothing was added');
    expect(await append('sales.csv', JANUARY, { force: true })).to.include({ version: 2 });
    expect(await rows('SELECT count(*) FROM sales')).to.deep.equal([['4']]);
  });

  for (const [what, content, why] of [
    ['a column is missing', 'id,day,region\n3,02/02/2024,East\n', 'it lacks the column amount'],
    [
      'there is one more',
      'id,day,region,amount,tax\n3,02/02/2024,East,5,1\n',
      'has the column tax',
    ],
    [
      'a column has another name',
      'id,day,area,amount\n3,02/02/2024,East,5\n',
      'has the column region',
    ],
    ['numbers are texts', 'id,day,region,amount\n3,02/02/2024,East,five\n', 'column amount'],
    ['days cannot be such', 'id,day,region,amount\n3,02/28/2024,East,5\n', 'column day'],
    ['a unit is another', 'id,day,region,amount\n3,02/02/2024,East,5 %\n', 'the unit'],
    ['there are no rows', 'id,day,region,amount\n', ''],
  ] as const)
    it(`refuse what does not fit, and stay as they are: ${what}`, async () => {
      await send('sales.csv', JANUARY);
      const { code, message } = await failure(append('more.csv', content, { to: 1 }));
      expect(code).to.equal(why === '' ? 'upload_no_data' : 'upload_does_not_fit');
      expect(message).to.contain(why);
      expect(await record()).to.deep.include({ version: 1, status: 'ready' });
      expect(await rows('SELECT count(*) FROM sales')).to.deep.equal([['2']]);
      expect(await filesBelow(files.folders.spill)).to.deep.equal([]);
    });

  it('are other kinds than what is appended, sheet by sheet', async () => {
    const xlsx = KINDS.find(({ filename }) => filename.endsWith('.xlsx'))!;
    await send(
      'sales.xlsx',
      await xlsx.write([['id', 'amount'], ...Array.from({ length: 12 }, (_, n) => [n, n / 4])]),
    );
    const done = await append('more.csv', 'id,amount\n77,1.25\n', { to: 1 });
    expect(done.tables[0]!.row_count).to.equal(13);
  });

  it('are replaced as a whole by the next upload of their name', async () => {
    await send('sales.csv', JANUARY);
    await append('sales.csv', 'id,day,region,amount\n3,02/02/2024,East,5\n');
    expect(await send('sales.csv', JANUARY)).to.include({ version: 3, unchanged: false });
    expect(await rows('SELECT count(*) FROM sales')).to.deep.equal([['2']]);
    expect(await record()).not.to.have.property('uploads');
  });

  it('are read again, shown before and built again with all of their parts', async () => {
    await send('sales.csv', JANUARY);
    await append('sales.csv', 'id,day,region,amount\n3,02/02/2024,East,5\n');
    const request = {
      fileId: 1,
      mapping: JSON.stringify({ 'sales.csv': { types: { amount: 'text' } } }),
    };
    const shown = await files.service.previewAgain(ADDRESS, request, never);
    expect(shown.tables[0]!.rows.map((row) => row[0])).to.deep.equal(['1', '2', '3']);
    expect(await files.service.readAgain(ADDRESS, request, never)).to.include({ version: 2 });
    expect(await rows('SELECT typeof(amount), count(*) FROM sales GROUP BY 1')).to.deep.equal([
      ['VARCHAR', '3'],
    ]);
    expect(await files.rebuild({ all: true }, () => {})).to.deep.include({ built: 1, failed: 0 });
    expect(await rows('SELECT count(*) FROM sales')).to.deep.equal([['3']]);
  });

  it('are refused where the kept bytes are gone', async () => {
    await send('sales.csv', JANUARY);
    const [original = ''] = await filesBelow(files.folders.originals);
    await unlink(`${files.folders.originals}/${original}`);
    const { code } = await failure(
      append('sales.csv', 'id,day,region,amount\n3,02/02/2024,East,5\n'),
    );
    expect(code).to.equal('upload_unreadable');
  });

  const queue = async (content: string) =>
    files.service.enqueue(ADDRESS, {
      ...(await received(dataDir, 'sales.csv', content)),
      append: { to: null, filename: 'sales.csv' },
    });
  const ended = ({ job_id }: { readonly job_id: string }): Promise<FileJob> =>
    eventually(async () => {
      const job = await files.service.job(ADDRESS, job_id);
      return (job.status === 'succeeded' || job.status === 'failed') && job;
    }, 'the end of the job');

  it('are read in the background, one after the other', async () => {
    await send('sales.csv', JANUARY);
    const first = await queue('id,day,region,amount\n3,02/02/2024,East,5\n');
    expect(await failure(queue('id,day,region,amount\n4,03/02/2024,East,6\n'))).to.include({
      code: 'conflict',
    });
    files.jobs.start();
    const done = await ended(first);
    expect(done.manifest).to.deep.include({ version: 2 });
    expect(await rows('SELECT count(*) FROM sales')).to.deep.equal([['3']]);
    const again = await ended(await queue('id,day,region,amount\n3,02/02/2024,East,5\n'));
    expect(again.manifest).to.include({ unchanged: true });
  });

  it('are not appended to where they were replaced in between: nothing is lost unsaid', async () => {
    await send('sales.csv', JANUARY);
    const job = await queue('id,day,region,amount\n4,03/02/2024,East,6\n');
    await send('sales.csv', 'id,day,region,amount\n9,09/09/2024,West,9\n');
    files.jobs.start();
    const lost = await ended(job);
    expect(lost.status).to.equal('failed');
    expect(lost.error).to.contain('was replaced in the meantime');
    expect(await rows('SELECT id FROM sales')).to.deep.equal([['9']]);
    expect(await filesBelow(files.folders.originals), 'its bytes, and those before').to.have.length(
      2,
    );
    expect(files.events.map(({ type }) => type)).to.include('file.failed');
  });

  it('stay as they are where the background job is cancelled', async () => {
    await send('sales.csv', JANUARY);
    const job = await queue('id,day,region,amount\n4,03/02/2024,East,6\n');
    await files.service.cancel(ADDRESS, job.job_id);
    expect(await filesBelow(files.folders.originals)).to.have.length(1);
    expect(
      await append('sales.csv', 'id,day,region,amount\n5,03/02/2024,East,7\n'),
    ).to.deep.include({ version: 2 });
  });
});
