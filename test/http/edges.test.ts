import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import request from 'supertest';
import type { Route } from '#src/http/route.ts';
import { validate } from '#src/http/validate.ts';
import { type Gateway, openGateway } from './gateway.ts';

/** Calls of careless and of hostile clients. */
describe('a request that is not as it should be', () => {
  let gateway: Gateway;
  before(async () => {
    gateway = await openGateway({
      settings: {
        http: { max_body_bytes: 32_768, max_document_bytes: 150_000 },
        plans: { self_hosted: {}, free: {} },
      },
    });
  });
  after(() => gateway.close());

  const NO_KEY = 'Invalid or revoked API key';
  const query = () => gateway.as('full', 'post', '/query');

  it('gets 401 before anything of its body is looked at', async () => {
    for (const [type, body] of [
      ['application/json', '{"q":'],
      ['application/json', 'x'.repeat(40_000)],
      ['application/yaml', '{'],
      ['text/plain', 'q'],
    ] as const) {
      const post = request(gateway.app).post('/query').set('Content-Type', type);
      const response = await post.send(body).expect(401);
      expect(response.body).to.deep.equal({ detail: NO_KEY });
    }
  });

  it('gets the same 401 with a bearer token where only keys are taken', async () => {
    const { body } = await request(gateway.app)
      .get('/whoami')
      .set('Authorization', 'Bearer abc')
      .expect(401);
    expect(body).to.deep.equal({ detail: NO_KEY });
  });

  it('is told of a body that is of no type that is read', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      const { body } = await query().set('Content-Type', type).send('q=revenue').expect(422);
      expect(body.detail).to.have.length(1);
      expect(body.detail[0]).to.deep.include({ loc: ['body'], type: 'missing' });
      expect(body.detail[0].msg).to.contain('Content-Type: application/json');
    }
  });

  it('is told of one that is nested without an end', async () => {
    for (const [type, body] of [
      ['application/json', `${'['.repeat(9_000)}${']'.repeat(9_000)}`],
      ['application/json', `{"q":${'{"a":'.repeat(4_000)}1${'}'.repeat(4_001)}`],
      ['application/yaml', 'q: &again [*again]'],
    ] as const) {
      const response = await query().set('Content-Type', type).send(body).expect(422);
      expect(response.body.detail[0]).to.include({ type: 'too_deep' });
    }
  });

  it('is told so where the body may be left out, too: a token gets no more rights than asked for', async () => {
    const { body } = await gateway
      .as('full', 'post', '/clients/cli_1/tokens')
      .set('Content-Type', 'application/x-www-form-urlencoded')
      .send('{"scope":"query","end_user_id":"ann"}')
      .expect(422);
    expect(body.detail[0].msg).to.contain('Content-Type: application/json');
    await gateway.as('full', 'post', '/clients/cli_1/tokens').expect(201);
  });

  it('is told that its span of days ends before it begins', async () => {
    const where = '/accounts/usage?from=2026-02-01&to=2026-01-31';
    const { body } = await gateway.as('full', 'get', where).expect(422);
    expect(body.detail[0].loc).to.deep.equal(['query', 'from']);
    expect(body.detail[0].msg).to.contain('from (2026-02-01) is after to (2026-01-31)');
  });

  it('is told of a field that is unknown where a slip would change what is made', async () => {
    const budget = { scope_type: 'end_user', scope_id: 'ann', cap: 1 };
    for (const [method, path, body, field] of [
      ['put', '/accounts/budgets', { budgets: [{ ...budget, enforcment: 'block' }] }, 'enforcment'],
      ['post', '/accounts/webhooks', { url: 'https://a.example', event: ['file.ready'] }, 'event'],
      ['post', '/clients/cli_1/workspaces', { name: 'W', asof: '2026-01-01' }, 'asof'],
    ] as const) {
      const response = await gateway.as('full', method, path).send(body).expect(422);
      expect(response.body.detail[0]).to.include({ type: 'unrecognized_keys' });
      expect(response.body.detail[0].msg).to.contain(`"${field}"`);
    }
  });

  it('is told of an end user that none can be', async () => {
    const put = (scope_id: string) =>
      gateway
        .as('full', 'put', '/accounts/budgets')
        .send({ budgets: [{ scope_type: 'end_user', scope_id, cap: 1 }] });
    for (const scope_id of ['ann smith', 'a/b', '**']) {
      const { body } = await put(scope_id).expect(422);
      expect(body.detail[0].loc).to.deep.equal(['body', 'budgets', 0, 'scope_id']);
    }
    for (const scope_id of ['*', 'ann@example.com']) await put(scope_id).expect(200);
  });

  /**
   * Null takes an edit back there; JSON-RPC has rules of its own; a mapping is judged with its file; the filters of a
   * board have its names, and one left out unasked would show more rows.
   */
  const BY_THEMSELVES = /\/schema\/tables\/|\/mcp$|\/read$|\/refresh$/;

  /** Names of the fields of an object that the document describes. */
  const fieldsOfSchema = (schema: Shape = {}): string[] => {
    const schemas = (gateway.document.components as unknown as { schemas: Record<string, Shape> })
      .schemas;
    const named = schema.$ref?.split('/').at(-1);
    const { properties = {} } = named === undefined ? schema : schemas[named]!;
    return Object.keys(properties);
  };

  it('leaves fields out by null, at every level of every body', () => {
    const outcomeOf = (body: Route['body'], value: unknown) => {
      try {
        // Handlers take null for absent where a schema lets it through.
        return { value: JSON.stringify(validate(body, value, 'body'), withoutNull) };
      } catch {
        return { refused: true };
      }
    };
    const found: string[] = [];
    let tried = 0;
    for (const { method, path, body } of gateway.routes) {
      const media = (gateway.document.paths[path]?.[method] as Described | undefined)?.requestBody
        ?.content['application/json'];
      const example = media?.examples?.example?.value ?? media?.example;
      if (!body || !example || BY_THEMSELVES.test(path)) continue;
      const more = fieldsOfSchema(media?.schema).map((name) => [name]);
      for (const trail of [...fieldsOf(example), ...more]) {
        const [withNull, without] = [changed(example, trail, null), changed(example, trail)];
        const [left, given] = [outcomeOf(body, without), outcomeOf(body, withNull)];
        tried += 1;
        if ('refused' in left) continue;
        if (!isDeepStrictEqual(left, given)) found.push(`${method} ${path} ${trail.join('.')}`);
      }
    }
    expect(tried).to.be.greaterThan(60);
    expect(found).to.deep.equal([]);
  });

  it('is told which field is missing', async () => {
    const { body } = await query().send({}).expect(422);
    expect(body.detail).to.deep.equal([
      { loc: ['body', 'q'], msg: 'Field required', type: 'missing' },
    ]);
  });

  it('is told so of a field with a choice of values, too', async () => {
    const feedback = '/clients/cli_1/answers/tr_1/feedback';
    const { body } = await gateway.as('full', 'post', feedback).send({}).expect(422);
    expect(body.detail).to.deep.equal([
      { loc: ['body', 'rating'], msg: 'Field required', type: 'missing' },
    ]);
  });

  it('may be as long as a document where it is one that was exported', async () => {
    const document = { rules: Array.from({ length: 60 }, (_, n) => `${n} ${'x'.repeat(1_900)}`) };
    const put = (rules: readonly string[]) =>
      gateway.as('full', 'put', '/clients/cli_1/workspaces/ws_1/semantics').send({ rules });
    await put(document.rules).expect(200);
    const { body } = await put([...document.rules, 'x'.repeat(200_000)]).expect(413);
    expect(body.detail).to.contain('150000 bytes');
    await query().send({ q: 'revenue', x: document }).expect(413);
    await gateway
      .as('full', 'put', '/clients/cli_1/workspaces/ws_1/semantics')
      .set('Content-Type', 'application/yaml')
      .send(JSON.stringify(document))
      .expect(413);
  });

  it('may hold the character U+0000 nowhere', async () => {
    const { body } = await query().send({ q: 'revenue \0 by region' }).expect(422);
    expect(body.detail[0]).to.deep.include({ loc: ['body', 'q'], type: 'string_nul' });
    const named = { q: 'revenue', workspace_id: '\0' };
    const workspace = await query().send(named).expect(422);
    expect(workspace.body.detail[0].loc).to.deep.equal(['body', 'workspace_id']);
    const semantics = await gateway
      .as('full', 'put', '/clients/cli_1/workspaces/ws_1/semantics')
      .send({ rules: ['fine', 'not \0 fine'] })
      .expect(422);
    expect(semantics.body.detail[0].loc).to.deep.equal(['body', 'rules', 1]);
    await gateway.as('full', 'get', '/clients/cli_1/answers/%00').expect(422);
    await gateway.as('full', 'get', '/clients/cli_1/chats?workspace_id=%00').expect(422);
  });

  it('writes whole numbers in decimal digits', async () => {
    const file = '/clients/cli_1/workspaces/ws_1/files';
    for (const id of ['0x1', '1e0', '%20', '1.0', '+1', '99999999999', 'abc'])
      await gateway.as('full', 'delete', `${file}/${id}`).expect(422);
    await gateway.as('full', 'delete', `${file}/1`).expect(404);
    for (const limit of ['0x5', '5e0', '', '%20', '0', '201', '5&limit=6'])
      gateway.expectDocumented(
        await gateway.as('full', 'get', `/clients/cli_1/chats?limit=${limit}`).expect(422),
      );
    await gateway.as('full', 'get', '/clients/cli_1/chats?limit=5').expect(200);
  });

  it('may ask in 4,096 characters of any script, white space counted', async () => {
    await query()
      .send({ q: '🐟'.repeat(4_096) })
      .expect(200);
    await query()
      .send({ q: '🐟'.repeat(4_097) })
      .expect(422);
    await query()
      .send({ q: ` ${'x'.repeat(4_096)}` })
      .expect(422);
  });

  it('describes whole numbers as integers', async () => {
    const { body } = await request(gateway.app).get('/openapi.json');
    const { schemas, parameters } = body.components;
    expect(parameters.Limit.schema).to.include({
      type: 'integer',
      minimum: 1,
      maximum: 200,
      default: 50,
    });
    expect(schemas.QueryBody.properties.q).to.include({
      type: 'string',
      minLength: 1,
      maxLength: 4_096,
    });
  });
});

