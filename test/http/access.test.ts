import { expect } from 'chai';
import type { Capability, Route } from '#src/http/route.ts';
import type { Caller } from '../fakes/accounts.ts';
import { type Gateway, openGateway } from './gateway.ts';

/** Past the gate; a key of a whole account still has to name its tenant for `/query` (422). */
const ALLOWED = [200, 201, 202, 404, 422];

/** What each caller may, by capability: the status of the refusal, or `in`. The table of the specification. */
type Verdict = 'in' | 400 | 401 | 403;
const SITUATIONS = [
  'no key',
  'malformed key',
  'unknown key',
  'full',
  'full, invalid end user',
  'ask-only',
  'ask-only without end user',
  'sample',
  'sample without end user',
  'direct account',
  'other tenant',
  'other account',
] as const;
type Situation = (typeof SITUATIONS)[number];

const EXPECTED: Readonly<
  Record<Exclude<Capability, 'public'>, Readonly<Record<Situation, Verdict>>>
> = {
  identify: row('in', 'in', 'in', 'in', 'in', 'in', 'in'),
  query: row('in', 'in', 'in', 'in', 'in', 'in', 'in'),
  ask: row('in', 400, 'in', 400, 403, 403, 'in'),
  read: row('in', 400, 403, 403, 403, 403, 'in'),
  manage: row(403, 403, 403, 403, 403, 403, 'in'),
};

function row(
  askOnly: Verdict,
  askOnlyWithout: Verdict,
  sample: Verdict,
  sampleWithout: Verdict,
  otherTenant: Verdict,
  otherAccount: Verdict,
  full: Verdict,
): Record<Situation, Verdict> {
  return {
    'no key': 401,
    'malformed key': 401,
    'unknown key': 401,
    full,
    'full, invalid end user': 400,
    'ask-only': askOnly,
    'ask-only without end user': askOnlyWithout,
    sample,
    'sample without end user': sampleWithout,
    'direct account': 403,
    'other tenant': otherTenant,
    'other account': otherAccount,
  };
}

const CALLER: Readonly<Partial<Record<Situation, Caller>>> = {
  full: 'full',
  'full, invalid end user': 'full',
  'ask-only': 'askOnly',
  'ask-only without end user': 'askOnly',
  sample: 'sample',
  'sample without end user': 'sample',
  'direct account': 'direct',
  'other tenant': 'otherTenant',
  'other account': 'otherAccount',
};
const END_USER: Readonly<Partial<Record<Situation, string>>> = {
  'full, invalid end user': 'not a valid id',
  'ask-only': 'ann@example.com',
  sample: 'ann@example.com',
};

const VALUES: Readonly<Record<string, string>> = {
  client_id: 'cli_1',
  workspace_id: 'ws_1',
  file_id: '1',
  trace_id: 'tr_1',
  table: 'orders',
  column: 'region',
  result_token: 'rt_1',
};
const BODIES: Readonly<Record<string, object>> = {
  '/query': { q: 'revenue by region' },
  '/clients/{client_id}/ask': { query: 'revenue by region' },
  '/clients/{client_id}/ask/stream': { query: 'revenue by region' },
  '/clients/{client_id}/workspaces': { name: 'Another' },
  '/clients/{client_id}/schema/tables/{table}': { description: 'What was sold' },
  '/clients/{client_id}/schema/tables/{table}/columns/{column}': { sensitive: true },
  '/clients/{client_id}/workspaces/{workspace_id}/semantics': {
    rules: ['A year is a calendar year.'],
  },
  '/accounts/clients/{client_id}/database': { url: 'postgres://ann:secret@db.example.com/shop' },
  '/accounts/clients/{client_id}/database/test': {},
  '/clients/{client_id}/schema/refresh': {},
  '/accounts/budgets': { budgets: [] },
  '/accounts/signup': { email: 'ann@example.com', project_name: 'Shop' },
};

describe('who may call what', () => {
  let gateway: Gateway;
  before(async () => {
    gateway = await openGateway({
      signup: true,
      settings: { sample: { requests_per_minute: 1_000 } },
    });
  });
  after(() => gateway.close());

  const call = (route: Route, situation: Situation) => {
    const url = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name]!);
    const caller = CALLER[situation] ?? 'full';
    let test = gateway.as(caller, route.method as 'get', url);
    if (situation === 'no key') test = test.unset('X-API-Key');
    if (situation === 'malformed key') test = test.set('X-API-Key', 'plumb_live_x');
    if (situation === 'unknown key') test = test.set('X-API-Key', `plumb_live_${'a'.repeat(38)}`);
    const endUser = END_USER[situation];
    if (endUser) test = test.set('X-End-User-Id', endUser);
    const body = BODIES[route.path];
    if (route.rawBody) return test.attach('file', Buffer.from('a,b\n1,2\n'), 'a.csv');
    return body ? test.send(body) : test;
  };

  it('covers every route', () => {
    expect(gateway.routes.length).to.be.greaterThan(15);
    const unknown = gateway.routes.flatMap((route) =>
      [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).filter((n) => !VALUES[n]),
    );
    expect(unknown).to.deep.equal([]);
    const bodyless = gateway.routes.filter((route) => route.body && !BODIES[route.path]);
    expect(bodyless.map((route) => route.path)).to.deep.equal([]);
  });

  it('holds every route and caller to the table of the specification, with documented answers', async () => {
    const wrong: string[] = [];
    for (const route of gateway.routes) {
      if (route.capability === 'public') continue;
      for (const situation of SITUATIONS) {
        const response = await call(route, situation);
        const expected = expectedOf(route, situation);
        const got = response.status;
        const fits = expected === 'in' ? ALLOWED.includes(got) : got === expected;
        if (!fits)
          wrong.push(`${route.method} ${route.path}: ${situation} → ${got}, not ${expected}`);
        gateway.expectDocumented(response);
      }
    }
    expect(wrong).to.deep.equal([]);
  });

  it('lets everybody call public routes, also with a key that is none', async () => {
    for (const route of gateway.routes) {
      if (route.capability !== 'public') continue;
      for (const situation of ['no key', 'malformed key', 'ask-only'] as const) {
        const response = await call(route, situation);
        expect(response.status, route.path).to.be.oneOf([200, 201]);
        gateway.expectDocumented(response);
      }
    }
  });

  /** Keys of elsewhere are strangers to a tenant's path only; for other paths they are keys like any. */
  function expectedOf(route: Route, situation: Situation): Verdict {
    if (route.capability === 'public') return 'in';
    const strange = situation === 'other tenant' || situation === 'other account';
    if (strange && !route.path.includes('{client_id}')) return 'in';
    return EXPECTED[route.capability][situation];
  }

  const texts: readonly [Situation, string, string][] = [
    ['no key', '/clients/{client_id}/ask', 'Invalid or revoked API key'],
    ['other tenant', '/clients/{client_id}/ask', 'API key is scoped to a different tenant'],
    ['direct account', '/query', 'Direct accounts must use the UI'],
    ['full, invalid end user', '/query', '1 to 128 characters: letters, digits and . _ : @ + -'],
    ['ask-only without end user', '/clients/{client_id}/ask', 'send the header X-End-User-Id'],
  ];
  for (const [situation, path, text] of texts)
    it(`says "${text}" to: ${situation}`, async () => {
      const route = gateway.routes.find((one) => one.path === path)!;
      expect((await call(route, situation)).body.detail).to.contain(text);
    });

  it('reads the store once to know a caller', async () => {
    const before = gateway.accounts.reads();
    await gateway.as('full', 'get', '/whoami').expect(200);
    expect(gateway.accounts.reads() - before).to.equal(1);
  });
});
