import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { pino } from 'pino';
import { type OpenedStore, openStore } from '#src/store/open.ts';
import type { JobRow } from '#src/store/schema.ts';

const run = promisify(execFile);
const BIN = path.resolve(import.meta.dirname, '../../bin/plumbline.js');
const AT = '2026-11-01T00:00:00.000';

describe('dead letters on the command line', () => {
  let dataDir: string;
  let store: OpenedStore;
  const plumbline = (...args: string[]) =>
    run(process.execPath, [BIN, 'jobs', ...args], {
      env: { ...process.env, PLUMBLINE_DATA_DIR: dataDir },
    }).then(
      ({ stdout }) => stdout.trim(),
      ({ code, stderr }: { code: number; stderr: string }) => `${code} ${stderr.trim()}`,
    );
  const add = (id: string, status: JobRow['status'], over: Partial<JobRow> = {}) =>
    store.db
      .insertInto('jobs')
      .values({
        ...{
          id,
          kind: 'schema.enrich',
          workspace_id: 'ws_1',
          payload: '{"secret":"s3cret"}',
          status,
        },
        ...{ attempts: 5, max_attempts: 5, run_at: AT, lease_owner: null, lease_until: null },
        ...{ fencing_token: 5, progress: '{}', result: null, error: null },
        ...{ created_at: AT, updated_at: AT },
        ...over,
      })
      .execute();

  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-jobs-'));
    const log = pino({ level: 'silent' });
    store = await openStore({ url: null, path: path.join(dataDir, 'plumbline.db'), pool: 1, log });
    await add('job_done', 'succeeded');
    await add('job_dead', 'failed', { error: 'no such column' });
    await add('job_waits', 'queued', { attempts: 1, updated_at: '2026-11-02T00:00:00.000' });
  });
  after(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('are listed with their error, beside what waits or alone, never what they hold', async () => {
    const waits =
      'job_waits  queued  schema.enrich  ws_1  attempt 1 of 5  2026-11-02T00:00:00.000Z';
    const dead =
      'job_dead  dead  schema.enrich  ws_1  attempt 5 of 5  2026-11-01T00:00:00.000Z\n    no such column';
    expect(await plumbline('list')).to.equal(`${waits}\n${dead}`);
    expect(await plumbline('list', '--dead')).to.equal(dead);
    expect(await plumbline('list', '--limit', '1')).to.equal(waits);
    expect(await plumbline('list', '--limit', 'all')).to.match(/^1 .*whole number/s);
  });

  it('are tried again with all their attempts; nothing else is', async () => {
    expect(await plumbline('retry', 'job_dead')).to.equal('Job job_dead is queued again.');
    const row = await store.db
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', 'job_dead')
      .executeTakeFirstOrThrow();
    expect(row).to.include({ status: 'queued', attempts: 0, error: null, fencing_token: 5 });
    expect(row.run_at > AT).to.equal(true);
    expect(await plumbline('list', '--dead')).to.equal('No failed jobs.');
    expect(await plumbline('retry', 'job_dead')).to.match(
      /^1 Job job_dead is queued\. You can only/,
    );
    expect(await plumbline('retry', 'job_done')).to.match(
      /^1 Job job_done is succeeded\. You can only/,
    );
    expect(await plumbline('retry', 'job_none')).to.match(/^1 Job job_none doesn't exist/);
  });
});
