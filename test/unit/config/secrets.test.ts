import { expect } from 'chai';
import { configSchema } from '#config/schema.ts';
import { isSecretSetting, redactor, secretsOf, withoutSecrets } from '#config/secrets.ts';
import { createLogger } from '#src/log.ts';

describe('the secrets among the settings', () => {
  const config = configSchema.parse({
    store: { url: 'postgres://plumb:p%40ssw0rd@db.example/plumbline' },
    redis: { url: 'redis://:cache-pass@127.0.0.1:6379' },
    databases: { encryption_keys: [{ id: 'first', key: Buffer.alloc(32, 7).toString('base64') }] },
    model: {
      provider: 'openai',
      model: 'gpt-5-mini',
      api_key: 'sk-first',
      headers: { 'x-gateway': 'gate"way' },
      fallbacks: [
        {
          ...{ provider: 'openai-compatible', model: 'm', api_key: 'sk-second' },
          base_url: 'https://models.example/v1?api_key=in-address',
        },
      ],
    },
  });

  it('are keys, headers, and what addresses carry, as they may be written', () => {
    expect(secretsOf(config)).to.have.members([
      ...['p%40ssw0rd', 'p@ssw0rd', 'cache-pass', Buffer.alloc(32, 7).toString('base64')],
      ...['sk-first', 'gate"way', 'sk-second', 'in-address'],
    ]);
  });

  it('reach no line of the log, in whatever field a text quotes them', () => {
    const lines: string[] = [];
    const log = createLogger(
      { level: 'info', pretty: false, secrets: secretsOf(config) },
      { write: (line) => void lines.push(line) },
    );
    const quoted = secretsOf(config).join(' and ');
    log.warn({ detail: quoted, err: new Error(`wrong key ${quoted}`) }, `it says ${quoted}`);
    log.info({ url: `https://models.example/?k=${encodeURIComponent('gate"way')}` }, 'called');
    const text = lines.join('');
    expect(text).to.contain('[redacted]');
    for (const secret of secretsOf(config)) {
      expect(text).to.not.contain(secret);
      expect(text).to.not.contain(JSON.stringify(secret).slice(1, -1));
      expect(text).to.not.contain(encodeURIComponent(secret));
    }
  });

  it('are told by their path, other settings are not', () => {
    expect(isSecretSetting(['model', 'api_key'])).to.equal(true);
    expect(isSecretSetting(['model', 'fallbacks', '0', 'headers', 'x'])).to.equal(true);
    expect(isSecretSetting(['databases', 'encryption_keys', '0', 'key'])).to.equal(true);
    expect(isSecretSetting(['model', 'schema_tokens'])).to.equal(false);
    expect(isSecretSetting(['tokens', 'max_ttl_s'])).to.equal(false);
  });

  it('are shown as stars, all else as it is', () => {
    const shown = withoutSecrets(config) as typeof config;
    const text = JSON.stringify(shown);
    for (const secret of secretsOf(config))
      expect(text).to.not.contain(JSON.stringify(secret).slice(1, -1));
    expect(shown.databases.encryption_keys).to.deep.equal([{ id: 'first', key: '***' }]);
    expect(shown.store.url).to.equal('postgres://plumb:***@db.example/plumbline');
    expect(shown.redis.url).to.equal('redis://:***@127.0.0.1:6379');
    expect(shown.http).to.deep.equal(config.http);
    const bare = configSchema.parse({});
    expect(withoutSecrets(bare)).to.deep.equal(bare);
  });

  it('change nothing where there are none', () => {
    expect(redactor(secretsOf(configSchema.parse({})))('a text')).to.equal('a text');
  });
});
