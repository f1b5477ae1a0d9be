import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { eventually } from '../fakes/eventually.ts';
import { makePostgresDatabase, type PostgresDatabase } from '../fakes/postgres-server.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const PLUMBLINE = `"${process.execPath}" "${root}/bin/plumbline.js"`;
const SALES = 'city,amount\nRome,10\nParis,20\nRome,5\n';

/** The commands of a page, or of one of its sections, one a line; a line that ends in a backslash goes on. */
async function commandsOf(page: string, title?: string): Promise<string[]> {
  const text = await readFile(path.join(root, page), 'utf8');
  const section = title ? text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] : text;
  return [...(section ?? '').matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line && !line.startsWith('#')),
  );
}

describe('the commands of the documentation', () => {
  let own: OwnWorkspace;
  let database: PostgresDatabase;
  let folder: string;
  const variables: Record<string, string> = {};
  let printed: Record<string, unknown> = {};

  before(async function () {
    const made = await makePostgresDatabase();
    if (!made) return this.skip();
    database = made;
    const { user } = database.reader;
    await database.run(`CREATE TABLE orders (id int PRIMARY KEY, city text, amount int);
      INSERT INTO orders VALUES (1, 'Rome', 10), (2, 'Paris', 20); GRANT SELECT ON orders TO ${user}`);
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-readme-'));
    own = await openWorkspace({
      PLUMBLINE_SAMPLE__ENABLED: 'true',
      PLUMBLINE_WEBHOOKS__ALLOW_PRIVATE_HOSTS: 'true',
    });
    variables['KEY'] = own.service.apiKey!;
    variables['URL'] = own.service.url;
  });
  after(async () => {
    await own?.close();
    await database?.drop();
    if (folder) await rm(folder, { recursive: true });
  });

  /** Runs a command as printed, but for the addresses of the service and of the database, and for folders. */
  async function follow(command: string, env: Readonly<Record<string, string>> = {}) {
    const { host, port, user, password } = database.reader;
    const url = `postgres://${user}:${password}@${host}:${port}/${database.name}`;
    const line = command
      .replaceAll('localhost:8080', own.service.url)
      .replace(/postgres:\/\/[^"]+/, url)
      .replace(/npm run -s plumbline --/, PLUMBLINE)
      .replaceAll(/\/(?:backups|srv)\//g, `${folder}/`);
    const { stdout } = await run('bash', ['-uc', line], {
      cwd: folder,
      env: { ...process.env, ...variables, ...env },
    });
    if (stdout.startsWith('{')) printed = JSON.parse(stdout) as Record<string, unknown>;
    expect(printed, command).to.not.have.property('detail');
    return stdout;
  }

  /** `NAME=…  # field of that response`: what a reader copies from the answer before. */
  function copy(name: string, comment: string): void {
    if (name === 'KEY') return;
    const [, field = ''] = /^(\w+) of /.exec(comment) ?? [];
    const [first] = (printed['workspaces'] ?? []) as Record<string, unknown>[];
    variables[name] = String(printed[field] ?? first?.[field]);
    expect(variables[name], comment).to.match(/^[a-z]+_/);
  }

  async function read(page: string, title?: string): Promise<void> {
    const commands = await commandsOf(page, title);
    expect(commands).to.not.be.empty;
    for (const command of commands) {
      const [, name, comment] = /^([A-Z]+)=\S+\s+# (.+)$/.exec(command) ?? [];
      if (name && comment) copy(name, comment);
      else await follow(command);
    }
  }

  const discovered = (workspace: string) =>
    eventually(async () => {
      const status = `${own.service.url}/clients/${variables['CLIENT']}/schema/status?workspace_id=${workspace}`;
      const key = { 'x-api-key': variables['KEY']! };
      const body = (await (await fetch(status, { headers: key })).json()) as { status: string };
      return body.status === 'ready';
    }, 'the discovery of the database');

  it('lead from a file of one to its answer', async () => {
    await read('README.md', 'Your own files');
    expect(printed['data']).to.deep.equal({
      columns: ['city', 'total_amount'],
      rows: [
        ['Paris', 20],
        ['Rome', 15],
      ],
    });
  });

  it('lead on to a database of one, beside the files', async () => {
    await read('README.md', 'Your own database');
    await discovered(variables['SHOP']!);
    await follow(
      `curl -s localhost:8080/query -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -d '{"q": "total amount", "workspace_id": "'$SHOP'"}'`,
    );
    expect(printed).to.have.deep.nested.property('data.rows', [[30]]);
  });

  it('connect a database as its how-to says', async () => {
    await read('docs/how-to/database.md');
    await discovered(variables['SHOP']!);
    expect(printed).to.have.deep.nested.property('data.rows', [[2]]);
  });

  it('share and reload as the how-tos say', async () => {
    await read('docs/how-to/share.md');
    expect(printed).to.have.property('scope', 'query');
    await writeFile(path.join(folder, 'sales.csv'), `${SALES}Rome,1\n`);
    await read('docs/how-to/nightly-reload.md');
    expect(printed).to.include({ filename: 'sales.csv', version: 2, unchanged: false });
  });

  it('give each reader their own rows', async () => {
    // A file of its own, since the last one is still read in the background.
    await writeFile(path.join(folder, 'seats.csv'), 'city,seats\nRome,3\nParis,4\n');
    await follow(
      `curl -s localhost:8080/clients/$CLIENT/workspaces/$WORKSPACE/files -H "X-API-Key: $KEY" -F file=@seats.csv`,
    );
    await read('docs/how-to/row-rights.md');
    const token = String(printed['token']);
    const asked = await fetch(`${own.service.url}/clients/${variables['CLIENT']}/ask`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'total seats by city', new_session: true }),
    });
    const { data } = (await asked.json()) as { data: { rows: unknown[] } };
    expect(data.rows).to.deep.equal([['Rome', 3]]);
    await read('docs/tokens.md', 'Revoke');
  });

  it('make tokens, webhooks, keys and accounts as their pages say', async () => {
    await read('docs/tokens.md', 'Make one');
    expect(printed).to.have.property('token');
    const [webhook = ''] = await commandsOf('docs/webhooks.md');
    // Nothing leaves the machine.
    await follow(webhook.replace('https://hooks.example.com', 'https://127.0.0.1:9'));
    expect(printed).to.have.property('secret');
    const data = { PLUMBLINE_DATA_DIR: own.service.dataDir };
    const [mine = '', all = '', revoke = '', account = ''] = await commandsOf('docs/operations.md');
    const made = await follow(mine, data);
    await follow(all, data);
    expect(await follow(revoke.replace(/key_\w+/, made.trim()), data)).to.match(/key_\w+/);
    expect(await follow(account, data)).to.match(/plumb_live_\w+/);
    await follow(
      (await commandsOf('docs/tokens.md', 'Secrets'))[0]!.replace(/^plumbline/, PLUMBLINE),
      data,
    );
    const question = (await commandsOf('docs/integrate.md'))[0]!;
    const sample = (await (await fetch(`${own.service.url}/sample`)).json()) as { api_key: string };
    await follow(question, { KEY: sample.api_key });
    expect(printed).to.have.property('result', 'success');
  });

  it('back up while the service runs, and restore into a new folder', async () => {
    const [backup = '', restore = '', start = ''] = await commandsOf('docs/how-to/backup.md');
    expect(start).to.match(/npm start$/);
    await follow(backup, { PLUMBLINE_DATA_DIR: own.service.dataDir });
    const [made = ''] = /plumbline-\d{4}-\d\d-\d\d/.exec(
      (await run('bash', ['-c', `ls -d ${folder}/plumbline-*`])).stdout,
    ) ?? [''];
    await follow(restore.replace(/plumbline-\d{4}-\d\d-\d\d/, made));
    const restored = await run('ls', [path.join(folder, 'plumbline')]);
    expect(restored.stdout).to.contain('plumbline.db').and.contain('originals');
  });

  it('ask what docs/what-you-can-ask.md says, with the outcome that it says', async () => {
    const page = await readFile(path.join(root, 'docs/what-you-can-ask.md'), 'utf8');
    const [patterns = '', asking = ''] = page.split('## It asks back');
    const questionsOf = (text: string) =>
      text
        .split('\n')
        .filter((line) => line.startsWith('| ') && !line.startsWith('| follow-up'))
        .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, question = '']) => question));
    const { api_key } = (await (await fetch(`${own.service.url}/sample`)).json()) as {
      api_key: string;
    };
    const outcome = async (q: string) => {
      const response = await fetch(`${own.service.url}/query`, {
        method: 'POST',
        headers: { 'x-api-key': api_key, 'content-type': 'application/json' },
        body: JSON.stringify({ q }),
      });
      return `${q}: ${((await response.json()) as { result: string }).result}`;
    };
    const sure = questionsOf(patterns);
    const back = questionsOf(asking);
    expect(sure.length).to.be.greaterThan(20);
    expect(back.length).to.be.greaterThan(3);
    for (const q of sure) expect(await outcome(q)).to.equal(`${q}: success`);
    for (const q of back) expect(await outcome(q)).to.equal(`${q}: clarification`);
  });
});
