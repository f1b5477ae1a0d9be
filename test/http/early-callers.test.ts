import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import type { Request, Response } from 'express';
import { EarlyCallers } from '#src/http/middleware/early-callers.ts';
import { PlacesTaken } from '#src/places.ts';
import { eventually } from '../fakes/eventually.ts';

/** A call as its caller names itself, and what came of its turn. */
function call(early: EarlyCallers, key: string, user = '') {
  const res = new EventEmitter() as unknown as Response;
  const req = { headers: { 'x-api-key': key, 'x-end-user-id': user } } as unknown as Request;
  const state = { outcome: 'waits', leave: () => (res as unknown as EventEmitter).emit('close') };
  const turn = early.turn(req, res).then(
    () => 'goes on',
    (error: Error) => error.name,
  );
  void turn.then((outcome) => Object.assign(state, { outcome }));
  return { state, turn, refuse: () => early.refused(req, new PlacesTaken()) };
}

describe('callers that do not wait as long as they were told to', () => {
  let fill = 1;
  let early: EarlyCallers;
  beforeEach(() => {
    fill = 1;
    early = new EarlyCallers(() => fill);
  });

  it('wait unread while the queue is full, and are refused when their time is over', async () => {
    const first = call(early, 'a');
    expect(await first.turn).to.equal('goes on');
    first.refuse();
    const again = call(early, 'a');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(again.state.outcome).to.equal('waits');
    expect(await again.turn).to.equal('PlacesTaken');
    // Their time is over: the next one is a call like any other.
    expect(await call(early, 'a').turn).to.equal('goes on');
  });

  it('go on as soon as the queue has room', async () => {
    call(early, 'a').refuse();
    const calls = Array.from({ length: 40 }, () => call(early, 'a'));
    fill = 0.9;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(calls.every(({ state }) => state.outcome === 'waits')).to.equal(true);
    fill = 0.1;
    await eventually(() => calls.some(({ state }) => state.outcome === 'goes on'));
    // Not all at once: they would fill the queue again.
    expect(calls.filter(({ state }) => state.outcome === 'waits')).to.not.be.empty;
    await Promise.all(calls.map(({ turn }) => turn));
    expect(calls.every(({ state }) => state.outcome === 'goes on')).to.equal(true);
  });

  it('keep nobody else waiting: neither other keys nor other people of the same key', async () => {
    call(early, 'a', 'ada').refuse();
    const ada = call(early, 'a', 'ada');
    expect(await call(early, 'a', 'ben').turn).to.equal('goes on');
    expect(await call(early, 'b', 'ada').turn).to.equal('goes on');
    expect(ada.state.outcome).to.equal('waits');
    ada.state.leave();
    expect(await ada.turn).to.equal('ConsumerLeft');
  });

  it('are let in where the queue has room', async () => {
    call(early, 'a').refuse();
    fill = 0.5;
    expect(await call(early, 'a').turn).to.equal('goes on');
  });
});
