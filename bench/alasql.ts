import { parseArgs } from 'node:util';
import { alasqlStatement, openAlasqlForTests } from '../test/fakes/alasql.ts';
import { answer, answerOf } from '../test/fakes/data-source.ts';
import {
  type EngineForTests,
  engineFile,
  openEngineForTests,
  spill,
} from '../test/fakes/duckdb-engine.ts';
import { median } from './stats.ts';

/**
 * The AlaSQL engine beside DuckDB's, each through its own processes or threads, over the same rows:
 * `npm run bench alasql [-- --rows 100000]`. First runs load the tables and are not counted.
 */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } });
const ROWS = Number(values.rows);
const ROUNDS = 5;
const STATEMENTS = [
  'SELECT COUNT(*) FROM t',
  'SELECT id, amount FROM t WHERE amount > 990 ORDER BY amount DESC, id LIMIT 100',
  'SELECT city, SUM(amount), COUNT(*) FROM t GROUP BY city ORDER BY city',
  "SELECT CAST(date_trunc('month', day) AS DATE) AS m, AVG(amount) FROM t GROUP BY 1 ORDER BY 1",
  'SELECT c.country, SUM(t.amount) FROM t JOIN c ON t.city = c.city GROUP BY c.country ORDER BY 1',
  'SELECT COUNT(DISTINCT id) FROM t WHERE NOT EXISTS (SELECT 1 FROM c WHERE c.city = t.city)',
] as const;

async function load(test: EngineForTests) {
  const day = (i: number) => new Date(Date.UTC(2024, 0, 1 + (i % 700))).toISOString().slice(0, 10);
  const rows = Array.from({ length: ROWS }, (_, i) => [
    i,
    `city ${i % 60}`,
    ((i * 7919) % 100_000) / 100,
    day(i),
  ]);
  const cities = Array.from({ length: 50 }, (_, i) => [`city ${i}`, `country ${i % 7}`]);
  const spilled = [
    await spill(
      test.folder,
      't',
      [
        { name: 'id', type: 'integer' },
        { name: 'city', type: 'text' },
        { name: 'amount', type: 'decimal', precision: 12, scale: 2 },
        { name: 'day', type: 'date' },
      ],
      rows,
    ),
    await spill(
      test.folder,
      'c',
      [
        { name: 'city', type: 'text' },
        { name: 'country', type: 'text' },
      ],
      cities,
    ),
  ];
  const started = performance.now();
  const file = await engineFile(test, 'f', spilled);
  return { file, ms: performance.now() - started };
}

async function medianOf(run: () => Promise<unknown>): Promise<number> {
  await run();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  return median(times);
}

const duckdb = await openEngineForTests({ processes: 1 });
const alasql = await openAlasqlForTests({ threads: 1 });
const [a, d] = [await load(alasql), await load(duckdb)];
console.log(`${ROWS} rows; load: AlaSQL ${a.ms.toFixed(0)} ms, DuckDB ${d.ms.toFixed(0)} ms`);
for (const sql of STATEMENTS) {
  const statement = await alasqlStatement(alasql, sql, [a.file]);
  const qualified = sql.replace(/\b(FROM|JOIN) (t|c)\b/g, '$1 f.main.$2');
  const ours = await medianOf(() => answerOf(alasql.engine, statement));
  const theirs = await medianOf(() => answer(duckdb.engine, qualified, { attachments: [d.file] }));
  console.log(`${sql}: AlaSQL ${ours.toFixed(1)} ms, DuckDB ${theirs.toFixed(1)} ms`);
}
await alasql.close();
await duckdb.close();
