import { anyOf, either, none, right } from './case.ts';

const JOINED = `order_items i JOIN orders o ON o.order_id = i.order_id
  JOIN products p ON p.product_id = i.product_id JOIN customers c ON c.customer_id = o.customer_id`;

export const SHOP = [
  right(
    'SELECT COUNT(*) FROM customers',
    'How many customers do we have?',
    'customer count',
    'hw many customers',
  ),
  right(
    "SELECT COUNT(*) FROM customers WHERE country = 'Germany'",
    'How many customers are from Germany?',
    'number of German customers',
    'customers in germany how many',
  ),
  right(
    'SELECT country, COUNT(*) FROM customers GROUP BY 1',
    'How many customers are there in each country?',
    'customers per country',
    'customer split by country',
  ),
  anyOf(
    [
      "SELECT COUNT(*) FROM orders WHERE order_date >= '2025-08-01' AND order_date < '2025-09-01'",
      "SELECT order_id FROM orders WHERE order_date >= '2025-08-01' AND order_date < '2025-09-01'",
    ],
    'How many orders were placed last month?',
    'orders last month',
    'order count aug 2025',
  ),
  right(
    "SELECT status, COUNT(*) FROM orders WHERE order_date >= '2025-01-01' AND order_date < '2026-01-01' GROUP BY 1",
    'How many orders of each status were placed in 2025?',
    'orders by status 2025',
    '2025 orders per status',
  ),
  right(
    "SELECT name FROM products WHERE category = 'Lighting'",
    'Which products are in the category Lighting?',
    'list all lighting products',
    'show me lighting items we sell',
  ),
  right(
    'SELECT name FROM products WHERE unit_price > 200',
    'Which products cost more than 200?',
    'products with a unit price over 200',
    'products > 200',
  ),
  right(
    'SELECT name FROM products WHERE unit_price BETWEEN 50 AND 150',
    'List the products priced between 50 and 150.',
    'products that cost at least 50 but no more than 150',
    'products between 50 and 150 unit price',
  ),
  right(
    'SELECT name FROM products ORDER BY unit_price DESC LIMIT 1',
    'What is the most expensive product?',
    'which product has the highest unit price',
    'priciest product',
  ),
  right(
    'SELECT name FROM products ORDER BY unit_price LIMIT 3',
    'What are the three cheapest products?',
    'show the 3 products with the lowest price',
    'cheapest 3 products',
  ),
  right(
    'SELECT AVG(unit_price) FROM products',
    'What is the average price of our products?',
    'mean unit price of a product',
    'avg product price',
  ),
  right(
    'SELECT category, AVG(unit_price) FROM products GROUP BY 1',
    'What is the average unit price per category?',
    'average product price by category',
    'avg price each category',
  ),
  right(
    'SELECT name FROM products WHERE unit_price > (SELECT AVG(unit_price) FROM products)',
    'Which products are more expensive than the average product?',
    'products priced above average',
    'products with above average unit price',
  ),
  right(
    'SELECT name FROM products p WHERE NOT EXISTS (SELECT 1 FROM order_items i WHERE i.product_id = p.product_id)',
    'Which products have never been ordered?',
    'products without any order items',
    'products nobody ordered',
  ),
  right(
    'SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id)',
    'Which customers have not placed any orders?',
    'customers without orders',
    'customers who never ordered',
  ),
  right(
    'SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.customer_id GROUP BY c.customer_id, c.name HAVING COUNT(*) > 10',
    'Which customers have more than 10 orders?',
    'customers who ordered more than ten times',
    'customers with over 10 orders',
  ),
  anyOf(
    [
      'SELECT c.name, COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.customer_id GROUP BY c.customer_id, c.name ORDER BY 2 DESC LIMIT 4',
      'SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.customer_id GROUP BY c.customer_id, c.name ORDER BY COUNT(*) DESC LIMIT 4',
    ],
    'Who are the four customers with the most orders?',
    'top 4 customers by number of orders',
    'top 4 customers order count',
  ),
  right(
    `SELECT p.name, SUM(i.quantity) FROM ${JOINED} GROUP BY p.product_id, p.name`,
    'What quantity of each product was ordered?',
    'total quantity by product',
    'sum of quantity per product name',
  ),
  right(
    `SELECT p.name FROM ${JOINED} GROUP BY p.product_id, p.name ORDER BY SUM(i.quantity) DESC LIMIT 1`,
    'Which product was sold in the largest quantity?',
    'product with the highest total quantity',
    'best selling product by quantity',
  ),
  right(
    `SELECT c.country, SUM(i.quantity * i.unit_price) FROM ${JOINED} GROUP BY 1`,
    'What is the sum of quantity times unit price of order items per country?',
    'order value by country of the customer',
    'sales value per country',
  ),
  right(
    "SELECT strftime(order_date, '%Y-%m'), COUNT(*) FROM orders WHERE order_date >= '2025-01-01' AND order_date < '2026-01-01' GROUP BY 1",
    'How many orders were there in each month of 2025?',
    'monthly orders 2025',
    'orders by month this year',
  ),
  right(
    "SELECT SUM(shipping_cost) FROM orders WHERE order_date >= '2025-04-01' AND order_date < '2025-07-01'",
    'What were the total shipping costs in the second quarter of 2025?',
    'shipping cost Q2 2025',
    'total shipping cost q2/2025',
  ),
  right(
    "SELECT COUNT(*) FROM orders WHERE status <> 'cancelled'",
    'How many orders were not cancelled?',
    'number of orders whose status is not cancelled',
    'orders except cancelled ones, how many',
  ),
  right(
    "SELECT ROUND(100.0 * COUNT(*) FILTER (status = 'returned') / COUNT(*), 1) FROM orders",
    'What percentage of orders was returned?',
    'share of returned orders',
    'return rate of orders in percent',
  ),
  right(
    "SELECT COUNT(*) FROM products WHERE is_new = 'yes'",
    'How many products are new?',
    'number of new products',
    'new products count',
  ),
  right(
    "SELECT name FROM customers WHERE customer_group = 'vip' AND country = 'France'",
    'Which VIP customers are from France?',
    'French vip customers',
    'vip customers france',
  ),
  right(
    'SELECT s.name, COUNT(*) FROM suppliers s JOIN products p ON p.supplier_id = s.supplier_id GROUP BY s.supplier_id, s.name',
    'How many products does each supplier deliver?',
    'number of products per supplier',
    'products by supplier',
  ),
  right(
    'SELECT DISTINCT city FROM customers',
    'Which different cities do customers live in?',
    'list the distinct cities of customers',
    'all customer cities without duplicates',
  ),
  right(
    'SELECT MAX(order_date) FROM orders',
    'When was the last order placed?',
    'date of the most recent order',
    'latest order date',
  ),
  right(
    'SELECT payment_method FROM orders GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1',
    'What is the most common payment method?',
    'which payment method is used most often',
    'most used payment method',
  ),
  either(
    [
      `SELECT c.name FROM ${JOINED} GROUP BY c.customer_id, c.name ORDER BY SUM(i.quantity * i.unit_price) DESC LIMIT 1`,
      'SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.customer_id GROUP BY c.customer_id, c.name ORDER BY COUNT(*) DESC LIMIT 1',
    ],
    'Who is our best customer?',
    'best customer',
  ),
  none('How many employees do we have?', 'What is our profit margin?', 'website visits last month'),
];
