import { expect } from 'chai';
import { createHostCheck } from '#src/network/host-check.ts';
import { type Sent, send } from '#src/webhooks/send.ts';
import { eventually } from '../../fakes/eventually.ts';
import { type HostileReceiver, openHostileReceivers } from '../../fakes/hostile-receivers.ts';
import { sqliteStore } from '../../fakes/stores.ts';
import { openHooks, openReceiver, principal } from './harness.ts';
import { addAccount } from './rows.ts';

const never = new AbortController().signal;
const TIMEOUT_MS = 500;

describe('hostile receivers of webhooks', () => {
  let hostile: readonly HostileReceiver[];
  before(async () => {
    hostile = await openHostileReceivers();
  });
  after(() => Promise.all(hostile.map((one) => one.close())));

  const options = (timeoutMs: number) => ({
    checkHost: createHostCheck({
      ...{ allowPrivateHosts: true, allowedHosts: [], dnsTimeoutMs: 1_000, setting: '' },
    }),
    timeoutMs,
    maxAnswerBytes: 65_536,
  });
  const sendTo = (one: HostileReceiver, timeoutMs: number, signal = never): Promise<Sent> =>
    send({ url: one.url, headers: {}, body: '{}', attempt: 0 }, options(timeoutMs), signal);

  it('settle a call within its limit, and keep no connection', async () => {
    const outcomes = await Promise.all(
      hostile.map(async (one) => {
        const { status, error } = await sendTo(one, TIMEOUT_MS);
        return { name: one.name, status, isSaid: status !== null || error !== '' };
      }),
    );
    expect(outcomes).to.deep.equal(
      hostile.map(({ name, status }) => ({ name, status, isSaid: true })),
    );
    for (const one of hostile)
      await eventually(() => one.open() === 0, `the end of the connection that ${one.name}`);
  });

  it('let go when the service stops, however long the limit', async () => {
    for (const one of hostile.filter(({ status }) => status === null)) {
      const stopping = new AbortController();
      const before = one.calls();
      const sent = sendTo(one, 3_600_000, stopping.signal).catch((error: unknown) => error);
      await eventually(() => one.calls() > before, `the call of what ${one.name}`);
      stopping.abort(new Error('the service is stopping'));
      await sent;
      await eventually(() => one.open() === 0, `the end of the connection that ${one.name}`);
    }
  });

  it('take no delivery from others, and hold up no stop', async () => {
    const store = await sqliteStore();
    await addAccount(store.db);
    const healthy = await openReceiver();
    const hooks = await openHooks(store, {
      ...{ allow_private_hosts: true, timeout_ms: TIMEOUT_MS, concurrency: 2 },
    });
    try {
      for (const url of [...hostile.map((one) => one.url), healthy.url])
        await hooks.service.create(principal(), { url, description: '', events: [] }, never);
      for (let n = 0; n < 3; n++) await hooks.tell();
      await eventually(() => healthy.received.length === 3, 'the events of the healthy receiver');
    } finally {
      await hooks.close();
      await healthy.close();
      await store.dispose();
    }
  });
});
