/**
 * `npm run bench weak-model/kept-apart -- [--file FILE] [--planning model-first|cross-check] [--out MISSED.jsonl]`
 *
 * Statements, right and wrong, by somebody who hadn't seen the code, each with its own tables, rows and question:
 * `{schema, inserts, question, language, sql, right, fault}` a line. Without a file those of `strangers.jsonl.gz`, which
 * was opened on 29 November 2026; a new file shows what checks find in what nobody mended them by. Each is what a model in this process
 * answers the question with, however often it is asked; planner, guard, checks and engine are the real ones. Prints how
 * the answers to wrong statements end (`mended` shows the planner's in their place), and which right ones are doubted.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createDuckdbDialect } from '../../plugins/sources/duckdb/dialect/index.ts';
import type { AskDeps, ModelDeps } from '../../src/ask/deps.ts';
import { createAskService } from '../../src/ask/service.ts';
import type { Answer } from '../../src/ask/types.ts';
import { createGuard } from '../../src/sql/guard.ts';
import { openTestDuckdb } from '../../test/fakes/duckdb-parser.ts';
import { modelInProcess } from '../../test/fakes/models/in-process.ts';
import { catalogFromSql, type OfflineCatalog } from '../../test/fakes/offline-catalog.ts';
import { planningInProcess } from '../../test/fakes/planning.ts';
import { sqliteStore } from '../../test/fakes/stores.ts';
import { request, world } from '../../test/unit/ask/harness.ts';
import { chunksOf } from '../../test/unit/ask/memory-source.ts';
import { seedWorkspaces } from '../../test/unit/ask/store.ts';

interface Line {
  readonly id: string;
  readonly schema: readonly string[];
  readonly inserts: readonly string[];
  readonly question: string;
  readonly language: string;
  readonly sql: string;
  readonly right: boolean;
  readonly fault: string;
}
interface Ended extends Line {
  readonly ending: string;
  readonly reason: string;
  readonly ran: string | null;
}

const { values: options } = parseArgs({
  options: {
    file: { type: 'string', default: path.join(import.meta.dirname, 'strangers.jsonl.gz') },
    planning: { type: 'string', default: 'model-first' },
    out: { type: 'string' },
  },
});
const bytes = readFileSync(options.file);
const lines = (options.file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
  .toString('utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Line);

const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-kept-apart-'));
const store = await sqliteStore();
await seedWorkspaces(store.db);
const duckdb = await openTestDuckdb();
const ended: Ended[] = [];
const worlds = Map.groupBy(lines, ({ schema, inserts }) => JSON.stringify([schema, inserts]));
for (const own of worlds.values()) {
  const [{ schema, inserts }] = own as [Line];
  const data = await catalogFromSql([...schema, ...inserts]);
  for (const line of own) ended.push(await judged(line, data));
  await data.close();
}
await store.dispose();
duckdb.close();
await rm(folder, { recursive: true });
report();

function depsOver(data: OfflineCatalog, service: ModelDeps['service']): AskDeps {
  const { deps } = world(store.db, path.join(folder, 'spool'));
  const { catalog } = data;
  const dialect = createDuckdbDialect(duckdb);
  const limits = { totalTimeoutMs: 120_000, queryTimeoutMs: 60_000, withoutModelMs: 1_000 };
  const guarded = { maxSqlBytes: 65_536, maxDepth: 50, maxWeight: 100_000, keptVerdicts: 100 };
  const planning = options.planning as ModelDeps['planning'];
  return {
    ...deps,
    limits: { ...deps.limits, ...limits },
    pinGeneration: async () => ({ catalog, release: () => {} }),
    guard: createGuard(guarded),
    sourceOf: async () => ({ dialect, query: ({ sql }) => chunksOf(data, sql) }),
    planning: planningInProcess(data),
    model: {
      ...{ service, planning, explanations: 'template', maxOutputTokens: 500, lookups: 0 },
      ...{ thinkingTokens: 0, schemaTokens: 1_900, tableTokens: 65, maxCalls: 4 },
      ...{ estimateUsd: 0, prices: null, candidates: [] },
    },
  };
}

async function judged(line: Line, data: OfflineCatalog): Promise<Ended> {
  const { question, sql } = line;
  const { service } = modelInProcess(() => {
    const rest = { restatement: '', assumptions: [], clarification: '' };
    return JSON.stringify({ ...rest, answerable: true, sql });
  });
  const asking = createAskService(depsOver(data, service));
  const running = asking.run(
    await asking.prepare(request({ question })),
    new AbortController().signal,
  );
  for (;;) {
    const step = await running.next();
    if (step.done) return { ...line, ...(await endingOf(step.value, sql, data)) };
  }
}

async function endingOf(answer: Answer, sql: string, data: OfflineCatalog) {
  const { verification, explanation, result } = answer;
  const told = { reason: verification.reason || explanation, ran: answer.sql };
  if (result !== 'success' || !answer.data) return { ...told, ending: 'declined' };
  if (verification.status === 'warning') return { ...told, ending: 'warning' };
  // The rows are those of the planner where they aren't the statement's.
  const rows = (all: readonly (readonly unknown[])[]) =>
    all
      .map((row) => JSON.stringify(row.map(String)))
      .toSorted()
      .join('\n');
  const own = rows(await data.run(sql));
  return { ...told, ending: own === rows(answer.data.rows) ? verification.status : 'mended' };
}

function report(): void {
  const wrong = ended.filter(({ right }) => !right);
  const right = ended.filter((one) => one.right);
  const share = (of: readonly Ended[], all: readonly Ended[]) =>
    `${of.length} of ${all.length} (${((100 * of.length) / Math.max(1, all.length)).toFixed(1)} %)`;
  for (const [name, all] of [
    ['all', ended],
    ['English', ended.filter(({ language }) => language === 'en')],
    ['other languages', ended.filter(({ language }) => language !== 'en')],
  ] as const) {
    const [bad, good] = [wrong, right].map((of) => of.filter((one) => all.includes(one)));
    const endings = Map.groupBy(bad!, ({ ending }) => ending);
    console.log(
      `${name}: wrong ${[...endings].map(([ending, of]) => `${ending} ${share(of, bad!)}`).join(', ')}; right doubted ${share(
        good!.filter(({ ending }) => ending === 'warning' || ending === 'declined'),
        good!,
      )}`,
    );
  }
  const missed = [
    ...wrong.filter(({ ending }) => ending === 'checked' || ending === 'verified'),
    ...right.filter(({ ending }) => ending === 'warning' || ending === 'declined'),
  ];
  for (const { id, right: isRight, fault, ending, language, question, reason } of missed)
    console.log(
      `${isRight ? 'right' : 'wrong'}\t${ending}\t${id}\t${language}\t${fault}\t${question}\t${isRight ? reason : ''}`,
    );
  if (options.out)
    void writeFile(options.out, missed.map((one) => `${JSON.stringify(one)}\n`).join(''));
}
