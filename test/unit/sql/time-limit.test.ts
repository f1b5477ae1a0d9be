import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { TimeLimit } from '#src/sql/time-limit.ts';
import { eventually } from '../../fakes/eventually.ts';

const HOUR = 3_600_000;
const limitOf = (timeoutMs: number, signal = new AbortController().signal) =>
  new TimeLimit({ timeoutMs, signal });
const kindOf = (error: unknown) => (error instanceof SourceError ? error.kind : error);

describe('the limit of a wait', () => {
  it('ends it when the time is over', async () => {
    const limit = limitOf(5);
    const error = await limit.race(wait(HOUR, null, { ref: false })).catch((one: unknown) => one);
    expect(kindOf(error)).to.equal('timeout');
    expect(error).to.have.property('message', 'The query took longer than 5 ms.');
    expect(() => limit.throwIfOver()).to.throw(SourceError);
    expect(limit.signal.aborted).to.equal(true);
    expect(limit.signal.reason).to.equal(error);
  });

  it('ends it when the caller gives up, also before it began', async () => {
    const caller = new AbortController();
    const limit = limitOf(HOUR, caller.signal);
    const waiting = limit.race(wait(HOUR, null, { ref: false })).catch(kindOf);
    const { signal } = limit;
    expect(signal.aborted).to.equal(false);
    limit.throwIfOver();
    caller.abort();
    expect(await waiting).to.equal('cancelled');
    expect(signal.aborted).to.equal(true);
    expect(
      await limitOf(HOUR, caller.signal)
        .race(wait(HOUR, null, { ref: false }))
        .catch(kindOf),
    ).to.equal('cancelled');
    limit.clear();
  });

  it('gives what comes in time, or why it failed', async () => {
    const limit = limitOf(HOUR);
    expect(await limit.race(Promise.resolve(7))).to.equal(7);
    const failed = new Error('no');
    expect(await limit.race(Promise.reject(failed)).catch((one: unknown) => one)).to.equal(failed);
    limit.clear();
  });

  it('runs what is to be done then once, and not what was taken back', () => {
    const caller = new AbortController();
    const limit = limitOf(HOUR, caller.signal);
    const done: string[] = [];
    limit.whenOver(({ kind }) => done.push(kind));
    const takeBack = limit.whenOver(() => done.push('taken back'));
    takeBack();
    caller.abort();
    expect(done).to.deep.equal(['cancelled']);
    limit.whenOver(({ kind }) => done.push(`${kind} already`));
    expect(done).to.deep.equal(['cancelled', 'cancelled already']);
    limit.clear();
  });

  it('stands still while a place is waited for', async () => {
    const limit = limitOf(1_000);
    await limit.standing(() => wait(1_200));
    limit.throwIfOver();
    await eventually(() => limit.signal.aborted, 'the end of the time');
  });

  it('is none once it is cleared', async () => {
    const caller = new AbortController();
    const limit = limitOf(5, caller.signal);
    limit.clear();
    await limit.standing(() => wait(1));
    await wait(30);
    caller.abort();
    limit.throwIfOver();
  });
});
