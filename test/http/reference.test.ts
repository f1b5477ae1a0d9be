import { expect } from 'chai';
import request from 'supertest';
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
      const ofTenant = path.startsWith('/clients/{client_id}/');
      const wanted =
        capability === 'public' ? [] : ofTenant ? ['ApiKey', 'BearerToken'] : ['ApiKey'];
      expect(operation.security.flatMap(Object.keys), path).to.deep.equal(wanted);
    }
  });

  it('describes what is sent: the question, the headers, the form of an upload', () => {
    const text = (path: string, method: string) =>
      JSON.stringify(gateway.document.paths[path]![method]);
    expect(text('/query', 'post'))
      .to.contain('"maxLength":4096')
      .and.contain('"X-Tenant-ID"')
      .and.contain('"X-End-User-Id"');
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
});
