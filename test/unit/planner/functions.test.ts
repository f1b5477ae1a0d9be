import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['median price by category', 'SELECT category, median(price::DOUBLE) FROM products GROUP BY 1'],
    [
      'average and median price by category',
      'SELECT category, avg(price), median(price::DOUBLE) FROM products GROUP BY 1',
    ],
    ['median payment', 'SELECT median(amount::DOUBLE) FROM payments'],
    ['median price of active products', 'SELECT median(price::DOUBLE) FROM products WHERE active'],
    [
      'products with price above the median',
      'SELECT product_name FROM products WHERE price > (SELECT median(price::DOUBLE) FROM products)',
    ],
    [
      'categories with a median price above 60',
      'SELECT category FROM products GROUP BY 1 HAVING median(price::DOUBLE) > 60',
    ],
    [
      'top 3 categories by median price',
      'SELECT category, median(price::DOUBLE) FROM products GROUP BY 1 ORDER BY 2 DESC LIMIT 3',
    ],
    [
      '90th percentile of price by category',
      'SELECT category, quantile_cont(price::DOUBLE, 0.9) FROM products GROUP BY 1',
    ],
    [
      'categories with a standard deviation of price above 30',
      'SELECT category FROM products GROUP BY 1 HAVING stddev_samp(price) > 30',
    ],
    [
      'categories whose 90th percentile of price is above 80',
      'SELECT category FROM products GROUP BY 1 HAVING quantile_cont(price::DOUBLE, 0.9) > 80',
    ],
    ['p95 of the price', 'SELECT quantile_cont(price::DOUBLE, 0.95) FROM products'],
    ['the 25th percentile price', 'SELECT quantile_cont(price::DOUBLE, 0.25) FROM products'],
    ['standard deviation of price', 'SELECT stddev_samp(price) FROM products'],
    [
      'what is the standard deviation of payments by method',
      'SELECT method, stddev_samp(amount) FROM payments GROUP BY 1',
    ],
    ['variance of price', 'SELECT var_samp(price) FROM products'],
    [
      'running total of amount by month',
      `SELECT m, (SELECT sum(amount) FROM payments WHERE date_trunc('month', paid_on) <= m)
       FROM (SELECT DISTINCT date_trunc('month', paid_on)::DATE AS m FROM payments)`,
    ],
    [
      'running total of amount by month and method',
      `SELECT m, method, (SELECT sum(amount) FROM payments p WHERE p.method = g.method AND date_trunc('month', paid_on) <= m)
       FROM (SELECT DISTINCT date_trunc('month', paid_on)::DATE AS m, method FROM payments) g`,
    ],
    [
      'cumulative number of orders by quarter in 2025',
      `SELECT q, (SELECT count(*) FROM orders WHERE year(order_date) = 2025 AND date_trunc('quarter', order_date) <= q)
       FROM (SELECT DISTINCT date_trunc('quarter', order_date)::DATE AS q FROM orders WHERE year(order_date) = 2025)`,
    ],
  ],
  open: [
    // No period to go along.
    'cumulative number of orders',
    'running total of amount by method',
    // Nothing is compared with a running total, or put in its order.
    'customers with a running total of amount above 100',
    'top 3 months by cumulative number of orders',
    // Numbers of different things do not add up from month to month.
    'running total of different customers by month',
    'running total of the average amount by month',
    // Each order has several payments: their totals, or single ones.
    'maximum order value',
    'percentile of price',
    '150th percentile of price',
    'median category',
    'standard deviation of status',
  ],
};

describeAnswers('functions over rows, said in words', 'webshop', ASKED);
