import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultContext, FaultPart, FaultRow } from '../fault.ts';
import {
  type Asked,
  ask,
  ENGINES,
  type Engine,
  openRunawayService,
  RUNAWAY,
  type RunawayService,
} from '../runaway-service.ts';

/** Questions of neighbours in each phase. */
const QUESTIONS = 200;
/** Neighbours may take so many times as long as alone. */
const MOST_TIMES = 3;
/** Between two questions of a neighbour (milliseconds): the processors are not busy with neighbours alone. */
const PAUSE_MS = 150;
/** Runaways are at work for so long before neighbours are measured (milliseconds). */
const LEAD_MS = 2_000;

const NEIGHBOURS = [
  'how many artists are there',
  'number of tracks per genre',
  'how many customers per country',
  'sum of total by billing country',
  'average milliseconds by genre',
  'how many invoices have total over 10',
];

/** What goes on beside the neighbours: so many runaways at once, all of one end user or each of another. */
interface Phase {
  readonly runaways: number;
  readonly users: 'one' | 'several';
}

const PHASES: readonly Phase[] = [
  { runaways: 0, users: 'one' },
  { runaways: 1, users: 'one' },
  { runaways: 3, users: 'one' },
  { runaways: 5, users: 'one' },
  { runaways: 5, users: 'several' },
  { runaways: 0, users: 'one' },
];

/** Questions beside queries that never end, on each engine; then a full queue, and clients that leave it. */
export const part: FaultPart = {
  name: 'runaways',
  async run(context) {
    const rows: FaultRow[] = [];
    for (const engine of ENGINES) {
      if (context.signal.aborted) break;
      const service = await openRunawayService(engine, 3);
      if (!service) {
        context.say(`${engine}: no server`);
        continue;
      }
      try {
        rows.push(...(await beside(context, engine, service)));
      } finally {
        await service.close();
      }
    }
    if (!context.signal.aborted) rows.push(...(await atTheDoor(context)));
    return rows;
  },
};

interface Measured extends Phase {
  readonly asked: readonly Asked[];
  readonly isDead: boolean;
}

async function beside(
  context: FaultContext,
  engine: Engine,
  service: RunawayService,
): Promise<FaultRow[]> {
  const count = Math.max(30, Math.round(QUESTIONS * context.scale));
  await neighbours(service, NEIGHBOURS.length * 4, false);
  const measured: Measured[] = [];
  for (const phase of PHASES) {
    if (context.signal.aborted) break;
    const ending = new AbortController();
    const runaways = startRunaways(service, phase, ending.signal);
    if (phase.runaways > 0) await sleep(LEAD_MS);
    const asked = await neighbours(service, count, phase.users === 'several');
    ending.abort();
    await runaways;
    measured.push({ ...phase, asked, isDead: isDead(service) });
    const { p50, p99 } = times(asked);
    context.say(
      `${engine}, ${phase.runaways} runaways of ${phase.users}: p50 ${p50}, p99 ${p99} ms, ${failed(asked).length} failed`,
    );
  }
  const alone = times(
    measured.filter(({ runaways }) => runaways === 0).flatMap((one) => one.asked),
  );
  return measured
    .filter(({ runaways }) => runaways > 0)
    .map((phase) => rowOf(engine, phase, alone));
}

function rowOf(
  engine: Engine,
  { runaways, users, asked, isDead: dead }: Measured,
  alone: Times,
): FaultRow {
  const found = times(asked);
  const ratio = found.p99 / alone.p99;
  const failures = failed(asked);
  return {
    ...{ lost: 0, orphans: 0, effects: 0, deaths: Number(dead), runs: asked.length },
    fault: `${engine}: beside ${runaways} runaways of ${users === 'one' ? 'one end user' : 'several end users'}`,
    wrong: failures.length + Number(ratio > MOST_TIMES),
    figures: `p50 ${alone.p50} → ${found.p50} ms, p99 ${alone.p99} → ${found.p99} ms (${ratio.toFixed(2)} times), ${failures.length} failed${said(failures)}`,
  };
}

const said = (failures: readonly Asked[]) =>
  failures.length === 0
    ? ''
    : ` (${[...new Set(failures.map(({ status, error }) => `${status} ${error}`))].join(', ')})`;
const failed = (asked: readonly Asked[]) =>
  asked.filter(({ status, result }) => status !== 200 || result !== 'success');
const isDead = ({ own }: RunawayService) => own.service.process.exitCode !== null;

interface Times {
  readonly p50: number;
  readonly p99: number;
}

function times(asked: readonly Asked[]): Times {
  const sorted = asked.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p99: at(0.99) };
}

/**
 * Questions of three end users, one at a time each: two of other workspaces than the runaways, one of theirs. Where the
 * runaways are of several end users, theirs has none: one workspace may fill its own part of the places.
 */
