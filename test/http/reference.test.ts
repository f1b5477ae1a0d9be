import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'chai';
import request from 'supertest';
import { EVENT_TYPES } from '#src/events/types.ts';
import { type Gateway, openGateway } from './gateway.ts';

describe('the description of the API', () => {
  let gateway: Gateway;
  before(async () => {
    gateway = await openGateway();
  });
  after(() => gateway.close());

  it('is OpenAPI 3.1.0 of API version 1.0.0 and lists every route', () => {
    const { document, routes } = gateway;
    expect(document.openapi).to.equal('3.1.0');
    expect(document.info.version).to.equal('1.0.0');
    for (const { path, method } of routes)
      expect(document.paths[path], path).to.have.property(method);
  });

  it('names each operation once, and refers only to what it holds', () => {
    const { document } = gateway;
    const ids = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => (operation as unknown as { operationId: string }).operationId);
    expect(new Set(ids).size).to.equal(ids.length);
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, pointer]) => pointer!.split('/'),
    );
    for (const keys of refs) {
      let found: unknown = document;
      for (const key of keys) found = (found as Record<string, unknown>)?.[key];
      expect(found, keys.join('/')).to.be.an('object');
    }
  });

  it('asks for a key on all but public routes, or for a token on those of a tenant', () => {
    for (const { path, method, capability } of gateway.routes) {
      const operation = gateway.document.paths[path]![method] as unknown as {
        security: readonly Record<string, unknown>[];
      };
      const ofTenant = path.startsWith('/clients/{client_id}/') || path === '/mcp';
      const wanted =
        capability === 'public' ? [] : ofTenant ? ['ApiKey', 'BearerToken'] : ['ApiKey'];
      expect(operation.security.flatMap(Object.keys), path).to.deep.equal(wanted);
    }
  });

  it('describes what is sent: the question, the headers, the form of an upload', () => {
    const text = (path: string, method: string) =>
      JSON.stringify(gateway.document.paths[path]![method]);
    expect(text('/query', 'post'))
      .to.contain('"#/components/schemas/QueryBody"')
      .and.match(/X-?Tenant-?ID/)
      .and.contain('"#/components/parameters/XEndUserId"');
    expect(JSON.stringify(gateway.document.components)).to.contain('"maxLength":4096');
    expect(text('/clients/{client_id}/workspaces/{workspace_id}/files', 'post')).to.contain(
      'multipart/form-data',
    );
    expect(text('/clients/{client_id}/ask/stream', 'post')).to.contain('text/event-stream');
  });

  it('lists the types of all formats of an export', () => {
    const path = '/clients/{client_id}/results/{result_token}/export';
    const { content } = gateway.document.paths[path]!['get']!.responses['200']!;
    expect(Object.keys(content!)).to.have.members([
      'text/csv',
      'application/json',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.apache.parquet',
    ]);
  });

  it('is shown by a page that loads nothing from elsewhere', async () => {
    const page = await request(gateway.app).get('/docs').expect(200);
    gateway.expectDocumented(page);
    expect(page.text).to.not.match(/(src|href)="(https?:)?\/\//);
    const policy = page.headers['content-security-policy'];
    expect(policy).to.contain("default-src 'none'").and.contain("script-src 'self'");
    expect(policy).to.not.contain('unsafe-eval').and.not.contain('http');
    for (const [, src] of page.text.matchAll(/src="([^"]+)"/g)) {
      const script = await request(gateway.app).get(src!).expect(200);
      expect(script.headers['content-type']).to.contain('javascript');
      expect(script.headers['x-content-type-options']).to.equal('nosniff');
    }
  });

  const operations = () =>
    Object.values(gateway.document.paths).flatMap((methods) =>
      Object.values(methods),
    ) as unknown as Operation[];

  it('names operations for people, and says of each what it does', () => {
    for (const { operationId, summary, description } of operations()) {
      expect(operationId, summary).to.match(/^[a-z][A-Za-z]{2,}$/);
      expect(description, operationId).to.be.a('string').that.matches(/\.$/);
    }
    expect(operations().map(({ operationId }) => operationId)).to.include.members([
      ...['query', 'ask', 'askStream', 'whoami', 'uploadFile', 'listFiles', 'connectDatabase'],
    ]);
  });

  it('describes every field and parameter, and gives parameters an example that fits', () => {
    const ajv = new Ajv2020({ strict: false, formats: { binary: true } });
    formats.default(ajv);
    ajv.addSchema(gateway.document as object, 'api');
    const bare: string[] = [];
    walk(gateway.document, '', (node, at) => {
      const fields = Object.entries((node['properties'] ?? {}) as Record<string, Json>);
      for (const [name, field] of fields)
        if (typeof field['description'] !== 'string') bare.push(`${at}/properties/${name}`);
      if (typeof node['in'] !== 'string' || node['name'] === undefined || !node['schema']) return;
      if (typeof node['description'] !== 'string') bare.push(at);
      const schema = node['schema'] as Json;
      // A named list of values is its own example.
      if (schema['$ref'] !== undefined) return;
      const [example] = (schema['examples'] ?? []) as unknown[];
      const validate = ajv.getSchema(`api#${encodeURI(`${at}/schema`)}`)!;
      if (!validate(example)) bare.push(`${at}: ${JSON.stringify(example)}`);
    });
    expect(bare).to.deep.equal([]);
  });

  it('gives every JSON body examples that are some, one for each form that it may have', () => {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    ajv.addSchema(gateway.document as object, 'api');
    let found = 0;
    const look = (node: Json, at: string) => {
      const media = (node['content'] as Json | undefined)?.['application/json'] as Json | undefined;
      if (!media?.['schema']) return;
      found += 1;
      const examples = Object.entries(media['examples'] as Record<string, { value: unknown }>);
      expect(examples, at).to.not.be.empty;
      const pointer = `${at}/content/application~1json/schema`;
      const validate = ajv.getSchema(`api#${encodeURI(pointer)}`)!;
      for (const [name, { value }] of examples)
        expect(validate(value), `${at} ${name} ${JSON.stringify(validate.errors)}`).to.equal(true);
    };
    const { paths, components } = gateway.document;
    walk(paths, '/paths', look);
    walk(components.responses, '/components/responses', look);
    expect(found).to.be.above(110);
    const answer = gateway.document.components.responses['QueryAnswer']!.content!;
    const { examples } = answer['application/json'] as { readonly examples: object };
    expect(Object.keys(examples)).to.deep.equal(['Answer', 'AnswerError']);
  });

  /** A response of an operation; errors that are alike stand once, under a name. */
  const describedBy = ({ responses }: Operation, status: string) => {
    const { $ref, ...own } = responses[status]! as Operation['responses'][string] & {
      readonly $ref?: string;
    };
    if ($ref === undefined) return own;
    const shared = gateway.document.components.responses as unknown as Operation['responses'];
    return shared[$ref.split('/').at(-1)!]!;
  };

  it('names what operations give, so that clients made of it can be read', () => {
    const inline: string[] = [];
    walk(gateway.document.paths, '/paths', (node, at) => {
      const media = (node['content'] as Json | undefined)?.['application/json'] as Json | undefined;
      const schema = media?.['schema'] as Json | undefined;
      // A file, and what another protocol says, are no values of ours.
      const isOurs = schema !== undefined && Object.keys(schema).length > 0;
      if (at.includes('/responses/2') && isOurs && typeof schema['$ref'] !== 'string')
        inline.push(at);
    });
    expect(inline).to.deep.equal([]);
  });

  it('states no object, list of values or parameter twice: generated clients are as long as it is', () => {
    const inline = new Map<string, string[]>();
    const look = (node: Json, at: string) => {
      const isObject = Object.keys((node['properties'] ?? {}) as object).length > 1;
      const isList = Array.isArray(node['enum']) && node['enum'].length > 1;
      const isParameter = typeof node['in'] === 'string' && typeof node['name'] === 'string';
      if (!isObject && !isList && !isParameter) return;
      const shape = JSON.stringify(node, (key, value) =>
        ['description', 'examples', 'default'].includes(key) && typeof value !== 'object'
          ? undefined
          : value,
      );
      inline.set(shape, [...(inline.get(shape) ?? []), at]);
    };
    const { components, paths } = gateway.document as unknown as { components: Json; paths: Json };
    walk(components['schemas'], '#/components/schemas', look);
    walk(paths, '#/paths', look);
    expect([...inline.values()].filter(({ length }) => length > 1)).to.deep.equal([]);
  });

  it('tells the headers of responses, the events of the stream and those of webhooks', () => {
    const query = gateway.document.paths['/query']!['post'] as unknown as Operation;
    const headers = (status: string) => Object.keys(describedBy(query, status).headers);
    expect(headers('200')).to.include.members(['X-Request-Id', 'RateLimit', 'RateLimit-Policy']);
    for (const status of ['429', '503']) expect(headers(status)).to.include('Retry-After');
    expect(headers('404')).to.include('X-Error-Code');
    const { document } = gateway as unknown as { document: Record<string, Record<string, Json>> };
    const stream = document['paths']!['/clients/{client_id}/ask/stream']!;
    expect(JSON.stringify(stream)).to.contain('#/components/schemas/StreamEvent');
    const event = JSON.stringify(
      (document['components']!['schemas'] as Record<string, Json>)['StreamEvent'],
    );
    for (const name of [
      'Session',
      'Status',
      'Thinking',
      'Sql',
      'Result',
      'Explanation',
      'Error',
      'Done',
    ])
      expect(event).to.contain(`#/components/schemas/${name}Event`);
    expect(Object.keys(document['webhooks']!)).to.have.members([...EVENT_TYPES]);
  });

  it('types the details of errors', () => {
    const text = (path: string, status: string) =>
      JSON.stringify(
        describedBy(gateway.document.paths[path]!['post'] as unknown as Operation, status),
      );
    expect(text('/query', '402')).to.contain('BudgetExceededError');
    expect(text('/query', '429')).to.contain('QuotaExceededError').and.contain('schemas/Error"');
    const files = '/clients/{client_id}/workspaces/{workspace_id}/files';
    expect(text(files, '409')).to.contain('TableNameCollisionError');
  });
});

type Json = Readonly<Record<string, unknown>>;
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly responses: Readonly<Record<string, { readonly headers: object }>>;
}

function walk(node: unknown, at: string, see: (node: Json, at: string) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) see(node as Json, at);
  for (const [key, value] of Object.entries(node))
    if (key !== 'example' && key !== 'examples')
      walk(value, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, see);
}
