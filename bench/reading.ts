/**
 * `npm run bench reading -- --sets DIR,… [--questions questions.jsonl] [--databases A,B] [--except A,B] [--sample N]
 * [--seed N] [--baseline FILE] --out FILE`
 *
 * Plans, runs and judges the questions of several sets (folders as `npm run bench eval` takes them) in one process, to develop
 * the reader (`--questions` may be a file elsewhere, and gzipped): each line of `--out` has the question, the reference, the statement, the verdict and why it was declined.
 * `--uploaded` parses the files as an upload of them is. `--sample` takes so many questions of each database, by the seed. With `--baseline`, an earlier `--out`, it lists
 * what is answered now and was not (additions), what is no longer (losses) and what is answered otherwise (changes).
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createDuckdbDialect } from '../plugins/sources/duckdb/dialect/index.ts';
import { lowerDuckdb } from '../plugins/sources/duckdb/dialect/lower.ts';
import { owedBy, unmetBy } from '../src/check/owed/owed.ts';
import { dayFor } from '../src/planner/day.ts';
import type { Plan } from '../src/planner/plan.ts';
import type { SpillTable } from '../src/plugin-api/data-source.ts';
import { plan } from '../src/read/planner.ts';
import { openTestDuckdb } from '../test/fakes/duckdb-parser.ts';
import {
  catalogFromCsvFolder,
  catalogFromTables,
  type OfflineCatalog,
} from '../test/fakes/offline-catalog.ts';
import { parseFile } from '../workers/ingest/parse-file.ts';
import { hitsOf } from '../workers/plan-host.ts';
import { openGold, type Run } from './judge/gold.ts';
import { judge, type SetQuestion, unscored, type Verdict } from './judge/judge.ts';
import { PARSE_LIMITS } from './parse-limits.ts';

interface Line extends SetQuestion {
  readonly question: string;
}

interface Outcome {
  readonly id: string | number;
  readonly database: string;
  readonly question: string;
  readonly reference: unknown;
  readonly verdict: Verdict | 'clarified' | 'crash';
  readonly sql: string | null;
  /** Why it was declined, or what was asked back. */
  readonly reason: string | null;
  readonly assumptions: readonly string[];
  /** What is asked back: each option with what becomes of it. */
  readonly offered?: readonly string[];
  /** It was read beyond the sure path. */
  readonly beyond?: true;
  readonly ms: number;
}

const { values: options } = parseArgs({
  options: {
    sets: { type: 'string', default: '/tmp/bench/dev' },
    questions: { type: 'string', default: 'questions.jsonl' },
    databases: { type: 'string' },
    except: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    baseline: { type: 'string' },
    uploaded: { type: 'boolean', default: false },
    out: { type: 'string', default: '/tmp/reading.jsonl' },
  },
});

const NOW = new Date('2026-11-21T12:00:00Z');
const only = options.databases?.split(',');
const except = new Set(options.except?.split(',') ?? []);
const duckdb = await openTestDuckdb();
const dialect = createDuckdbDialect(duckdb);
const outcomes: Outcome[] = [];
for (const set of options.sets.split(',')) {
  const file = path.resolve(set, options.questions);
  if (!existsSync(file)) continue;
  const lines = readLines<Line>(file).filter(
    (line) =>
      (!only || only.includes(line.db_id)) && !except.has(line.db_id) && !unscored(line, true),
  );
  for (const [database, own] of Map.groupBy(lines, ({ db_id }) => db_id))
    outcomes.push(...(await outcomesOf(set, database, sampled(own))));
}
writeFileSync(options.out, outcomes.map((one) => `${JSON.stringify(one)}\n`).join(''));
duckdb.close();
report(outcomes);
if (options.baseline) compare(readLines<Outcome>(options.baseline), outcomes);

function readLines<T>(file: string): T[] {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

/** So many of the lines, the same ones for the same seed. */
function sampled(lines: readonly Line[]): readonly Line[] {
  if (!options.sample) return lines;
  const keyed = lines.map((line) => ({ line, key: hash(`${options.seed}\0${line.id}`) }));
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, Number(options.sample))
    .map(({ line }) => line);
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return value;
}

async function outcomesOf(
  set: string,
  database: string,
  lines: readonly Line[],
): Promise<Outcome[]> {
  const folder = path.join(set, 'csv', database);
  if (!existsSync(folder)) return [];
  const offline = await (options.uploaded
    ? catalogAsUploaded(folder)
    : catalogFromCsvFolder(folder));
  const file = path.join(set, 'databases', `${database}.sqlite`);
  const gold = existsSync(file) ? openGold(file) : null;
  const found: Outcome[] = [];
  for (const line of lines)
    found.push(await outcomeOf(line, database, offline, gold?.run ?? (() => [])));
  gold?.close();
  await offline.close();
  return found;
}

/** The files as an upload of them is parsed: `1,234` is a number. */
async function catalogAsUploaded(folder: string): Promise<OfflineCatalog> {
  const spill = mkdtempSync(path.join(tmpdir(), 'plumbline-reading-'));
  try {
    const tables: SpillTable[] = [];
    for (const [at, filename] of readdirSync(folder).sort().entries()) {
      const spillFolder = mkdtempSync(path.join(spill, `${at}-`));
      const file = { path: path.join(folder, filename), filename, spillFolder };
      const result = await parseFile({ ...file, mapping: {}, limits: PARSE_LIMITS });
      if (result.kind === 'parsed') tables.push(...result.tables.filter(({ derived }) => !derived));
    }
    return await catalogFromTables(tables);
  } finally {
    rmSync(spill, { recursive: true });
  }
}

