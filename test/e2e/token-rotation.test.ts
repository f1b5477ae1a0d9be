import { expect } from 'chai';
import { plumbline } from '../../bench/faults/stores/attempt.ts';
import { call } from '../../bench/service.ts';
import { requirePostgres, temporaryDatabase } from '../fakes/postgres.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

describe('a rotation of the secret of tokens by hand, beside a service on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof temporaryDatabase>> | null = null;
  let own: OwnWorkspace | null = null;
  let env: Record<string, string>;

  before(async function () {
    if (!(await requirePostgres())) return this.skip();
    database = await temporaryDatabase();
    env = { PLUMBLINE_STORE__URL: database.url, PLUMBLINE_TOKENS__SECRETS_CACHE_MS: '0' };
    own = await openWorkspace(env);
  });
  after(async () => {
    await own?.close();
    await database?.drop();
  });

  it('lets tokens made before go on, and ends them with --revoke', async () => {
    const { service, clientId } = own!;
    const mint = async () =>
      (await call<{ token: string }>(service, 'POST', `/clients/${clientId}/tokens`, {})).token;
    const rotate = async (...options: string[]) =>
      (await plumbline(['tokens', 'rotate', ...options], service.dataDir, env)).text;
    const status = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`${service.url}/clients/${clientId}/workspaces`, { headers })).status;
    };
    const first = await mint();
    expect(await rotate()).to.contain('keep working until they expire');
    const second = await mint();
    expect([await status(first), await status(second)]).to.deep.equal([200, 200]);
    expect(await rotate('--revoke')).to.contain('All earlier tokens stop working');
    expect([await status(first), await status(second)]).to.deep.equal([401, 401]);
    expect(await status(await mint())).to.equal(200);
  });
});
