import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { eventually } from '../fakes/eventually.ts';
import { makePostgresDatabase, type PostgresDatabase } from '../fakes/postgres-server.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const run = promisify(execFile);
const README = path.resolve(import.meta.dirname, '../../README.md');

/** The commands of a section, one a line; a line that ends in a backslash goes on. */
async function commandsOf(title: string): Promise<string[]> {
  const text = await readFile(README, 'utf8');
  const section = text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  return block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
}

describe('the commands of the README', () => {
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
    own = await openWorkspace();
    variables['KEY'] = own.service.apiKey!;
  });
  after(async () => {
    await own?.close();
    await database?.drop();
    if (folder) await rm(folder, { recursive: true });
  });

  /** Runs a command as printed, but for the address of the service and of the database. */
  async function follow(command: string): Promise<void> {
    const { host, port, user, password } = database.reader;
    const url = `postgres://${user}:${password}@${host}:${port}/${database.name}`;
    const line = command
      .replaceAll('localhost:8080', own.service.url)
      .replace(/postgres:\/\/[^"]+/, url);
    const { stdout } = await run('bash', ['-uc', line], {
      cwd: folder,
      env: { ...process.env, ...variables },
    });
    if (stdout.startsWith('{')) printed = JSON.parse(stdout) as Record<string, unknown>;
    expect(printed, command).to.not.have.property('detail');
  }

  /** `NAME=…  # field of that answer`: what a reader copies from the answer before. */
  function copy(name: string, comment: string): void {
    if (name === 'KEY') return;
    const [, field = ''] = /^(\w+) of /.exec(comment) ?? [];
    const [first] = (printed['workspaces'] ?? []) as Record<string, unknown>[];
    variables[name] = String(printed[field] ?? first?.[field]);
    expect(variables[name], comment).to.match(/^[a-z]+_/);
  }

  async function read(title: string): Promise<void> {
    const commands = await commandsOf(title);
    expect(commands).to.not.be.empty;
    for (const command of commands) {
      const [, name, comment] = /^([A-Z]+)=\S+\s+# (.+)$/.exec(command) ?? [];
      if (name && comment) copy(name, comment);
      else await follow(command);
    }
  }

  it('lead from a file of one to its answer', async () => {
    await read('Your own files');
    expect(printed['data']).to.deep.equal({
      columns: ['city', 'total_amount'],
      rows: [
        ['Paris', 20],
        ['Rome', 15],
      ],
    });
  });

  it('lead on to a database of one, beside the files', async () => {
    await read('Your own database');
    const key = { 'x-api-key': variables['KEY']! };
    const status = `${own.service.url}/clients/${variables['CLIENT']}/schema/status?workspace_id=${variables['SHOP']}`;
    await eventually(async () => {
      const body = (await (await fetch(status, { headers: key })).json()) as { status: string };
      return body.status === 'ready';
    }, 'the discovery of the database');
    await follow(
      `curl -s localhost:8080/query -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -d '{"q": "total amount", "workspace_id": "'$SHOP'"}'`,
    );
    expect(printed).to.have.deep.nested.property('data.rows', [[30]]);
  });
});
