import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OwnWorkspace, openWorkspace } from '../../../test/e2e/workspace.ts';
import { seeded } from '../../kill/run.ts';
import { call } from '../../service.ts';
import { folderWith, HARMS, type Harm, harm, originalWith } from '../damage.ts';
import type { FaultContext, FaultPart, FaultRow } from '../fault.ts';

const ENV = { PLUMBLINE_FILES__CHECK_INTERVAL_MS: '1000', PLUMBLINE_LOG__LEVEL: 'silent' };
const ROWS = 2_000;
const LONGEST_REPAIR_MS = 60_000;
const ORDERS = `number,place,amount\n${Array.from({ length: ROWS }, (_, n) => `${n},place ${n % 7},${n}.5`).join('\n')}\n`;
const CITIES = 'city,inhabitants\nRome,10\nOslo,20\nBonn,30\n';
const ORIGINAL = 'original';

/** Damages each kind of file of a stored version, in each way, while the service runs and while it does not. */
export const part: FaultPart = {
  name: 'damage',
  async run(context) {
    const rows: FaultRow[] = [];
    for (const engine of ['duckdb', 'alasql'] as const)
      for (const state of ['running', 'stopped'] as const)
        if (!context.signal.aborted) rows.push(await damage(context, engine, state));
    return rows;
  },
};

interface Seen {
  runs: number;
  deaths: number;
  lost: number;
  wrong: number;
  slowestMs: number;
}

async function damage(
  context: FaultContext,
  engine: 'duckdb' | 'alasql',
  state: 'running' | 'stopped',
): Promise<FaultRow> {
  const random = seeded(context.seed);
  const env = { ...ENV, PLUMBLINE_FILES__ENGINE: engine };
  const seen: Seen = { runs: 0, deaths: 0, lost: 0, wrong: 0, slowestMs: 0 };
  let own = await openWorkspace(env);
  try {
    await own.upload(ORDERS, 'orders.csv');
    await own.upload(CITIES, 'cities.csv');
    const kinds = [`tables.${engine}`, 'values.sqlite', 'profile.json', 'checksums.json', ORIGINAL];
    const cases = kinds.flatMap((kind) => HARMS.map((how) => ({ kind, how })));
    const wanted = Math.max(2, Math.round(cases.length * context.scale));
    for (const { kind, how } of shuffled(cases, random).slice(0, wanted)) {
      if (context.signal.aborted) break;
      if (state === 'stopped') await own.service.stop();
      await harm(await fileOf(own, kind), how, random);
      if (state === 'stopped') own = await own.restart(env);
      await recover(own, seen, { kind, how, say: context.say });
    }
  } finally {
    await own.close();
  }
  const { slowestMs, ...counts } = seen;
  return {
    ...{ fault: `damaged files, ${engine}, service ${state}`, orphans: 0, effects: 0, ...counts },
    figures: `slowest repair ${Math.round(slowestMs)} ms`,
  };
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

async function fileOf(own: OwnWorkspace, kind: string): Promise<string> {
  const { dataDir } = own.service;
  if (kind === ORIGINAL) return originalWith(dataDir, 'place 3');
  return path.join(await folderWith(dataDir, own.workspaceId, 'orders'), kind);
}

/** Looks that the other table answers at once, and the damaged one rightly in the end. */
async function recover(
  own: OwnWorkspace,
  seen: Seen,
  { kind, how, say }: { kind: string; how: Harm; say: (line: string) => void },
): Promise<void> {
  const began = performance.now();
  const wrong = (what: string) => {
    seen.wrong++;
    say(`wrong: ${kind} ${how}: ${what}`);
  };
  seen.runs++;
  // Kept answers need no file: each question is another one.
  const least = 10 + (seen.runs % 10);
  const cities = await rowsOf(
    own,
    `total inhabitants of cities with inhabitants below ${90 + seen.runs}`,
  );
  if (JSON.stringify(cities) !== '[[60]]') wrong(`the other table: ${JSON.stringify(cities)}`);
  // The same bytes again bring an original back.
  if (kind === ORIGINAL)
    await own.upload(ORDERS, 'orders.csv').catch((error) => wrong(String(error)));
  for (let asked = 0; ; asked++) {
    const above = least + seen.runs * 40 + (asked % 40);
    const rows = await rowsOf(own, `how many orders have an amount above ${above}`);
    const isRight = JSON.stringify(rows) === JSON.stringify([[ROWS - above]]);
    if (Array.isArray(rows) && !isRight) wrong(`a wrong answer: ${JSON.stringify(rows)}`);
    if (isRight && (await isWhole(own))) break;
    if (performance.now() - began > LONGEST_REPAIR_MS) {
      seen.lost++;
      say(`lost: ${kind} ${how}: ${String(rows)}`);
      return;
    }
    await sleep(100);
  }
  seen.slowestMs = Math.max(seen.slowestMs, performance.now() - began);
  const { process: child } = own.service;
  if (child.exitCode !== null || child.signalCode !== null) seen.deaths++;
}

/** The rows of an answer, or the error. */
const rowsOf = (own: OwnWorkspace, q: string): Promise<unknown> =>
  own.ask(q).then(
    ({ data }) => data.rows,
    (error: unknown) => String(error),
  );

/** Whether every file of the version is there, and nothing is said to be damaged. */
async function isWhole(own: OwnWorkspace): Promise<boolean> {
  const { warnings } = await call<{ warnings: string[] }>(own.service, 'GET', '/readyz');
  const folder = await folderWith(own.service.dataDir, own.workspaceId, 'orders').catch(() => null);
  const original = await originalWith(own.service.dataDir, 'place 3').catch(() => null);
  return (
    warnings.length === 0 &&
    original !== null &&
    folder !== null &&
    (await readdir(folder)).length === 4
  );
}
