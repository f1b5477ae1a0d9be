import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { eventually } from '../fakes/eventually.ts';
import { type Caller, callerOf } from './http-caller.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

/** A file system of its own, which root on Linux may mount; elsewhere nothing is tried. */
function mounted(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('a service whose disk is full', () => {
  let folder: string;
  let own: OwnWorkspace | null = null;
  let isMounted = false;
  let call: Caller;

  before(async function () {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-full-'));
    isMounted = mounted(folder);
    if (!isMounted) return this.skip();
    own = await openWorkspace({ PLUMBLINE_LOG__LEVEL: 'fatal' }, folder);
    await own.upload('city,amount\nRome,10\nOslo,20\n', 'sales.csv');
    call = callerOf(own.service.url, own.service.apiKey);
  });
  after(async () => {
    await own?.service.stop();
    if (isMounted) execFileSync('umount', [folder]);
    await rm(folder, { recursive: true, force: true });
  });

  const filler = () => path.join(folder, 'filler');
  const fill = () => writeFile(filler(), Buffer.alloc(64 * 1024 * 1024)).catch(() => undefined);

  it('gives 507 for every write, an event on a stream, and works again with space', async () => {
    const { clientId, workspaceId, files } = own!;
    const tenant = `/clients/${clientId}`;
    const workspace = `${tenant}/workspaces/${workspaceId}`;
    const query = 'total amount by city';
    const { body: asked } = await call<{ trace_id: string }>('POST', `${tenant}/ask`, {
      body: { query },
    });
    const form = new FormData();
    form.set('file', new Blob([`n,m\n${'1,2\n'.repeat(50_000)}`]), 'more.csv');
    const writes: readonly (readonly [string, string, unknown, Record<string, string>?])[] = [
      ['POST', `${tenant}/ask`, { query, new_session: true }],
      ['POST', `${tenant}/ask`, { query, new_session: true }, { 'Idempotency-Key': 'a' }],
      ['POST', '/query', { q: query }, { 'Idempotency-Key': 'b' }],
      ['POST', files, form],
      ['POST', `${files}/async`, form],
      ['POST', '/accounts/api-keys', { name: 'n' }],
      ['POST', `${workspace}/saved`, { trace_id: asked.trace_id }],
      ['POST', `${workspace}/boards`, { name: 'b' }],
      ['PUT', `${workspace}/semantics`, { rules: ['Amounts are net.'] }],
      ['PATCH', `${tenant}/schema/tables/sales`, { description: 'Sales' }],
      ['PATCH', workspace, { name: 'Renamed' }],
      ['POST', `${tenant}/answers/${asked.trace_id}/feedback`, { rating: 'down' }],
    ];
    await fill();
    for (const [method, where, body, headers = {}] of writes) {
      const reply = await call<{ detail: string }>(method, where, { body, headers });
      const what = `${method} ${where} ${JSON.stringify(reply.body)}`;
      expect(reply.status, what).to.equal(507);
      expect(reply.body.detail, what).to.contain("server's disk is full");
    }
    const stream = await call<string>('POST', `${tenant}/ask/stream`, {
      body: { query, new_session: true },
    });
    expect(stream.body).to.match(/event: error\r\ndata: .*server's disk is full/);
    expect((await call('GET', '/whoami')).status).to.equal(200);
    await rm(filler());
    await eventually(async () => {
      const again = await call('POST', `${tenant}/ask`, { body: { query, new_session: true } });
      return again.status === 200;
    }, 'an answer');
  });
});
