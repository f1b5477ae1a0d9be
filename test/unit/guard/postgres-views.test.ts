import { expect } from 'chai';
import { viewProblem } from '#plugins/sources/postgres/dialect/index.ts';

/** Bodies of views as pg_get_viewdef writes them. */
const HARMLESS: readonly string[] = [
  ' SELECT orders.id,\n    orders.status\n   FROM orders\n  WHERE (orders.tenant = ($$a$$)::text);',
  " SELECT o.id, (o.amount)::numeric(12,2) AS amount, COALESCE(c.name, 'none'::text) AS who FROM (orders o LEFT JOIN sales.customers c ON ((c.id = o.customer_id)));",
  " SELECT date_trunc('month'::text, (o.ordered_on)::timestamp with time zone) AS m, count(*) FILTER (WHERE (o.status = ANY (ARRAY['paid'::text, 'open'::text]))) AS n FROM orders o GROUP BY (date_trunc('month'::text, (o.ordered_on)::timestamp with time zone));",
  ' WITH RECURSIVE t(n) AS ( VALUES (1) UNION ALL SELECT (t_1.n + 1) FROM t t_1 WHERE (t_1.n < 100)) SELECT sum(n) AS sum FROM t;',
  ' SELECT rank() OVER (PARTITION BY a ORDER BY b DESC NULLS LAST) AS r, EXTRACT(year FROM c) AS y, (j ->> $$k$$::text) AS k FROM x;',
  " SELECT o.id FROM orders o WHERE ((o.tenant = CURRENT_USER) OR (o.tenant = current_setting('app.tenant'::text)));",
];

const FLAGGED: readonly (readonly [sql: string, code: string])[] = [
  [' SELECT f_write() AS f;', 'function_not_allowed'],
  [' SELECT public.f_write(o.id) AS f FROM orders o;', 'function_not_allowed'],
  [' SELECT pg_sleep((1)::double precision) AS pg_sleep;', 'function_not_allowed'],
  [' SELECT t.a FROM dblink($$x$$::text, $$y$$::text) t(a integer);', 'function_not_allowed'],
  [
    ' SELECT o.id FROM orders o WHERE (o.status OPERATOR(public.===) $$x$$::text);',
    'function_not_allowed',
  ],
  [
    ' SELECT o.id FROM orders o WHERE EXISTS ( SELECT nextval(($$s$$::text)::regclass) AS nextval);',
    'node_not_allowed',
  ],
  [' SELECT ($$x$$::text)::public.evdom AS e;', 'node_not_allowed'],
  [
    ' SELECT o.id FROM orders o ORDER BY (set_config($$a$$::text, $$b$$::text, true));',
    'function_not_allowed',
  ],
  [' SELECT count(*) OVER (ORDER BY (random())) AS n FROM orders;', 'function_not_allowed'],
  [' SELECT xpath($$/a$$::text, x.d) AS xpath FROM x;', 'function_not_allowed'],
  [' DELETE FROM orders;', 'not_select'],
  ['', 'empty'],
  ['SELECT (', 'syntax'],
];

describe('the bodies of views (PostgreSQL)', () => {
  for (const sql of HARMLESS)
    it(`are fine: ${sql.trim().slice(0, 80)}`, async () => {
      expect(await viewProblem(sql)).to.equal(null);
    });

  it('may cast to enums, which run no code, but to no other type of a user', async () => {
    const enums = new Set(['public.status']);
    const body = (type: string) => ` SELECT o.id FROM orders o WHERE o.s = 'x'::${type};`;
    expect(await viewProblem(body('public.status'), enums)).to.equal(null);
    expect(await viewProblem(body('public.status[]'), enums)).to.equal(null);
    expect((await viewProblem(body('public.status')))?.code).to.equal('node_not_allowed');
    expect((await viewProblem(body('evil.status'), enums))?.code).to.equal('node_not_allowed');
  });

  for (const [sql, code] of FLAGGED)
    it(`are flagged with ${code}: ${sql.trim().slice(0, 80)}`, async () => {
      const problem = await viewProblem(sql);
      expect(problem?.code).to.equal(code);
      expect(problem?.text).to.match(/^[A-Z].*\.$/s);
    });
});
