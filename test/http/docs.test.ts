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
    const lines = page('api.md').split('\n');
    for (const { method, path: address, capability } of gateway.routes) {
      const wanted = `\`${method.toUpperCase()} ${address}\``;
      const line = lines.find((one) => one.startsWith('|') && one.includes(wanted));
      expect(line ?? '', wanted).to.match(new RegExp(`\\|\\s*\`${capability}\`\\s*\\|`));
    }
  });

  it('names errors by a header whose code it lists', async () => {
    const { headers } = await gateway.as('otherTenant', 'get', '/clients/cli_1/schema').expect(403);
    expect(headers['x-error-code']).to.equal('wrong_tenant');
  });
});