async function outcomeOf(
  line: Line,
  database: string,
  offline: OfflineCatalog,
  gold: Run,
): Promise<Outcome> {
  const { catalog, values, run } = offline;
  const began = performance.now();
  const request = { question: line.question, catalog, values, history: [], now: NOW };
  const planned = attempt(() => plan(request));
  const head = {
    id: line.id,
    database,
    question: line.question,
    reference: line.gold_sql ?? line.answer ?? line['category'],
    ms: performance.now() - began,
    sql: null,
    assumptions: [],
  };
  if (planned instanceof Error)
    return { ...head, verdict: 'crash', reason: planned.stack?.slice(0, 400) ?? planned.message };
  if (planned.kind === 'clarify') {
    const offered: string[] = [];
    for (const { label, question } of planned.options) {
      const option = await outcomeOf({ ...line, question }, database, offline, gold);
      offered.push(`${option.verdict}: ${question} [${label}]`);
    }
    return { ...head, verdict: 'clarified', reason: planned.question, offered };
  }
  if (planned.kind === 'decline')
    return { ...head, verdict: 'declined', reason: `${planned.reason}: ${planned.text}` };
  const sql = lowerDuckdb(planned.query);
  const { assumptions } = planned;
  const unmet = await unmetOf(planned.heldTo, sql, offline);
  if (unmet.length > 0) return { ...head, verdict: 'declined', sql, reason: `owed: ${unmet}` };
  try {
    const rows = await run(sql);
    const verdict = judge(line, { id: line.id, rows }, gold);
    const beyond = planned.heldTo !== undefined && ({ beyond: true } as const);
    return { ...head, verdict, sql, assumptions, ...beyond, reason: null };
  } catch (error) {
    return { ...head, verdict: 'error', sql, reason: String(error).slice(0, 300) };
  }
}

/** What a reading beyond the sure path is held to and does not do: the service declines it. */
async function unmetOf(
  words: string | undefined,
  sql: string,
  { catalog, values }: OfflineCatalog,
): Promise<string> {
  if (words === undefined) return '';
  const parsed = await dialect.parse(sql, catalog, AbortSignal.timeout(60_000));
  if ('refusal' in parsed) return parsed.refusal.text;
  const owed = owedBy(words, catalog, hitsOf(words, values), dayFor(catalog, NOW));
  return unmetBy(owed, parsed.facts, catalog)
    .map(({ detail }) => detail)
    .join(' ');
}

function attempt(work: () => Plan): Plan | Error {
  try {
    return work();
  } catch (error) {
    return error as Error;
  }
}

function isAnswered({ verdict }: Outcome): boolean {
  return !['declined', 'clarified', 'crash', 'error', 'missing'].includes(verdict);
}

function report(all: readonly Outcome[]): void {
  const answered = all.filter(isAnswered);
  const right = answered.filter(({ verdict }) => verdict === 'match');
  const times = all.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)]?.toFixed(1);
  const share = (part: number, whole: number) => (100 * (part / Math.max(1, whole))).toFixed(1);
  console.log(
    `${share(answered.length, all.length)} % of ${all.length} answered, ${share(right.length, answered.length)} % of these right by the strict judge; planning p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms`,
  );
  const beyond = answered.filter((one) => one.beyond);
  console.log(
    `${beyond.length} of them beyond the sure path, ${share(beyond.filter(({ verdict }) => verdict === 'match').length, beyond.length)} % of these right by the strict judge`,
  );
  const counts = new Map<string, number>();
  for (const { verdict } of all) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  console.log([...counts].map(([verdict, count]) => `${verdict} ${count}`).join(', '));
  const asked = all.filter(({ offered }) => offered);
  const isRight = (option: string) => option.startsWith('match:');
  const led = asked.filter(({ offered }) => offered!.some(isRight));
  if (asked.length > 0)
    console.log(`${asked.length} asked back, ${led.length} of them with an option that is right`);
  for (const one of all)
    if (one.verdict === 'crash' || one.verdict === 'error') console.log('FAILED', one);
}

function compare(before: readonly Outcome[], now: readonly Outcome[]): void {
  const earlier = new Map(before.map((one) => [`${one.database}\0${one.id}`, one]));
  const pairs = now.flatMap((one) => {
    const old = earlier.get(`${one.database}\0${one.id}`);
    return old ? [[old, one] as const] : [];
  });
  const additions = pairs.filter(([old, one]) => !isAnswered(old) && isAnswered(one));
  const losses = pairs.filter(([old, one]) => isAnswered(old) && !isAnswered(one));
  const changes = pairs.filter(
    ([old, one]) => isAnswered(old) && isAnswered(one) && old.verdict !== one.verdict,
  );
  const right = additions.filter(([, { verdict }]) => verdict === 'match');
  console.log(`additions ${additions.length}, ${right.length} of them match`);
  console.log(`losses ${losses.length}, changed verdicts ${changes.length}`);
  for (const [old, one] of [...losses, ...changes])
    console.log(old.verdict, '→', one.verdict, '|', one.database, '|', one.question);
}
