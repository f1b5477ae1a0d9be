import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { ConfigError, loadConfig } from '#config/load.ts';

describe('configuration', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-config-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = (name: string, text: string) => {
    const full = path.join(folder, name);
    writeFileSync(full, text);
    return full;
  };

  it('starts from defaults, and cannot be changed later', () => {
    const config = loadConfig({});
    expect(config).to.include({ host: '127.0.0.1', port: 8080, signup: 'closed' });
    expect(config.files.max_file_bytes).to.equal(50 * 1024 * 1024);
    expect(() => {
      (config.files as { engine: string }).engine = 'other';
    }).to.throw(TypeError);
  });

  it('refuses a mail server whose address is no URL at the start', () => {
    const of = (url: string) => () => loadConfig({ PLUMBLINE_MAIL__URL: url });
    expect(of('smtp://[')).to.throw(ConfigError, 'with a host name');
    expect(of('smtp://mail.example.com:25')().mail.url).to.equal('smtp://mail.example.com:25');
  });

  it('lets a file win over the defaults and the environment over the file', () => {
    const PLUMBLINE_CONFIG = file(
      'c.yaml',
      'port: 9000\nask:\n  max_rows: 50\n  timeout_ms: 2000\n',
    );
    const config = loadConfig({
      PLUMBLINE_CONFIG,
      PLUMBLINE_ASK__MAX_ROWS: '70',
      PLUMBLINE_LOG: 'pretty',
    });
    expect(config.port).to.equal(9000);
    expect(config.ask).to.include({ max_rows: 70, timeout_ms: 2000 });
    expect(config.log.pretty).to.equal(true);
  });

  it('reads a secret from a file', () => {
    const secret = file('url', 'postgres://somewhere/db\n');
    expect(loadConfig({ PLUMBLINE_STORE__URL_FILE: secret }).store.url).to.equal(
      'postgres://somewhere/db',
    );
  });

  it('reads lists and objects from the environment as JSON, and shows none that is wrong', () => {
    const { model } = loadConfig({
      PLUMBLINE_MODEL__BODY: '{"top_p":0.9}',
      PLUMBLINE_MODEL__HEADERS__X: '{"a":1}',
      PLUMBLINE_MODEL__FALLBACKS: '[{"provider":"openai","model":"gpt-5","api_key":"sk-1"}]',
    });
    expect(model.body).to.deep.equal({ top_p: 0.9 });
    expect(model.headers).to.deep.equal({ x: '{"a":1}' });
    expect(model.fallbacks[0]).to.include({ model: 'gpt-5', api_key: 'sk-1' });
    const wrong = { PLUMBLINE_MODEL__FALLBACKS: '[{"provider":"openai","api_key":"sk-12345"' };
    expect(() => loadConfig(wrong))
      .to.throw(ConfigError, 'model.fallbacks')
      .with.property('message')
      .that.does.not.contain('sk-12345');
  });

  const KEY = Buffer.alloc(32, 7).toString('base64');

  it('reads the keys of stored passwords as a list, as text and from a file of secrets', () => {
    const keys = [
      { id: 'k2', key: KEY },
      { id: 'k1', key: KEY },
    ];
    const text = `k2:${KEY}\nk1:${KEY}\n`;
    const yaml = `databases:\n  encryption_keys:\n    - {id: k2, key: "${KEY}"}\n    - {id: k1, key: "${KEY}"}\n`;
    for (const environment of [
      { PLUMBLINE_DATABASES__ENCRYPTION_KEYS: `k2:${KEY}, k1:${KEY}` },
      { PLUMBLINE_DATABASES__ENCRYPTION_KEYS_FILE: file('keys', text) },
      { PLUMBLINE_CONFIG: file('keys.yaml', yaml) },
    ])
      expect(loadConfig(environment).databases.encryption_keys).to.deep.equal(keys);
  });

  it('does not print a key that is wrong', () => {
    for (const keys of ['k1:tops3cret', 'tops3cret', `k1:${KEY},k1:${KEY}`]) {
      const environment = { PLUMBLINE_DATABASES__ENCRYPTION_KEYS: keys };
      expect(() => loadConfig(environment))
        .to.throw(ConfigError, /databases\.encryption_keys/)
        .with.property('message')
        .that.does.not.contain('tops3cret')
        .and.does.not.contain(KEY);
    }
  });

  it('refuses to give back what a question set aside before it may have ended', () => {
    const PLUMBLINE_ASK__TOTAL_TIMEOUT_MS = '90000';
    const load = (PLUMBLINE_BUDGETS__RESERVATION_MS: string) =>
      loadConfig({ PLUMBLINE_ASK__TOTAL_TIMEOUT_MS, PLUMBLINE_BUDGETS__RESERVATION_MS });
    expect(load('90001').budgets.reservation_ms).to.equal(90_001);
    for (const tooShort of ['90000', '60000'])
      expect(() => load(tooShort))
        .to.throw(ConfigError)
        .with.property('message')
        .that.includes('budgets.reservation_ms')
        .and.includes('it must exceed ask.total_timeout_ms (90000)');
  });

  it('refuses open signup with a plan that is none', () => {
    const open = {
      PLUMBLINE_SIGNUP: 'open',
      PLUMBLINE_DATABASES__ALLOW_PRIVATE_HOSTS: 'false',
    };
    for (const plan of ['fre', 'constructor'])
      expect(() => loadConfig({ ...open, PLUMBLINE_SIGNUP_PLAN: plan })).to.throw(
        ConfigError,
        /"signup_plan" is ".*doesn't exist.*self_hosted/,
      );
    expect(loadConfig({ ...open, PLUMBLINE_SIGNUP_PLAN: 'self_hosted' }).signup).to.equal('open');
  });

  it('refuses open signup together with private database hosts', () => {
    expect(() => loadConfig({ PLUMBLINE_SIGNUP: 'open' })).to.throw(
      ConfigError,
      /"databases\.allow_private_hosts": .*open signup/,
    );
    const closed = {
      PLUMBLINE_SIGNUP: 'open',
      PLUMBLINE_DATABASES__ALLOW_PRIVATE_HOSTS: 'false',
      PLUMBLINE_DATABASES__ALLOWED_HOSTS: 'db.internal, 10.1.0.0/16',
    };
    expect(loadConfig(closed).databases.allowed_hosts).to.deep.equal([
      'db.internal',
      '10.1.0.0/16',
    ]);
  });

  const WRONG: readonly (readonly [string, Record<string, string>, RegExp])[] = [
    [
      'out of bounds',
      { PLUMBLINE_PORT: '99999' },
      /"port" is 99999, set by the environment \(PLUMBLINE_PORT\): .*65535/,
    ],
    ['of another type', { PLUMBLINE_ASK__MAX_ROWS: 'many' }, /"ask\.max_rows" is "many"/],
    [
      'unknown',
      { PLUMBLINE_ASK__MAX_ROW: '5' },
      /"ask\.max_row" isn't a setting, set by the environment/,
    ],
    ['none of the choices', { PLUMBLINE_SIGNUP: 'perhaps' }, /"signup" is "perhaps".*open.*closed/],
    [
      'a file that is missing',
      { PLUMBLINE_STORE__URL_FILE: '/nowhere/secret' },
      /PLUMBLINE_STORE__URL_FILE names the file \/nowhere\/secret/,
    ],
    [
      'a configuration file that is missing',
      { PLUMBLINE_CONFIG: '/nowhere/c.yaml' },
      /\/nowhere\/c\.yaml can't be read/,
    ],
  ];
  for (const [what, environment, text] of WRONG) {
    it(`stops on a setting that is ${what}, and names it`, () => {
      expect(() => loadConfig(environment)).to.throw(ConfigError, text);
    });
  }

  it('stops on a file that is no YAML or holds no settings', () => {
    expect(() => loadConfig({ PLUMBLINE_CONFIG: file('a.yaml', 'a: [') })).to.throw(
      ConfigError,
      /isn't valid YAML/,
    );
    expect(() => loadConfig({ PLUMBLINE_CONFIG: file('b.yaml', '- 1') })).to.throw(
      ConfigError,
      /settings/,
    );
  });

  it('reads sign-in providers from a file of secrets, and prints none of their secrets', () => {
    const provider = {
      ...{ name: 'work', label: 'Work', issuer: 'https://id.example.com', tenant: 'cli_1' },
      ...{ client_id: 'plumbline', client_secret: 'a-very-secret-text' },
    };
    const load = (providers: readonly object[]) =>
      loadConfig({
        PLUMBLINE_PUBLIC_URL: 'https://plumbline.example',
        PLUMBLINE_PEOPLE__ENABLED: 'true',
        PLUMBLINE_PEOPLE__OIDC_FILE: file('oidc.json', JSON.stringify(providers)),
      });
    expect(load([provider]).people.oidc[0]).to.include(provider);
    for (const wrong of [[provider, provider], [{ ...provider, roles: { a: 'admin' } }]])
      expect(() => load(wrong))
        .to.throw(ConfigError)
        .with.property('message')
        .that.matches(/people\.oidc/)
        .and.does.not.contain('a-very-secret-text');
  });
});
