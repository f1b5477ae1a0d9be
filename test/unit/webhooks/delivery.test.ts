import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../../fakes/eventually.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { openHooks, openReceiver, principal } from './harness.ts';
import { addAccount } from './rows.ts';

const me = principal();
const never = new AbortController().signal;
const HOUR = 3_600_000;

overStores('delivering webhooks', (open) => {
  let store: TestStore;
  let receiver: Awaited<ReturnType<typeof openReceiver>>;
  let hooks: Awaited<ReturnType<typeof openHooks>>;
  beforeEach(async () => {
    store = await open();
    await addAccount(store.db);
    receiver = await openReceiver();
    hooks = await openHooks(store);
  });
  afterEach(async () => {
    await hooks.close();
    await receiver.close();
    await store.dispose();
  });

  const add = (url = receiver.url) =>
    hooks.service.create(me, { url, description: '', events: [] }, never);
  const last = async (id: string) =>
    (await hooks.service.deliveries(me, id, { limit: 1, cursor: null })).deliveries[0]!;
  const settled = (id: string) =>
    eventually(async () => {
      const one = await last(id);
      return one?.status !== 'pending' && one;
    });
  const hook = async (id: string) => (await hooks.listed(me)).find((one) => one.id === id)!;

  it('posts what happened, signed so that the standard library takes it, and keeps the status', async () => {
    const { id, secret } = await add();
    await hooks.tell();
    const delivery = await settled(id);
    const [got] = receiver.received;
    const body = new Webhook(secret).verify(got!.body, got!.headers) as { type: string };
    expect(body).to.deep.include({ type: 'file.ready' });
    expect(got!.headers['webhook-id']).to.equal(delivery.event_id);
    expect(() => new Webhook(secret).verify(`${got!.body} `, got!.headers)).to.throw();
    expect(delivery).to.include({ status: 'delivered', attempts: 1, last_status: 204 });
    const stored = JSON.stringify(await store.db.selectFrom('webhooks').selectAll().execute());
    expect(stored).to.not.contain(secret.slice(6));
  });

  it('signs with both secrets for a while after a rotation, then with the new one', async () => {
    const { id, secret } = await add();
    const rotated = await hooks.service.rotateSecret(me, id);
    expect(rotated.secret).to.not.equal(secret);
    await hooks.tell();
    await settled(id);
    const [both] = receiver.received;
    new Webhook(secret).verify(both!.body, both!.headers);
    new Webhook(rotated.secret).verify(both!.body, both!.headers);
    await hooks.skip(25 * HOUR);
    await hooks.service.test(me, id);
    await eventually(async () => receiver.received.length === 2);
    expect(receiver.received[1]!.headers['webhook-signature']!.split(' ')).to.have.length(1);
  });

  it('tries again with growing waits for 24 hours, under one id, then says that it is failing', async () => {
    receiver.answer = (_req, res) => void res.writeHead(500).end('a secret text');
    const { id } = await add();
    await hooks.tell();
    let waits = 0;
    for (let tries = 1; ; tries++) {
      const delivery = await eventually(async () => {
        const one = await last(id);
        return one?.attempts === tries && one;
      });
      if (delivery.status === 'failed') break;
      const wait = Date.parse(delivery.next_attempt_at!) - Date.parse(delivery.log.at(-1)!.at);
      waits += wait;
      if (tries <= 3) expect(Math.round(wait / 1_000)).to.be.closeTo(5 * 4 ** (tries - 1), 1);
      await hooks.skip(wait);
    }
    expect(waits / HOUR).to.be.closeTo(24, 0.01);
    const delivery = await last(id);
    expect(delivery.attempts).to.equal(13);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(1);
    expect(await hook(id)).to.include({ status: 'disabled', disabled_reason: 'failing' });
    expect(JSON.stringify(delivery)).to.not.contain('a secret text');
  });

  it('stays active where something got through meanwhile', async () => {
    receiver.answer = (_req, res) => void res.writeHead(503, { 'retry-after': '120' }).end();
    const { id } = await add();
    await hooks.tell();
    const first = await eventually(async () => {
      const one = await last(id);
      return one?.attempts === 1 && one;
    });
    const asked = Date.parse(first.next_attempt_at!) - Date.parse(first.log[0]!.at);
    expect(asked / 1_000).to.be.closeTo(120, 1);
    expect((await hook(id)).failing_since).to.equal(first.log[0]!.at);
    receiver.answer = (_req, res) => void res.writeHead(200).end();
    await hooks.skip(asked);
    expect(await settled(id)).to.include({ status: 'delivered', attempts: 2 });
    expect(await hook(id)).to.include({ status: 'active', failing_since: null });
  });

  it('stops for good at 410, and goes on when it is switched on again', async () => {
    receiver.answer = (_req, res) => void res.writeHead(410).end();
    const { id } = await add();
    await hooks.tell();
    expect(await settled(id)).to.include({ status: 'failed', attempts: 1, last_status: 410 });
    expect(await hook(id)).to.include({ status: 'disabled', disabled_reason: 'gone' });
    await hooks.tell();
    expect(receiver.received).to.have.length(1);
    await hooks.service.change(me, id, { enabled: true }, never);
    receiver.answer = (_req, res) => void res.writeHead(200).end();
    const { id: failed, event_id } = await last(id);
    await hooks.service.replay(me, id, failed);
    expect(await settled(id)).to.include({ status: 'delivered', event_id });
  });

  it('follows no redirect', async () => {
    receiver.answer = (_req, res) =>
      void res.writeHead(307, { location: `${receiver.url}/elsewhere` }).end();
    const { id } = await add();
    await hooks.tell();
    await eventually(async () => (await last(id)).attempts === 1);
    expect(await last(id)).to.include({ status: 'pending', last_status: 307 });
    expect(receiver.received.map(({ path }) => path)).to.deep.equal(['/in']);
  });

  it('gives up waiting for a receiver that says nothing, and leaves places for others', async () => {
    await hooks.close();
    hooks = await openHooks(store, { allow_private_hosts: true, timeout_ms: 1_000 });
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const slow = await add(`http://127.0.0.1:${port}/`);
    for (let n = 0; n < 6; n++) await hooks.tell();
    const quick = await add();
    await hooks.tell();
    await settled(quick.id);
    expect(sockets.length).to.be.lessThan(7);
    await eventually(async () => (await last(slow.id)).last_error);
    expect((await hook(slow.id)).failing_since).to.be.a('string');
    const { deliveries } = await hooks.service.deliveries(me, slow.id, { limit: 50, cursor: null });
    expect(deliveries.map((one) => one.last_error)).to.include('no response within 1 s');
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('takes the status of an answer that never ends', async () => {
    receiver.answer = (_req, res) => {
      res.writeHead(200);
      const timer = setInterval(() => res.write(Buffer.alloc(65_536)), 1);
      res.once('close', () => clearInterval(timer));
    };
    const { id } = await add();
    await hooks.tell();
    expect(await settled(id)).to.include({ status: 'delivered', last_status: 200 });
  });

  it('sends again what was under way when its process died', async () => {
    const { id } = await add();
    await hooks.jobs.stop();
    await hooks.tell();
    await store.db
      .updateTable('jobs')
      .set({ status: 'running', attempts: 1, lease_owner: 'dead', lease_until: '2026-01-01' })
      .execute();
    await hooks.close();
    hooks = await openHooks(store);
    // The secret is sealed with a key of the other folder: the delivery says so, and a rotation mends it.
    await eventually(async () => /rotate it/.test((await last(id)).last_error ?? ''));
    await hooks.service.rotateSecret(me, id);
    await hooks.skip(10_000);
    expect(await settled(id)).to.include({ status: 'delivered', attempts: 2 });
  });
});
