import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { openModelSettings } from '#src/accounts/model-settings.ts';
import type { ModelSettings, ModelSettingsRequest } from '#src/accounts/types.ts';
import { AppError } from '#src/errors.ts';
import { createHostCheck } from '#src/network/host-check.ts';
import type { Principal } from '#src/principal.ts';
import { createSecretBox, type SecretBox } from '#src/secrets/secret-box.ts';
import { NOW, openTestAccounts, type TestAccounts } from '../../fakes/accounts.ts';

const TENANT = { clientId: 'cli_1', workspaceId: null };
const WORKSPACE = { clientId: 'cli_1', workspaceId: 'ws_1' };
const OTHER = { clientId: 'cli_1', workspaceId: 'ws_2' };
const OPENAI: ModelSettingsRequest = {
  ...{ provider: 'openai', model: 'gpt-5-mini', base_url: null, planning: null, steps: {} },
  api_key: 'sk-tenant-1',
};
const { signal } = new AbortController();

describe('models that tenants and workspaces choose', () => {
  let accounts: TestAccounts;
  let settings: ModelSettings;
  let principal: Principal;
  const oldKey = { id: 'old', key: randomBytes(32) };
  const box = createSecretBox([oldKey]);
  const open = (model: object = {}, by: SecretBox = box) =>
    openModelSettings({
      store: accounts.store,
      clock: { now: () => NOW },
      log: pino({ level: 'silent' }),
      config: configSchema.parse({ model }),
      box: by,
      checkHost: createHostCheck({
        ...{ allowPrivateHosts: false, allowedHosts: ['10.1.0.0/16'], dnsTimeoutMs: 1_000 },
        setting: 'model.allowed_hosts',
        lookup: async (host) => [host === 'inside.example.com' ? '192.168.1.9' : '93.184.216.34'],
      }),
      accounts,
    });
  const put = (
    request: Partial<ModelSettingsRequest> = {},
    place: typeof TENANT | typeof WORKSPACE = WORKSPACE,
  ) => settings.put({ principal, requestId: 'req_1' }, place, { ...OPENAI, ...request }, signal);
  const refusal = async (request: Partial<ModelSettingsRequest>) => {
    const error = await put(request).then(
      () => null,
      (caught: unknown) => caught,
    );
    expect(error).to.be.instanceOf(AppError);
    return (error as AppError).message;
  };
  beforeEach(async () => {
    accounts = await openTestAccounts(configSchema.parse({}));
    principal = (await accounts.authenticate(accounts.keys.wholeTenant))!;
    settings = await open();
  });
  afterEach(() => accounts.close());

  it("are a workspace's own, else its tenant's, else the deployment's", async () => {
    settings = await open({ provider: 'google', model: 'gemini-2.5-flash', api_key: 'op-key' });
    const deployed = await settings.read(principal, WORKSPACE);
    expect(deployed).to.include({ source: 'deployment', provider: 'google', has_api_key: false });
    expect(await settings.ownOf(WORKSPACE)).to.equal(null);
    await put({ model: 'gpt-5' }, TENANT);
    expect(await settings.read(principal, WORKSPACE)).to.include({
      source: 'tenant',
      model: 'gpt-5',
    });
    const own = await put({ planning: 'cross-check' });
    expect(own).to.include({ source: 'workspace', model: 'gpt-5-mini', has_api_key: true });
    expect((await settings.ownOf(WORKSPACE))?.chosen?.planning).to.equal('cross-check');
    expect((await settings.ownOf(OTHER))?.chosen?.model).to.equal('gpt-5');
    expect(await settings.ownOf({ clientId: 'cli_2', workspaceId: 'ws_9' })).to.equal(null);
    const left = await settings.remove({ principal, requestId: 'req_1' }, WORKSPACE);
    expect(left).to.include({ source: 'tenant', model: 'gpt-5' });
  });

  it('have a key that is encrypted, never shown, and there after a start', async () => {
    const shown = await put();
    expect(JSON.stringify(shown)).to.not.contain('sk-tenant-1');
    const rows = await accounts.store.selectFrom('model_settings').selectAll().execute();
    expect(JSON.stringify(rows)).to.not.contain('sk-tenant-1');
    const audit = await accounts.store.selectFrom('audit_log').selectAll().execute();
    expect(audit.at(-1)).to.include({ action: 'model_settings.replaced', workspace_id: 'ws_1' });
    expect(JSON.stringify(audit)).to.not.contain('sk-tenant-1');
    settings = await open();
    expect(await settings.ownOf(WORKSPACE)).to.include({ apiKey: 'sk-tenant-1' });
  });

  it('keep their key where it is not sent, and never take it to another address', async () => {
    await put();
    await put({ model: 'gpt-5', api_key: undefined });
    expect(await settings.ownOf(WORKSPACE)).to.deep.include({ apiKey: 'sk-tenant-1' });
    expect(await refusal({ base_url: 'https://evil.example.com/v1', api_key: undefined })).to.equal(
      'There is no key for openai gpt-5-mini. Send api_key.',
    );
    expect(await refusal({ provider: 'groq', api_key: undefined })).to.contain('Send api_key.');
    expect((await settings.ownOf(WORKSPACE))?.chosen?.base_url).to.equal(null);
  });

  it('are encrypted anew with a new key, and ask nobody where the key is gone', async () => {
    await put();
    const newKey = { id: 'new', key: randomBytes(32) };
    await open({}, createSecretBox([newKey, oldKey]));
    settings = await open({}, createSecretBox([newKey]));
    expect(await settings.ownOf(WORKSPACE)).to.include({ apiKey: 'sk-tenant-1' });
    settings = await open({}, createSecretBox([{ id: 'other', key: randomBytes(32) }]));
    expect(await settings.ownOf(WORKSPACE)).to.include({ chosen: null, apiKey: null });
  });

  it("borrow the deployment's key for the models that it configured alone", async () => {
    const lent = { provider: 'openai', model: 'gpt-5-mini', api_key: 'op-key' };
    settings = await open({
      ...lent,
      fallbacks: [{ ...lent, model: 'own', base_url: 'https://llm.inside.example.com/v1' }],
    });
    await put({ api_key: undefined });
    expect(await settings.ownOf(WORKSPACE)).to.include({ apiKey: 'op-key' });
    expect(await settings.read(principal, WORKSPACE)).to.include({ has_api_key: false });
    await put({ api_key: undefined, model: 'own' });
    expect((await settings.ownOf(WORKSPACE))?.configured?.base_url).to.contain(
      'inside.example.com',
    );
    expect(await refusal({ api_key: undefined, model: 'gpt-5-pro' })).to.contain('Send api_key');
    expect(
      await refusal({ api_key: undefined, base_url: 'https://evil.example.com/v1' }),
    ).to.contain('Send api_key');
    // What the operator took out of the configuration is not lent any longer.
    settings = await open({ provider: 'google', model: 'gemini-2.5-flash', api_key: 'op-key' });
    expect(await settings.ownOf(WORKSPACE)).to.include({ apiKey: null, configured: null });
  });

  it('are reached at public addresses, and at others where the operator allows them', async () => {
    for (const base_url of [
      'https://127.0.0.1/v1',
      'https://2130706433/v1',
      'https://[::ffff:10.0.0.1]/v1',
      'https://inside.example.com/v1',
      'https://169.254.169.254/v1',
    ])
      expect(await refusal({ base_url }), base_url).to.match(
        /model\.allowed_hosts|isn't allowed|can't|private/i,
      );
    expect(await refusal({ base_url: 'http://llm.example.com/v1' })).to.contain('https://');
    expect(await refusal({ base_url: 'https://ann:pw@llm.example.com/v1' })).to.contain('password');
    expect(await refusal({ provider: 'ollama', api_key: null })).to.contain('https://');
    expect(await refusal({ provider: 'azure' })).to.equal('azure needs a URL. Send base_url.');
    await put({ base_url: 'https://llm.example.com/v1' });
    await put({ base_url: 'https://10.1.2.3/v1' });
  });

  it("are changed by keys that reach the place, a tenant's by none of one workspace", async () => {
    principal = (await accounts.authenticate(accounts.keys.full))!;
    await put();
    await put({}, TENANT).then(
      () => expect.fail('a key of one workspace chose for the tenant'),
      (error: AppError) => expect(error.code).to.equal('forbidden'),
    );
    principal = (await accounts.authenticate(accounts.keys.otherTenant))!;
    await put().then(
      () => expect.fail('a key of another tenant chose'),
      (error: AppError) => expect(error.code).to.equal('wrong_tenant'),
    );
  });
});
