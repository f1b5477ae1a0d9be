import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { shareWorkspace, type Workspace } from './workspace.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const SALES = `sold_on,region,revenue
2026-01-05,North,120
2026-01-20,South,80
2026-02-11,East,200
2026-02-12,North,30
`;

/** An example as docs/integrate.md gives it to be copied. */
const exampleOf = (name: string) => readFileSync(path.join(root, 'docs/examples', name), 'utf8');

/** A body of a request to the model. */
interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools: readonly { readonly function: { readonly name: string } }[];
}

describe('the examples of docs/examples', () => {
  let own: Workspace;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-examples-'));
    await writeFile(path.join(folder, 'sales.csv'), SALES);
    // The package as it is installed, of which these conditions take the source.
    await mkdir(path.join(folder, 'node_modules'));
    await symlink(root, path.join(folder, 'node_modules/plumbline'));
    own = await shareWorkspace();
    await own.upload(SALES, 'sales.csv');
  });
  after(async () => {
    await own?.close();
    if (folder) await rm(folder, { recursive: true });
  });

  /** An example with the address, the key and the ids of this service; nothing else of it changes. */
  const filled = (example: string) =>
    example
      .replaceAll('http://127.0.0.1:8080', own.service.url)
      .replaceAll('plumb_live_…', own.service.apiKey ?? '')
      .replaceAll('cli_…', own.clientId)
      .replaceAll('ws_…', own.workspaceId);

  async function ran(
    program: string,
    args: readonly string[],
    file: string,
    example: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    await writeFile(path.join(folder, file), filled(example));
    const { stdout, stderr } = await run(program, [...args, file], {
      cwd: folder,
      env: { ...process.env, ...env },
    });
    expect(stderr).to.equal('');
    return stdout;
  }

  it('curl brings a file, asks, and reads a stream', async () => {
    const told = await ran('bash', ['-eu'], 'example.sh', exampleOf('ask.sh'));
    expect(told).to.contain(`"client_id":"${own.clientId}"`).and.contain('"tables"');
    expect(told).to.contain('"rows":[["East",200],["North",150],["South",80]]');
    expect(told)
      .to.match(/event: result\r?\n/)
      .and.match(/event: done\r?\n/);
  });

  it('TypeScript shows what comes, in the order in which it comes', async () => {
    const args = ['--conditions=plumbline-source', '--no-warnings'];
    const example = exampleOf('stream.mts').replace(' in 2025', '');
    const told = await ran(process.execPath, args, 'example.mts', example);
    expect(told)
      .to.contain('East')
      .and.contain('200')
      .and.match(/otal revenue by region.*East/);
  });

  it('Python prints the answer with its verdict, a decline with its reason, and raises a refusal', async function () {
    try {
      await run('python3', ['--version']);
    } catch {
      console.log('      skipped: there is no python3 here');
      return this.skip();
    }
    const example = exampleOf('ask.py');
    const told = await ran('python3', [], 'example.py', example);
    expect(told)
      .to.match(/\((checked|verified)\)\n/)
      .and.contain('East\t200\n');
    const unknown = example.replace('total revenue by region', 'phase of the moon');
    expect(await ran('python3', [], 'unknown.py', unknown)).to.match(/^Not answered: \w/);
    const refused = example.replace('"q":', '"question":');
    const error = await ran('python3', [], 'refused.py', refused).catch((reason) => reason);
    expect(String(error)).to.contain('RuntimeError');
  });

  describe('with a model that calls tools', () => {
    const asked: Asked[] = [];
    let model: Server;
    before(async () => {
      model = createServer((request, response) => {
        let text = '';
        request.on('data', (piece) => {
          text += piece;
        });
        request.on('end', () => {
          const body = JSON.parse(text) as Asked;
          asked.push(body);
          const last = body.messages.at(-1);
          const called = {
            name: 'ask_data',
            arguments: JSON.stringify({ question: 'total revenue by region' }),
          };
          const message =
            last?.role === 'tool'
              ? {
                  role: 'assistant',
                  content: `From the data: ${JSON.parse(last.content).explanation}`,
                }
              : {
                  role: 'assistant',
                  content: null,
                  tool_calls: [{ id: 'call_1', type: 'function', function: called }],
                };
          const isRight =
            request.url === '/v1/chat/completions' &&
            request.headers.authorization === 'Bearer sk-of-the-test';
          response.writeHead(isRight ? 200 : 400, { 'Content-Type': 'application/json' });
          response.end(JSON.stringify({ choices: [{ message }] }));
        });
      });
      model.listen(0, '127.0.0.1');
      await once(model, 'listening');
    });
    after(() => model?.close());

    it('offers the tool, gives its answer back, and prints what the model says', async () => {
      const { port } = model.address() as AddressInfo;
      const example = exampleOf('model-tool.mjs').replace(
        'https://api.openai.com',
        `http://127.0.0.1:${port}`,
      );
      const env = { OPENAI_API_KEY: 'sk-of-the-test' };
      const told = await ran(process.execPath, ['--no-warnings'], 'example.mjs', example, env);
      expect(told).to.match(/^From the data: Total revenue by region.*East/);
      expect(asked[0]?.tools.map((tool) => tool.function.name)).to.deep.equal(['ask_data']);
      const given = asked[1]?.messages.at(-1);
      expect(given).to.include({ role: 'tool', tool_call_id: 'call_1' });
      expect(JSON.parse(given?.content ?? '')).to.deep.include({
        result: 'success',
        verdict: 'checked',
        rows: [
          ['East', 200],
          ['North', 150],
          ['South', 80],
        ],
      });
    });
  });
});
