import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Attachment } from '#src/plugin-api/catalog.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import {
  answer,
  type EngineForTests,
  engineFile,
  openEngineForTests,
  optionsForTests,
  spill,
} from '../fakes/duckdb-engine.ts';
import { unguardedSqlForTests } from '../fakes/guarded-sql.ts';

const ROWS = 1_000;
const CHARS = 60_000;
const AT_ONCE = 4;
const MIB = 1024 * 1024;
const never = new AbortController().signal;

/** A process in which one query of the long texts has room, and four at once have not. */
const SETTINGS = { processes: 1, memory_mb: 128, wide_memory_mb: 256, process_memory_mb: 900 };

describe('queries of long texts', () => {
  let test: EngineForTests;
  let letters: Attachment;
  let notes: Attachment;

  before(async () => {
    test = await openEngineForTests(SETTINGS, { max_wait_ms: 200_000 });
    const columns = [{ name: 'body', type: 'text' }] as const;
    // Texts that differ, so that no dictionary makes them small.
    const bodies = Array.from({ length: ROWS }, (_, n) => [`${n} `.repeat(CHARS).slice(0, CHARS)]);
    letters = await engineFile(test, 'f1', [await spill(test.folder, 't', columns, bodies)]);
    notes = await engineFile(test, 'f2', [await spill(test.folder, 't', columns, [['short']])]);
  });
  after(() => test.close());

  /** Rows and bytes of all letters. */
  const readAll = async (mark: number, known: Partial<GuardedSql> = {}) => {
    const sql = `SELECT body, ${mark} FROM f1.main.t`;
    const guarded = { ...unguardedSqlForTests(sql, [letters]), ...known };
    const options = optionsForTests({ maxRows: 1e6, maxBytes: 1e9, timeoutMs: 200_000 });
    let rows = 0;
    let chars = 0;
    for await (const chunk of test.engine.query(guarded, options)) {
      if (chunk.kind !== 'rows') continue;
      rows += chunk.rows.length;
      for (const [body] of chunk.rows) chars += String(body).length;
    }
    return { rows, chars };
  };
  const whole = { rows: ROWS, chars: ROWS * CHARS };

  it('answer all, many at once, and again and again, in the same process', async () => {
    const [pid] = test.pids();
    const known = { batchBytes: ROWS * CHARS };
    for (const round of [1, 2]) {
      const asked = Array.from({ length: AT_ONCE }, (_, n) => readAll(round * 100 + n, known));
      expect(await Promise.all(asked)).to.deep.equal(asked.map(() => whole));
    }
    expect(test.pids()).to.deep.equal([pid]);
  });

  it('answer all where nobody knew before that the texts are long', async () => {
    const asked = Array.from({ length: AT_ONCE }, () => readAll(7));
    expect(await Promise.all(asked)).to.deep.equal(asked.map(() => whole));
  });

  it('do not fail those of others beside them', async () => {
    const asked = Array.from({ length: AT_ONCE }, (_, n) => readAll(200 + n));
    let over = false;
    const all = Promise.all(asked).finally(() => {
      over = true;
    });
    const beside = async () => {
      let answers = 0;
      for (; !over; answers++) {
        const { rows } = await answer(test.engine, 'SELECT body FROM f2.main.t', {
          attachments: [notes],
          asker: { workspaceId: 'w2', endUserId: null },
          timeoutMs: 200_000,
        });
        expect(rows).to.deep.equal([['short']]);
        await sleep(1);
      }
      return answers;
    };
    const [answers] = await Promise.all([beside(), all]);
    expect(answers).to.be.above(5);
    expect(await all).to.deep.equal(asked.map(() => whole));
  });

  it('are known by the profile of their columns', async () => {
    const [profile] = await test.engine.profile(
      { workspaceId: 'w1', attachments: [letters] },
      [
        {
          physical: { database: 'f1', schema: 'main', table: 't' },
          columns: [{ name: 'body', type: 'text', sensitive: false }],
        },
      ] as never,
      never,
    );
    expect(profile?.columns.get('body')?.textBytes).to.deep.equal({
      longest: CHARS,
      total: ROWS * CHARS,
    });
    expect(ROWS * CHARS).to.be.above((SETTINGS.memory_mb * MIB) / 8);
  });
});
