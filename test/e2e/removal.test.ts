import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { call, startService } from '../../bench/service.ts';
import { eventually } from '../fakes/eventually.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const LONG = Array.from({ length: 3_000 }, (_, n) => `Xanadu ${n},${n}`).join('\n');
const CSV = `city,amount\n${LONG}\n`;

describe('removing a workspace of a running service', () => {
  let own: OwnWorkspace;
  beforeEach(async () => {
    own = await openWorkspace({ PLUMBLINE_JOBS__LEASE_MS: '1000' });
  });
  afterEach(() => own.close());

  const everywhere = async (text: string): Promise<string[]> => {
    const { dataDir } = own.service;
    // A folder may go while it is read: then all are read anew.
    const read = () => readdir(dataDir, { recursive: true, withFileTypes: true }).catch(() => null);
    let names = await read();
    while (names === null) names = await read();
    const files = names
      .filter((one) => one.isFile())
      .map((one) => path.join(one.parentPath, one.name));
    const found: string[] = [];
    for (const file of files) {
      // The store is looked through by unit tests. A file may go while the others are read.
      const isStore = /plumbline\.db/.test(file);
      const bytes = isStore ? Buffer.alloc(0) : await readFile(file).catch(() => Buffer.alloc(0));
      if (file.includes(text) || bytes.includes(text)) found.push(path.relative(dataDir, file));
    }
    return found;
  };
  /** Waits until no file of the data folder holds the text, or is called so. */
  const untilGone = (text: string) =>
    eventually(
      async () => (await everywhere(text)).length === 0,
      () => everywhere(text),
    );
  const remove = () =>
    call(own.service, 'DELETE', `/clients/${own.clientId}/workspaces/${own.workspaceId}`);

  it('leaves no file of it, and nobody who can ask', async () => {
    await own.upload(CSV, 'sales.csv');
    const answer = await own.ask<{ result_token: string }>('list city and amount');
    expect(answer.result_token).to.be.a('string');
    // Its kept rows are finished behind the answer.
    await eventually(
      async () => (await everywhere('Xanadu 7')).length >= 3,
      () => everywhere('Xanadu 7'),
    );
    expect((await everywhere(own.workspaceId)).length).to.be.greaterThan(0);
    expect(await remove()).to.deep.equal({ deleted: own.workspaceId });
    const refused = await own.ask('total amount').catch((error: Error) => error.message);
    expect(refused).to.match(/404/);
    await untilGone('Xanadu 7');
    await untilGone(own.workspaceId);
    const { entries } = await call<{ entries: { action: string }[] }>(
      own.service,
      'GET',
      '/accounts/audit',
    );
    expect(entries.map(({ action }) => action)).to.deep.equal([
      'workspace.deleted',
      'file.uploaded',
    ]);
  });

  it('is completed by the next start where the process is killed right after the answer', async () => {
    await own.upload(CSV, 'sales.csv');
    await own.ask('list city and amount');
    await remove();
    own.service.process.kill('SIGKILL');
    await once(own.service.process, 'exit');
    const again = await startService({
      dataDir: own.service.dataDir,
      env: { PLUMBLINE_SAMPLE__ENABLED: 'false' },
    });
    try {
      await untilGone('Xanadu 7');
      await untilGone(own.workspaceId);
    } finally {
      await again.stop();
    }
  });
});
