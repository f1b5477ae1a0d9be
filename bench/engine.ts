import { DuckDBInstance } from '@duckdb/node-api';
import {
  type Asking,
  answer,
  engineFile,
  openEngineForTests,
  spill,
} from '../test/fakes/duckdb-engine.ts';
import { median } from './stats.ts';

/**
 * What the way through an engine process costs: the same statements there and on a bare DuckDB in this process, in
 * turns. Run: `npm run bench engine`.
 */
const ROUNDS = 200;
const STATEMENTS = [
  'SELECT 1',
  'SELECT city, sum(amount) FROM f.main.t GROUP BY city ORDER BY city',
  'SELECT * FROM f.main.t LIMIT 1000',
] as const;

const test = await openEngineForTests({ processes: 1 });
const rows = Array.from({ length: 20_000 }, (_, i) => [i, `city ${i % 50}`, (i * 7) % 1_000]);
const table = await spill(
  test.folder,
  't',
  [
    { name: 'id', type: 'integer' },
    { name: 'city', type: 'text' },
    { name: 'amount', type: 'integer' },
  ],
  rows,
);
const file = await engineFile(test, 'f', [table]);
const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
const bare = await instance.connect();
await bare.run(`ATTACH '${file.path}' AS f (READ_ONLY)`);
const asking: Asking = { attachments: [file] };

for (const sql of STATEMENTS) {
  const direct: number[] = [];
  const process: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let started = performance.now();
    await (await bare.runAndReadAll(sql)).getRowsJson();
    direct.push(performance.now() - started);
    started = performance.now();
    await answer(test.engine, sql, asking);
    process.push(performance.now() - started);
  }
  const [a, b] = [median(direct), median(process)];
  console.log(
    `${sql}: bare ${a.toFixed(2)} ms, process ${b.toFixed(2)} ms, ratio ${(b / a).toFixed(2)}, overhead ${(b - a).toFixed(2)} ms`,
  );
}
bare.closeSync();
instance.closeSync();
await test.close();
