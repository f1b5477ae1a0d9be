import { expect } from 'chai';
import { isWellFormedKey } from '#src/accounts/keys.ts';
import type { Route } from '#src/http/route.ts';
import { type Caller, type MemberId, NOW } from '../fakes/accounts.ts';
import {
  expectedStatus,
  nameOf,
  ROWS,
  SITUATION_NAMES,
  SITUATIONS,
  type SituationName,
  TOKENS,
  type TokenName,
  type TokenSpec,
  VALUES,
} from './access-matrix.ts';
import { type Gateway, openGateway } from './gateway.ts';

const PROVIDER = {
  name: 'somebody',
  label: 'Somebody',
  issuer: 'https://id.example.com',
  client_id: 'plumbline',
  tenant: 'cli_1',
};

describe('who may call what', () => {
  let gateway: Gateway;
  let sessions: ReadonlyMap<string, string>;
  let tokens: Readonly<Record<TokenName, string>>;
  const open = async () => {
    await gateway?.close();
    gateway = await openGateway({
      signup: true,
      settings: {
        sample: { requests_per_minute: 100_000 },
        signups_per_hour: 1_000,
        sessions: { sign_ins_per_address: 100_000 },
        people: { enabled: true, oidc: [PROVIDER] },
        public_url: 'https://plumbline.example',
      },
    });
    tokens = await mintAll(gateway);
    sessions = await signInAll(gateway);
  };
  before(open);
  after(() => gateway.close());

  const call = (route: Pick<Route, 'method' | 'path' | 'rawBody'>, situation: SituationName) => {
    const { caller, key, endUser, token, session, site } = { ...SITUATIONS[situation] } as {
      readonly caller?: Caller;
      readonly key?: string;
      readonly endUser?: string;
      readonly token?: TokenName;
      readonly session?: Caller | MemberId | 'ended';
      readonly site?: string;
    };
    const url = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name]!);
    let test = gateway.as(caller ?? 'full', route.method, url);
    if (!caller) test = key === undefined ? test.unset('X-API-Key') : test.set('X-API-Key', key);
    if (token) test = test.set('Authorization', `Bearer ${tokens[token]}`);
    if (session)
      test = test
        .set('Host', 'plumbline.example')
        .set('Cookie', `theme=dark; __Host-plumbline=${sessions.get(session)}`)
        .set('Sec-Fetch-Site', site ?? 'same-origin');
    if (endUser) test = test.set('X-End-User-Id', endUser);
    const { body } = ROWS[nameOf(route)]!;
    if (route.rawBody) return test.attach('file', Buffer.from('a,b\n1,2\n'), 'a.csv');
    return body ? test.send(body) : test;
  };
  const found = (path: string) => gateway.routes.find((one) => one.path === path)!;

  it('has a row for every route, with its capability, body and address, and no other', () => {
    const wanted = gateway.routes.map((route) => `${nameOf(route)} ${route.capability}`);
    const rows = Object.entries(ROWS).map(([name, { capability }]) => `${name} ${capability}`);
    expect(rows).to.have.members(wanted);
    for (const route of gateway.routes) {
      expect(route.body && !ROWS[nameOf(route)]!.body, `body of ${nameOf(route)}`).to.not.equal(
        true,
      );
      for (const [, name] of route.path.matchAll(/\{(\w+)\}/g))
        expect(VALUES, nameOf(route)).to.have.property(name!);
    }
  });

  it('sends a key that only the store can refuse', () => {
    expect(isWellFormedKey(SITUATIONS['unknown key'].key)).to.equal(true);
    expect(isWellFormedKey(SITUATIONS['key with a typo'].key)).to.equal(false);
  });

  describe('gives every caller the status of the specification, as documented', () => {
    for (const [name, { changes }] of Object.entries(ROWS))
      it(name, async () => {
        const route = gateway.routes.find((one) => nameOf(one) === name)!;
        const wrong: string[] = [];
        let isChanged = changes === true;
        for (const situation of SITUATION_NAMES) {
          if (isChanged) await open();
          const response = await call(route, situation);
          // A call that is refused changes nothing: the next ones would show it.
          isChanged = changes === true && response.status < 400;
          const expected = expectedStatus(name, situation);
          if (response.status !== expected)
            wrong.push(`${situation} → ${response.status}, not ${expected}`);
          gateway.expectDocumented(response);
        }
        if (isChanged) await open();
        expect(wrong).to.deep.equal([]);
      });
  });

  const texts: readonly [SituationName, string, string][] = [
    ['no key', '/clients/{client_id}/ask', 'Invalid or revoked API key'],
    ['revoked key', '/query', 'Invalid or revoked API key'],
    ['other tenant', '/clients/{client_id}/ask', 'API key is scoped to a different tenant'],
    ['other account', '/clients/{client_id}/ask', 'API key is scoped to a different tenant'],
    ['bearer, wrong path', '/clients/{client_id}/ask', 'Access denied to this client'],
    ['bearer, expired', '/clients/{client_id}/ask', 'has expired'],
    ['bearer, revoked key', '/clients/{client_id}/ask', 'Invalid or revoked bearer token'],
    ['bearer, full', '/whoami', 'Invalid or revoked API key'],
    ['bearer, full', '/clients/{client_id}/tokens', "can't create another one"],
    [
      'bearer, ask-only, other end user',
      '/clients/{client_id}/ask',
      'end user of the bearer token',
    ],
    ['direct account', '/query', 'Direct accounts must use the UI'],
    ['full, invalid end user', '/query', '1 to 128 characters: letters, digits and . _ : @ + -'],
    ['ask-only without end user', '/clients/{client_id}/ask', 'Send the header X-End-User-Id'],
  ];
  for (const [situation, path, text] of texts)
    it(`says "${text}" to: ${situation}`, async () => {
      expect((await call(found(path), situation)).body.detail).to.contain(text);
    });

  it('reads the store once to know a caller, and not at all for a key with a typo', async () => {
    const reads = async (situation: SituationName) => {
      const before = gateway.accounts.reads();
      await call(found('/whoami'), situation);
      return gateway.accounts.reads() - before;
    };
    expect(await reads('full')).to.equal(1);
    expect(await reads('unknown key')).to.equal(1);
    expect(await reads('malformed key')).to.equal(0);
    expect(await reads('key with a typo')).to.equal(0);
    expect(await reads('no key')).to.equal(0);
  });
});

async function mintAll({ accounts }: Gateway): Promise<Readonly<Record<TokenName, string>>> {
  const made = Object.entries(TOKENS).map(async ([name, spec]: [string, TokenSpec]) => {
    const principal = (await accounts.authenticate(accounts.keys[spec.by]))!;
    const key = { ...principal.key, id: spec.keyId ?? principal.key.id };
    const at = new Date(NOW.getTime() - (spec.ageMs ?? 0));
    return [name, await accounts.mint({ ...principal, key }, spec.request ?? {}, at)] as const;
  });
  return Object.fromEntries(await Promise.all(made)) as Record<TokenName, string>;
}

async function signInAll({ accounts }: Gateway): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { session } of Object.values(SITUATIONS) as readonly { readonly session?: string }[])
    if (session !== undefined && session !== 'ended' && !found.has(session))
      found.set(session, await accounts.signIn(session as Caller));
  const ended = await accounts.signIn('full');
  await accounts.signIns.end(ended);
  return found.set('ended', ended);
}
