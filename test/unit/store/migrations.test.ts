import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { expect } from 'chai';
import { pino } from 'pino';
import { openStore } from '#src/store/open.ts';

describe('the migrations of SQLite', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-migrations-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('leave nothing where one of them fails, and are done by the next start', async () => {
    const file = path.join(folder, 'plumbline.db');
    const open = () =>
      openStore({ url: null, path: file, pool: 1, log: pino({ level: 'silent' }) });
    const own = new SQLite(file);
    // One of the later migrations makes this table.
    own.exec('create table boards (id text)');
    expect(await open().catch(String)).to.contain('StartError');
    const tables = () =>
      own.prepare("select name from sqlite_master where type = 'table'").pluck().all();
    expect(tables()).to.not.include('accounts').and.not.include('workspaces');
    own.exec('drop table boards');
    await (await open()).close();
    expect(tables()).to.include('accounts').and.include('boards');
    own.close();
  });
});
