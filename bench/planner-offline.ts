import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { lowerDuckdb } from '../plugins/sources/duckdb/dialect/lower.ts';
import type { Plan } from '../src/planner/plan.ts';
import { plan } from '../src/read/plan.ts';
import { catalogFromCsvFolder } from '../test/fakes/offline-catalog.ts';

/**
 * Plans and runs the questions of a set without a service: `npm run bench planner-offline -- --set DIR
 * [--questions FILE] [--held-out] [--databases A,B] --out PREDICTIONS`. Every third of ten databases by name is held
 * out of tuning; `--held-out` measures on those only.
 */
const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: '/tmp/bench/dev' },
    questions: { type: 'string' },
    databases: { type: 'string' },
    'held-out': { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    out: { type: 'string', default: '/tmp/planner-predictions.jsonl' },
  },
});

interface Line {
  readonly id: string;
  readonly db_id: string;
  readonly question: string;
}

const HELD_OUT = new Set([
  'assets_maintenance',
  'candidate_poll',
  'coffee_shop',
  'customer_deliveries',
  'department_store',
  'e_government',
  'game_injury',
  'inn_1',
  'local_govt_and_lot',
  'phone_1',
  'race_track',
  'solvency_ii',
  'tracking_share_transactions',
  'wedding',
]);

const file = options.questions ?? path.join(options.set, 'questions.jsonl');
const lines = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Line);
const only = options.databases?.split(',');
const chosen = lines.filter(({ db_id }) =>
  only
    ? only.includes(db_id)
    : options.all || HELD_OUT.has(db_id.replace(/__lack_\d+$/, '')) === options['held-out'],
);
const byDatabase = Map.groupBy(chosen, (line) => line.db_id);
const out: string[] = [];
const declines = new Map<string, number>();
const times: number[] = [];
let answered = 0;
for (const [database, questions] of byDatabase) {
  const folder = path.join(options.set, 'csv', database);
  if (!existsSync(folder)) continue;
  const offline = await catalogFromCsvFolder(folder);
  for (const { id, question } of questions) {
    const started = performance.now();
    const found = planOrFail(question, offline);
    times.push(performance.now() - started);
    out.push(JSON.stringify(await answer(id, question, found, offline)));
  }
  await offline.close();
}
writeFileSync(options.out, `${out.join('\n')}\n`);
times.sort((a, b) => a - b);
console.log(
  `${answered} of ${chosen.length} answered; plan median ${times[times.length >> 1]?.toFixed(2)} ms, 99 % ${times[Math.floor(times.length * 0.99)]?.toFixed(2)} ms, most ${times.at(-1)?.toFixed(1)} ms`,
);
for (const [reason, count] of [...declines].sort((a, b) => b[1] - a[1]).slice(0, 60))
  console.log(count, reason);

type Offline = Awaited<ReturnType<typeof catalogFromCsvFolder>>;

function planOrFail(question: string, offline: Offline): Plan | Error {
  try {
    const { catalog, values } = offline;
    return plan({ question, catalog, values, history: [], now: new Date('2026-11-21T12:00:00Z') });
  } catch (error) {
    return error as Error;
  }
}

async function answer(id: string, question: string, found: Plan | Error, offline: Offline) {
  const declined = (reason: string) => {
    declines.set(reason, (declines.get(reason) ?? 0) + 1);
    return { id, declined: true, reason, question };
  };
  if (found instanceof Error) {
    console.log('CRASH', question, found.stack?.split('\n').slice(0, 3).join(' | '));
    return declined('crash');
  }
  if (found.kind === 'clarify') return declined('clarify');
  if (found.kind === 'decline') return declined(`${found.reason}: ${found.text}`);
  const sql = lowerDuckdb(found.query);
  try {
    const rows = await offline.run(sql);
    answered++;
    return { id, question, rows, answer_sql: sql };
  } catch (error) {
    console.log('SQL FAILED', question, sql, String(error).slice(0, 200));
    return declined('sql');
  }
}
