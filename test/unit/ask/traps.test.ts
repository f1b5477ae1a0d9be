import { expect } from 'chai';
import { BLIND_TRAPS } from './traps/blind-traps.ts';
import { type Judge, openJudge } from './traps/judge.ts';
import { OTHER_QUESTIONS } from './traps/other-questions.ts';
import type { TrapSchema } from './traps/schemas.ts';
import { SOUND } from './traps/sound.ts';
import { TRAPS } from './traps/traps.ts';

/** Sound queries that the checks doubt; beyond this share they would be in the way. */
const FALSE_ALARMS = 0.02;

/** A statement with a mistake, and one that says what was meant: the repaired one gives the rows of the latter. */
const MENDED: readonly (readonly [TrapSchema, question: string, wrong: string, meant: string])[] = [
  [
    'shop',
    'revenue in 2025',
    `SELECT SUM(revenue) AS revenue FROM orders WHERE ordered_at >= '2025-01-01' AND ordered_at <= '2025-12-31'`,
    `SELECT SUM(revenue) FROM orders WHERE EXTRACT(year FROM ordered_at) = 2025`,
  ],
  [
    'shop',
    'revenue in March 2025',
    `SELECT SUM(revenue) AS revenue FROM orders WHERE ordered_at BETWEEN DATE '2025-03-01' AND DATE '2025-03-31'`,
    `SELECT SUM(revenue) FROM orders WHERE date_trunc('month', ordered_at) = DATE '2025-03-01'`,
  ],
  [
    'shop',
    'orders in the first quarter of 2025',
    `SELECT COUNT(*) AS orders FROM orders WHERE ordered_at >= '2025-01-01' AND ordered_at <= '2025-04-01'`,
    `SELECT COUNT(*) FROM orders WHERE date_trunc('quarter', ordered_at) = DATE '2025-01-01'`,
  ],
  [
    'bank',
    'fees in the second half of 2025',
    `SELECT SUM(amount) AS fees FROM transactions WHERE kind = 'fee' AND booked_at > '2025-06-30' AND booked_at <= '2025-12-31'`,
    `SELECT SUM(amount) FROM transactions WHERE kind = 'fee' AND EXTRACT(year FROM booked_at) = 2025 AND EXTRACT(month FROM booked_at) > 6`,
  ],
  [
    'sensors',
    'alarms on 5 March 2026',
    `SELECT COUNT(*) AS alarms FROM alarms WHERE raised_at = '2026-03-05'`,
    `SELECT COUNT(*) FROM alarms WHERE CAST(raised_at AS DATE) = DATE '2026-03-05'`,
  ],
  [
    'shop',
    'employees who manage nobody',
    `SELECT name FROM employees WHERE id NOT IN (SELECT manager_id FROM employees) ORDER BY name`,
    `SELECT e.name FROM employees e WHERE NOT EXISTS (SELECT 1 FROM employees m WHERE m.manager_id = e.id) ORDER BY 1`,
  ],
  [
    'shop',
    'how many orders do we have',
    `SELECT COUNT(coupon_code) AS orders FROM orders`,
    `SELECT COUNT(*) FROM orders`,
  ],
  [
    'school',
    'number of students with exams',
    `SELECT COUNT(*) AS students FROM students s JOIN exams e ON e.student_id = s.id`,
    `SELECT COUNT(DISTINCT student_id) FROM exams WHERE student_id IN (SELECT id FROM students)`,
  ],
  [
    'shop',
    'share of cancelled orders',
    `SELECT COUNT(*) FILTER (WHERE status = 'cancelled') // COUNT(*) AS share FROM orders`,
    `SELECT AVG(CASE WHEN status = 'cancelled' THEN 1.0 ELSE 0.0 END) FROM orders`,
  ],
];

const IN_EXAMS =
  'FROM exams e JOIN absences a ON a.student_id = e.student_id GROUP BY e.student_id';
const BY_CITY =
  'SELECT c.city, COUNT(c.city) AS n FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.city';
const CREDIT =
  'SELECT AVG(c.credit_limit) AS credit FROM customers c JOIN orders o ON o.customer_id = c.id';

/** What `fan_out` says of rows that a join repeats where the question asks for those, or an average does not mind. */
const REPEATED: readonly (readonly [TrapSchema, question: string, sql: string, outcome: string])[] =
  [
    ['shop', 'number of orders by city', BY_CITY, 'passed'],
    ['shop', 'the least popular city', BY_CITY, 'warning'],
    ['shop', 'number of customers by city', BY_CITY, 'failed'],
    ['shop', 'customers with orders by city', BY_CITY, 'failed'],
    ['shop', 'average credit limit of all orders', CREDIT, 'warning'],
    ['shop', 'average credit limit of customers with orders', CREDIT, 'failed'],
    ['shop', 'average credit limit', CREDIT, 'failed'],
    ['school', 'average score', `SELECT e.student_id, AVG(e.score) AS s ${IN_EXAMS}`, 'passed'],
    ['school', 'total score', `SELECT e.student_id, SUM(e.score) AS s ${IN_EXAMS}`, 'failed'],
    [
      'school',
      'average score',
      `SELECT AVG(e.score) AS s FROM exams e JOIN absences a ON a.student_id = e.student_id`,
      'failed',
    ],
    [
      'school',
      'average score',
      `SELECT e.student_id, AVG(e.score) AS s ${IN_EXAMS.replace('GROUP', 'WHERE a.hours_missed < e.score GROUP')}`,
      'failed',
    ],
  ];

describe('planted mistakes', () => {
  let judge: Judge;
  before(async () => {
    judge = await openJudge();
  });
  after(() => judge.close());

  for (const trap of [...BLIND_TRAPS, ...TRAPS, ...OTHER_QUESTIONS])
    it(`${trap.schema}, ${trap.mistake}: ${trap.sql}`, async () => {
      const { outcome, reason } = await judge.judge(trap);
      expect(trap.expect, reason).to.include(outcome);
    });

  for (const [schema, question, wrong, meant] of MENDED)
    it(`are mended to what was meant: ${wrong}`, async () => {
      const got = await judge.judge({ schema, question, sql: wrong });
      const want = await judge.judge({ schema, question: '', sql: meant });
      expect(got.outcome, got.reason).to.equal('repaired');
      expect(got.rows).to.deep.equal(want.rows);
    });

  for (const [schema, question, sql, outcome] of REPEATED)
    it(`of repeated rows: ${question}: ${sql} → ${outcome}`, async () => {
      const { checks } = await judge.judge({ schema, question, sql });
      expect(checks.find(({ name }) => name === 'fan_out')?.outcome).to.equal(outcome);
    });

  it('are not seen in sound queries', async () => {
    const alarms: string[] = [];
    for (const query of SOUND) {
      const { outcome, reason } = await judge.judge(query);
      if (outcome !== 'answered') alarms.push(`${query.sql}: ${reason}`);
    }
    expect(SOUND.length).to.be.at.least(300);
    expect(alarms.length, alarms.join('\n')).to.be.at.most(SOUND.length * FALSE_ALARMS);
  });
});
