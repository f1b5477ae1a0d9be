import { expect } from 'chai';
import { viewProblem } from '#plugins/sources/mysql/dialect/index.ts';
import { type MysqlHarness, openMysqlHarness } from './mysql-harness.ts';

/** Bodies of views that only read. */
const HARMLESS: readonly string[] = [
  'SELECT * FROM p_orders',
  "SELECT status, COUNT(*) n, SUM(amount) / COUNT(DISTINCT customer_id) a FROM p_orders WHERE status LIKE 'p%' GROUP BY status WITH ROLLUP",
  "SELECT o.id, c.name, IF(o.amount > 10, 'big', N'small') s FROM p_orders o LEFT JOIN p_customers c ON c.id = o.customer_id AND c.region IN ('North', 'South')",
  "SELECT CASE status WHEN 'paid' THEN 1 ELSE 0 END p, CAST(amount AS CHAR) t, CONVERT(status USING utf8mb4) u, BINARY status b FROM p_orders",
  "SELECT DATE_ADD(ordered_on, INTERVAL 1 MONTH) m, ordered_on + INTERVAL 1 DAY d, EXTRACT(YEAR FROM ordered_on) y, TIMESTAMPDIFF(DAY, ordered_on, '2024-01-01') t FROM p_orders",
  'WITH x AS (SELECT id FROM p_orders) SELECT id FROM x UNION ALL SELECT id FROM p_customers ORDER BY 1 LIMIT 3',
  'SELECT id, ROW_NUMBER() OVER (PARTITION BY status ORDER BY id DESC) r, SUM(amount) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) s FROM p_orders',
  "SELECT GROUP_CONCAT(DISTINCT status ORDER BY status SEPARATOR '|') g FROM p_orders",
  'SELECT id FROM p_orders o WHERE EXISTS (SELECT 1 FROM p_customers c WHERE c.id = o.customer_id) AND amount > ALL (SELECT rate FROM p_rates) AND NOT (id <=> 3)',
  "SELECT TRIM(BOTH 'x' FROM status) a, SUBSTRING(status FROM 2) b, POSITION('a' IN status) c, status REGEXP '^p' d, status NOT LIKE 'p!_%' ESCAPE '!' e FROM p_orders",
  'SELECT `a b`.`id` AS `select` FROM p_orders `a b` STRAIGHT_JOIN p_rates USE INDEX ()',
  'SELECT id FROM p_order_view',
  "SELECT UPPER(status) AS status, COUNT(*) n FROM p_orders GROUP BY p_orders.status HAVING status <> 'x' ORDER BY 'n'",
];

/** Bodies that do more, or show what is not theirs. */
const PROBLEMS: readonly (readonly [code: string, body: string])[] = [
  ['function_not_allowed', "SELECT GET_LOCK('vl', 0) l FROM p_orders"],
  ['function_not_allowed', 'SELECT id FROM p_orders WHERE SLEEP(1) = 0'],
  ['function_not_allowed', "SELECT LOAD_FILE('/etc/passwd') f"],
  ['function_not_allowed', 'SELECT LAST_INSERT_ID(7) i'],
  ['function_not_allowed', 'SELECT CURRENT_USER() u'],
  ['node_not_allowed', 'SELECT own_function() f'],
];

describe('bodies of views (MySQL)', () => {
  let harness: MysqlHarness;
  before(async function () {
    const opened = await openMysqlHarness();
    if (!opened) return this.skip();
    harness = opened;
    await harness.db.inside('CREATE FUNCTION own_function() RETURNS INT DETERMINISTIC RETURN 1');
  });
  after(() => harness?.db.close());

  /** The problem of a view with that body, as the server stores the body. */
  async function problemOf(body: string) {
    await harness.db.inside(`CREATE OR REPLACE VIEW looked_at AS ${body}`);
    const [row] = await harness.db.inside(
      `SELECT view_definition FROM information_schema.views WHERE table_schema = '${harness.db.database}' AND table_name = 'looked_at'`,
    );
    return viewProblem(String(row?.[0]));
  }

  for (const body of HARMLESS)
    it(`has no problem with ${body.slice(0, 100)}`, async () => {
      expect(await problemOf(body)).to.equal(null);
    });

  for (const [code, body] of PROBLEMS)
    it(`finds ${code} in ${body}`, async () => {
      expect((await problemOf(body))?.code).to.equal(code);
    });
});
