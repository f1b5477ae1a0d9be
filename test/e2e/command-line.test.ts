import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { call, type StartedService, startService } from '../../bench/service.ts';

const run = promisify(execFile);
const BIN = path.resolve(import.meta.dirname, '../../bin/plumbline.js');

interface Me {
  readonly account: { readonly type: string; readonly plan: string };
  readonly client_id: string | null;
  readonly workspace_id: string | null;
  readonly clients?: readonly { readonly client_id: string }[];
  readonly workspaces?: readonly { readonly workspace_id: string }[];
  readonly workspace?: { readonly name: string };
  readonly plan_limits: object | null;
}

describe('accounts and keys on the command line', () => {
  let dataDir: string;
  let service: StartedService;
  const plumbline = async (...args: string[]): Promise<string> =>
    (
      await run(process.execPath, [BIN, ...args], {
        env: { ...process.env, PLUMBLINE_DATA_DIR: dataDir },
      })
    ).stdout.trim();
  const refusal = (...args: string[]): Promise<string> =>
    plumbline(...args).then(
      (out) => `accepted: ${out}`,
      (error: { stderr: string; code: number }) => `${error.code} ${error.stderr}`,
    );
  const whoami = (apiKey: string) => call<Me>({ url: service.url, apiKey }, 'GET', '/whoami');

  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-cli-'));
    const env = { PLUMBLINE_SAMPLE__ENABLED: 'false' };
    service = await startService({ dataDir, env });
  });
  after(async () => {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('make an account beside a running service, with a key of all of it', async () => {
    const made = JSON.parse(
      await plumbline(
        'account',
        'create',
        '--name',
        'Shop',
        '--plan',
        'free',
        '--email',
        'a@b.example',
      ),
    );
    expect(made).to.have.all.keys('account', 'client_id', 'workspace_id', 'workspace', 'api_key');
    const me = await whoami(made.api_key);
    expect(me).to.deep.include({ account: { type: 'standard', plan: 'free' }, client_id: null });
    expect(me.clients!.map(({ client_id }) => client_id)).to.deep.equal([made.client_id]);
    expect(me.plan_limits).to.be.an('object');
    const tenant = await plumbline('key', 'create', '--account', made.account.id);
    expect(await whoami(tenant)).to.include({ client_id: made.client_id, workspace_id: null });
    const again = ['account', 'create', '--name', 'Other', '--email', 'a@b.example'];
    expect(await refusal(...again)).to.match(
      /^1 An account for a@b\.example already exists\. Use another address\.\n$/,
    );
  });

  it('make a direct account, which has no key', async () => {
    const made = JSON.parse(
      await plumbline('account', 'create', '--name', 'UI', '--type', 'direct'),
    );
    expect(made).to.include({ api_key: null });
    expect(await refusal('key', 'create', '--account', made.account.id)).to.contain(
      `There is no account ${made.account.id}.`,
    );
  });

  it('make keys of every reach, and revoke them by id, prefix or the key itself', async () => {
    const first = await whoami(service.apiKey!);
    const workspaceId = first.workspaces![0]!.workspace_id;
    const all = await plumbline('key', 'create', '--account-level', '--name', 'All');
    const some = await plumbline(
      'key',
      'create',
      '--tenant',
      first.client_id!,
      '--environment',
      'test',
    );
    const one = await plumbline('key', 'create', '--workspace', workspaceId, '--scope', 'query');
    expect(some).to.match(/^plumb_test_/);
    expect((await whoami(all)).clients).to.have.length(1);
    expect((await whoami(some)).workspaces).to.have.length(1);
    expect((await whoami(one)).workspace).to.include({ name: 'General' });
    const { api_keys } = await call<{ api_keys: { id: string; prefix: string }[] }>(
      { url: service.url, apiKey: all },
      'GET',
      '/accounts/api-keys',
    );
    const idOf = (key: string) => api_keys.find(({ prefix }) => key.startsWith(prefix))!.id;
    expect(await plumbline('key', 'revoke', idOf(some))).to.contain(idOf(some));
    await plumbline('key', 'revoke', one.slice(0, 16));
    for (const key of [some, one])
      expect(await whoami(key).catch((error: Error) => error.message)).to.contain('401');
    const { entries } = await call<{ entries: { action: string; actor: { type: string } }[] }>(
      { url: service.url, apiKey: all },
      'GET',
      '/accounts/audit',
    );
    expect(entries.map(({ action, actor }) => `${actor.type} ${action}`)).to.deep.equal([
      ...Array.from({ length: 2 }, () => 'command_line key.revoked'),
      ...Array.from({ length: 3 }, () => 'command_line key.created'),
    ]);
    await plumbline('key', 'revoke', all);
    expect(await whoami(all).catch((error: Error) => error.message)).to.contain('401');
    expect(await refusal('key', 'revoke', all)).to.contain(
      'No active key matches. Check the ID or prefix.',
    );
  });

  const refused: readonly [string[], string][] = [
    [['key', 'create', '--row-filter', 'a=1'], 'Add --scope query'],
    [['key', 'create', '--account-level', '--tenant', 'cl_x'], "--account-level can't be combined"],
    [['key', 'create', '--workspace', 'ws_x'], 'There is no workspace ws_x.'],
    [['key', 'create', '--scope', 'admin'], 'Allowed choices are full, query'],
    [['key', 'create', '--name', ' '], 'Give the key a name of 1 to 100 characters.'],
    [['account', 'create', '--name', 'x'.repeat(101)], 'Give the account a name of 1 to 100'],
    [['account', 'create'], "required option '--name <name>' not specified"],
    [
      ['account', 'create', '--name', 'A', '--plan', 'gold'],
      'Plan "gold" doesn\'t exist. Use one of: ',
    ],
    [['account', 'create', '--name', 'A', '--email', 'ann'], "isn't a valid email address"],
    [['key', 'revoke'], 'missing required argument'],
  ];
  for (const [args, text] of refused)
    it(`say what is wrong with: ${args.join(' ')}`, async () =>
      expect(await refusal(...args)).to.contain(text));

  it('explain themselves', async () => {
    for (const args of [
      ['account', 'create'],
      ['key', 'create'],
      ['key', 'revoke'],
    ])
      expect(await plumbline(...args, '--help')).to.contain('Example');
  });
});
