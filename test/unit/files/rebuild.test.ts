import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import type { CommitManifest } from '#src/files/types.ts';
import { ADDRESS, addWorkspace, type FilesHarness, openFiles, received } from './harness.ts';

const CSV = 'day,amount\n2024-01-01,5\n2024-01-02,7\n';
const never = new AbortController().signal;

describe('building versions again that this release reads otherwise than the one that took them', () => {
  let dataDir: string;
  let files: FilesHarness;

  beforeEach(async () => {
    dataDir = await mkdtemp(`${tmpdir()}/plumbline-rebuild-`);
    files = await openFiles(dataDir);
    await addWorkspace(files.store);
    const mapping = JSON.stringify({ 'sales.csv': { table_name: 'sold' } });
    await files.service.upload(
      ADDRESS,
      await received(dataDir, 'sales.csv', CSV, { mapping }),
      never,
    );
  });
  afterEach(async () => {
    await files.close();
    await rm(dataDir, { recursive: true });
  });

  const shown = () =>
    files.store
      .selectFrom('files')
      .innerJoin('file_versions', 'file_versions.id', 'files.current_version_id')
      .innerJoin('workspaces', 'workspaces.id', 'files.workspace_id')
      .select(['file_versions.id', 'manifest', 'file_versions.version', 'generation_id', 'mapping'])
      .executeTakeFirstOrThrow();
  const rebuilt = async () => {
    const said: string[] = [];
    const counts = await files.rebuild({ all: true }, (line) => said.push(line));
    const now = await shown();
    const { notes, tables } = JSON.parse(now.manifest!) as CommitManifest;
    return { counts, said: said.join('\n'), notes: notes.map(({ note }) => note), tables, ...now };
  };

  it('keeps a version that is read as it was, without a note', async () => {
    const before = await shown();
    const { counts, notes, id } = await rebuilt();
    expect(counts).to.deep.equal({ built: 1, kept: 0, failed: 0 });
    expect(id).to.equal(before.id);
    expect(notes.join()).to.not.contain('Imported again');
  });

  it('shows the new reading, and says in its notes what is other: rows of a table', async () => {
    const before = await shown();
    const manifest = before.manifest!.replace('"row_count":2', '"row_count":3');
    await files.store.updateTable('file_versions').set({ manifest }).execute();
    const { counts, said, notes, tables, version, mapping } = await rebuilt();
    expect(counts).to.deep.equal({ built: 1, kept: 0, failed: 0 });
    expect(said).to.contain(
      'its import differs from the previous one (table sold has 2 rows, 3 before)',
    );
    expect(notes[0]).to.contain('table sold has 2 rows, 3 before');
    expect(tables).to.have.length(1);
    expect(tables[0]).to.include({ table_name: 'sold', row_count: 2 });
    expect({ version, mapping }).to.deep.equal({ version: 1, mapping: before.mapping });
  });

  for (const [what, from, to, difference] of [
    ['the type of a column', '"type":"integer"', '"type":"text"', 'sold.amount is integer, text'],
    ['cells', '"max":"7"', '"max":"9"', 'cells of sold.amount have different values'],
  ] as const)
    it(`shows the new reading, and says in its notes what is other: ${what}`, async () => {
      const { generation_id } = await shown();
      const { catalog } = await files.store
        .selectFrom('generations')
        .select('catalog')
        .where('id', '=', generation_id!)
        .executeTakeFirstOrThrow();
      expect(catalog).to.contain(from);
      await files.store
        .updateTable('generations')
        .set({ catalog: catalog.replace(from, to), discovered: null })
        .execute();
      const { notes, counts } = await rebuilt();
      expect(counts).to.include({ built: 1, failed: 0 });
      expect(notes[0]).to.contain(difference);
      const again = await rebuilt();
      expect(again.notes).to.deep.equal(notes);
    });
});
