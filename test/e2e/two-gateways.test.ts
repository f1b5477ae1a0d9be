import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { expect } from 'chai';
import { call, type StartedService, startService } from '../bench/service.ts';
import { requirePostgres, temporaryDatabase } from '../fakes/postgres.ts';

const SHOP = 'https://shop.example';
const OTHER = 'https://other.example';
/** "Changes can take up to one minute to reach every server." */
const PROPAGATION_MS = 60_000;

describe('two gateways on one PostgreSQL store', function () {
  this.timeout(150_000);
  let database: Awaited<ReturnType<typeof temporaryDatabase>> | null = null;
  let one: StartedService;
  let two: StartedService;
  let clientId: string;
  let env: Record<string, string>;

  before(async function () {
    if (!(await requirePostgres())) return this.skip();
    database = await temporaryDatabase();
    env = {
      PLUMBLINE_STORE__URL: database.url,
      PLUMBLINE_SAMPLE__ENABLED: 'false',
      PLUMBLINE_TOKENS__SECRETS_CACHE_MS: '0',
      PLUMBLINE_DATABASES__ENCRYPTION_KEYS: `shared:${randomBytes(32).toString('base64')}`,
    };
    one = await startService({ env });
    two = { ...(await startService({ env })), apiKey: one.apiKey };
    ({ client_id: clientId } = await call<{ client_id: string }>(two, 'GET', '/whoami'));
  });
  after(async () => {
    await Promise.all([one?.stop(), two?.stop()]);
    await database?.drop();
  });

  const statusAt = async (at: StartedService, headers: Record<string, string>, where: string) =>
    (await fetch(at.url + where, { headers })).status;
  /** Asks again until the status is there, for as long as a change may take. */
  const becomes = async (status: number, ask: () => Promise<number>) => {
    const end = Date.now() + PROPAGATION_MS;
    let got = await ask();
    while (got !== status && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      got = await ask();
    }
    expect(got).to.equal(status);
  };

  it('see changes of allowed_origins that the other one made', async () => {
    const { id, api_key } = await call<{ id: string; api_key: string }>(
      one,
      'POST',
      '/accounts/api-keys',
      { name: 'site', scope: 'query', client_id: clientId, allowed_origins: [SHOP] },
    );
    const from = (origin: string) => () =>
      statusAt(two, { 'X-API-Key': api_key, Origin: origin }, '/whoami');
    await becomes(200, from(SHOP));
    await becomes(403, from(OTHER));
    await call(one, 'PATCH', `/accounts/api-keys/${id}`, { allowed_origins: [OTHER] });
    await becomes(200, from(OTHER));
    await becomes(403, from(SHOP));
    await call(one, 'PATCH', `/accounts/api-keys/${id}`, { allowed_origins: [] });
    await becomes(200, from(SHOP));
  });

  it("take each other's tokens, until the key is revoked on either", async () => {
    const key = await call<{ id: string; api_key: string }>(one, 'POST', '/accounts/api-keys', {
      ...{ name: 'server', client_id: clientId },
    });
    const { token } = await call<{ token: string }>(
      { ...one, apiKey: key.api_key },
      'POST',
      `/clients/${clientId}/tokens`,
      {},
    );
    const workspaces = (at: StartedService) =>
      statusAt(at, { Authorization: `Bearer ${token}` }, `/clients/${clientId}/workspaces`);
    expect([await workspaces(one), await workspaces(two)]).to.deep.equal([200, 200]);
    await call(two, 'DELETE', `/accounts/api-keys/${key.id}`);
    expect([await workspaces(one), await workspaces(two)]).to.deep.equal([401, 401]);
  });

  it('go on with tokens over a rotation of their secret by hand, and end them with --revoke', async () => {
    const mint = async () =>
      (await call<{ token: string }>(one, 'POST', `/clients/${clientId}/tokens`, {})).token;
    const rotate = (...options: string[]) =>
      execFileSync(
        process.execPath,
        [
          path.resolve(import.meta.dirname, '../../bin/plumbline.js'),
          'tokens',
          'rotate',
          ...options,
        ],
        { encoding: 'utf8', env: { ...process.env, ...env } },
      );
    const statuses = (token: string) =>
      Promise.all(
        [one, two].map((at) =>
          statusAt(at, { Authorization: `Bearer ${token}` }, `/clients/${clientId}/workspaces`),
        ),
      );
    const first = await mint();
    expect(rotate()).to.contain('hold until they end');
    const second = await mint();
    expect(await statuses(first)).to.deep.equal([200, 200]);
    expect(await statuses(second)).to.deep.equal([200, 200]);
    expect(rotate('--revoke')).to.contain('Every token made before ends');
    expect(await statuses(first)).to.deep.equal([401, 401]);
    expect(await statuses(second)).to.deep.equal([401, 401]);
    expect(await statuses(await mint())).to.deep.equal([200, 200]);
  });
});
