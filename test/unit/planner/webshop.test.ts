import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    [
      'average orders per month',
      `SELECT count(*) / count(DISTINCT date_trunc('month', order_date)) FROM orders`,
    ],
    ['names starting with A', `SELECT DISTINCT name FROM customers WHERE name ILIKE 'a%'`],
    ['customers whose name starts with A', `SELECT name FROM customers WHERE name ILIKE 'a%'`],
    [
      'products whose name starts with a D',
      `SELECT product_name FROM products WHERE product_name ILIKE 'd%'`,
    ],
    [
      'orders with their customer',
      `SELECT order_id,name FROM orders JOIN customers USING(customer_id)`,
    ],
    [
      'names of customers without orders',
      `SELECT name FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM orders)`,
    ],
    [
      'customers without completed orders in 2025',
      `SELECT name FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM orders WHERE status='completed' AND year(order_date)=2025)`,
    ],
    [
      'customers with no cancelled or refunded orders in 2025',
      `SELECT name FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM orders WHERE status IN ('cancelled','refunded') AND year(order_date)=2025)`,
    ],
    [
      'customers with completed orders in 2025',
      `SELECT name FROM customers WHERE customer_id IN (SELECT customer_id FROM orders WHERE status='completed' AND year(order_date)=2025)`,
    ],
    [
      'customers with more than 3 completed orders',
      `SELECT name FROM customers WHERE (SELECT count(*) FROM orders o WHERE o.customer_id=customers.customer_id AND status='completed')>3`,
    ],
    [
      'orders not completed or pending',
      `SELECT order_id FROM orders WHERE status NOT IN ('completed','pending')`,
    ],
    ['customers named Anna Berg', `SELECT name FROM customers WHERE name='Anna Berg'`],
    [
      'orders shipped in March 2025',
      `SELECT order_id FROM orders WHERE ship_date>='2025-03-01' AND ship_date<'2025-04-01'`,
    ],
    ['orders delivered in 2025', `SELECT order_id FROM orders WHERE year(delivery_date)=2025`],
    ['orders not shipped', `SELECT order_id FROM orders WHERE ship_date IS NULL`],
    ['shipped orders', `SELECT order_id FROM orders WHERE ship_date IS NOT NULL`],
    ['when was the last order shipped', `SELECT max(ship_date) FROM orders`],
    [
      'orders delivered by month',
      `SELECT date_trunc('month',delivery_date)::DATE,count(*) FROM orders WHERE delivery_date IS NOT NULL GROUP BY 1`,
    ],
    ['payments over 1000', 'SELECT payment_id FROM payments WHERE amount>1000'],
    ['payments under 2000', 'SELECT payment_id FROM payments WHERE amount<2000'],
    [
      'payments over 1000 in 2025',
      `SELECT payment_id FROM payments WHERE amount>1000 AND year(paid_on)=2025`,
    ],
    ['payments over the year 2025', 'SELECT payment_id FROM payments WHERE year(paid_on)=2025'],
    ['most recent delivery', 'SELECT max(delivery_date) FROM orders'],
    ['earliest ship date', 'SELECT min(ship_date) FROM orders'],
    ['latest order date by status', 'SELECT status,max(order_date) FROM orders GROUP BY 1'],
    [
      'who referred Ella Fox',
      `SELECT name FROM customers WHERE customer_id = (SELECT referred_by FROM customers WHERE name = 'Ella Fox')`,
    ],
    [
      'customers referred by Dmitri Ivanov',
      `SELECT name FROM customers WHERE referred_by = (SELECT customer_id FROM customers WHERE name = 'Dmitri Ivanov')`,
    ],
    [
      'customers by number of orders',
      'SELECT name,(SELECT count(*) FROM orders o WHERE o.customer_id=customers.customer_id) FROM customers',
    ],
    [
      'quantity sold by product',
      'SELECT product_name,sum(quantity) FROM order_items JOIN products USING(sku) GROUP BY 1',
    ],
    ['orders without a delivery date', 'SELECT order_id FROM orders WHERE delivery_date IS NULL'],
    ['orders with a delivery date', 'SELECT order_id FROM orders WHERE delivery_date IS NOT NULL'],
    ['orders without discount', 'SELECT order_id FROM orders WHERE discount_pct IS NULL'],
    ['products without a cost', 'SELECT product_name FROM products WHERE cost IS NULL'],
    ['how many customers have no email', 'SELECT count(*) FROM customers WHERE email IS NULL'],
    ['how many customers have an email', 'SELECT count(email) FROM customers'],
    ['customers who do not have an email', 'SELECT name FROM customers WHERE email IS NULL'],
    [
      'customers without an address',
      'SELECT name FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM addresses)',
    ],
    [
      'customers with no orders in 2026',
      'SELECT name FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM orders WHERE year(order_date)=2026)',
    ],
    [
      'orders that were neither cancelled nor refunded',
      `SELECT order_id FROM orders WHERE status NOT IN ('cancelled','refunded')`,
    ],
    ['addresses with postcode 04201', `SELECT address_id FROM addresses WHERE postcode='04201'`],
    [
      'total quantity of cancelled orders',
      `SELECT sum(quantity) FROM order_items JOIN orders USING(order_id) WHERE status='cancelled'`,
    ],
  ],
  open: [
    'average payments by method',
    'customers starting with A',
    'orders that are not completed or not in EUR',
    'customers whose orders were all completed',
    'customers all of whose orders were completed',
    'customers with all orders completed',
    'products that have cost and price over 40',
    'most expensive category',
    'orders shipped to Berlin',
    'customers with email',
    'orders over 100',
    'orders by city',
    'orders without a status',
    'customers without a delivery date',
    'payments value',
    'quantity sold by products',
  ],
};

describeAnswers('questions about a web shop', 'webshop', ASKED);
