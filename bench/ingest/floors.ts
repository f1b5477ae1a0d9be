/**
 * `npm run bench ingest/floors duckdb|sheetjs FILE`: what reading a file costs without a service, in a process of
 * its own. Prints milliseconds, processor time (milliseconds) and the peak of resident memory (MB) as JSON.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { read } from 'xlsx';

const [what = '', file = ''] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-floor-'));
const began = performance.now();
if (what === 'sheetjs') read(readFileSync(file), { type: 'buffer', dense: true });
else {
  const instance = await DuckDBInstance.create(path.join(folder, 'floor.duckdb'));
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE t AS FROM read_csv('${file}')`);
  await connection.run('CHECKPOINT');
  connection.disconnectSync();
  instance.closeSync();
}
const ms = performance.now() - began;
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
rmSync(folder, { recursive: true });
console.log(
  JSON.stringify({ ms, cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024 }),
);
