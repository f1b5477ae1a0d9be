/** A process of `npm run bench reader`: answers the questions of each job that it is given by number. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createDuckdbDialect } from '../../plugins/sources/duckdb/dialect/index.ts';
import { lowerDuckdb } from '../../plugins/sources/duckdb/dialect/lower.ts';
import { catalogQuestion, noteQuestion } from '../../src/ask/agents/catalog-question.ts';
import { analyticsQuestion } from '../../src/ask/analytics/read-question.ts';
import { owedBy, unmetBy } from '../../src/check/owed/owed.ts';
import { dayFor } from '../../src/planner/day.ts';
import type { Plan, PriorTurn } from '../../src/planner/plan.ts';
import { plan as planWhole } from '../../src/read/planner.ts';
import { openTestDuckdb } from '../../test/fakes/duckdb-parser.ts';
import { hitsOf } from '../../workers/plan-host.ts';
import { type Cell, holds } from '../everyday/judge.ts';
import { goldOf } from '../everyday/open-company.ts';
import { openGold } from '../judge/gold.ts';
import { judge } from '../judge/judge.ts';
import { type LazyCatalog, openCatalog } from './catalogs.ts';
import type { Line, Status, ToWorker } from './lines.ts';
import { type Item, type Job, jobsOf } from './sets.ts';

const duckdb = await openTestDuckdb();
const dialect = createDuckdbDialect(duckdb);
let jobs: readonly Job[] | null = null;

process.on('message', async (message: ToWorker) => {
  if (message.kind === 'end') {
    duckdb.close();
    process.disconnect();
    return;
  }
  jobs ??= await jobsOf(message);
  const job = jobs[message.job] as Job;
  process.send?.(await linesOf(job, message));
});

async function linesOf(job: Job, { kept, only, before }: ToWorker & { kind: 'job' }) {
  const wanted = only && new Set(only);
  const known = new Map(before.map((line) => [line.id, line]));
  const data = await openCatalog(job.data, kept);
  const lines: Line[] = [];
  let history: PriorTurn[] = [];
  for (const item of job.items) {
    if (!item.follows) history = [];
    if (wanted && !wanted.has(item.id)) continue;
    const began = performance.now();
    const planned = planOf(job, item, data, history);
    const ms = performance.now() - began;
    const said = await saidOf(job, item, planned, data);
    const head = { set: job.set, id: item.id, heldOut: job.heldOut, question: item.question, ms };
    const old = known.get(item.id);
    const isSame = old?.sql === said.sql && old.status !== 'declined' && said.status === null;
    lines.push({
      ...{ ...head, sql: said.sql, why: said.why },
      ...(isSame
        ? { status: old.status, rows: old.rows }
        : said.status === null
          ? await judged(job, item, said.sql as string, data)
          : { status: said.status, rows: null }),
    });
    const query = planned instanceof Error || planned.kind !== 'query' ? null : planned.query;
    history.push({ question: item.question, query });
  }
  await data.close();
  return lines;
}

function planOf(
  { now, set }: Job,
  { question, planner }: Item,
  { catalog, values }: LazyCatalog,
  history: readonly PriorTurn[],
): Plan | Error {
  try {
    const plan = set === 'unit tests' && planner ? planner : planWhole;
    return plan({ question, catalog, values, history, now: new Date(now) });
  } catch (error) {
    return error as Error;
  }
}

/** A statement that is to be judged, or what is said in place of one. */
async function saidOf(
  { now }: Job,
  { question, planner, follows }: Item,
  planned: Plan | Error,
  { catalog, values }: LazyCatalog,
): Promise<{ readonly sql: string | null; readonly status: Status | null; readonly why: string }> {
  const is = (status: Status, why: string, sql: string | null = null) => ({ status, sql, why });
  if (planned instanceof Error) return is('crash', planned.stack?.slice(0, 300) ?? '');
  const day = dayFor(catalog, new Date(now));
  if (planned.kind !== 'query') {
    const isLeft = planned.kind === 'decline' || planned.unread === true;
    if (isLeft && !planner && !follows) {
      const about = catalogQuestion(question, catalog) ?? noteQuestion(question, catalog);
      if (about) return is('catalog', JSON.stringify(about));
      const analysis = analyticsQuestion(question, day);
      if (analysis) return is('analysis', JSON.stringify(analysis));
    }
    return planned.kind === 'clarify'
      ? is('asked', `${planned.question} ${planned.options.map(({ label }) => label).join(' | ')}`)
      : is('declined', planned.text);
  }
  const sql = lowerDuckdb(planned.query);
  const why = planned.assumptions.join(' ');
  const { heldTo } = planned;
  if (heldTo !== undefined && !planner) {
    const parsed = await dialect.parse(sql, catalog, AbortSignal.timeout(60_000));
    if ('refusal' in parsed) return is('declined', parsed.refusal.text);
    const owed = owedBy(heldTo, catalog, hitsOf(heldTo, values), day);
    const unmet = unmetBy(owed, parsed.facts, catalog);
    if (unmet.length > 0) return is('declined', unmet.map(({ detail }) => detail).join(' '));
  }
  return { sql, status: null, why };
}

/** What the rows of a statement are worth. */
async function judged(
  job: Job,
  { expected }: Item,
  sql: string,
  data: LazyCatalog,
): Promise<{ readonly status: Status; readonly rows: string | null }> {
  try {
    const { run } = await data.rows();
    const rows = await run(sql);
    const hash = hashOf(rows);
    if (expected.kind === 'none') return { status: 'answered', rows: hash };
    if (expected.kind === 'set') {
      const gold = job.gold ? openGold(job.gold) : null;
      const verdict = judge(expected.line, { id: expected.line.id, rows }, gold?.run ?? (() => []));
      gold?.close();
      return { status: verdict === 'match' ? 'right' : 'wrong', rows: hash };
    }
    // Statements are written over the files as they are, not as an upload types them.
    const { data: at } = job;
    const over = at.kind === 'uploaded' ? await goldOver(at.folder) : run;
    for (const statement of expected.sql) {
      const gold = await over(statement);
      if (holds(rows as Cell[][], gold as Cell[][])) return { status: 'right', rows: hash };
    }
    return { status: 'wrong', rows: hash };
  } catch {
    return { status: 'crash', rows: null };
  }
}

const golds = new Map<string, ReturnType<typeof goldOf>>();
function goldOver(folder: string): ReturnType<typeof goldOf> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.csv'));
  const known =
    golds.get(folder) ??
    goldOf(
      folder,
      files.map((file) => path.basename(file, '.csv')),
    );
  golds.set(folder, known);
  return known;
}

/** Eight digits that rows in any order share. */
function hashOf(rows: readonly (readonly unknown[])[]): string {
  const texts = rows.map((row) =>
    JSON.stringify(row, (_, cell) => (typeof cell === 'number' ? cell.toPrecision(9) : cell)),
  );
  return createHash('sha256').update(texts.sort().join('\n')).digest('hex').slice(0, 8);
}
