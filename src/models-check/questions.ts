/** A question about the sample company, with a statement whose columns every right answer contains. */
export interface CheckQuestion {
  readonly question: string;
  /** Null: the data has no answer, and the model should say so. */
  readonly sql: string | null;
  readonly ordered?: boolean;
}

const REVENUE = 'SUM(l.revenue)';
const LINES = 'order_lines l JOIN orders o ON o.order_id = l.order_id';
const IN_2025 = "o.order_date >= DATE '2025-01-01' AND o.order_date < DATE '2026-01-01'";

/** Each tests another ability: counts, sums, joins, rankings, periods, averages, missing rows, unanswerable questions. */
export const QUESTIONS: readonly CheckQuestion[] = [
  { question: 'How many customers are there?', sql: 'SELECT COUNT(*) FROM customers' },
  {
    question: 'How many orders have the status Returned?',
    sql: "SELECT COUNT(*) FROM orders WHERE status = 'Returned'",
  },
  {
    question: 'What was the total revenue in 2025?',
    sql: `SELECT ${REVENUE} FROM ${LINES} WHERE ${IN_2025}`,
  },
  {
    question: 'Total revenue by store region in 2025',
    sql: `SELECT s.region, ${REVENUE} FROM ${LINES} JOIN stores s ON s.store_id = o.store_id WHERE ${IN_2025} GROUP BY s.region`,
  },
  {
    question: 'Names of the top 5 products by total revenue',
    sql: `SELECT p.name FROM order_lines l JOIN products p ON p.product_id = l.product_id GROUP BY p.product_id, p.name ORDER BY ${REVENUE} DESC LIMIT 5`,
    ordered: true,
  },
  {
    question: 'Number of orders by channel',
    sql: 'SELECT channel, COUNT(*) FROM orders GROUP BY channel',
  },
  {
    question: 'How many customers have never placed an order?',
    sql: 'SELECT COUNT(*) FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id)',
  },
  {
    question: 'How many orders were placed in December 2025?',
    sql: "SELECT COUNT(*) FROM orders o WHERE o.order_date >= DATE '2025-12-01' AND o.order_date < DATE '2026-01-01'",
  },
  {
    question: 'Which product category sold the most units?',
    sql: 'SELECT p.category FROM order_lines l JOIN products p ON p.product_id = l.product_id GROUP BY p.category ORDER BY SUM(l.quantity) DESC LIMIT 1',
  },
  {
    question: 'Average unit price of the products in each category',
    sql: 'SELECT category, AVG(unit_price) FROM products GROUP BY category',
  },
  {
    question: 'Which customers placed more than 12 orders? Show their names.',
    sql: 'SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.customer_id GROUP BY c.customer_id, c.name HAVING COUNT(*) > 12',
  },
  { question: 'What will the weather be in Berlin tomorrow?', sql: null },
];

/** Names a value otherwise than the data, and the prompt doesn't show it: the model may look it up. */
export const LOOKUP: CheckQuestion = {
  question: 'How many units of the fire bowl in walnut were sold?',
  sql: "SELECT SUM(l.quantity) FROM order_lines l JOIN products p ON p.product_id = l.product_id WHERE p.name = 'Walnut Fire Bowl'",
};

/** A statement that doesn't run, and the problem that the service reports. */
export const REPAIR = {
  question: 'What was the total revenue in 2025?',
  wrong: "SELECT SUM(amount) AS revenue FROM orders WHERE order_date BETWEEN '2025' AND '2026'",
  problem: 'There is no column "amount" in orders.',
} as const;