async function neighbours(
  service: RunawayService,
  count: number,
  areElsewhere: boolean,
): Promise<readonly Asked[]> {
  const [wild = '', first = '', second = ''] = service.workspaces;
  const users = [
    { workspaceId: first, user: 'ann' },
    { workspaceId: second, user: 'bob' },
    { workspaceId: areElsewhere ? second : wild, user: 'eve' },
  ];
  const asked: Asked[] = [];
  let next = 0;
  await Promise.all(
    users.map(async (about) => {
      while (next < count) {
        const question = NEIGHBOURS[next++ % NEIGHBOURS.length] ?? '';
        asked.push(await ask(service, { ...about, question }));
        await sleep(PAUSE_MS);
      }
    }),
  );
  return asked;
}

/** Keeps so many runaways at work until the signal: each is asked again when it has ended. */
async function startRunaways(
  service: RunawayService,
  { runaways, users }: Phase,
  signal: AbortSignal,
): Promise<void> {
  const [workspaceId = ''] = service.workspaces;
  await Promise.all(
    Array.from({ length: runaways }, async (_, n) => {
      const user = users === 'one' ? 'wild' : `wild ${n}`.replace(' ', '-');
      while (!signal.aborted)
        await ask(service, { workspaceId, user, question: RUNAWAY }, signal).catch(() => null);
    }),
  );
}

/** Places for two questions, one for each workspace, and a queue of four. */
const NARROW = { PLUMBLINE_ASK__CONCURRENT: '2', PLUMBLINE_WAITING__MAX_WAITING: '4' };
const CROWD = 40;

/** A hundred questions of one beside one of another, a full queue, and clients that go away while they wait. */
async function atTheDoor(context: FaultContext): Promise<FaultRow[]> {
  const service = await openRunawayService('duckdb', 2, NARROW);
  if (!service) return [];
  try {
    const [workspaceId = '', other = ''] = service.workspaces;
    const ending = new AbortController();
    const crowd = Array.from({ length: CROWD }, () =>
      ask(service, { workspaceId, user: 'wild', question: RUNAWAY }, ending.signal).catch(
        () => null,
      ),
    );
    await sleep(LEAD_MS);
    const count = Math.max(10, Math.round(50 * context.scale));
    const one: Asked[] = [];
    for (let n = 0; n < count; n++)
      one.push(
        await ask(service, { workspaceId: other, user: 'ann', question: NEIGHBOURS[0] ?? '' }),
      );
    const before = await leftWaiting(service);
    ending.abort();
    const refused = (await Promise.all(crowd)).filter((asked) => asked !== null);
    const wrong = refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null);
    // Two of those that were not refused are at work or were, the others wait.
    const after = await eventuallyMore(() => leftWaiting(service), before + 4);
    const again = await ask(service, { workspaceId, user: 'wild', question: NEIGHBOURS[0] ?? '' });
    const none = { lost: 0, orphans: 0, effects: 0, deaths: Number(isDead(service)) };
    return [
      {
        ...none,
        fault: `full queue: one question at a time beside ${CROWD} of another workspace`,
        runs: one.length,
        wrong: failed(one).length,
        figures: `p50 ${times(one).p50} ms, p99 ${times(one).p99} ms, ${failed(one).length} failed${said(failed(one))}`,
      },
      {
        ...none,
        fault: 'full queue: those of whoever has the most in it are told to come again',
        runs: CROWD,
        wrong: wrong.length + Number(refused.length !== CROWD - 5),
        figures: `${refused.length} of ${CROWD} got 503 with Retry-After, ${wrong.length} something else${said(wrong)}`,
      },
      {
        ...none,
        fault: 'clients gone while they wait',
        runs: CROWD - refused.length,
        wrong: Number(after - before !== 4) + failed([again]).length,
        figures: `${after - before} of 4 left the queue at once, the next question took ${Math.round(again.ms)} ms`,
      },
    ];
  } finally {
    await service.close();
  }
}

/** Waits before all questions that ended because nobody wanted them any more. */
async function leftWaiting({ own }: RunawayService): Promise<number> {
  const response = await fetch(`${own.service.url}/metrics`);
  const found = /plumbline_wait_seconds_count\{queue="questions",outcome="left"\} (\d+)/.exec(
    await response.text(),
  );
  return Number(found?.[1] ?? 0);
}

/** What is looked at once it is so much, or after two seconds. */
async function eventuallyMore(look: () => Promise<number>, least: number): Promise<number> {
  const until = performance.now() + 2_000;
  for (;;) {
    const found = await look();
    if (found >= least || performance.now() > until) return found;
    await sleep(20);
  }
}
