import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { PinnedGeneration } from '#src/catalog/generations/generations.ts';
import { AppError } from '#src/errors.ts';
import type { TabularEngine } from '#src/plugin-api/data-source.ts';
import { harm } from '../../../bench/faults/damage.ts';
import { seeded } from '../../../bench/kill/run.ts';
import { eventually } from '../../fakes/eventually.ts';
import { createFileDuckDb } from '../../fakes/file-duckdb.ts';
import { unguardedSqlForTests } from '../../fakes/guarded-sql.ts';
import { ADDRESS, addWorkspace, type FilesHarness, openFiles, received } from './harness.ts';

const OPTIONS = {
  maxRows: 10,
  maxBytes: 1e6,
  timeoutMs: 30_000,
  signal: new AbortController().signal,
};

describe('stored tables that are damaged under a question', () => {
  let dataDir: string;
  let files: FilesHarness;
  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-damaged-'));
    // Gives rows of any bytes, as AlaSQL may do.
    const engine: TabularEngine = {
      ...createFileDuckDb(),
      async *query() {
        yield { kind: 'rows', rows: [[3]] };
      },
    };
    files = await openFiles(dataDir, { engine });
    await addWorkspace(files.store);
    const upload = await received(dataDir, 'sales.csv', 'region,amount\nnorth,1\nsouth,2\n');
    await files.service.upload(ADDRESS, upload, new AbortController().signal);
  });
  after(async () => {
    await files.close();
    await rm(dataDir, { recursive: true });
  });

  const pinned = async () => (await files.pin('ws_1'))!;
  /** The rows that a question reads over a generation, or why it reads none. */
  const read = async ({ catalog }: PinnedGeneration) => {
    const engine = (await files.source(catalog)) as TabularEngine;
    const [table] = catalog.tables;
    const { database, schema } = table!.physical;
    const sql = `SELECT sum(amount) FROM ${database}.${schema}.${table!.physical.table}`;
    const guarded = unguardedSqlForTests(sql, catalog.attachments, 'ws_1');
    const rows: unknown[] = [];
    try {
      for await (const chunk of engine.query(guarded, OPTIONS))
        if (chunk.kind === 'rows') rows.push(...chunk.rows);
      return rows;
    } catch (error) {
      return error;
    }
  };

  it('are not read by it when others have been built meanwhile', async () => {
    const before = await pinned();
    await harm(before.catalog.attachments[0]!.path, 'flipped', seeded(7));
    expect(String(await read(before))).to.contain('are being rebuilt');
    const built = await eventually(async () => {
      const now = await pinned();
      if (now.catalog.generationId !== before.catalog.generationId) return now;
      now.release();
      return null;
    });
    for (const told of [await read(before), await read(before)]) {
      expect(told).to.be.instanceOf(AppError).with.property('code', 'unavailable');
      expect(String(told)).to.contain('Ask again');
    }
    expect(await read(built)).to.deep.equal([[3]]);
    built.release();
    before.release();
  });
});
