import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { AppError } from '#src/errors.ts';
import { type OpenIdempotency, openIdempotency } from '#src/idempotency/requests.ts';
import type { RepeatableRequest, RepeatedResponse } from '#src/idempotency/types.ts';
import { closingsOf } from '#src/store/closings.ts';
import type { Store } from '#src/store/schema.ts';
import { clockTime } from '#src/store/store-time.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { checkHistory, type HistoryEntry } from './history.ts';

const REQUEST: RepeatableRequest = {
  accountId: 'acc_1',
  caller: 'key_1',
  idempotencyKey: 'key-of-this-request',
  credential: 'plumb_live_secret',
  content: 'POST /query {"q":"total"}',
};
const RESPONSE = {
  status: 201,
  contentType: 'application/json',
  body: '{"api_key":"plumb_live_new"}',
};

async function textOf(pieces: RepeatedResponse['pieces']): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

overStores('requests with an Idempotency-Key', (open) => {
  let store: TestStore;
  let now: Date;
  const opened: OpenIdempotency[] = [];
  const gateway = (db: Store = store.db, settings: object = {}) => {
    const made = openIdempotency({
      store: db,
      clock: { now: () => now },
      time: clockTime({ now: () => now }),
      log: pino({ level: 'silent' }),
      config: configSchema.parse({ idempotency: settings }).idempotency,
    });
    opened.push(made);
    return made;
  };
  beforeEach(async () => {
    store = await open();
    now = new Date('2026-11-21T12:00:00Z');
    await store.db
      .insertInto('accounts')
      .values({ id: 'acc_1', type: 'standard', plan: 'p', name: 'n', email: null, created_at: 'x' })
      .execute();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
    await store.dispose();
  });

  const begin = async (over: Partial<RepeatableRequest> = {}, by = gateway()) => {
    try {
      const begun = await by.begin({ ...REQUEST, ...over });
      if (begun.kind === 'first') return begun;
      const { pieces, ...head } = begun.response;
      return { kind: begun.kind, response: { ...head, body: await textOf(pieces) } };
    } catch (error) {
      if (error instanceof AppError) return { kind: error.code } as const;
      throw error;
    }
  };
  const first = async (over: Partial<RepeatableRequest> = {}, by = gateway()) => {
    const begun = await begin(over, by);
    if (begun.kind !== 'first') throw new Error(`it was ${begun.kind}`);
    return begun;
  };
  const later = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds);
  };

  it('gives the first response again, to another gateway and after a restart', async () => {
    await (await first()).finish(RESPONSE);
    const other = await store.reopen();
    try {
      expect(await begin({}, gateway(other.db))).to.deep.equal({
        kind: 'repeated',
        response: RESPONSE,
      });
    } finally {
      await other.close();
    }
  });

  it('holds others off while it is worked on, and refuses other contents before and after', async () => {
    const mine = await first();
    expect((await begin()).kind).to.equal('idempotency_in_progress');
    expect((await begin({ content: 'other' })).kind).to.equal('idempotency_mismatch');
    await mine.finish(RESPONSE);
    expect((await begin({ content: 'other' })).kind).to.equal('idempotency_mismatch');
  });

  it('knows a key by its caller', async () => {
    await (await first()).finish(RESPONSE);
    expect((await begin({ caller: 'key_2', content: 'other' })).kind).to.equal('first');
  });

  it('is the first again after a failure', async () => {
    await (await first()).release();
    expect((await begin({ content: 'corrected' })).kind).to.equal('first');
  });

  it('frees the key of a gateway that died, when its lease is over, for the same content', async () => {
    const dead = gateway(store.db, { lease_ms: 60_000 });
    await first({}, dead);
    later(59_999);
    expect((await begin()).kind).to.equal('idempotency_in_progress');
    later(2);
    expect((await begin({ content: 'other' })).kind).to.equal('idempotency_mismatch');
    expect((await begin()).kind).to.equal('first');
    expect((await begin()).kind).to.equal('idempotency_in_progress');
  });

  it('gives what was kept with its change, though its gateway died right after', async () => {
    const dead = await first({}, gateway(store.db, { lease_ms: 60_000 }));
    await store.db.transaction().execute((trx) => dead.keep(trx, RESPONSE));
    const repeated = { kind: 'repeated', response: RESPONSE };
    expect(await begin()).to.deep.equal(repeated);
    expect((await begin({ content: 'other' })).kind).to.equal('idempotency_mismatch');
    later(60_001);
    expect(await begin()).to.deep.equal(repeated);
  });

  it('drops a response with rows when they are closed, before or after it is kept', async () => {
    const closings = closingsOf(store.db);
    const origin = { since: 0, workspaceId: 'wsp', sessionId: 'ses' };
    for (const closed of [{ workspaceIds: ['wsp'] }, { sessionIds: ['ses'] }]) {
      const since = closings.begin();
      await (await first({ idempotencyKey: 'other' })).finish(RESPONSE, {
        ...origin,
        ...{ since, workspaceId: 'other', sessionId: null },
      });
      const late = await first({ idempotencyKey: 'late' });
      await (await first()).finish(RESPONSE, { ...origin, since });
      expect((await begin()).kind).to.equal('repeated');
      await closings.close(closed);
      await (await first()).release();
      await late.finish(RESPONSE, { ...origin, since });
      await (await first({ idempotencyKey: 'late' })).release();
      expect((await begin({ idempotencyKey: 'other' })).kind).to.equal('repeated');
      await closings.close({ workspaceIds: ['other'] });
    }
  });

  it('leaves what was kept when it ends, well or badly', async () => {
    for (const end of ['finish', 'release'] as const) {
      const mine = await first({ idempotencyKey: end });
      await store.db.transaction().execute((trx) => mine.keep(trx, RESPONSE));
      await (end === 'finish' ? mine.finish({ ...RESPONSE, body: '{}' }) : mine.release());
      expect(await begin({ idempotencyKey: end })).to.deep.equal({
        kind: 'repeated',
        response: RESPONSE,
      });
    }
  });

  it('keeps nothing with a change that fails', async () => {
    const mine = await first();
    const change = store.db.transaction().execute(async (trx) => {
      await mine.keep(trx, RESPONSE);
      throw new Error('failed later');
    });
    expect(await change.catch(String)).to.equal('Error: failed later');
    await mine.release();
    expect((await begin()).kind).to.equal('first');
  });

  it('undoes the change of a gateway that slept until its key was taken over', async () => {
    const slow = await first({}, gateway(store.db, { lease_ms: 60_000 }));
    later(60_001);
    const other = await first();
    const change = store.db.transaction().execute(async (trx) => {
      await trx.updateTable('accounts').set({ name: 'made twice' }).execute();
      await slow.keep(trx, RESPONSE);
    });
    expect(await change.catch((error: AppError) => error.code)).to.equal('idempotency_in_progress');
    await slow.release();
    expect(await store.db.selectFrom('accounts').select('name').execute()).to.deep.equal([
      { name: 'n' },
    ]);
    await store.db.transaction().execute((trx) => other.keep(trx, RESPONSE));
    expect((await begin()).kind).to.equal('repeated');
  });

  it('keeps the lease of one that lives and takes long', async () => {
    const mine = await first({}, gateway(store.db, { lease_ms: 1_000 }));
    later(900);
    const lease = () =>
      store.db.selectFrom('idempotent_requests').select('lease_until').executeTakeFirstOrThrow();
    while ((await lease()).lease_until < '2026-11-21T12:00:01.900')
      await new Promise((resolve) => setTimeout(resolve, 20));
    later(200);
    expect((await begin()).kind).to.equal('idempotency_in_progress');
    await mine.finish(RESPONSE);
  });

  it('lets one whose lease was taken over change nothing', async () => {
    const slow = await first();
    later(31_000);
    const taker = await first();
    await slow.finish({ ...RESPONSE, body: 'late' });
    expect((await begin()).kind).to.equal('idempotency_in_progress');
    await slow.release();
    await taker.finish(RESPONSE);
    expect(await begin()).to.deep.equal({ kind: 'repeated', response: RESPONSE });
  });

  it('forgets after 24 hours, and removes what it forgot', async () => {
    const service = gateway();
    await (await first({}, service)).finish(RESPONSE);
    later(24 * 3_600_000 - 1);
    expect((await begin()).kind).to.equal('repeated');
    expect(await service.sweep()).to.equal(0);
    later(1);
    expect(await service.sweep()).to.equal(1);
    expect((await begin({ content: 'other' })).kind).to.equal('first');
  });

  it('stores neither response nor keys in clear, and gives nothing to another credential', async () => {
    await (await first()).finish(RESPONSE);
    const row = await store.db
      .selectFrom('idempotent_requests')
      .selectAll()
      .executeTakeFirstOrThrow();
    const text = JSON.stringify(row) + Buffer.from(row.response!, 'base64').toString('latin1');
    // Long enough not to stand in what is encrypted by chance.
    for (const secret of ['plumb_live', 'api_key', REQUEST.idempotencyKey, 'total'])
      expect(text).to.not.contain(secret);
    expect((await begin({ credential: 'another' })).kind).to.equal('idempotency_not_kept');
  });

  it('does not carry out again what it could not keep', async () => {
    const small = gateway(store.db, { max_response_bytes: 1_024 });
    await (await first({}, small)).finish({ ...RESPONSE, body: 'x'.repeat(1_025) });
    expect((await begin()).kind).to.equal('idempotency_not_kept');
  });

  it('lets each request happen once: recorded histories of clients at two gateways', async () => {
    const other = await store.reopen();
    const gateways = [gateway(), gateway(other.db)];
    const history: HistoryEntry[] = [];
    let executions = 0;
    const attempt = async (client: number, key: string, content: string) => {
      const began = performance.now();
      const begun = await begin({ idempotencyKey: key, content }, gateways[client % 2]);
      const note = (outcome: string, execution: number | null = null) =>
        history.push({ key, content, began, ended: performance.now(), outcome, execution });
      if (begun.kind !== 'first')
        return note(begun.kind, begun.kind === 'repeated' ? Number(begun.response.body) : null);
      const execution = ++executions;
      await new Promise((resolve) => setTimeout(resolve, execution % 7));
      if (execution % 5 === 0) {
        await begun.release();
        return note('failed');
      }
      await begun.finish({ ...RESPONSE, body: String(execution) });
      return note('done', execution);
    };
    try {
      await Promise.all(
        Array.from({ length: 16 }, async (_, client) => {
          for (let n = 0; n < 25; n += 1) {
            const key = `key ${(client * 7 + n) % 12}`;
            await attempt(client, key, (client + n) % 9 === 0 ? 'other' : 'content');
          }
        }),
      );
    } finally {
      await other.close();
    }
    expect(history).to.have.length(400);
    expect(checkHistory(history)).to.deep.equal([]);
    expect(history.filter(({ outcome }) => outcome === 'repeated')).to.not.deep.equal([]);
  });
});
