/**
 * Small companies whose tables invite the mistakes of the trap suite: joins that repeat rows, balances, NULLs, mixed
 * currencies, averages that were averaged before. Made by SQL, so that every run has the same rows.
 */
export const TRAP_SCHEMAS = {
  shop: [
    `CREATE TABLE customers AS SELECT range AS id, 'Customer ' || range AS name,
       ['Berlin','Paris','Rome','Madrid'][1 + range % 4] AS city, ['Germany','France','Italy','Spain'][1 + range % 4] AS country,
       (100 + range * 10)::DECIMAL(10,2) AS credit_limit, DATE '2023-01-01' + (range * 7)::INT AS signup_date FROM range(60)`,
    `CREATE TABLE orders AS SELECT range AS id, range % 50 AS customer_id,
       TIMESTAMP '2024-01-01 09:30:00' + INTERVAL (range * 31) HOUR AS ordered_at,
       ['paid','shipped','cancelled'][1 + range % 3] AS status, (20 + range * 1.25)::DECIMAL(12,2) AS revenue,
       (4 + range % 3)::DECIMAL(10,2) AS shipping_fee, CASE WHEN range % 5 = 0 THEN 'SAVE' || range % 3 END AS coupon_code,
       CASE WHEN range % 4 > 0 THEN range % 8 END AS salesperson_id FROM range(800)`,
    `CREATE TABLE order_lines AS SELECT range AS id, range % 800 AS order_id, range % 20 AS product_id,
       1 + range % 4 AS quantity, (5 + range % 20)::DECIMAL(10,2) AS unit_price, (range % 4) / 20.0 AS discount_rate FROM range(2000)`,
    `CREATE TABLE products AS SELECT range AS id, 'Product ' || range AS name,
       ['Chairs','Tables','Lamps','Rugs'][1 + range % 4] AS category, (5 + range)::DECIMAL(10,2) AS list_price, 1 + range / 2.0 AS weight_kg FROM range(20)`,
    `CREATE TABLE payments AS SELECT range AS id, range % 700 AS order_id, DATE '2024-01-02' + (range % 1000)::INT AS paid_on,
       (10 + range % 90)::DECIMAL(10,2) AS amount, ['card','cash','transfer'][1 + range % 3] AS method FROM range(1000)`,
    `CREATE TABLE employees AS SELECT range AS id, 'Employee ' || range AS name, CASE WHEN range > 0 THEN range // 3 END AS manager_id,
       (2000 + range * 100)::DECIMAL(10,2) AS salary FROM range(10)`,
  ],
  bank: [
    `CREATE TABLE branches AS SELECT range AS id, 'Branch ' || range AS name, ['Oslo','Bergen','Tromso'][1 + range % 3] AS city FROM range(6)`,
    `CREATE TABLE accounts AS SELECT range AS id, range % 6 AS branch_id, 'Holder ' || range AS holder,
       ['savings','current'][1 + range % 2] AS account_type, DATE '2020-01-01' + (range * 9)::INT AS opened_on, (1 + range % 4) / 100.0 AS interest_rate FROM range(120)`,
    `CREATE TABLE balances AS SELECT a.range AS account_id, (DATE '2025-01-31' + INTERVAL (m.range) MONTH)::DATE AS as_of,
       (500 + a.range * 13 + m.range * 7)::DECIMAL(14,2) AS balance FROM range(120) a, range(20) m`,
    `CREATE TABLE transactions AS SELECT range AS id, range % 120 AS account_id, TIMESTAMP '2025-01-01 00:10:00' + INTERVAL (range * 5) HOUR AS booked_at,
       (range % 200 - 60)::DECIMAL(12,2) AS amount, ['deposit','withdrawal','fee'][1 + range % 3] AS kind FROM range(3000)`,
    `CREATE TABLE headcounts AS SELECT b.range AS branch_id, (DATE '2025-01-01' + INTERVAL (m.range) MONTH)::DATE AS month,
       5 + (b.range + m.range) % 9 AS headcount FROM range(6) b, range(20) m`,
  ],
  school: [
    `CREATE TABLE students AS SELECT range AS id, 'Student ' || range AS name, 1 + range % 6 AS grade_level, 2008 + range % 6 AS birth_year,
       CASE WHEN range % 6 > 0 THEN range % 4 END AS house_id FROM range(90)`,
    `CREATE TABLE houses AS SELECT range AS id, ['Red','Blue','Green','Yellow'][1 + range] AS name FROM range(4)`,
    `CREATE TABLE teachers AS SELECT range AS id, 'Teacher ' || range AS name, (3000 + range * 50)::DECIMAL(10,2) AS salary FROM range(12)`,
    `CREATE TABLE courses AS SELECT range AS id, 'Course ' || range AS title, range % 12 AS teacher_id, 2 + range % 3 AS credits FROM range(24)`,
    `CREATE TABLE enrollments AS SELECT s.range AS student_id, c.range AS course_id, ['2025A','2025B'][1 + c.range % 2] AS term,
       1 + (s.range + c.range) % 4 AS grade_points FROM range(90) s, range(24) c WHERE (s.range + c.range) % 5 = 0`,
    `CREATE TABLE exams AS SELECT range AS id, range % 80 AS student_id, range % 24 AS course_id,
       CASE WHEN range % 9 > 0 THEN 40 + range % 60 END AS score, DATE '2025-01-10' + (range % 600)::INT AS taken_on FROM range(900)`,
    `CREATE TABLE absences AS SELECT range AS id, (range * 7) % 70 AS student_id, DATE '2025-01-06' + (range % 560)::INT AS absent_on, 1 + range % 5 AS hours_missed FROM range(400)`,
  ],
  subscriptions: [
    `CREATE TABLE plans AS SELECT range AS id, ['Free','Basic','Pro','Team'][1 + range] AS name, (range * 10)::DECIMAL(10,2) AS monthly_fee FROM range(4)`,
    `CREATE TABLE subscribers AS SELECT range AS id, 'user' || range || '@example.org' AS email, CASE WHEN range % 7 > 0 THEN ['US','DE','JP'][1 + range % 3] END AS country,
       range % 4 AS plan_id, DATE '2024-02-01' + (range * 2)::INT AS started_on, CASE WHEN range % 4 = 0 THEN DATE '2025-03-01' + range::INT END AS cancelled_on,
       CASE WHEN range % 3 = 0 THEN range // 3 END AS referrer_id FROM range(400)`,
    `CREATE TABLE invoices AS SELECT range AS id, range % 380 AS subscriber_id, TIMESTAMP '2025-01-01 08:00:00' + INTERVAL (range * 8) HOUR AS issued_at,
       (10 + range % 40)::DECIMAL(10,2) AS amount, CASE WHEN range % 6 > 0 THEN TIMESTAMP '2025-01-03 12:00:00' + INTERVAL (range * 8) HOUR END AS paid_at FROM range(1900)`,
    `CREATE TABLE blocked AS SELECT range AS id, CASE WHEN range % 5 > 0 THEN range * 3 END AS subscriber_id, 'spam' AS reason FROM range(40)`,
    `CREATE TABLE tickets AS SELECT range AS id, range % 300 AS subscriber_id, DATE '2025-01-01' + (range % 650)::INT AS opened_on,
       CASE WHEN range % 3 > 0 THEN 1 + range % 5 END AS rating, CASE WHEN range % 8 > 0 THEN 'agent ' || range % 9 END AS agent FROM range(1200)`,
  ],
  treasury: [
    `CREATE TABLE sales AS SELECT range AS id, DATE '2025-01-01' + (range % 650)::INT AS sold_on, ['Germany','Japan','Brazil'][1 + range % 3] AS country,
       ['EUR','JPY','BRL'][1 + range % 3] AS currency, (50 + range % 400)::DECIMAL(14,2) AS amount, 1 + range % 9 AS units FROM range(1500)`,
    `CREATE TABLE expenses AS SELECT range AS id, DATE '2025-01-01' + (range % 650)::INT AS booked_on, ['IT','HR','Ops','Law'][1 + range % 4] AS department,
       ['EUR','USD','GBP'][1 + range % 3] AS currency, (20 + range % 300)::DECIMAL(14,2) AS amount, (18 + range % 290)::DECIMAL(14,2) AS amount_eur FROM range(900)`,
    `CREATE TABLE exchange_rates AS SELECT ['EUR','JPY','BRL','USD','GBP'][1 + c.range] AS currency, (DATE '2025-01-01' + INTERVAL (m.range) MONTH)::DATE AS month,
       (1 + c.range * 0.37 + m.range * 0.01)::DECIMAL(12,6) AS rate_to_eur FROM range(5) c, range(22) m`,
    `CREATE TABLE offers AS SELECT range AS id, 'Offer ' || range AS title, (10 + range)::DECIMAL(10,2) AS price_usd, (9 + range)::DECIMAL(10,2) AS price_eur,
       (range % 30)::DECIMAL(5,2) AS discount_pct, 1 + range % 8 AS weight_kg, 100 + range AS length_cm FROM range(80)`,
    `CREATE TABLE budgets AS SELECT ['IT','HR','Ops','Law'][1 + d.range] AS department, 2025 + y.range AS year, (10000 * (d.range + 1))::DECIMAL(14,2) AS budget_eur FROM range(4) d, range(2) y`,
  ],
  sensors: [
    `CREATE TABLE sites AS SELECT range AS id, 'Site ' || range AS name, ['North','South'][1 + range % 2] AS region, 1000 + range * 250 AS area_sqm FROM range(8)`,
    `CREATE TABLE devices AS SELECT range AS id, range % 8 AS site_id, ['indoor','outdoor'][1 + range % 2] AS placement, DATE '2024-06-01' + range::INT AS installed_on FROM range(30)`,
    `CREATE TABLE readings AS SELECT range AS id, range % 30 AS device_id, TIMESTAMP '2026-01-01 00:05:00' + INTERVAL (range * 2) HOUR AS measured_at,
       CASE WHEN range % 11 > 0 THEN 10 + range % 20 + 0.5 END AS temperature_celsius, 30 + range % 60 AS humidity_pct FROM range(3500)`,
    `CREATE TABLE daily_averages AS SELECT d.range AS device_id, DATE '2026-01-01' + t.range::INT AS day, 12 + (d.range + t.range) % 15 + 0.25 AS avg_temperature,
       5 + (d.range * t.range) % 30 AS sample_count FROM range(30) d, range(280) t`,
    `CREATE TABLE energy AS SELECT range AS id, range % 8 AS site_id, DATE '2025-06-01' + (range // 8)::INT AS day, 40 + range % 17 AS kwh,
       5 + range % 6 AS peak_kw, (12 + range % 5)::DECIMAL(6,2) AS price_per_kwh FROM range(4000)`,
    `CREATE TABLE alarms AS SELECT range AS id, CASE WHEN range % 6 > 0 THEN range % 25 END AS device_id, TIMESTAMP '2026-01-02 03:00:00' + INTERVAL (range * 9) HOUR AS raised_at,
       CASE WHEN range % 4 > 0 THEN TIMESTAMP '2026-01-02 05:00:00' + INTERVAL (range * 9) HOUR END AS cleared_at FROM range(700)`,
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type TrapSchema = keyof typeof TRAP_SCHEMAS;

/** The day on which the questions are asked: the middle of a month that the data reaches into. */
export const TRAP_TODAY = '2026-10-15';
