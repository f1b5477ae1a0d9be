import { expect } from 'chai';
import { BLIND_TRAPS } from './traps/blind-traps.ts';
import { type Judge, openJudge } from './traps/judge.ts';

describe('planted mistakes', () => {
  let judge: Judge;
  before(async function () {
    this.timeout(60_000);
    judge = await openJudge();
  });
  after(() => judge.close());

  for (const trap of BLIND_TRAPS)
    it(`${trap.schema}, ${trap.mistake}: ${trap.sql}`, async () => {
      const { outcome, reason } = await judge.judge(trap);
      expect(trap.expect, reason).to.include(outcome);
    });
});
