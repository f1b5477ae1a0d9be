import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { startIssuer, type TestIssuer } from '../fakes/jwks-server.ts';
import { foreignIn, ORDERS, QUESTIONS, SHARED } from './two-tenants.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

interface Reply {
  readonly status: number;
  readonly body: {
    readonly result?: string;
    readonly session_id?: string;
    readonly trace_id?: string;
    readonly data?: { readonly rows: unknown[][] } | null;
    readonly breakdown?: { readonly columns: string[]; readonly rows: unknown[][] };
    readonly detail?: unknown;
  };
  readonly text: string;
}

const ISSUER = 'https://idp.example/';

describe('tokens that see only the rows of one tenant', () => {
  let own: OwnWorkspace;
  let issuer: TestIssuer;
  let folder: string;

  before(async () => {
    const usual = { iss: ISSUER, aud: 'plumbline', sub: 'ann', org: 'acme' };
    issuer = await startIssuer(() => new Date(), usual);
    await issuer.addKey('k', 'ES256');
    own = await openWorkspace();
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-config-'));
    const file = path.join(folder, 'plumbline.yaml');
    await writeFile(file, JSON.stringify({ tokens: { issuers: [idp()] } }));
    own = await own.restart({ PLUMBLINE_CONFIG: file });
    await own.upload(ORDERS, 'orders.csv');
    await own.upload(SHARED, 'places.csv');
  });
  after(async () => {
    await own.close();
    await issuer.close();
    await rm(folder, { recursive: true, force: true });
  });

  const idp = () => ({
    ...{ name: 'idp', issuer: ISSUER, jwks_url: issuer.url, audience: 'plumbline' },
    ...{ tenant_claim: 'org', tenants: { acme: own.clientId } },
    row_filter: { tenant_id: 'number' },
  });
  const mint = async (rowFilter: object, more: object = {}) => {
    const body = { end_user_id: 'ann', row_filter: rowFilter, ...more };
    const where = `/clients/${own.clientId}/tokens`;
    return (await call<{ token: string }>(own.service, 'POST', where, body)).token;
  };
  const send = async (token: string, method: string, where: string, body?: object) => {
    const response = await fetch(`${own.service.url}/clients/${own.clientId}${where}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text), text } as Reply;
  };
  const ask = (token: string, query: string, more: object = { new_session: true }) =>
    send(token, 'POST', '/ask', { query, workspace_id: own.workspaceId, ...more });

  for (const [kind, tokenOf] of [
    ['minted', () => mint({ tenant_id: 1 })],
    ['of an outside issuer', () => issuer.sign('k', { number: 1 })],
  ] as const)
    describe(kind, () => {
      it('are answered from those rows alone', async () => {
        const token = await tokenOf();
        expect((await ask(token, 'total amount')).body.data!.rows).to.deep.equal([[35]]);
        expect((await ask(token, 'how many places are there')).body.result).to.equal('error');
      });

      it('are told the groups of a total by what they may read', async () => {
        const { body } = await ask(await tokenOf(), 'total amount');
        const { columns, rows } = body.breakdown!;
        expect(columns).to.deep.equal(['city', 'total_amount']);
        expect(rows).to.deep.equal([
          ['Oslo', 20],
          ['Rome', 15],
        ]);
      });

      it('tell nothing of other rows, whatever is asked', async () => {
        const token = await tokenOf();
        for (const question of QUESTIONS) {
          const { status, text } = await ask(token, question);
          expect(status, question).to.equal(200);
          expect(foreignIn(text.replaceAll(question, '')), question).to.equal(undefined);
        }
      });

      it('change nothing and read no files', async () => {
        const token = await tokenOf();
        const files = `/workspaces/${own.workspaceId}/files`;
        expect((await send(token, 'GET', files)).status).to.equal(403);
        expect((await send(token, 'POST', '/tokens', {})).status).to.equal(403);
        const tables = await send(token, 'GET', `/suggestions?workspace_id=${own.workspaceId}`);
        expect(foreignIn(tables.text)).to.equal(undefined);
      });
    });

  it('of one person under two filters share neither answers, chats nor traces', async () => {
    const [one, two] = [await mint({ tenant_id: 1 }), await mint({ tenant_id: 2 })];
    const foreign = await ask(two, 'top 5 customers by amount', {});
    expect(foreignIn(foreign.text)).to.be.a('string');
    const mine = await ask(one, 'top 5 customers by amount', {});
    expect(foreignIn(mine.text)).to.equal(undefined);
    expect(mine.body.session_id).to.not.equal(foreign.body.session_id);
    const continued = await ask(one, 'and by city', { session_id: foreign.body.session_id });
    expect(continued.status).to.equal(404);
    const trace = `/answers/${foreign.body.trace_id}`;
    expect((await send(one, 'GET', trace)).status).to.equal(404);
    expect((await send(two, 'GET', trace)).status).to.equal(200);
  });

  it('do not repeat the answer of another filter for an Idempotency-Key', async () => {
    const answers: unknown[] = [];
    for (const tenant of [2, 1]) {
      const response = await fetch(`${own.service.url}/clients/${own.clientId}/ask`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${await mint({ tenant_id: tenant })}`,
          'X-API-Key': own.service.apiKey!,
          'Content-Type': 'application/json',
          'Idempotency-Key': 'same',
        },
        body: JSON.stringify({ query: 'total amount', workspace_id: own.workspaceId }),
      });
      answers.push(((await response.json()) as Reply['body']).data?.rows);
    }
    expect(answers).to.deep.equal([[[197_530_964]], [[35]]]);
  });

  it('of an outside issuer need the claim of the filter', async () => {
    const { status, body } = await ask(await issuer.sign('k'), 'total amount');
    expect(status).to.equal(401);
    expect(body.detail).to.contain('has no claim "number"');
  });
});
