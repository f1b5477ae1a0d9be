import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `node test/slow-hash.ts` prints the npm script that tests this checkout in full: `test:all` where the slow tests, or
 * what they exercise, changed since `test:all` last passed, else `test`.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
/** The slow tests and their tools, then the code whose faults they look for. */
const COUNTED = [
  'test/slow',
  'bench/faults',
  'bench/kill',
  'src/files',
  'src/idempotency',
  'src/installation',
  'src/jobs',
  'src/store',
  'src/webhooks',
  'workers/engine',
  'plugins/sources/duckdb/supervisor.ts',
];
/** Written by a passing `npm run test:all`, and committed. */
const PASSED = path.join(ROOT, 'test/slow-passed.txt');

function filesOf(at: string): string[] {
  if (!statSync(path.join(ROOT, at)).isDirectory()) return [at];
  return readdirSync(path.join(ROOT, at), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(at, file.split(path.sep).join('/')))
    .filter((file) => statSync(path.join(ROOT, file)).isFile())
    .toSorted();
}

function hash(): string {
  const sum = createHash('sha256');
  for (const file of COUNTED.flatMap(filesOf))
    sum
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0');
  return sum.digest('hex');
}

/** Notes that all tests passed on what is here. */
export function notePassed(): void {
  writeFileSync(PASSED, `${hash()}\n`);
}

if (import.meta.main) {
  const passed = existsSync(PASSED) ? readFileSync(PASSED, 'utf8').trim() : '';
  console.log(passed === hash() ? 'test' : 'test:all');
}
