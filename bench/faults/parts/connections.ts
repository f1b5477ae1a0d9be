import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OwnWorkspace, openWorkspace } from '../../../test/e2e/workspace.ts';
import { measure } from '../../stats.ts';
import { type FloodKind, floodKinds, openFlood } from '../client-floods.ts';
import type { FaultContext, FaultPart, FaultRow } from '../fault.ts';

const CONNECTIONS = 2_000;
const SECONDS = 20;
const LIMIT_MS = 3_000;
/** In which the service has to have closed what is held for nothing, on a loaded machine. */
const PATIENCE_MS = 20 * LIMIT_MS;
/** What a question may take beside a flood (milliseconds); a service that is held up takes until its limits. */
const BEARABLE_MS = 2_000;

/**
 * Floods of connections that are held for nothing, beside questions and `/healthz` on connections of their own: once with
 * room for all of them, so that the time limits have to end them, once far beyond `http.max_connections`.
 */
export const part: FaultPart = {
  name: 'connections',
  async run(context) {
    const rows: FaultRow[] = [];
    const count = Math.max(100, Math.round(CONNECTIONS * context.scale));
    for (const max of [count * 50, count / 4]) {
      const own = await openWorkspace({
        PLUMBLINE_LOG__LEVEL: 'error',
        PLUMBLINE_HTTP__MAX_CONNECTIONS: String(max),
        PLUMBLINE_HTTP__HEADERS_TIMEOUT_MS: String(LIMIT_MS),
        PLUMBLINE_HTTP__BODY_TIMEOUT_MS: String(LIMIT_MS),
        PLUMBLINE_HTTP__UNREAD_BODY_MS: String(LIMIT_MS),
        PLUMBLINE_HTTP__STALLED_CLIENT_MS: String(LIMIT_MS),
      });
      try {
        await own.upload('city,amount\nRome,7\nOslo,1\n', 'sales.csv');
        for (const kind of floodKinds(own.service.apiKey ?? ''))
          if (!context.signal.aborted && context.wants(kind.name))
            rows.push(await flood(own, kind, { count, max }, context));
      } finally {
        await own.close();
      }
    }
    return rows;
  },
};

async function flood(
  own: OwnWorkspace,
  kind: FloodKind,
  { count, max }: { readonly count: number; readonly max: number },
  { scale, signal, say }: FaultContext,
): Promise<FaultRow> {
  const name = `${count} ${kind.name}, ${max < count ? `${max} allowed` : 'all allowed'}`;
  const held = await openFlood(own.service.url, kind, count);
  const [questions, probes]: [number[], number[]] = [[], []];
  let failed = 0;
  const timed = async (into: number[], work: () => Promise<unknown>) => {
    await measure(1, work).then(
      (ms) => void into.push(...ms),
      (error: unknown) => {
        failed += 1;
        say(`${name}: ${error}`);
      },
    );
  };
  const end = performance.now() + Math.max(1_000, SECONDS * 1_000 * scale);
  while (performance.now() < end && !signal.aborted) {
    await held.refill();
    await timed(questions, async () => {
      const { data } = await own.ask('total amount');
      if (data.rows[0]?.[0] !== 8) throw new Error(`another answer: ${JSON.stringify(data.rows)}`);
    });
    await timed(probes, () => probe(own.service.url));
    await sleep(20);
  }
  const given = performance.now() + PATIENCE_MS;
  while (held.open() > 0 && performance.now() < given) await sleep(50);
  const hoarded = held.open();
  held.close();
  const { exitCode, signalCode } = own.service.process;
  const slow = Math.max(p99(questions), p99(probes)) > BEARABLE_MS ? 1 : 0;
  say(`${name}: ${questions.length} questions`);
  return {
    fault: name,
    ...{ runs: count, deaths: exitCode === null && signalCode === null ? 0 : 1 },
    ...{ lost: 0, orphans: 0, effects: 0, wrong: failed + hoarded + slow },
    figures: `p99 of ${questions.length} questions ${p99(questions).toFixed(0)} ms, of /healthz ${p99(probes).toFixed(0)} ms, ${failed} failed, ${hoarded} still held`,
  };
}

/** On a connection of its own, as load balancers do. */
function probe(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(`${url}/healthz`, { agent: new Agent({ keepAlive: false }) }, (response) => {
      response.resume().once('error', reject);
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`)),
      );
    }).once('error', reject);
  });
}

const p99 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? 0;
