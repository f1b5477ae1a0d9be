import { expect } from 'chai';
import { createHostCheck } from '#src/network/host-check.ts';
import { type Sent, send } from '#src/webhooks/send.ts';
import { openFaultyProxy } from '../../../bench/faults/faulty-proxy.ts';
import { eventually } from '../../fakes/eventually.ts';
import { type HostileReceiver, openHostileReceivers } from '../../fakes/hostile-receivers.ts';
import { sqliteStore } from '../../fakes/stores.ts';
import { openHooks, openReceiver, principal } from './harness.ts';
import { addAccount } from './rows.ts';

const never = new AbortController().signal;
const TIMEOUT_MS = 500;
/** Damaged connections to a receiver, so many at once. */
const DAMAGED = 150;
const AT_ONCE = 8;

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
  const sendTo = (
    one: { readonly url: string },
    timeoutMs: number,
    signal = never,
  ): Promise<Sent> =>
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

  it('settle a call however the bytes of their answers are damaged', async () => {
    const healthy = await openReceiver();
    const { hostname: host, port } = new URL(healthy.url);
    const to = { host, port: Number(port) };
    const proxy = await openFaultyProxy(to, { seed: 13, lifeMs: 2 * TIMEOUT_MS, within: 500 });
    const one = { url: `http://127.0.0.1:${proxy.port}/in` };
    const outcomes: Sent[] = [];
    const user = async () => {
      while (proxy.damaged() < DAMAGED) outcomes.push(await sendTo(one, TIMEOUT_MS));
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, user));
      for (const { status, error } of outcomes) expect(status !== null || error !== '').to.be.true;
      expect(outcomes.filter(({ status }) => status === null)).to.not.be.empty;
      proxy.heal(true);
      expect((await sendTo(one, 30_000)).status).to.equal(204);
    } finally {
      await proxy.close();
      await healthy.close();
    }
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
