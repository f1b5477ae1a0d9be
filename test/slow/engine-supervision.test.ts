import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { PlacesTaken } from '#src/places.ts';
import type { Attachment } from '#src/plugin-api/catalog.ts';
import type { SourceError } from '#src/plugin-api/source-error.ts';
import { TimeLimit } from '#src/sql/time-limit.ts';
import {
  answer,
  type EngineForTests,
  engineFile,
  openEngineForTests,
  optionsForTests,
  spill,
} from '../fakes/duckdb-engine.ts';
import { eventually } from '../fakes/eventually.ts';
import { unguardedSqlForTests } from '../fakes/guarded-sql.ts';

/** Obeys an interrupt. */
const LONG = 'SELECT count(*) FROM range(1000000) a(i), range(1000000) b(j) WHERE (i * j) % 7 = 3';
/** Does not: one call of a function that writes 800 MB, many times over. */
const DEAF = `SELECT sum(length(lpad('x', 800000000 + i::INT, 'y'))) FROM range(40) t(i)`;
/** Meets an error in DuckDB's own code, after which an instance runs nothing more. */
const BREAKING =
  "SELECT (0, 0) < ANY (SELECT a, b FROM (VALUES ('1', '2'), ('x', 'y')) AS t(a, b))";
/** What a process that works has used up soon: 0.2 s, in ticks of 10 ms. */
const TICKS_OF_WORK = 20;
const never = new AbortController().signal;

