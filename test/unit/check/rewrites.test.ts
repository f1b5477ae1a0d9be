import { expect } from 'chai';
import fc from 'fast-check';
import { RESULT_CHECKS, STATEMENT_CHECKS } from '#src/check/checks.ts';
import { IS_FULL, rounds, someOf } from '../../fakes/full.ts';
import { type Looker, openLooker } from './looker.ts';
import { openPostgresRows, type PostgresRows } from './postgres-rows.ts';
import { REWRITES } from './rewrites.ts';

const CHECKS = [...STATEMENT_CHECKS, ...RESULT_CHECKS];
const EXAMPLES = CHECKS.flatMap(({ name, catches, passes }) =>
  [
    ...catches.map((one) => ({ ...one, told: true })),
    ...passes.map((one) => ({ ...one, told: false })),
  ].flatMap(({ company, ...rest }) => (company === null ? [] : [{ name, company, ...rest }])),
);

/** Rows in any order, numbers as numbers. */
const same = (rows: readonly (readonly unknown[])[]) =>
  JSON.stringify(
    rows
      .map((row) =>
        JSON.stringify(
          row.map((cell) =>
            cell === null || Number.isNaN(Number(cell)) ? String(cell) : Number(cell).toFixed(6),
          ),
        ),
      )
      .toSorted(),
  );

describe('statements that are written otherwise', () => {
  let looker: Looker;
  let onPostgres: Looker;
  let postgres: PostgresRows | null;
  before(async () => {
    looker = await openLooker();
    onPostgres = await openLooker('postgres');
    postgres = await openPostgresRows('shop');
  });
  after(async () => {
    await looker.close();
    await onPostgres.close();
    await postgres?.close();
  });

  const look = async (
    name: string,
    company: string,
    question: string,
    sql: string,
    by: Looker = looker,
  ) => {
    const looked = await by.look(company, question, sql).catch(() => null);
    return (
      looked && {
        rows: same(looked.rows),
        told: looked.checks.some(
          (check) =>
            check.name === name && (check.outcome === 'failed' || check.outcome === 'warning'),
        ),
      }
    );
  };
  const known = new Map<string, ReturnType<typeof look>>();
  const told = (...about: [name: string, company: string, question: string, sql: string]) => {
    const key = JSON.stringify(about);
    const found = known.get(key) ?? look(...about);
    known.set(key, found);
    return found;
  };

  it('are of at least 40 kinds', () => {
    expect(new Set(REWRITES.map(({ name }) => name)).size).to.be.at.least(40);
  });

  for (const [turn, { name: way, rewrite }] of REWRITES.entries())
    it(`get the verdicts of the plain ones: ${way}`, async () => {
      const other: string[] = [];
      let tried = 0;
      for (const { name, company, question, sql, told: expected } of someOf(EXAMPLES, turn)) {
        const text = rewrite(sql);
        const plain = text === null ? null : await told(name, company, question, sql);
        const written = text === null ? null : await told(name, company, question, text);
        // What the engine or the guard refuses, or gives other rows, is no spelling of it.
        if (!plain || !written || plain.rows !== written.rows) continue;
        tried += 1;
        if (written.told !== expected) other.push(`${name} ${expected}: ${text}`);
      }
      expect(other, `${other.length} of ${tried}`).to.deep.equal([]);
      if (IS_FULL) expect(tried).to.be.above(0);
    });

  it('get the verdicts of the plain ones as PostgreSQL reads them', async () => {
    const other: string[] = [];
    let tried = 0;
    for (const { name, company, question, sql, told: expected } of someOf(EXAMPLES)) {
      const plain = await look(name, company, question, sql, onPostgres);
      // What PostgreSQL does not say, or reads otherwise ("/" of whole numbers), is an example of DuckDB alone.
      if (!plain || plain.told !== expected) continue;
      for (const { name: way, rewrite } of REWRITES) {
        const text = rewrite(sql);
        const written = text && (await look(name, company, question, text, onPostgres));
        if (!written || written.rows !== plain.rows) continue;
        tried += 1;
        if (written.told !== expected) other.push(`${way}: ${name} ${expected}: ${text}`);
      }
    }
    expect(other, `${other.length} of ${tried}`).to.deep.equal([]);
    expect(tried).to.be.above(rounds(500));
  });

  it('get the verdicts of the plain ones: any two ways together', async () => {
    const pick = fc.tuple(
      fc.constantFrom(...EXAMPLES),
      fc.constantFrom(...REWRITES),
      fc.constantFrom(...REWRITES),
    );
    await fc.assert(
      fc.asyncProperty(
        pick,
        async ([{ name, company, question, sql, told: expected }, one, two]) => {
          const once = one.rewrite(sql);
          const text = once === null ? null : (two.rewrite(once) ?? once);
          if (text === null) return;
          const plain = await told(name, company, question, sql);
          const written = await told(name, company, question, text);
          if (!plain || !written || plain.rows !== written.rows) return;
          expect(written.told, text).to.equal(expected);
        },
      ),
      { numRuns: 150, seed: 16 },
    );
  });

  it('give the same rows on PostgreSQL, too', async function () {
    if (!postgres) return this.skip();
    const wrong: string[] = [];
    let tried = 0;
    for (const { company, sql } of EXAMPLES.filter(({ company }) => company === 'shop')) {
      const plain = await postgres.rows(sql);
      if (!plain) continue;
      for (const { name, rewrite } of REWRITES) {
        const text = rewrite(sql);
        const rows = text === null ? null : await postgres.rows(text);
        if (!rows) continue;
        tried += 1;
        const here = same(plain) === same(rows);
        const there = await told('', company, '', text ?? '');
        const plainThere = await told('', company, '', sql);
        // A rewrite that changes rows on one engine has to change them on both: then it is no spelling on either.
        if (here !== (there?.rows === plainThere?.rows) && there && plainThere)
          wrong.push(`${name}: ${text}`);
      }
    }
    expect(wrong).to.deep.equal([]);
    expect(tried).to.be.above(300);
  });
});
