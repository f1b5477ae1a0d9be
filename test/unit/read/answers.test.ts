import { describeAnswers } from '../planner/answered.ts';

/** Wordings that the sure path leaves unread. */
describeAnswers('questions about a web shop that rules over all senses read', 'webshop', {
  answered: [
    [
      'Find the names and prices of all products, listed from highest to lowest price.',
      'SELECT product_name, price FROM products',
    ],
    [
      'What are the names of the products whose price is north of 100?',
      'SELECT product_name FROM products WHERE price > 100',
    ],
    ['Order the names of the customers alphabetically.', 'SELECT name FROM customers'],
    [
      'Give the names of customers who didnt order',
      'SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id)',
    ],
    ['How many gold customers are there?', `SELECT count(*) FROM customers WHERE tier = 'gold'`],
    [
      'countries and the number of gold customers in each',
      `SELECT country, count(*) FROM customers WHERE tier = 'gold' GROUP BY 1`,
    ],
    [
      'How many orders does each customer have? List the number and the customer id.',
      'SELECT customer_id, count(*) FROM orders GROUP BY 1',
    ],
    [
      'kinds of addresses of the customer with the earliest signup date',
      'SELECT kind FROM addresses WHERE customer_id = (SELECT customer_id FROM customers ORDER BY signup_date LIMIT 1)',
    ],
    [
      'What are the names of the products whose price is above the average price of products in Lighting?',
      `SELECT product_name FROM products WHERE price > (SELECT avg(price) FROM products WHERE category = 'Lighting')`,
    ],
    [
      'Which products have a price higher than every product in Lighting? Show their names.',
      `SELECT product_name FROM products WHERE price > (SELECT max(price) FROM products WHERE category = 'Lighting')`,
    ],
    [
      'Which products have a price higher than their cost?',
      'SELECT product_name FROM products WHERE price > cost',
    ],
    [
      'Show the names of products whose price is 39.9 or 89.',
      'SELECT product_name FROM products WHERE price IN (39.9, 89)',
    ],
    [
      'Show the names of customers who ordered more than 10 times.',
      'SELECT name FROM customers WHERE (SELECT count(*) FROM orders WHERE orders.customer_id = customers.customer_id) > 10',
    ],
    [
      'Find the name of the product with the highest price in each category.',
      `SELECT category, product_name FROM products p
       WHERE price = (SELECT max(price) FROM products WHERE category = p.category)`,
    ],
    [
      'the name and the price (and the cost) of all products',
      'SELECT product_name, price, cost FROM products',
    ],
    [
      'countries with no refunded orders',
      `SELECT DISTINCT country FROM customers WHERE country NOT IN (SELECT country FROM customers JOIN orders USING (customer_id) WHERE status = 'refunded')`,
    ],
    [
      'What are the average cost and price of products?',
      'SELECT avg(cost), avg(price) FROM products',
    ],
    [
      'show the number of payments made by each method',
      'SELECT method, count(*) FROM payments GROUP BY 1',
    ],
    [
      'What are the ids and names for each of the customers?',
      'SELECT customer_id, name FROM customers',
    ],
    ['Give the distinct countries of customers.', 'SELECT DISTINCT country FROM customers'],
    [
      'Which countries have both a customer with the tier gold and a customer with the tier silver?',
      `SELECT country FROM customers WHERE tier = 'gold' INTERSECT SELECT country FROM customers WHERE tier = 'silver'`,
    ],
    [
      'Find the names of customers that did not place two or more orders.',
      'SELECT name FROM customers WHERE (SELECT count(*) FROM orders WHERE orders.customer_id = customers.customer_id) < 2',
    ],
    [
      'What is the name of the product whose price is the lowest?',
      'SELECT product_name FROM products ORDER BY price LIMIT 1',
    ],
    [
      'What are the tiers and the number of customers in each?',
      'SELECT tier, count(*) FROM customers GROUP BY tier',
    ],
    [
      'List the categories and how many products each has',
      'SELECT category, count(*) FROM products GROUP BY category',
    ],
    [
      'Which customers have placed more than 3 orders? List their names and emails.',
      'SELECT name, email FROM customers WHERE (SELECT count(*) FROM orders WHERE orders.customer_id = customers.customer_id) > 3',
    ],
    [
      'Show the categories shared by products with a price above 70 and products with a price below 50.',
      'SELECT category FROM products WHERE price > 70 INTERSECT SELECT category FROM products WHERE price < 50',
    ],
    [
      'Show the categories shared by more than one product.',
      'SELECT category FROM products GROUP BY 1 HAVING count(*) > 1',
    ],
    ['What are the 3 highest prices?', 'SELECT price FROM products ORDER BY price DESC LIMIT 3'],
    [
      'Show the methods and the number of payments of each, ordered by the count.',
      'SELECT method, count(*) FROM payments GROUP BY 1',
    ],
    [
      'What are the order and delivery dates of orders with status refunded?',
      "SELECT order_date, delivery_date FROM orders WHERE status = 'refunded'",
    ],
  ],
  open: [
    'names of customers and their shoe sizes',
    // A cost, or the price that it has.
    'products that cost more than 50',
    'Show the categories shared by more than two',
    // Those of both, or the products beside each customer.
    'the names of customers and catalog products',
    // What was done to them tells them apart, and no column says it.
    'customers with shipped orders',
    'countries with no shipped orders',
    'Which customers have placed orders? List the colour.',
    'Give the names of the customers who are engineers in May.',
    'products with a better price',
    'customers with email',
    'products that have cost and price over 40',
    'Which customers are not logged in?',
    'payments value',
    'orders of customers who do not',
    'the most popular of all orders with the most',
    'customers by at least',
    'Give the names of customers who',
    'What are the names of the customers who report to Anna Berg?',
  ],
});

describeAnswers('questions about a league that rules over all senses read', 'league', {
  answered: [
    [
      'Show the positions and the number of players in each.',
      'SELECT position, count(*) FROM players GROUP BY position',
    ],
    [
      'List the name of the team that was founded the earliest.',
      'SELECT team_name FROM teams ORDER BY founded LIMIT 1',
    ],
  ],
  open: ['the teams of Ajax', 'players who are not either', 'positions with both'],
});
