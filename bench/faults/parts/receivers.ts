import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OwnWorkspace, openWorkspace } from '../../../test/e2e/workspace.ts';
import {
  type HostileReceiver,
  openHostileReceivers,
} from '../../../test/fakes/hostile-receivers.ts';
import { openReceiver, type Receiver } from '../../kill/receiver.ts';
import { call } from '../../service.ts';
import type { FaultContext, FaultPart, FaultRow } from '../fault.ts';

const EVENTS = 200;
const TIMEOUT_MS = 1_000;
const SHUTDOWN_MS = 5_000;
/** The service has this long to end beyond `shutdown_ms`: what a loaded machine takes to start and end processes. */
const GRACE_MS = 1_500;
/** A healthy receiver is to have an event by then (milliseconds), whatever the others do. */
const IN_TIME_MS = 10_000;
const PATIENCE_MS = 120_000;

/**
 * Hostile receivers of webhooks of every kind, all of one account, beside one healthy receiver of the same account that has
 * to get every event in time; at the end SIGTERM with calls to all of them under way.
 */
export const part: FaultPart = {
  name: 'receivers',
  async run(context) {
    const hostile = await openHostileReceivers();
    const healthy = await openReceiver(() => 1, 0);
    const own = await openWorkspace({
      PLUMBLINE_LOG__LEVEL: 'error',
      PLUMBLINE_SHUTDOWN_MS: String(SHUTDOWN_MS),
      PLUMBLINE_WEBHOOKS__ALLOW_PRIVATE_HOSTS: 'true',
      PLUMBLINE_WEBHOOKS__TIMEOUT_MS: String(TIMEOUT_MS),
      PLUMBLINE_WEBHOOKS__FIRST_RETRY_MS: '1000',
      PLUMBLINE_WEBHOOKS__LONGEST_RETRY_MS: '60000',
    });
    try {
      return await receivers(own, hostile, healthy, context);
    } finally {
      await own.close();
      await healthy.close();
      await Promise.all(hostile.map((one) => one.close()));
    }
  },
};

interface Hook {
  readonly id: string;
  readonly secret: string;
}

async function receivers(
  own: OwnWorkspace,
  hostile: readonly HostileReceiver[],
  healthy: Receiver,
  { scale, signal, say }: FaultContext,
): Promise<FaultRow[]> {
  const hooks = new Map<string, HostileReceiver>();
  for (const one of hostile) {
    const { id } = await call<Hook>(own.service, 'POST', '/accounts/webhooks', { url: one.url });
    hooks.set(id, one);
  }
  const { secret } = await call<Hook>(own.service, 'POST', '/accounts/webhooks', {
    url: healthy.url,
  });
  healthy.expect(secret);

  const waits: number[] = [];
  const events = Math.max(10, Math.round(EVENTS * scale));
  let untold = 0;
  for (let n = 1; n <= events && !signal.aborted; n++) {
    const { filename, version } = await own.upload(`city,amount\nRome,${n}\n`, 'sales.csv');
    const began = performance.now();
    while (!healthy.files.has(`${filename}@${version}`) && performance.now() - began < PATIENCE_MS)
      await sleep(5);
    if (!healthy.files.has(`${filename}@${version}`)) untold += 1;
    waits.push(performance.now() - began);
    if (n % 50 === 0) say(`${n} of ${events} events`);
  }
  const outcomes = await outcomesOf(own, hooks);
  const late = waits.filter((ms) => ms > IN_TIME_MS).length;
  const sorted = waits.toSorted((a, b) => a - b);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
  const beside: FaultRow = {
    fault: `${hostile.length} hostile receivers beside a healthy one`,
    ...{ runs: waits.length, deaths: isRunning(own) ? 0 : 1, lost: untold, orphans: 0, effects: 0 },
    wrong: late + outcomes.wrong + healthy.forged(),
    figures: `event at the healthy one: p50 ${sorted[sorted.length >> 1]?.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ${outcomes.calls} calls to the others, ${outcomes.wrong} without outcome or with another than the receiver's`,
  };
  const stopMs = await stop(own);
  say(`stopped in ${stopMs.toFixed(0)} ms`);
  const isLate = stopMs > SHUTDOWN_MS + GRACE_MS || own.service.process.exitCode !== 0;
  return [
    beside,
    {
      fault: 'SIGTERM with calls to hostile receivers under way',
      ...{ runs: 1, deaths: 0, lost: 0, orphans: 0, effects: 0, wrong: isLate ? 1 : 0 },
      figures: `ended in ${stopMs.toFixed(0)} ms, code ${own.service.process.exitCode}; shutdown_ms ${SHUTDOWN_MS}`,
    },
  ];
}

const isRunning = ({ service }: OwnWorkspace) =>
  service.process.exitCode === null && service.process.signalCode === null;

interface Delivery {
  readonly attempts: number;
  readonly last_status: number | null;
  readonly last_error: string | null;
}

/** Whether each receiver was called, and what is recorded of it is what it did. */
async function outcomesOf(own: OwnWorkspace, hooks: ReadonlyMap<string, HostileReceiver>) {
  let [calls, wrong] = [0, 0];
  for (const [id, { name, status }] of hooks) {
    const tried = await firstTried(own, id);
    for (const { attempts, last_status, last_error } of tried) {
      calls += attempts;
      if (last_status !== status || (status === null) !== (last_error !== null)) {
        wrong += 1;
        console.error(`${name}: ${last_status} ${last_error}, not ${status}`);
      }
    }
    if (tried.length === 0) wrong += 1;
  }
  return { calls, wrong };
}

async function firstTried(own: OwnWorkspace, id: string): Promise<readonly Delivery[]> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const { deliveries } = await call<{ deliveries: Delivery[] }>(
      own.service,
      'GET',
      `/accounts/webhooks/${id}/deliveries?limit=200`,
    );
    const tried = deliveries.filter(({ attempts }) => attempts > 0);
    if (tried.length > 0 || performance.now() > end) return tried;
    await sleep(100);
  }
}

async function stop(own: OwnWorkspace): Promise<number> {
  const began = performance.now();
  const ended = once(own.service.process, 'exit');
  own.service.process.kill('SIGTERM');
  await ended;
  return performance.now() - began;
}
