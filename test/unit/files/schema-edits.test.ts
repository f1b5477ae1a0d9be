import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createSchemaEdits, type EditTarget } from '#src/catalog/generations/edit.ts';
import { openValueLookup } from '#src/catalog/value-lookup.ts';
import { systemClock } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { ADDRESS, addWorkspace, type FilesHarness, openFiles, received } from './harness.ts';

const never = new AbortController().signal;
const PEOPLE = 'name,city,salary,api_key\nAnn,Berlin,10,k1\nBob,Paris,20,k2\nCid,Berlin,30,k3\n';

describe('what people say of tables and columns', () => {
  let dataDir: string;
  let files: FilesHarness;
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-edits-'));
    files = await openFiles(dataDir);
    await addWorkspace(files.store);
    await upload(PEOPLE);
  });
  afterEach(async () => {
    await files.close();
    await rm(dataDir, { recursive: true });
  });

  const upload = async (csv: string) =>
    files.service.upload(ADDRESS, await received(dataDir, 'people.csv', csv), never);
  const edit = (column: string | null, change: Parameters<ReturnType<typeof editing>>[1]) =>
    editing()(target(column), change);
  const editing = () =>
    createSchemaEdits({
      store: files.store,
      clock: systemClock,
      dataDir,
      enqueueEnrichment: async () => {},
      sweep: files.sweep,
    });
  const target = (column: string | null, table = 'People'): EditTarget => ({
    workspaceId: 'ws_1',
    table,
    column,
    reachesTenant: true,
  });
  const catalog = async () => {
    const pinned = await files.pin('ws_1');
    pinned?.release();
    return pinned!.catalog;
  };
  const column = async (name: string) =>
    (await catalog()).tables[0]?.columns.find((one) => one.name === name);
  const found = async (value: string) => {
    const lookup = openValueLookup(await catalog(), NO_ROW_POLICY);
    try {
      return lookup.lookup(value).map((hit) => hit.column);
    } finally {
      lookup.close();
    }
  };
  const stored = () => files.store.selectFrom('generations').selectAll().execute();

  it('shows a description and synonyms at once, in a new generation', async () => {
    const before = (await catalog()).generationId;
    const edited = await edit('salary', { description: 'Yearly, gross', synonyms: ['pay'] });
    expect(edited).to.deep.equal({
      table_name: 'people',
      column_name: 'salary',
      description: 'Yearly, gross',
      synonyms: ['pay'],
      hidden: false,
      sensitive: false,
    });
    expect((await catalog()).generationId).to.not.equal(before);
    expect(await column('salary')).to.include({ description: 'Yearly, gross' });
    await edit(null, { description: 'Who works here' });
    expect((await catalog()).tables[0]!.description).to.equal('Who works here');
    expect(await column('salary')).to.include({ description: 'Yearly, gross' });
    expect(await stored()).to.have.length(1);
  });

  it('takes the samples and values of a column that becomes sensitive away at once, and from the store', async () => {
    expect(await found('Berlin')).to.deep.equal(['city']);
    expect((await column('city'))!.profile!.samples).to.include('Berlin');
    await edit('city', { sensitive: true });
    expect(await found('Berlin')).to.deep.equal([]);
    expect(await column('city')).to.deep.include({ sensitive: true, profile: null });
    expect(JSON.stringify(await stored())).to.not.contain('Berlin');
  });

  it('keeps what was said when the file is uploaded anew, and then does not read a sensitive column', async () => {
    await edit('city', { sensitive: true });
    await edit('salary', { hidden: true });
    await upload(`${PEOPLE}Dan,Hamburg,40,k4\n`);
    expect(await column('city')).to.deep.include({ sensitive: true, profile: null });
    expect(await column('salary')).to.deep.include({ hidden: true, profile: null });
    expect(await found('Hamburg')).to.deep.equal([]);
    await edit('city', { sensitive: null });
    expect(await found('Hamburg'), 'it was not indexed').to.deep.equal([]);
    await upload(PEOPLE);
    expect(await found('Berlin')).to.deep.equal(['city']);
  });

  it('lets a column that looks like a secret be opened, and closed again', async () => {
    expect(await column('api_key')).to.deep.include({ hidden: true, profile: null });
    await edit('api_key', { hidden: false });
    expect(await column('api_key')).to.include({ hidden: false, sensitive: false });
    await upload(`${PEOPLE}Dan,Hamburg,40,k4\n`);
    expect((await column('api_key'))!.profile!.samples).to.include('k4');
    await edit('api_key', { hidden: null });
    expect(await column('api_key')).to.deep.include({ hidden: true, profile: null });
    await edit('api_key', { sensitive: false });
    expect(await column('api_key')).to.include({ hidden: false, sensitive: false });
    await edit('api_key', { sensitive: null });
    expect(await found('k4')).to.deep.equal([]);
  });

  it('hides a table, and shows it again', async () => {
    expect(await edit(null, { hidden: true })).to.include({ hidden: true });
    expect((await catalog()).tables).to.deep.equal([]);
    expect(await edit(null, { hidden: false })).to.include({ hidden: false });
    expect((await catalog()).tables[0]!.name).to.equal('people');
  });

  it('closes all columns of a sensitive table, but for those that are said not to be', async () => {
    await edit(null, { sensitive: true });
    await edit('name', { sensitive: false });
    const { columns } = (await catalog()).tables[0]!;
    expect(columns.filter(({ sensitive }) => sensitive).map(({ name }) => name)).to.deep.equal([
      'city',
      'salary',
      'api_key',
    ]);
  });

  it('is not lost when several people say something at once', async () => {
    await Promise.all(
      ['name', 'city', 'salary'].map((name) => edit(name, { description: `the ${name}` })),
    );
    const { columns } = (await catalog()).tables[0]!;
    expect(columns.map(({ description }) => description)).to.deep.equal([
      'the name',
      'the city',
      'the salary',
      null,
    ]);
  });

  it('revokes kept results when something is closed, and only then', async () => {
    const row = {
      token_hash: 'h',
      client_id: 'tenant',
      workspace_id: 'ws_1',
      end_user_id: null,
      policy_hash: 'all',
      generation_id: 'g',
      data_version: '',
      columns: '[]',
      total_rows: 1,
      total_rows_exact: 1,
      spool: 's',
      sql: '',
      created_at: '2026-11-01T00:00:00.000',
      expires_at: '2026-11-02T00:00:00.000',
    };
    await files.store.insertInto('results').values(row).execute();
    const kept = () => files.store.selectFrom('results').selectAll().execute();
    await edit('city', { description: 'Where' });
    expect(await kept()).to.have.length(1);
    await edit('city', { hidden: true });
    expect(await kept()).to.have.length(0);
  });

  const WRONG: readonly (readonly [string, EditTarget, RegExp])[] = [
    ['an unknown table', target(null, 'orders'), /Table "orders" doesn't exist/],
    ['an unknown column', target('age'), /Table "people" has no column "age"/],
    [
      'a workspace without data',
      { ...target(null), workspaceId: 'ws_2' },
      /no tables to describe yet/,
    ],
  ];
  for (const [what, wrong, text] of WRONG)
    it(`refuses ${what}`, async () => {
      await addWorkspace(files.store, 'ws_2');
      const error = await editing()(wrong, { hidden: true }).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(AppError).with.property('message').that.matches(text);
    });
});
