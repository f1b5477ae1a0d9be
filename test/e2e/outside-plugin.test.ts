import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { eventually } from '../fakes/eventually.ts';
import type { Answer } from './answers.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const EXAMPLE = path.resolve(import.meta.dirname, '../../docs/examples/plumbline-small');

const VISITS = {
  table: 'visits',
  columns: [
    { name: 'clinic', type: 'text' },
    { name: 'minutes', type: 'integer' },
  ],
  rows: [
    ['North', 30],
    ['North', 45],
    ['South', 20],
  ],
};

const CSV = 'city,seats,opened\nRome,120,2019-05-01\nRome,80,2021-03-01\nOslo,40,2020-01-15\n';

/** A model of others: it knows one question. */
const MODEL = `
import { z } from 'plumbline/plugin-api';
export const plugin = {
  kind: 'model', name: 'parrot', apiVersion: 1,
  settings: z.strictObject({ word: z.string() }),
  create: ({ word }) => ({
    name: 'parrot-1',
    async *generate({ messages }) {
      const known = messages.at(-1).text.includes(word);
      const sql = known ? 'SELECT COUNT(*) AS halls FROM halls' : '';
      const reply = { restatement: '', answerable: known, sql, assumptions: [], clarification: '' };
      yield { kind: 'text', text: JSON.stringify(reply) };
      const usage = { inputTokens: 9, cachedInputTokens: 0, outputTokens: 9, reasoningTokens: 0 };
      yield { kind: 'finish', usage, provider: 'parrot', model: 'parrot-1', insteadOf: null, reason: 'stop' };
    },
    close: async () => {},
  }),
};
`;

describe('the package of docs/examples, outside the repository', () => {
  let folder: string;
  let own: OwnWorkspace;
  let server: Server;
  let database: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-outside-'));
    await cp(EXAMPLE, path.join(folder, 'plumbline-small'), { recursive: true });
    server = createServer((req, res) => {
      const sent = Buffer.from(req.headers.authorization?.split(' ')[1] ?? '', 'base64').toString();
      const status = sent !== 'ann:right' ? 401 : req.url === '/clinics' ? 200 : 404;
      res.writeHead(status).end(JSON.stringify([VISITS]));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const engine = path.join(folder, 'plumbline-small/files.js');
    database = path.join(folder, 'plumbline-small/server.js');
    const config = path.join(folder, 'config.yaml');
    const model = path.join(folder, 'parrot.js');
    await writeFile(path.join(folder, 'package.json'), '{"type": "module"}');
    await writeFile(model, MODEL);
    await writeFile(
      config,
      JSON.stringify({
        files: { engine },
        databases: { types: ['postgres', database] },
        model: { plugin: model },
        plugins: { [engine]: { max_rows: 3 }, [model]: { word: 'lopsided' } },
      }),
    );
    own = await openWorkspace({ PLUMBLINE_CONFIG: config });
    await own.upload(CSV, 'halls.csv');
  });
  after(async () => {
    await own?.close();
    server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const asked = async (q: string, workspaceId = own.workspaceId) => {
    const body = { q, workspace_id: workspaceId };
    const answer = await call<Answer>(own.service, 'POST', '/query', body);
    return answer.result === 'success' ? answer.data?.rows : answer.result;
  };

  it('answers questions over uploaded files', async () => {
    expect(await asked('how many halls are there')).to.deep.equal([[3]]);
    expect(await asked('total seats by city')).to.deep.equal([
      ['Rome', 200],
      ['Oslo', 40],
    ]);
    expect(await asked('how many halls are in Oslo')).to.deep.equal([[1]]);
  });

  it('declines what its dialect has no words for', async () => {
    expect(await asked('total seats by month')).to.equal('error');
  });

  it('takes its settings from the section that bears its name', async () => {
    const longer = `${CSV}Oslo,30,2020-02-01\n`;
    const refused = await own.upload(longer, 'more.csv').catch((error: Error) => error.message);
    expect(String(refused)).to.match(/A table may have 3 rows here/);
  });

  it('asks a model of others, which is configured like the rest', async () => {
    const q = 'how lopsided is all of this across places';
    const body = { q, workspace_id: own.workspaceId };
    const answer = await call<Answer & { readonly model_used: string }>(
      own.service,
      'POST',
      '/query',
      body,
    );
    expect(answer.data?.rows).to.deep.equal([[3]]);
    expect(answer.model_used).to.equal('parrot-1');
  });

  it('answers questions over a database server of its kind', async () => {
    const { workspace_id } = await call<{ workspace_id: string }>(
      own.service,
      'POST',
      `/clients/${own.clientId}/workspaces`,
      { name: 'Clinics' },
    );
    const { port } = server.address() as AddressInfo;
    const connect = (password: string) =>
      call(own.service, 'PUT', `/accounts/clients/${own.clientId}/database`, {
        ...{ workspace_id, type: database, host: '127.0.0.1', port },
        ...{ database: 'clinics', user: 'ann', password },
      });
    const refused = await connect('wrong').catch((error: Error) => error.message);
    expect(String(refused)).to.match(/: 4\d\d .*password/i);
    await connect('right');
    const status = `/clients/${own.clientId}/schema/status?workspace_id=${workspace_id}`;
    await eventually(async () => {
      const { status: found } = await call<{ status: string }>(own.service, 'GET', status);
      return found === 'ready';
    });
    expect(await asked('how many visits are there', workspace_id)).to.deep.equal([[3]]);
    expect(await asked('total minutes by clinic', workspace_id)).to.deep.equal([
      ['North', 75],
      ['South', 20],
    ]);
  });
});
