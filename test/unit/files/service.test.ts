import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { AppError } from '#src/errors.ts';
import type { ReceivedUpload, WorkspaceAddress } from '#src/files/types.ts';
import { createSchemaReads } from '#src/store/schema-reads.ts';
import { longOverStores, type TestStore } from '../../fakes/stores.ts';
import {
  ADDRESS,
  addWorkspace,
  type FilesHarness,
  filesBelow,
  openFiles,
  received,
} from './harness.ts';

const ORDERS = 'id,region,amount\n1,North,2.50\n2,South,3.25\n';
const MORE_ORDERS = 'id,region,amount\n1,North,2.50\n2,South,3.25\n3,East,1.00\n';
const never = new AbortController().signal;

longOverStores('files of a workspace', (open) => {
  let dataDir: string;
  let opened: TestStore;
  let files: FilesHarness;

  beforeEach(async () => {
    dataDir = await mkdtemp(`${tmpdir()}/plumbline-files-`);
    opened = await open();
    files = await openFiles(dataDir, { store: opened.db });
    await addWorkspace(opened.db);
  });
  afterEach(async () => {
    await files.close();
    await opened.dispose();
    await rm(dataDir, { recursive: true });
  });

  const send = async (
    filename: string,
    content: string,
    rest: Partial<Pick<ReceivedUpload, 'force' | 'mapping'>> = {},
    address: WorkspaceAddress = ADDRESS,
  ) => files.service.upload(address, await received(dataDir, filename, content, rest), never);
  const failure = async (work: Promise<unknown>): Promise<AppError> => {
    try {
      await work;
    } catch (error) {
      expect(error).to.be.instanceOf(AppError);
      return error as AppError;
    }
    throw new Error('nothing failed');
  };
  const workspace = () =>
    opened.db
      .selectFrom('workspaces')
      .selectAll()
      .where('id', '=', 'ws_1')
      .executeTakeFirstOrThrow();
  const catalog = async () => {
    const { generation_id } = await workspace();
    return generation_id ? files.loadCatalog(generation_id) : null;
  };
  const tableRows = async () =>
    Object.fromEntries(
      ((await catalog())?.tables ?? []).map((table) => [table.name, table.rowCount]),
    );

  it('builds the tables of a first upload and begins discovery', async () => {
    const manifest = await send('Orders.csv', ORDERS);
    expect(manifest).to.deep.include({
      filename: 'Orders.csv',
      version: 1,
      unchanged: false,
      schema_status: 'discovering',
      tables: [{ table_name: 'orders', sheet_name: 'Orders.csv', row_count: 2, column_count: 3 }],
    });
    expect(await workspace()).to.include({ source: 'files', schema_status: 'discovering' });
    const [job] = await opened.db.selectFrom('jobs').select(['kind', 'workspace_id']).execute();
    expect(job).to.deep.equal({ kind: 'schema.enrich', workspace_id: 'ws_1' });
    const shown = await catalog();
    expect(shown!.tables[0]!.columns.map(({ name, type }) => [name, type])).to.deep.equal([
      ['id', 'integer'],
      ['region', 'text'],
      ['amount', 'decimal'],
    ]);
    expect(await filesBelow(files.folders.uploads)).to.deep.equal([]);
    expect(await filesBelow(files.folders.spill)).to.deep.equal([]);
  });

  it('keeps the rows without a value of a table with one column', async () => {
    await send('n.csv', 'n\n1\nN/A\n\n3\n');
    const { tables } = (await catalog())!;
    expect(tables[0]!.rowCount).to.equal(3);
    expect(tables[0]!.columns[0]!.profile).to.include({ nullCount: 1, min: '1', max: '3' });
  });

  it('lists files with their tables', async () => {
    await send('Orders.csv', ORDERS);
    const [record] = await files.service.list(ADDRESS);
    expect(record).to.deep.include({
      filename: 'Orders.csv',
      byte_size: ORDERS.length,
      version: 1,
      status: 'ready',
      error: null,
      tables: [{ table_name: 'orders', row_count: 2, column_count: 3 }],
    });
  });

  it('writes nothing for the same bytes, and builds again when forced', async () => {
    await send('Orders.csv', ORDERS);
    const before = (await workspace()).generation_id;
    const again = await send('Orders.csv', ORDERS);
    expect(again).to.include({ unchanged: true, version: 1 });
    expect(again.message).to.be.a('string');
    expect((await workspace()).generation_id).to.equal(before);
    const forced = await send('Orders.csv', ORDERS, { force: true });
    expect(forced).to.include({ unchanged: false, version: 1 });
    expect((await workspace()).generation_id).not.to.equal(before);
  });

  it('replaces the tables of a file whose bytes changed', async () => {
    await send('Orders.csv', ORDERS);
    const manifest = await send('Orders.csv', MORE_ORDERS);
    expect(manifest.version).to.equal(2);
    expect(manifest).not.to.have.property('schema_status');
    expect(await tableRows()).to.deep.equal({ orders: 3 });
    expect(await filesBelow(files.folders.originals), 'its bytes, and those before').to.have.length(
      2,
    );
    expect(await filesBelow(files.folders.engine)).to.have.length(4);
  });

  it('shows the tables of all files, related to each other', async () => {
    await send('regions.csv', 'region,manager\nNorth,Ann\nSouth,Bob\nEast,Cid\n');
    await send('orders.csv', MORE_ORDERS);
    expect(await tableRows()).to.deep.equal({ regions: 3, orders: 3 });
  });

  it('refuses a table name of another file, also when forced, and keeps nothing of it', async () => {
    await send('orders.csv', ORDERS);
    const error = await failure(send('ORDERS.csv', MORE_ORDERS, { force: true }));
    expect(error).to.include({ code: 'table_name_collision', status: 409 });
    expect(error.detail).to.deep.include({
      error: 'table_name_collision',
      collisions: [{ table_name: 'orders', owned_by: 'orders.csv' }],
    });
    expect(await files.service.list(ADDRESS)).to.have.length(1);
    expect(await filesBelow(files.folders.originals)).to.have.length(1);
    const renamed = await send('ORDERS.csv', MORE_ORDERS, {
      mapping: '{"ORDERS.csv": {"table_name": "orders_new"}}',
    });
    expect(renamed.tables[0]!.table_name).to.equal('orders_new');
  });

  it('refuses a mapping that is wrong, naming the key', async () => {
    const cases: readonly [string, string][] = [
      ['{', 'JSON'],
      ['{"a.csv": {"table_name": "1 bad"}}', '"table_name"'],
      ['{"a.csv": {"colour": 1}}', 'colour'],
      ['{"b.csv": {}}', '"b.csv"'],
      ['{"__proto__": {}}', '"__proto__"'],
      ['[]', 'object'],
    ];
    for (const [mapping, text] of cases) {
      const error = await failure(send('a.csv', ORDERS, { mapping }));
      expect(error.code).to.equal('upload_bad_mapping');
      expect(error.message).to.contain(text);
    }
  });

  it('refuses files in a workspace with a database', async () => {
    await opened.db.updateTable('workspaces').set({ source: 'database' }).execute();
    const error = await failure(send('a.csv', ORDERS));
    expect(error.code).to.equal('workspace_has_database');
    expect(await filesBelow(dataDir)).to.deep.equal([]);
  });

  it('keeps a file that cannot be read in the list, with the reason', async () => {
    const error = await failure(send('bad.csv', 'a,b\n'));
    expect(error.code).to.equal('upload_no_data');
    const [record] = await files.service.list(ADDRESS);
    expect(record).to.include({ status: 'failed', error: error.message, version: 1 });
    expect(await workspace()).to.include({ source: 'none', generation_id: null });
    expect(await filesBelow(files.folders.originals)).to.deep.equal([]);
  });

  it('lists records of files that failed, and lets no plan count them', async () => {
    const limited = await openFiles(dataDir, { store: opened.db, plan: { max_files: 1 } });
    const upload = async (name: string, content: string) =>
      limited.service.upload(ADDRESS, await received(dataDir, name, content), never);
    try {
      await failure(upload('bad.csv', 'a,b\n'));
      await upload('a.csv', ORDERS);
      expect((await failure(upload('bad.csv', ORDERS))).message).to.contain('1 files');
      const [bad, good] = await limited.service.list(ADDRESS);
      expect([bad!.status, good!.status]).to.deep.equal(['failed', 'ready']);
      expect(await limited.service.remove(ADDRESS, good!.id)).to.include({ files_remaining: 1 });
      expect(await upload('bad.csv', ORDERS)).to.include({ version: 2 });
    } finally {
      await limited.close();
    }
  });

  it('shows a workspace whose only file failed as failed, until one is read', async () => {
    const status = () => createSchemaReads(opened.db).schemaStatus('ws_1');
    expect(await status()).to.include({ status: 'not_started' });
    await failure(send('bad.csv', 'a,b\n'));
    expect(await status()).to.include({ status: 'failed', table_count: 0, discovered_at: null });
    expect((await status()).error).to.contain('The file "bad.csv" couldn\'t be imported');
    await opened.db.updateTable('file_versions').set({ status: 'ingesting' }).execute();
    expect(await status()).to.include({ status: 'not_started' });
    await opened.db.updateTable('file_versions').set({ status: 'failed' }).execute();
    await send('good.csv', ORDERS);
    expect(await status()).to.include({ status: 'discovering', table_count: 1 });
    const [bad, good] = await files.service.list(ADDRESS);
    await files.service.remove(ADDRESS, good!.id);
    expect(await status()).to.include({ status: 'failed' });
    await files.service.remove(ADDRESS, bad!.id);
    expect(await status())
      .to.include({ status: 'not_started' })
      .and.not.to.have.property('error');
  });

  it('keeps the old version answering when a new one cannot be read', async () => {
    await send('a.csv', ORDERS);
    await failure(send('a.csv', 'a,"b\n'));
    const [record] = await files.service.list(ADDRESS);
    expect(record).to.include({ status: 'ready', version: 1 });
    expect(record!.error).to.contain('version 1 stays in use');
    expect(await tableRows()).to.deep.equal({ a: 2 });
    expect((await send('a.csv', MORE_ORDERS)).version).to.equal(3);
  });

  it('says no more of a version that failed when the one that answers is sent again', async () => {
    const error = async () => (await files.service.list(ADDRESS))[0]!.error;
    await send('a.csv', ORDERS);
    await failure(send('a.csv', 'a,"b\n'));
    expect(await send('a.csv', ORDERS)).to.include({ unchanged: true, version: 1 });
    expect(await error()).to.equal(null);
    await failure(send('a.csv', 'a,"b\n'));
    expect(await error()).to.contain('version 1 stays in use');
    expect((await send('a.csv', MORE_ORDERS)).version).to.equal(3);
    expect(await error()).to.equal(null);
  });

  it('tells what became of files', async () => {
    await send('sales.csv', 'a,b\n1,2\n');
    await failure(send('other.csv', 'a,b\n'));
    const [file] = await files.service.list(ADDRESS);
    await files.service.remove(ADDRESS, file!.id);
    expect(
      files.events.map(({ type, data }) => [type, 'filename' in data && data.filename]),
    ).to.deep.equal([
      ['file.ready', 'sales.csv'],
      ['file.failed', 'other.csv'],
      ['file.deleted', 'sales.csv'],
    ]);
    expect(files.events[0]).to.deep.include({
      data: {
        file_id: file!.id,
        filename: 'sales.csv',
        version: 1,
        tables: [{ table_name: 'sales', row_count: 1 }],
      },
    });
  });

  it('deletes a file, and with the last one the workspace is empty', async () => {
    await send('a.csv', ORDERS);
    await send('b.csv', MORE_ORDERS);
    const [a, b] = await files.service.list(ADDRESS);
    expect(await files.service.remove(ADDRESS, a!.id)).to.deep.equal({
      deleted: 'a.csv',
      files_remaining: 1,
    });
    expect(await tableRows()).to.deep.equal({ b: 3 });
    expect((await files.service.remove(ADDRESS, b!.id)).files_remaining).to.equal(0);
    expect(await workspace()).to.include({
      source: 'none',
      generation_id: null,
      schema_status: 'not_started',
    });
    expect(await filesBelow(files.folders.data)).to.deep.equal([]);
    expect((await failure(files.service.remove(ADDRESS, b!.id))).code).to.equal('file_not_found');
  });

  it('shares an original between workspaces and keeps it until the last one deletes it', async () => {
    await addWorkspace(opened.db, 'ws_2');
    const other = { ...ADDRESS, workspaceId: 'ws_2' };
    await send('a.csv', ORDERS);
    await send('a.csv', ORDERS, {}, other);
    expect(await filesBelow(files.folders.originals)).to.have.length(1);
    await files.service.remove(ADDRESS, (await files.service.list(ADDRESS))[0]!.id);
    expect(await filesBelow(files.folders.originals)).to.have.length(1);
    await files.service.remove(other, (await files.service.list(other))[0]!.id);
    expect(await filesBelow(files.folders.originals)).to.deep.equal([]);
  });

  it('leaves the files of a generation alone until its last reader has left', async () => {
    await send('a.csv', ORDERS);
    const reading = await files.pin('ws_1');
    const [before] = reading!.catalog.attachments;
    await send('a.csv', MORE_ORDERS);
    expect(await filesBelow(files.folders.engine)).to.have.length(8);
    reading!.release();
    while ((await filesBelow(files.folders.engine)).length > 4)
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await files.pin('ws_1'))!.catalog.attachments[0]).not.to.deep.equal(before);
  });

  it('takes uploads to one workspace side by side and loses none', async () => {
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((name, i) => send(`${name}.csv`, `${ORDERS}${i + 3},East,9.99\n`)),
    );
    expect(await tableRows()).to.deep.equal({ a: 3, b: 3, c: 3, d: 3 });
  });

  it('lets one of two files that want the same table have it', async () => {
    const ends = await Promise.allSettled([send('a.csv', ORDERS), send('A.csv', MORE_ORDERS)]);
    expect(ends.map((end) => end.status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    expect(Object.keys(await tableRows())).to.deep.equal(['a']);
    expect(await files.service.list(ADDRESS)).to.have.length(1);
    expect(await filesBelow(files.folders.originals)).to.have.length(1);
  });

  it('ends with the last of several versions that were sent at once', async () => {
    const versions = [ORDERS, MORE_ORDERS, `${MORE_ORDERS}4,West,1.00\n`];
    const uploads = await Promise.all(versions.map((text) => received(dataDir, 'a.csv', text)));
    const sent = await Promise.all(
      uploads.map((upload) => files.service.upload(ADDRESS, upload, never)),
    );
    expect(sent.map((manifest) => manifest.version)).to.deep.equal([1, 2, 3]);
    expect(await tableRows()).to.deep.equal({ a: 4 });
    const [file] = await files.service.list(ADDRESS);
    await Promise.all([send('b.csv', ORDERS), files.service.remove(ADDRESS, file!.id)]);
    expect(await tableRows()).to.deep.equal({ b: 2 });
  });

  it('loses no update to another gateway that publishes at the same time', async () => {
    const second = await openFiles(dataDir, { store: opened.db });
    try {
      const there = await received(dataDir, 'b.csv', MORE_ORDERS);
      await Promise.all([send('a.csv', ORDERS), second.service.upload(ADDRESS, there, never)]);
    } finally {
      await second.close();
    }
    const { generation_id } = await workspace();
    const shown = await files.loadCatalog(generation_id!);
    expect(shown!.tables.map((table) => table.name)).to.have.members(['a', 'b']);
  });

  it('holds to the limits of a plan', async () => {
    const limited = await openFiles(dataDir, {
      store: opened.db,
      plan: { max_files: 1, max_rows_per_workspace: 2 },
    });
    try {
      const large = await received(dataDir, 'large.csv', MORE_ORDERS);
      const error = await failure(limited.service.upload(ADDRESS, large, never));
      expect(error.message).to.contain('the plan allows 2');
      const fits = await received(dataDir, 'fits.csv', ORDERS);
      await limited.service.upload(ADDRESS, fits, never);
      const second = await received(dataDir, 'second.csv', ORDERS);
      const many = await failure(limited.service.upload(ADDRESS, second, never));
      expect(many.message).to.contain('1 files');
    } finally {
      await limited.close();
    }
  });

  it('marks what a stopping service gives up', async () => {
    const stopping = new AbortController();
    const upload = await received(dataDir, 'a.csv', ORDERS);
    const work = files.service.upload(ADDRESS, upload, stopping.signal);
    while ((await files.service.list(ADDRESS)).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 2));
    stopping.abort(new Error('stopped'));
    await work.then(
      () => {},
      () => {},
    );
    const [record] = await files.service.list(ADDRESS);
    expect(['failed', 'ready']).to.include(record!.status);
    expect(await filesBelow(files.folders.spill)).to.deep.equal([]);
  });
});
