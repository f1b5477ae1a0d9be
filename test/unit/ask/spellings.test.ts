import { expect } from 'chai';
import { IS_FULL, someOf } from '../../fakes/full.ts';
import type { Trap } from './traps/cases.ts';
import { type Judge, openJudge } from './traps/judge.ts';
import { SPELLINGS } from './traps/spellings.ts';
import { TRAPS } from './traps/traps.ts';

/** Which of them a reader of the answer is warned by, or gets no answer from. */
const isTold = (outcome: string) => outcome === 'declined' || outcome === 'flagged';

const numbers = (rows: readonly (readonly unknown[])[]) =>
  rows.map((row) =>
    row.map((cell) =>
      cell === null || Number.isNaN(Number(cell)) ? cell : Number(cell).toFixed(6),
    ),
  );

describe('mistakes in other spellings', () => {
  let judge: Judge;
  /** The mistakes that are told in the plain spelling, with their rows. */
  const told: { readonly trap: Trap; readonly rows: string }[] = [];
  before(async () => {
    judge = await openJudge();
    for (const trap of someOf(TRAPS)) {
      const { outcome, rows } = await judge.judge(trap);
      if (isTold(outcome)) told.push({ trap, rows: JSON.stringify(numbers(rows)) });
    }
  });
  after(() => judge.close());

  for (const { name, rewrite } of SPELLINGS)
    it(`are told as in the plain one: ${name}`, async () => {
      const missed: string[] = [];
      let tried = 0;
      for (const { trap, rows } of told) {
        const sql = rewrite(trap.sql);
        if (sql === null) continue;
        const other = await judge.judge({ ...trap, sql }).catch(() => null);
        // What the engine or the guard refuses, or is another statement after all, is no spelling of this one.
        if (other === null || other.outcome === 'repaired') continue;
        if (JSON.stringify(numbers(other.rows)) !== rows) continue;
        tried += 1;
        if (!isTold(other.outcome)) missed.push(`${trap.mistake} [${trap.schema}]: ${sql}`);
      }
      expect(missed, `${missed.length} of ${tried}`).to.deep.equal([]);
      if (IS_FULL) expect(tried).to.be.above(0);
    });
});
