import { strict as assert } from 'node:assert';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const LOG = fileURLToPath(new URL('../../src/log.ts', import.meta.url));

/** Logs to its standard error while it works, and says on standard output that it still does. */
const worker = (pretty: boolean) => `
  const { createLogger } = await import(${JSON.stringify(LOG)});
  const log = createLogger({ level: 'info', pretty: ${pretty}, secrets: [] });
  for (let round = 0; round < 20; round += 1) {
    log.info({ round, text: 'x'.repeat(1000) }, 'a line');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  process.stdout.write('still here');
`;

describe('the log', () => {
  for (const pretty of [false, true])
    it(`costs its lines, not the service, where it cannot be written (${pretty ? 'pretty' : 'JSON'})`, async function () {
      if (!existsSync('/dev/full')) return this.skip();
      const child = spawn(process.execPath, ['--input-type=module', '-e', worker(pretty)], {
        stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')],
      });
      let said = '';
      child.stdout!.on('data', (chunk: Buffer) => {
        said += chunk;
      });
      const [code] = (await once(child, 'close')) as [number | null];
      assert.equal(said, 'still here');
      assert.equal(code, 0);
    });

  for (const pretty of [false, true])
    it(`keeps no process that is to end, where nobody reads it (${pretty ? 'pretty' : 'JSON'})`, async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-log-'));
      const pipe = path.join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      // Open for reading and writing, a pipe that is full stays so.
      const fd = openSync(pipe, 'r+');
      try {
        const lines = worker(pretty).replace("x'.repeat(1000)", "x'.repeat(10_000)");
        const child = spawn(process.execPath, ['--input-type=module', '-e', lines], {
          stdio: ['ignore', 'pipe', fd],
        });
        let said = '';
        child.stdout!.on('data', (chunk: Buffer) => {
          said += chunk;
        });
        const [code] = (await once(child, 'close')) as [number | null];
        assert.deepEqual([said, code], ['still here', 0]);
      } finally {
        closeSync(fd);
        rmSync(folder, { recursive: true });
      }
    });
});
