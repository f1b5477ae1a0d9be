import { answer, openEngineForTests } from './duckdb-engine.ts';

/** A gateway of its own process for tests that kill it: opens the engine, tells its process ids, keeps it at work. */
const { engine, folder, pids } = await openEngineForTests({ processes: 2 });
const load = await engine.beginLoad(`${folder}/half.duckdb`, new AbortController().signal);
process.send?.({ pids: pids(), folder });
const runaway = `SELECT count(*) FROM range(1000000) a(i), range(1000000) b(j) WHERE i + j < 0`;
await answer(engine, runaway, { timeoutMs: 60_000 }).catch(() => {});
await load.abort();
