import type { SoundQuery } from './cases.ts';
import type { TrapSchema } from './schemas.ts';

interface Star {
  readonly schema: TrapSchema;
  /** FROM with the joins that each dimension needs; the facts are `f`. */
  readonly from: string;
  readonly measures: readonly string[];
  readonly dimensions: readonly string[];
  readonly time: string;
  readonly filter: string;
}

/** Facts with the tables that their keys lead to: any of these measures by any of these dimensions is sound. */
const STARS: readonly Star[] = [
  {
    schema: 'shop',
    from: 'orders f JOIN customers c ON c.id = f.customer_id',
    measures: [
      'SUM(f.revenue)',
      'AVG(f.revenue)',
      'COUNT(*)',
      'SUM(f.shipping_fee)',
      'COUNT(DISTINCT c.id)',
    ],
    dimensions: ['f.status', 'c.country', 'c.city'],
    time: 'f.ordered_at',
    filter: "f.status IN ('paid', 'shipped')",
  },
  {
    schema: 'shop',
    from: 'order_lines f JOIN orders o ON o.id = f.order_id JOIN products p ON p.id = f.product_id LEFT JOIN customers c ON c.id = o.customer_id',
    measures: [
      'SUM(f.quantity)',
      'SUM(f.quantity * f.unit_price)',
      'AVG(f.unit_price)',
      'MAX(o.revenue)',
    ],
    dimensions: ['p.category', 'p.name', 'o.status', 'c.country'],
    time: 'o.ordered_at',
    filter: "p.category <> 'Rugs'",
  },
  {
    schema: 'bank',
    from: 'transactions f JOIN accounts a ON a.id = f.account_id JOIN branches b ON b.id = a.branch_id',
    measures: [
      'SUM(f.amount)',
      'COUNT(*)',
      'AVG(f.amount)',
      'MAX(f.amount)',
      'COUNT(DISTINCT a.id)',
    ],
    dimensions: ['f.kind', 'a.account_type', 'b.city', 'b.name'],
    time: 'f.booked_at',
    filter: "f.kind = 'deposit'",
  },
  {
    schema: 'school',
    from: 'exams f JOIN students s ON s.id = f.student_id JOIN courses c ON c.id = f.course_id JOIN teachers t ON t.id = c.teacher_id',
    measures: ['AVG(f.score)', 'COUNT(*)', 'MAX(f.score)', 'MIN(t.salary)'],
    dimensions: ['c.title', 't.name', 's.grade_level'],
    time: 'f.taken_on',
    filter: 's.grade_level >= 2',
  },
  {
    schema: 'subscriptions',
    from: 'invoices f JOIN subscribers s ON s.id = f.subscriber_id JOIN plans p ON p.id = s.plan_id',
    measures: ['SUM(f.amount)', 'COUNT(*)', 'AVG(f.amount)', 'COUNT(DISTINCT s.id)'],
    dimensions: ['p.name', 's.country'],
    time: 'f.issued_at',
    filter: "p.name IN ('Pro', 'Team')",
  },
  {
    schema: 'sensors',
    from: 'energy f JOIN sites s ON s.id = f.site_id',
    measures: [
      'SUM(f.kwh)',
      'MAX(f.peak_kw)',
      'AVG(f.price_per_kwh)',
      'SUM(f.kwh * f.price_per_kwh)',
    ],
    dimensions: ['s.region', 's.name'],
    time: 'f.day',
    filter: "s.region = 'North'",
  },
];

/** Every star's measures by its dimensions, each under one of four ways to say which rows. */
export const GRID: readonly SoundQuery[] = STARS.flatMap(
  ({ schema, from, measures, dimensions, time, filter }) =>
    measures.flatMap((measure, row) =>
      [null, ...dimensions].flatMap((dimension, column): SoundQuery[] => {
        const where = [
          { question: 'in all', sql: '' },
          { question: 'in 2025', sql: ` WHERE ${time} >= '2025-01-01' AND ${time} < '2026-01-01'` },
          { question: `where ${filter}`, sql: ` WHERE ${filter}` },
          {
            question: `in March 2026 where ${filter}`,
            sql: ` WHERE ${time} >= DATE '2026-03-01' AND ${time} < DATE '2026-04-01' AND ${filter}`,
          },
        ] as const;
        const first = where[(row + column) % 4]!;
        const second = where[(row + column + 1) % 4]!;
        return [first, second].map(({ question, sql }) => ({
          schema,
          question: `${measure} ${dimension ?? 'total'} ${question}`,
          sql:
            dimension === null
              ? `SELECT ${measure} AS value FROM ${from}${sql}`
              : `SELECT ${dimension}, ${measure} AS value FROM ${from}${sql} GROUP BY ${dimension} ORDER BY ${dimension}`,
        }));
      }),
    ),
);