describe('calls that cannot be read', () => {
  it('count against the rate limit', async () => {
    const gateway = await openGateway({
      settings: { plans: { self_hosted: { requests_per_minute: 3 }, free: {} } },
    });
    try {
      const broken = () =>
        gateway.as('full', 'post', '/query').set('Content-Type', 'application/json').send('{"q":');
      for (let call = 0; call < 3; call += 1) await broken().expect(422);
      await broken().expect(429);
    } finally {
      await gateway.close();
    }
  });
});

interface Described {
  readonly requestBody?: {
    readonly content: Readonly<
      Record<
        string,
        {
          readonly schema?: Shape;
          readonly example?: unknown;
          readonly examples?: { readonly example?: { value: unknown } };
        }
      >
    >;
  };
}
interface Shape {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}
type Trail = readonly (string | number)[];

const withoutNull = (_name: string, value: unknown) => (value === null ? undefined : value);

/** Where the fields of a JSON value are. */
function fieldsOf(value: unknown, trail: Trail = []): Trail[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one, at) => fieldsOf(one, [...trail, at]));
  return Object.entries(value).flatMap(([name, inner]) => [
    [...trail, name],
    ...fieldsOf(inner, [...trail, name]),
  ]);
}

/** A copy with another value at a place, or without that field. */
function changed(value: unknown, trail: Trail, to?: null): unknown {
  const copy = structuredClone(value);
  const last = trail.at(-1)!;
  let inner = copy as Record<string | number, unknown>;
  for (const step of trail.slice(0, -1)) inner = inner[step] as typeof inner;
  if (to === null) inner[last] = null;
  else delete inner[last];
  return copy;
}