describe('supervision of engine processes', () => {
  const open: EngineForTests[] = [];
  const start = async (
    settings: Parameters<typeof openEngineForTests>[0] = {},
    waiting: Parameters<typeof openEngineForTests>[1] = {},
  ) => {
    const test = await openEngineForTests(
      { processes: 1, kill_grace_ms: 200, ...settings },
      waiting,
    );
    open.push(test);
    return test;
  };
  afterEach(async () => {
    for (const test of open.splice(0)) await test.close();
  });

  it('costs one error when the engine process is killed mid-query, and the next answers', async () => {
    const { engine, pids } = await start();
    const before = pids()[0]!;
    const idle = cpuTime(before);
    const hit = failure(answer(engine, LONG));
    await eventually(() => cpuTime(before) > idle + TICKS_OF_WORK);
    process.kill(before, 'SIGKILL');
    expect((await hit).kind).to.equal('unavailable');
    expect((await answer(engine, 'SELECT 5')).rows).to.deep.equal([[5]]);
    expect(pids()[0]).not.to.equal(before);
  });

  it('answers after its process was killed again and again before it had answered', async () => {
    const { engine, pids } = await start();
    for (let round = 0; round < 4; round++) {
      const pid = pids()[0]!;
      process.kill(pid, 'SIGKILL');
      while (pids()[0] === pid) await sleep(10);
    }
    expect((await answer(engine, 'SELECT 5')).rows).to.deep.equal([[5]]);
  });

  it('kills the process of a query that does not obey, and starts another', async () => {
    const { engine, pids } = await start({ process_memory_mb: 8_192 });
    const before = pids()[0]!;
    expect((await failure(answer(engine, DEAF, { timeoutMs: 300 }))).kind).to.equal('timeout');
    await gone(before);
    expect((await answer(engine, 'SELECT 6')).rows).to.deep.equal([[6]]);
  });

  it('answers 19 of 20 concurrent queries when one runs away', async () => {
    const { engine } = await start({ process_memory_mb: 8_192 });
    const asked = Array.from({ length: 20 }, (_, index) =>
      index === 7
        ? answer(engine, DEAF, { timeoutMs: 600 })
        : answer(engine, `SELECT ${index}, count(*) FROM range(3000000) t(i) WHERE i % 3 = 0`),
    );
    const results = await Promise.allSettled(asked);
    expect(results.map((result) => result.status === 'fulfilled')).to.deep.equal(
      results.map((_, index) => index !== 7),
    );
  });

  it('runs queries once more that lost their process to another one', async () => {
    const { engine } = await start({ process_memory_mb: 8_192, kill_grace_ms: 50 });
    const deaf = failure(answer(engine, DEAF, { timeoutMs: 300 }));
    const sql = 'SELECT count(*) FROM range(2000) a(i), range(75000) b(j) WHERE (i * j) % 7 = 3';
    const innocent = answer(engine, sql, { timeoutMs: 110_000 });
    expect((await deaf).kind).to.equal('timeout');
    expect((await innocent).rows[0]![0]).to.be.a('number');
  });

  it('costs one error when a statement breaks the engine, and others answer beside it and after it', async () => {
    const { engine, pids } = await start();
    const before = pids()[0]!;
    const others = Array.from({ length: 4 }, (_, index) =>
      answer(engine, `SELECT ${index}, count(*) FROM range(30000000) t(i) WHERE i % 3 = 0`),
    );
    const breaking = failure(answer(engine, BREAKING));
    expect(await breaking).to.include({ kind: 'unavailable' });
    const answers = await Promise.all(others);
    expect(answers.map(({ rows }) => rows[0]![0])).to.deep.equal([0, 1, 2, 3]);
    await gone(before);
    expect((await answer(engine, 'SELECT 7')).rows).to.deep.equal([[7]]);
  });

  it('ends a query that takes more memory than its process may have', async () => {
    const { engine } = await start({ process_memory_mb: 512, memory_mb: 128 });
    const error = await failure(answer(engine, DEAF, { timeoutMs: 110_000 }));
    expect(error.kind).to.equal('too_large');
    expect((await answer(engine, 'SELECT 8')).rows).to.deep.equal([[8]]);
  });

  it('says that a query needs more memory than DuckDB may take', async () => {
    const { engine } = await start({ memory_mb: 64 });
    const sql = 'SELECT list(i ORDER BY hash(i)) FROM range(30000000) t(i)';
    expect((await failure(answer(engine, sql))).kind).to.equal('too_large');
  });

  it('does not count the wait for a place as time of a query', async () => {
    const { engine } = await start({ concurrent_queries: 1 });
    const controller = new AbortController();
    const first = failure(answer(engine, LONG, { signal: controller.signal }));
    const second = answer(engine, 'SELECT 9', { timeoutMs: 5_000 });
    // Were the wait counted, it would be over before there is a place.
    const asLong = new TimeLimit({ timeoutMs: 5_500, signal: new AbortController().signal });
    await eventually(() => asLong.signal.aborted);
    controller.abort();
    expect((await first).kind).to.equal('cancelled');
    expect((await second).rows).to.deep.equal([[9]]);
  });

  it('tells who waits too long, or finds the queue full, to come again', async () => {
    const waiting = { max_waiting: 1, max_wait_ms: 500 };
    const { engine } = await start({ concurrent_queries: 1 }, waiting);
    const controller = new AbortController();
    const first = failure(answer(engine, LONG, { signal: controller.signal }));
    const both = await Promise.all([1, 2].map((n) => failure(answer(engine, `SELECT ${n}`))));
    for (const { kind, cause } of both) {
      expect(kind).to.equal('unavailable');
      expect(cause).to.be.instanceOf(PlacesTaken).and.to.include({ status: 503, retryAfter: 2 });
    }
    controller.abort();
    await first;
    expect((await answer(engine, 'SELECT 9')).rows).to.deep.equal([[9]]);
  });

  it('answers others beside runaways of one workspace, from whatever process they need', async () => {
    const { engine } = await start({ processes: 1, concurrent_queries: 4 });
    const controller = new AbortController();
    const { signal } = controller;
    const runaways = Array.from({ length: 5 }, (_, n) => {
      const asker = { workspaceId: 'wild', endUserId: `user ${n}` };
      return failure(answer(engine, LONG, { signal, asker }));
    });
    const asker = { workspaceId: 'w2', endUserId: null };
    expect((await answer(engine, 'SELECT 9', { asker })).rows).to.deep.equal([[9]]);
    controller.abort();
    for (const { kind } of await Promise.all(runaways)) expect(kind).to.equal('cancelled');
  });

  it('gives its turn back when a reader stops reading beyond its time', async () => {
    const { engine } = await start({ concurrent_queries: 1 });
    const sql = unguardedSqlForTests('SELECT * FROM range(100000000)');
    const stalled = engine
      .query(sql, optionsForTests({ maxRows: 1e9, timeoutMs: 5_000 }))
      [Symbol.asyncIterator]();
    await stalled.next();
    expect((await answer(engine, 'SELECT 10')).rows).to.deep.equal([[10]]);
    await stalled.return?.();
  });

  it('closes idle files beyond the limit and opens them again', async () => {
    const test = await start({ max_open_files: 2 });
    const files: Attachment[] = [];
    for (let n = 0; n < 4; n++) files.push(await oneNumber(test, `f${n}`, n));
    for (const round of [0, 1])
      for (const [n, file] of files.entries()) {
        const { rows } = await answer(test.engine, `SELECT n FROM ${file.name}.main.t`, {
          attachments: [file],
        });
        expect([round, rows]).to.deep.equal([round, [[n]]]);
      }
    expect(openFiles(test.pids()[0]!, '.duckdb')).to.be.at.most(2);
  });

  it('opens no file outside its folder, not through a link either', async () => {
    const { engine } = await start();
    const file = { name: 'x', path: '/etc/hostname' };
    const error = await failure(answer(engine, 'SELECT 1', { attachments: [file] }));
    expect([error.kind, /hostname/.test(error.message)]).to.deep.equal(['unavailable', false]);
  });

  for (const sql of [
    `SELECT * FROM read_text('/etc/hostname')`,
    `SELECT * FROM read_csv('/etc/passwd')`,
    `SELECT * FROM glob('/*')`,
    `COPY (SELECT 1) TO '{outside}.csv'`,
    `ATTACH '{outside}.duckdb'`,
    'SET lock_configuration = false',
    'INSERT INTO f.main.t VALUES (2)',
    'CREATE TABLE f.main.u (i INTEGER)',
    'DETACH f',
    'SELECT 1; SELECT 2',
    'LOAD httpfs',
  ])
    it(`refuses ${sql} even without a guard`, async () => {
      const test = await start();
      const file = await oneNumber(test, 'f', 1);
      const outside = `${test.folder}-escaped`;
      const text = sql.replace('{outside}', outside);
      const error = await failure(answer(test.engine, text, { attachments: [file] }));
      expect(error.name).to.equal('SourceError');
      expect(existsSync(`${outside}.csv`)).to.equal(false);
      expect(existsSync(`${outside}.duckdb`)).to.equal(false);
      const { rows } = await answer(test.engine, 'SELECT * FROM f.main.t', { attachments: [file] });
      expect(rows).to.deep.equal([[1]]);
    });

  it('gives its processes an empty environment', async () => {
    const { pids } = await start();
    const environment = readFileSync(`/proc/${pids()[0]}/environ`, 'utf8');
    const names = environment.split('\0').map((entry) => entry.split('=')[0]);
    expect(
      names.filter((name) => name && !/^(UV_THREADPOOL_SIZE|NODE_CHANNEL_.*|PWD)$/.test(name)),
    ).to.deep.equal([]);
  });

  it('leaves no file when the loader is killed half-way', async () => {
    const test = await start();
    const target = path.join(test.folder, 'killed.duckdb');
    const load = await test.engine.beginLoad(target, never);
    const columns = [{ name: 'n', type: 'integer' }] as const;
    await load.append(await spill(test.folder, 't', columns, [[1], [2]]));
    for (const pid of childrenWith(target)) process.kill(pid, 'SIGKILL');
    expect((await failure(load.commit())).kind).to.equal('unavailable');
    expect(existsSync(target)).to.equal(false);
    await load.abort();
    expect(readdirSync(test.folder).filter((name) => name.includes('killed'))).to.deep.equal([]);
  });

  it('leaves no process when the gateway is killed', async () => {
    const gateway = fork(path.resolve(import.meta.dirname, '../fakes/engine-gateway.ts'), {
      stdio: 'ignore',
    });
    const [{ pids, folder }] = (await once(gateway, 'message')) as [
      { pids: number[]; folder: string },
    ];
    const all = [...pids, ...childrenWith(folder)];
    expect(new Set(all).size).to.equal(3);
    gateway.kill('SIGKILL');
    for (const pid of all) await gone(pid);
    await rm(folder, { recursive: true, force: true });
  });
});

async function failure(work: Promise<unknown>): Promise<SourceError> {
  try {
    await work;
  } catch (error) {
    return error as SourceError;
  }
  throw new Error('it did not fail');
}

async function oneNumber(test: EngineForTests, name: string, n: number): Promise<Attachment> {
  const columns = [{ name: 'n', type: 'integer' }] as const;
  return engineFile(test, name, [await spill(test.folder, 't', columns, [[n]])]);
}

/** Processes whose command line names `part` (Linux). */
function childrenWith(part: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => commandLine(pid).includes(part))
    .map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** CPU time that a process has used up, in ticks of 10 ms (Linux). */
function cpuTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function openFiles(pid: number, ending: string): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((fd) => readlinkSync(`${folder}/${fd}`).endsWith(ending))
    .length;
}

/** Waits until a process is gone; fails by the test's own time limit. */
async function gone(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}/fd`) && commandLine(String(pid)) !== '') await sleep(10);
}
