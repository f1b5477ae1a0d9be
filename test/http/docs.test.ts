import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { ERROR_CATALOGUE } from '#src/errors.ts';
import { type Gateway, openGateway } from './gateway.ts';

const page = (name: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../../docs', name), 'utf8');

describe('the documentation', () => {
  let gateway: Gateway;
  before(async () => {
    gateway = await openGateway();
  });
  after(() => gateway.close());

  it('lists every error with its status', () => {
    const rows = [...page('errors.md').matchAll(/^\|\s*`(\w+)`\s*\|\s*(\d{3})\s*\|.+\|.+\|$/gm)];
    const listed = Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]));
    expect(listed).to.deep.equal({ ...ERROR_CATALOGUE });
    expect(rows).to.have.length(Object.keys(ERROR_CATALOGUE).length);
  });

  it('lists every route with its capability', () => {
    // Below a heading that names the beginning of their addresses, rows say the rest behind an ellipsis.
    const listed = new Map<string, string>();
    let above = '';
    for (const line of page('api.md').split('\n')) {
      if (line.startsWith('#')) above = /^### Below `([^`]+)`$/.exec(line)?.[1] ?? '';
      const [, capability = ''] = /\| `(\w+)` \|/.exec(line) ?? [];
      for (const [, method, address = ''] of line.matchAll(/`([A-Z]+) ([/…][^`]*)`/g))
        if (line.startsWith('|'))
          listed.set(`${method} ${address.replace(/^…/, above)}`, capability);
    }
    for (const { method, path: address, capability } of gateway.routes) {
      const route = `${method.toUpperCase()} ${address}`;
      expect(listed.get(route), route).to.equal(capability);
    }
  });

  it('names errors by a header whose code it lists', async () => {
    const { headers } = await gateway.as('otherTenant', 'get', '/clients/cli_1/schema').expect(403);
    expect(headers['x-error-code']).to.equal('wrong_tenant');
  });
});
