import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { RESULT_CHECKS, STATEMENT_CHECKS } from '#src/check/checks.ts';
import { owedBy, unmetBy } from '#src/check/owed/owed.ts';
import type { Check } from '#src/check/types.ts';
import { hitsOf } from '#workers/plan-host.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { BLIND_TRAPS } from '../ask/traps/blind-traps.ts';
import type { SoundQuery } from '../ask/traps/cases.ts';
import { type Judge, openJudge } from '../ask/traps/judge.ts';
import { OTHER_QUESTIONS } from '../ask/traps/other-questions.ts';
import type { TrapSchema } from '../ask/traps/schemas.ts';
import { SOUND } from '../ask/traps/sound.ts';
import { TRAPS } from '../ask/traps/traps.ts';
import { OWED_CASES, OWED_SOUND, OWED_TABLES, OWED_TODAY } from './owed-cases.ts';

/**
 * The outcome of each check over the statements of the corpora, without its sentences: a change of a check shows there
 * what else it changes. `WRITE_VERDICTS=1 npm test -- test/unit/check/verdicts.test.ts` writes it anew.
 */
const KEPT = path.join(import.meta.dirname, 'verdicts.txt');

const EXAMPLES = [...STATEMENT_CHECKS, ...RESULT_CHECKS]
  .flatMap(({ catches, passes }) => [...catches, ...passes])
  .flatMap(({ company, question, sql }) =>
    company === null ? [] : [{ schema: company as TrapSchema, question, sql }],
  );
/** Statements at the edges of checks. */
const EDGES: readonly SoundQuery[] = [
  [
    'change of revenue from order to order',
    'SELECT id, revenue - LAG(revenue) OVER (ORDER BY id) AS change FROM orders',
  ],
  [
    'top 3 orders over 100000',
    'SELECT id, revenue FROM orders WHERE revenue > 100000 ORDER BY revenue DESC LIMIT 3',
  ],
  ['orders without a coupon', 'SELECT COUNT(*) AS n FROM orders WHERE coupon_code IS NULL'],
  [
    'last coupon of each customer',
    'SELECT customer_id, MAX(coupon_code) AS coupon FROM orders GROUP BY customer_id ORDER BY 2 LIMIT 5',
  ],
  [
    'paid or cancelled orders in 2025 by month',
    `SELECT date_trunc('month', ordered_at) AS month, COUNT(*) AS n FROM orders WHERE (status = 'paid' OR status = 'cancelled') AND ordered_at >= '2025-01-01' AND ordered_at < '2026-01-01' GROUP BY 1 ORDER BY 1`,
  ],
].map(([question = '', sql = '']) => ({ schema: 'shop', question, sql }));
const STATEMENTS: readonly SoundQuery[] = [
  ...[...EXAMPLES, ...EDGES, ...TRAPS, ...BLIND_TRAPS, ...OTHER_QUESTIONS, ...SOUND],
];

/** Each question with its own statements, and with those of questions near it. */
const OWED = OWED_CASES.flatMap(([question, right, wrong], at) => {
  const others = OWED_CASES.slice(at + 1, at + 6).flatMap((other) => [other[1], other[2]]);
  return [right, wrong, ...others].map((sql) => [question, sql] as const);
});

const told = (checks: readonly Check[]): readonly string[] => {
  const passed = checks.filter(({ outcome }) => outcome === 'passed');
  return [
    ...checks
      .filter(({ outcome }) => outcome === 'failed' || outcome === 'warning')
      .map(({ name, outcome }) => `  ${outcome} ${name}`),
    `  passed: ${passed.map(({ name }) => name).join(' ')}`,
  ];
};

describe('what is told of a statement', () => {
  let judge: Judge;
  let duckdb: TestDuckdb;
  let world: OfflineCatalog;
  before(async () => {
    judge = await openJudge();
    duckdb = await openTestDuckdb();
    world = await catalogFromSql(OWED_TABLES);
  });
  after(async () => {
    await judge.close();
    await world.close();
    duckdb.close();
  });

  async function owed(question: string, sql: string): Promise<readonly string[]> {
    const { catalog, values } = world;
    const signal = AbortSignal.timeout(60_000);
    const parsed = await createDuckdbDialect(duckdb).parse(sql, catalog, signal);
    if ('refusal' in parsed) throw new Error(`${parsed.refusal.text}: ${sql}`);
    const obligations = owedBy(question, catalog, hitsOf(question, values), OWED_TODAY);
    const kinds = unmetBy(obligations, parsed.facts, catalog).map(({ kind }) => `  ${kind}`);
    return [...new Set(kinds)];
  }

  it('is what was told before', async () => {
    const now = new Map<string, string>();
    for (const one of STATEMENTS) {
      const head = `${one.schema} · ${one.question} · ${one.sql.replace(/\s+/g, ' ')}`;
      if (now.has(head)) continue;
      const { outcome, checks } = await judge.judge(one);
      now.set(head, [head, `  ${outcome}`, ...told(checks)].join('\n'));
    }
    for (const [question, sql] of [...OWED, ...OWED_SOUND]) {
      const head = `owed · ${question} · ${sql}`;
      now.set(head, [head, ...(await owed(question, sql))].join('\n'));
    }
    const all = [...now.values()];
    if (process.env['WRITE_VERDICTS']) await writeFile(KEPT, `${all.join('\n')}\n`);
    const kept = (await readFile(KEPT, 'utf8')).trimEnd().split(/\n(?! )/);
    const [before, after] = [new Set(kept), new Set(all)];
    expect(all.filter((one) => !before.has(one)).slice(0, 5)).to.deep.equal([]);
    expect(kept.filter((one) => !after.has(one))).to.deep.equal([]);
  });
});
