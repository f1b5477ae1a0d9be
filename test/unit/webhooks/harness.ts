import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { timestamp } from '#src/clock.ts';
import type { ServiceEvent } from '#src/events/types.ts';
import { createJobQueue } from '#src/jobs/queue.ts';
import { NO_ROW_POLICY, type Principal } from '#src/principal.ts';
import { type OpenWebhooks, openWebhooks } from '#src/webhooks/open.ts';
import { createOutbox, DELIVER_JOB, type OutboxDeps } from '#src/webhooks/outbox.ts';
import { eventually } from '../../fakes/eventually.ts';
import type { TestStore } from '../../fakes/stores.ts';

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A real receiver; `answer` decides what each call gets, 204 until it is set. */
export async function openReceiver() {
  const received: Received[] = [];
  const receiver = {
    received,
    answer: (_req: IncomingMessage, res: ServerResponse) => void res.writeHead(204).end(),
    url: '',
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = http.createServer(async (req, res) => {
    let body = '';
    for await (const part of req) body += part;
    received.push({ path: req.url!, headers: req.headers as Record<string, string>, body });
    receiver.answer(req, res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`;
  return receiver;
}

export const principal = (over: Partial<Principal> = {}): Principal => ({
  accountId: 'a',
  accountType: 'standard',
  plan: 'free',
  key: {
    id: 'key_1',
    name: 'k',
    prefix: 'plumb_live_aaaaa',
    environment: 'live',
    scope: 'full',
    sample: false,
    allowedOrigins: [],
  },
  clientId: null,
  workspaceId: null,
  endUserId: null,
  policy: NO_ROW_POLICY,
  ...over,
});

const READY: ServiceEvent = {
  type: 'file.ready',
  scope: { clientId: 't', workspaceId: 'w' },
  data: { file_id: 1, filename: 'a.csv', version: 1, tables: [] },
};

/** What waits is due so much (milliseconds) earlier: PostgreSQL's own clock, by which jobs are due, cannot be moved. */
async function bringForward({ db }: TestStore, ms: number): Promise<void> {
  const waiting = db.selectFrom('jobs').select(['id', 'run_at']).where('status', '=', 'queued');
  for (const { id, run_at } of await waiting.execute()) {
    const earlier = timestamp(new Date(Date.parse(`${run_at}Z`) - ms));
    await db.updateTable('jobs').set({ run_at: earlier }).where('id', '=', id).execute();
  }
}

/** Webhooks with a queue of their own on a store; `skip` moves their clock forward while no job is at work. */
export async function openHooks(
  store: TestStore,
  settings: Readonly<Record<string, unknown>> = { allow_private_hosts: true },
) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-hooks-'));
  const config = configSchema.parse({ data_dir: dataDir, webhooks: settings });
  const log = pino({ level: 'silent' });
  let ahead = 0;
  const clock = { now: () => new Date(Date.now() + ahead) };
  const addresses = { current: ['93.184.216.34'] as readonly string[] };
  let opened: OpenWebhooks | null = null;
  const jobs = createJobQueue({
    store: store.db,
    kind: store.kind,
    clock,
    log,
    handlers: { [DELIVER_JOB]: (job) => opened!.deliver(job) },
    leaseMs: 60_000,
    pollMs: 15,
    concurrency: config.webhooks.concurrency,
  });
  const outbox: OutboxDeps = {
    clock,
    retryWindowMs: config.webhooks.retry_window_ms,
    enqueue: (trx, job) => jobs.enqueue(trx, job),
  };
  const lookup = async () => addresses.current;
  opened = await openWebhooks({ config, store: store.db, clock, log, outbox, lookup });
  const publish = createOutbox(outbox);
  jobs.start();
  return {
    service: opened.service,
    listed: async (who: Principal) =>
      (await opened!.service.list(who, { limit: 50, cursor: null })).webhooks,
    jobs,
    addresses,
    skip: async (ms: number) => {
      // The lease of a job at work would end with it.
      await eventually(async () => {
        const jobs = await store.db.selectFrom('jobs').select('status').execute();
        return jobs.every(({ status }) => status !== 'running');
      }, 'the end of the jobs at work');
      ahead += ms;
      if (store.kind === 'postgres') await bringForward(store, ms);
    },
    tell: (event: ServiceEvent = READY) =>
      store.db.transaction().execute((trx) => publish(trx, event)),
    async close() {
      await jobs.stop();
      await opened!.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
