import { type SoundQuery, soundOf } from './cases.ts';
import { GRID } from './sound-grid.ts';

/** Queries that an analyst would sign, close to the traps: what separates them is one key, one bound, one group. */
const BY_HAND: readonly SoundQuery[] = [
  ...soundOf('shop', [
    [
      'units by product category',
      `SELECT p.category, SUM(l.quantity) AS units FROM order_lines l JOIN products p ON p.id = l.product_id GROUP BY p.category`,
    ],
    [
      'revenue per line by category',
      `SELECT p.category, SUM(l.quantity * l.unit_price) AS revenue FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id GROUP BY p.category`,
    ],
    [
      'latest revenue of an order with chairs',
      `SELECT MAX(o.revenue) AS largest FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id WHERE p.category = 'Chairs'`,
    ],
    [
      'smallest and largest order paid by card',
      `SELECT MIN(o.revenue) AS smallest, MAX(o.revenue) AS largest FROM orders o JOIN payments p ON p.order_id = o.id WHERE p.method = 'card'`,
    ],
    [
      'how many orders were paid by card',
      `SELECT COUNT(DISTINCT o.id) AS orders FROM orders o JOIN payments p ON p.order_id = o.id WHERE p.method = 'card'`,
    ],
    [
      'how many customers ordered',
      `SELECT COUNT(DISTINCT c.id) AS customers FROM customers c JOIN orders o ON o.customer_id = c.id`,
    ],
    [
      'revenue of orders with lamps',
      `SELECT SUM(o.revenue) AS revenue FROM orders o WHERE EXISTS (SELECT 1 FROM order_lines l JOIN products p ON p.id = l.product_id WHERE l.order_id = o.id AND p.category = 'Lamps')`,
    ],
    [
      'revenue of orders paid in cash',
      `SELECT SUM(revenue) AS revenue FROM orders WHERE id IN (SELECT order_id FROM payments WHERE method = 'cash')`,
    ],
    [
      'ordered and paid per customer',
      `WITH paid AS (SELECT order_id, SUM(amount) AS paid FROM payments GROUP BY order_id) SELECT c.name, SUM(o.revenue) AS ordered, SUM(p.paid) AS paid FROM orders o JOIN customers c ON c.id = o.customer_id LEFT JOIN paid p ON p.order_id = o.id GROUP BY c.name`,
    ],
    [
      'lines and payments per order status',
      `WITH l AS (SELECT order_id, SUM(quantity) AS units FROM order_lines GROUP BY order_id), p AS (SELECT order_id, SUM(amount) AS paid FROM payments GROUP BY order_id) SELECT o.status, SUM(l.units) AS units, SUM(p.paid) AS paid FROM orders o LEFT JOIN l ON l.order_id = o.id LEFT JOIN p ON p.order_id = o.id GROUP BY o.status`,
    ],
    [
      'revenue in 2025',
      `SELECT SUM(revenue) AS revenue FROM orders WHERE ordered_at >= '2025-01-01' AND ordered_at < '2026-01-01'`,
    ],
    [
      'revenue in 2025',
      `SELECT SUM(revenue) AS revenue FROM orders WHERE EXTRACT(year FROM ordered_at) = 2025`,
    ],
    [
      'revenue in 2025',
      `SELECT SUM(revenue) AS revenue FROM orders WHERE date_trunc('year', ordered_at) = DATE '2025-01-01'`,
    ],
    [
      'revenue in March 2025',
      `SELECT SUM(revenue) AS revenue FROM orders WHERE ordered_at >= DATE '2025-03-01' AND ordered_at < DATE '2025-04-01'`,
    ],
    [
      'revenue since March 2026',
      `SELECT SUM(revenue) AS revenue FROM orders WHERE ordered_at >= '2026-03-01'`,
    ],
    ['orders before 2025', `SELECT COUNT(*) AS orders FROM orders WHERE ordered_at < '2025-01-01'`],
    [
      'orders in May 2025',
      `SELECT COUNT(*) AS orders FROM orders WHERE EXTRACT(month FROM ordered_at) = 5 AND EXTRACT(year FROM ordered_at) = 2025`,
    ],
    [
      'orders by month of 2025',
      `SELECT date_trunc('month', ordered_at) AS month, COUNT(*) AS orders FROM orders WHERE ordered_at >= '2025-01-01' AND ordered_at < '2026-01-01' GROUP BY 1 ORDER BY 1`,
    ],
    [
      'payments in the first quarter of 2025',
      `SELECT SUM(amount) AS paid FROM payments WHERE paid_on >= '2025-01-01' AND paid_on <= '2025-03-31'`,
    ],
    [
      'payments in 2025',
      `SELECT SUM(amount) AS paid FROM payments WHERE paid_on BETWEEN '2025-01-01' AND '2025-12-31'`,
    ],
    [
      'payments on 5 March 2025',
      `SELECT COUNT(*) AS payments FROM payments WHERE paid_on = '2025-03-05'`,
    ],
    ['average order value', `SELECT AVG(revenue) AS average FROM orders`],
    [
      'average number of orders per customer',
      `SELECT AVG(orders) AS average FROM (SELECT customer_id, COUNT(*) AS orders FROM orders GROUP BY customer_id) t`,
    ],
    [
      'average total revenue per customer',
      `SELECT AVG(total) AS average FROM (SELECT customer_id, SUM(revenue) AS total FROM orders GROUP BY customer_id) t`,
    ],
    [
      'average lines per order',
      `SELECT COUNT(*) * 1.0 / COUNT(DISTINCT order_id) AS lines_per_order FROM order_lines`,
    ],
    [
      'average list price by category',
      `SELECT category, AVG(list_price) AS average_price FROM products GROUP BY category`,
    ],
    [
      'average discount rate weighted by price',
      `SELECT SUM(discount_rate * unit_price * quantity) / SUM(unit_price * quantity) AS discount FROM order_lines`,
    ],
    [
      'share of cancelled orders',
      `SELECT SUM(CASE WHEN status = 'cancelled' THEN 1 ELSE 0 END) * 1.0 / COUNT(*) AS share FROM orders`,
    ],
    [
      'share of cancelled orders',
      `SELECT COUNT(*) FILTER (WHERE status = 'cancelled') / COUNT(*) AS share FROM orders`,
    ],
    [
      'orders by revenue in steps of 100',
      `SELECT (revenue // 100) * 100 AS bin, COUNT(*) AS orders FROM orders GROUP BY 1 ORDER BY 1`,
    ],
    ['orders with a coupon', `SELECT COUNT(coupon_code) AS with_coupon FROM orders`],
    ['how many orders have a coupon code', `SELECT COUNT(coupon_code) AS orders FROM orders`],
    ['different coupons', `SELECT COUNT(DISTINCT coupon_code) AS coupons FROM orders`],
    ['how many orders', `SELECT COUNT(*) AS orders FROM orders`],
    ['how many orders', `SELECT COUNT(id) AS orders FROM orders`],
    [
      'orders per customer, also those without',
      `SELECT c.name, COUNT(o.id) AS orders FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.name`,
    ],
    [
      'customers without orders',
      `SELECT c.name FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.id IS NULL`,
    ],
    [
      'customers without orders',
      `SELECT COUNT(*) AS customers FROM customers WHERE id NOT IN (SELECT customer_id FROM orders)`,
    ],
    [
      'customers without orders',
      `SELECT COUNT(*) AS customers FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)`,
    ],
    [
      'employees who manage nobody',
      `SELECT name FROM employees WHERE id NOT IN (SELECT manager_id FROM employees WHERE manager_id IS NOT NULL)`,
    ],
    [
      'each employee and the manager',
      `SELECT e.name, m.name AS manager FROM employees e JOIN employees m ON m.id = e.manager_id`,
    ],
    [
      'employees who earn more than their manager',
      `SELECT e.name FROM employees e JOIN employees m ON e.manager_id = m.id WHERE e.salary > m.salary`,
    ],
    ['total salary', `SELECT SUM(salary) AS salaries FROM employees`],
    ['total credit limit', `SELECT SUM(credit_limit) AS credit FROM customers`],
    [
      'credit limit by country',
      `SELECT country, SUM(credit_limit) AS credit FROM customers GROUP BY country`,
    ],
    [
      'customers by country',
      `SELECT country, COUNT(*) AS customers FROM customers GROUP BY country ORDER BY customers DESC, country`,
    ],
    ['revenue less shipping', `SELECT SUM(revenue - shipping_fee) AS net FROM orders`],
    ['largest order', `SELECT id, revenue FROM orders ORDER BY revenue DESC LIMIT 1`],
    ['three largest orders', `SELECT id, revenue FROM orders ORDER BY revenue DESC, id LIMIT 3`],
    [
      'category with the most lines',
      `SELECT category, COUNT(*) AS products FROM products GROUP BY category QUALIFY RANK() OVER (ORDER BY COUNT(*) DESC) = 1`,
    ],
    [
      'orders in Berlin or Paris',
      `SELECT COUNT(*) AS orders FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.city IN ('Berlin', 'Paris')`,
    ],
    [
      'orders in Berlin or Paris',
      `SELECT COUNT(*) AS orders FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.city = 'Berlin' OR c.city = 'Paris'`,
    ],
    [
      'orders that are not cancelled',
      `SELECT COUNT(*) AS orders FROM orders WHERE status <> 'cancelled'`,
    ],
    [
      'running revenue of 2025 by month',
      `SELECT month, SUM(revenue) OVER (ORDER BY month) AS running FROM (SELECT date_trunc('month', ordered_at) AS month, SUM(revenue) AS revenue FROM orders WHERE ordered_at >= '2025-01-01' AND ordered_at < '2026-01-01' GROUP BY 1) m ORDER BY month`,
    ],
    [
      'share of revenue by status',
      `SELECT status, SUM(revenue) / (SELECT SUM(revenue) FROM orders) AS share FROM orders GROUP BY status`,
    ],
    [
      'revenue of the ten largest orders',
      `SELECT SUM(revenue) AS revenue FROM (SELECT revenue FROM orders ORDER BY revenue DESC LIMIT 10) t`,
    ],
    [
      'orders over 1000 and their customers',
      `SELECT o.id, c.name, o.revenue FROM orders o JOIN customers c ON o.customer_id = c.id WHERE o.revenue > 1000`,
    ],
    [
      'orders with lines',
      `SELECT o.id, COUNT(*) AS order_lines FROM orders o JOIN order_lines l ON l.order_id = o.id GROUP BY o.id`,
    ],
    [
      'days from order to payment',
      `SELECT AVG(DATE_DIFF('day', o.ordered_at, p.paid_on)) AS days FROM payments p JOIN orders o ON o.id = p.order_id`,
    ],
    [
      'revenue by weekday of 2025',
      `SELECT EXTRACT(dow FROM ordered_at) AS weekday, SUM(revenue) AS revenue FROM orders WHERE ordered_at >= '2025-01-01' AND ordered_at < '2026-01-01' GROUP BY 1`,
    ],
  ]),
  ...soundOf('bank', [
    [
      'total balance at the end of August 2026',
      `SELECT SUM(balance) AS total FROM balances WHERE as_of = '2026-08-31'`,
    ],
    [
      'total balance at the latest date',
      `SELECT SUM(balance) AS total FROM balances WHERE as_of = (SELECT MAX(as_of) FROM balances)`,
    ],
    [
      'total balance by date',
      `SELECT as_of, SUM(balance) AS total FROM balances GROUP BY as_of ORDER BY as_of`,
    ],
    [
      'total balance by month of 2025',
      `SELECT date_trunc('month', as_of) AS month, SUM(balance) AS total FROM balances WHERE as_of >= '2025-01-01' AND as_of < '2026-01-01' GROUP BY 1`,
    ],
    [
      'balance in January 2025 by branch',
      `SELECT b.name, SUM(x.balance) AS balance FROM balances x JOIN accounts a ON a.id = x.account_id JOIN branches b ON b.id = a.branch_id WHERE x.as_of >= '2025-01-01' AND x.as_of < '2025-02-01' GROUP BY b.name`,
    ],
    [
      'average balance of an account in 2025',
      `SELECT account_id, AVG(balance) AS average FROM balances WHERE as_of >= '2025-01-01' AND as_of < '2026-01-01' GROUP BY account_id`,
    ],
    [
      'latest balance of all accounts',
      `SELECT SUM(balance) AS total FROM (SELECT account_id, balance, ROW_NUMBER() OVER (PARTITION BY account_id ORDER BY as_of DESC) AS n FROM balances) t WHERE n = 1`,
    ],
    [
      'highest balance by account type',
      `SELECT a.account_type, MAX(b.balance) AS highest FROM accounts a JOIN balances b ON b.account_id = a.id GROUP BY a.account_type`,
    ],
    [
      'headcount by month',
      `SELECT month, SUM(headcount) AS people FROM headcounts WHERE month < '2026-08-01' GROUP BY month ORDER BY month`,
    ],
    [
      'transactions and accounts by branch',
      `SELECT br.name, COUNT(DISTINCT a.id) AS accounts, SUM(t.amount) AS moved FROM branches br JOIN accounts a ON a.branch_id = br.id JOIN transactions t ON t.account_id = a.id GROUP BY br.name`,
    ],
    [
      'money moved by branch city',
      `SELECT br.city, SUM(t.amount) AS moved FROM transactions t JOIN accounts a ON a.id = t.account_id JOIN branches br ON br.id = a.branch_id GROUP BY br.city`,
    ],
    [
      'deposits in June 2025',
      `SELECT SUM(amount) AS deposits FROM transactions WHERE kind = 'deposit' AND booked_at >= '2025-06-01' AND booked_at < '2025-07-01'`,
    ],
    [
      'fees until the end of June 2025',
      `SELECT SUM(amount) AS fees FROM transactions WHERE kind = 'fee' AND booked_at < '2025-07-01'`,
    ],
    [
      'fees on 5 March 2025',
      `SELECT SUM(amount) AS fees FROM transactions WHERE kind = 'fee' AND CAST(booked_at AS DATE) = '2025-03-05'`,
    ],
    [
      'average interest rate by account type',
      `SELECT account_type, AVG(interest_rate) AS average FROM accounts GROUP BY account_type`,
    ],
    [
      'yearly interest of the latest balances',
      `SELECT SUM(b.balance * a.interest_rate) AS interest FROM balances b JOIN accounts a ON a.id = b.account_id WHERE b.as_of = '2026-08-31'`,
    ],
    [
      'withdrawals as share of transactions',
      `SELECT AVG(CASE WHEN kind = 'withdrawal' THEN 1.0 ELSE 0 END) AS share FROM transactions`,
    ],
    [
      'accounts opened in 2021',
      `SELECT COUNT(*) AS accounts FROM accounts WHERE opened_on >= '2021-01-01' AND opened_on <= '2021-12-31'`,
    ],
    [
      'accounts of each branch',
      `SELECT b.name, COUNT(*) AS accounts FROM branches b JOIN accounts a ON a.branch_id = b.id GROUP BY b.name`,
    ],
    [
      'change of the balance from one month to the next',
      `SELECT account_id, as_of, balance - LAG(balance) OVER (PARTITION BY account_id ORDER BY as_of) AS change FROM balances`,
    ],
  ]),
  ...soundOf('school', [
    [
      'number of students with exams',
      `SELECT COUNT(DISTINCT s.id) AS students FROM students s JOIN exams e ON e.student_id = s.id`,
    ],
    [
      'total salary of teachers who teach',
      `SELECT SUM(salary) AS salaries FROM teachers WHERE id IN (SELECT teacher_id FROM courses)`,
    ],
    [
      'exams per course',
      `SELECT c.title, COUNT(*) AS exams FROM courses c JOIN exams e ON e.course_id = c.id GROUP BY c.title`,
    ],
    ['exams that were scored', `SELECT COUNT(score) AS scored FROM exams`],
    ['how many exams have a score', `SELECT COUNT(score) AS exams FROM exams`],
    [
      'average score by course',
      `SELECT c.title, AVG(e.score) AS score FROM exams e JOIN courses c ON c.id = e.course_id GROUP BY c.title`,
    ],
    [
      'average score of students of each house',
      `SELECT h.name, AVG(e.score) AS score FROM exams e JOIN students s ON s.id = e.student_id JOIN houses h ON h.id = s.house_id GROUP BY h.name`,
    ],
    [
      'hours missed by house',
      `SELECT h.name, SUM(a.hours_missed) AS hours FROM absences a JOIN students s ON s.id = a.student_id JOIN houses h ON h.id = s.house_id GROUP BY h.name`,
    ],
    [
      'students with absences and exams',
      `SELECT COUNT(DISTINCT a.student_id) AS students FROM absences a JOIN exams e ON e.student_id = a.student_id`,
    ],
    [
      'students by house',
      `SELECT h.name, COUNT(*) AS students FROM students s JOIN houses h ON h.id = s.house_id GROUP BY h.name`,
    ],
    ['houses with students', `SELECT name FROM houses WHERE id IN (SELECT house_id FROM students)`],
    ['students in no house', `SELECT COUNT(*) AS students FROM students WHERE house_id IS NULL`],
    [
      'students without absences',
      `SELECT COUNT(*) AS students FROM students WHERE id NOT IN (SELECT student_id FROM absences)`,
    ],
    [
      'houses without students',
      `SELECT name FROM houses WHERE id NOT IN (SELECT house_id FROM students WHERE house_id IS NOT NULL) OR id < 0`,
    ],
    ['credits of all courses', `SELECT SUM(credits) AS credits FROM courses`],
    [
      'credits of each student',
      `SELECT e.student_id, SUM(c.credits) AS credits FROM enrollments e JOIN courses c ON c.id = e.course_id GROUP BY e.student_id`,
    ],
    [
      'courses of each teacher, also none',
      `SELECT t.name, COUNT(c.id) AS courses FROM teachers t LEFT JOIN courses c ON c.teacher_id = t.id GROUP BY t.name`,
    ],
    ['students born in 2010', `SELECT COUNT(*) AS students FROM students WHERE birth_year = 2010`],
    ['oldest birth year', `SELECT MIN(birth_year) AS oldest FROM students`],
    [
      'weighted grade points',
      `SELECT SUM(e.grade_points * c.credits) * 1.0 / SUM(c.credits) AS gpa FROM enrollments e JOIN courses c ON c.id = e.course_id`,
    ],
  ]),
  ...soundOf('subscriptions', [
    [
      'subscribers by plan',
      `SELECT p.name, COUNT(*) AS subscribers FROM subscribers s JOIN plans p ON p.id = s.plan_id GROUP BY p.name`,
    ],
    ['subscribers with a known country', `SELECT COUNT(country) AS with_country FROM subscribers`],
    [
      'monthly fees of all subscribers',
      `SELECT SUM(p.monthly_fee * 1) AS fees FROM subscribers s JOIN plans p ON p.id = s.plan_id WHERE s.cancelled_on IS NULL`,
    ],
    [
      'subscribers that are not blocked',
      `SELECT COUNT(*) AS subscribers FROM subscribers s WHERE NOT EXISTS (SELECT 1 FROM blocked b WHERE b.subscriber_id = s.id)`,
    ],
    [
      'who referred nobody',
      `SELECT COUNT(*) AS subscribers FROM subscribers WHERE id NOT IN (SELECT referrer_id FROM subscribers WHERE referrer_id IS NOT NULL)`,
    ],
    [
      'subscribers that were referred',
      `SELECT COUNT(*) AS subscribers FROM subscribers WHERE referrer_id IS NOT NULL`,
    ],
    [
      'unpaid invoices',
      `SELECT COUNT(*) AS invoices, SUM(amount) AS owed FROM invoices WHERE paid_at IS NULL`,
    ],
    [
      'billed in January 2026',
      `SELECT SUM(amount) AS billed FROM invoices WHERE issued_at >= '2026-01-01' AND issued_at < '2026-02-01'`,
    ],
    [
      'billed by month of 2025',
      `SELECT date_trunc('month', issued_at) AS month, SUM(amount) AS billed FROM invoices WHERE issued_at < '2026-01-01' GROUP BY 1`,
    ],
    [
      'billed by plan',
      `SELECT p.name, SUM(i.amount) AS billed FROM invoices i JOIN subscribers s ON s.id = i.subscriber_id JOIN plans p ON p.id = s.plan_id GROUP BY p.name`,
    ],
    ['average rating', `SELECT AVG(rating) AS rating FROM tickets`],
    [
      'average rating by agent',
      `SELECT agent, AVG(rating) AS rating, COUNT(*) AS tickets FROM tickets WHERE agent IS NOT NULL GROUP BY agent`,
    ],
    ['rated tickets by agent', `SELECT agent, COUNT(rating) AS rated FROM tickets GROUP BY agent`],
    [
      'tickets of subscribers with unpaid invoices',
      `SELECT COUNT(*) AS tickets FROM tickets t WHERE t.subscriber_id IN (SELECT subscriber_id FROM invoices WHERE paid_at IS NULL)`,
    ],
    [
      'billed amount of subscribers with tickets',
      `SELECT SUM(amount) AS billed FROM invoices WHERE subscriber_id IN (SELECT subscriber_id FROM tickets)`,
    ],
    [
      'tickets opened in 2025',
      `SELECT COUNT(*) AS tickets FROM tickets WHERE opened_on >= '2025-01-01' AND opened_on < '2026-01-01'`,
    ],
    ['churn rate', `SELECT COUNT(cancelled_on) * 1.0 / COUNT(*) AS churn_rate FROM subscribers`],
    [
      'subscribers from the US',
      `SELECT COUNT(*) AS subscribers FROM subscribers WHERE country = 'US'`,
    ],
    [
      'hours to payment',
      `SELECT AVG(DATE_DIFF('hour', issued_at, paid_at)) AS hours FROM invoices`,
    ],
    [
      'invoices per subscriber with tickets',
      `WITH t AS (SELECT subscriber_id, COUNT(*) AS tickets FROM tickets GROUP BY subscriber_id), i AS (SELECT subscriber_id, SUM(amount) AS billed FROM invoices GROUP BY subscriber_id) SELECT t.subscriber_id, t.tickets, i.billed FROM t JOIN i ON i.subscriber_id = t.subscriber_id`,
    ],
  ]),
  ...soundOf('treasury', [
    ['sales by currency', `SELECT currency, SUM(amount) AS sales FROM sales GROUP BY currency`],
    ['sales in euro', `SELECT SUM(amount) AS sales FROM sales WHERE currency = 'EUR'`],
    [
      'sales converted to euro',
      `SELECT SUM(s.amount * r.rate_to_eur) AS euro FROM sales s JOIN exchange_rates r ON r.currency = s.currency AND r.month = date_trunc('month', s.sold_on)`,
    ],
    [
      'sales converted at the rate of January 2025',
      `SELECT SUM(s.amount * r.rate_to_eur) AS euro FROM sales s JOIN exchange_rates r ON r.currency = s.currency AND r.month = DATE '2025-01-01'`,
    ],
    [
      'expenses in euro by department',
      `SELECT department, SUM(amount_eur) AS spent FROM expenses GROUP BY department`,
    ],
    [
      'expenses by department and currency',
      `SELECT department, currency, SUM(amount) AS spent FROM expenses GROUP BY department, currency`,
    ],
    ['units sold', `SELECT SUM(units) AS units FROM sales`],
    ['units by country', `SELECT country, SUM(units) AS units FROM sales GROUP BY country`],
    ['number of sales', `SELECT COUNT(*) AS sales FROM sales`],
    ['average discount', `SELECT AVG(discount_pct) AS discount FROM offers`],
    [
      'price after discount',
      `SELECT title, price_usd * (1 - discount_pct / 100) AS price FROM offers`,
    ],
    ['price per kilogram', `SELECT title, price_usd / weight_kg AS price_per_kg FROM offers`],
    ['total weight', `SELECT SUM(weight_kg) AS weight FROM offers`],
    ['budget of 2026', `SELECT SUM(budget_eur) AS budget FROM budgets WHERE year = 2026`],
    [
      'budget against expenses in 2025',
      `WITH spent AS (SELECT department, SUM(amount_eur) AS spent FROM expenses WHERE booked_on >= '2025-01-01' AND booked_on < '2026-01-01' GROUP BY department) SELECT b.department, b.budget_eur, s.spent, b.budget_eur - s.spent AS remaining FROM budgets b JOIN spent s ON s.department = b.department WHERE b.year = 2025`,
    ],
    [
      'expenses of IT in Q2 2025',
      `SELECT SUM(amount_eur) AS spent FROM expenses WHERE department = 'IT' AND booked_on >= '2025-04-01' AND booked_on < '2025-07-01'`,
    ],
    ['cheapest offer', `SELECT title, price_usd FROM offers ORDER BY price_usd LIMIT 1`],
    [
      'latest rate of each currency',
      `SELECT currency, arg_max(rate_to_eur, month) AS rate FROM exchange_rates GROUP BY currency`,
    ],
    [
      'share of expenses by department',
      `SELECT department, 100.0 * SUM(amount_eur) / SUM(SUM(amount_eur)) OVER () AS percent FROM expenses GROUP BY department`,
    ],
    ['largest expense in euro', `SELECT MAX(amount_eur) AS largest FROM expenses`],
  ]),
  ...soundOf('sensors', [
    [
      'average temperature by site',
      `SELECT d.site_id, AVG(r.temperature_celsius) AS temperature FROM readings r JOIN devices d ON d.id = r.device_id GROUP BY d.site_id`,
    ],
    [
      'average temperature from daily averages',
      `SELECT SUM(avg_temperature * sample_count) / SUM(sample_count) AS temperature FROM daily_averages`,
    ],
    [
      'highest temperature in March 2026',
      `SELECT MAX(temperature_celsius) AS highest FROM readings WHERE measured_at >= '2026-03-01' AND measured_at < '2026-04-01'`,
    ],
    [
      'energy by region',
      `SELECT s.region, SUM(e.kwh) AS kwh FROM energy e JOIN sites s ON s.id = e.site_id GROUP BY s.region`,
    ],
    [
      'energy by region of sites with outdoor devices',
      `SELECT s.region, SUM(e.kwh) AS kwh FROM energy e JOIN sites s ON s.id = e.site_id WHERE s.id IN (SELECT site_id FROM devices WHERE placement = 'outdoor') GROUP BY s.region`,
    ],
    ['cost of energy', `SELECT SUM(kwh * price_per_kwh) AS cost FROM energy`],
    [
      'energy by month of 2025',
      `SELECT date_trunc('month', day) AS month, SUM(kwh) AS kwh FROM energy WHERE day >= '2025-07-01' AND day < '2026-01-01' GROUP BY 1`,
    ],
    ['energy in 2025', `SELECT SUM(kwh) AS kwh FROM energy WHERE day <= '2025-12-31'`],
    [
      'devices without alarms',
      `SELECT COUNT(*) AS devices FROM devices d WHERE NOT EXISTS (SELECT 1 FROM alarms a WHERE a.device_id = d.id)`,
    ],
    ['open alarms', `SELECT COUNT(*) AS alarms FROM alarms WHERE cleared_at IS NULL`],
    [
      'alarms by site',
      `SELECT s.name, COUNT(*) AS alarms FROM alarms a JOIN devices d ON d.id = a.device_id JOIN sites s ON s.id = d.site_id GROUP BY s.name`,
    ],
    [
      'alarms on 5 March 2026',
      `SELECT COUNT(*) AS alarms FROM alarms WHERE raised_at >= '2026-03-05' AND raised_at < '2026-03-06'`,
    ],
    ['total area by region', `SELECT region, SUM(area_sqm) AS area FROM sites GROUP BY region`],
    [
      'samples taken per device',
      `SELECT device_id, SUM(sample_count) AS samples FROM daily_averages GROUP BY device_id`,
    ],
    [
      'sites with alarms and their area',
      `SELECT SUM(area_sqm) AS area FROM sites WHERE id IN (SELECT d.site_id FROM devices d JOIN alarms a ON a.device_id = d.id)`,
    ],
    ['hours to clear', `SELECT AVG(DATE_DIFF('hour', raised_at, cleared_at)) AS hours FROM alarms`],
    [
      'readings in the first half of 2026',
      `SELECT COUNT(*) AS readings FROM readings WHERE measured_at >= '2026-01-01' AND measured_at < '2026-07-01'`,
    ],
    ['median humidity', `SELECT MEDIAN(humidity_pct) AS humidity FROM readings`],
    ['peak load by site', `SELECT site_id, MAX(peak_kw) AS peak FROM energy GROUP BY site_id`],
    [
      'devices per site',
      `SELECT s.name, COUNT(d.id) AS devices FROM sites s LEFT JOIN devices d ON d.site_id = s.id GROUP BY s.name`,
    ],
  ]),
];

export const SOUND: readonly SoundQuery[] = [...BY_HAND, ...GRID];
