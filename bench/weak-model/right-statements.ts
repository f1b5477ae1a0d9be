/** A question, and a statement that an analyst would sign for it. */
export interface RightStatement {
  /** `sample`, or a folder of test/fixtures. */
  readonly world: string;
  /** Checks are tuned on the open ones; the others are asked to see what the checks do elsewhere. */
  readonly heldOut: boolean;
  readonly question: string;
  readonly sql: string;
}

type Pair = readonly [question: string, sql: string];

const of = (world: string, heldOut: boolean, pairs: readonly Pair[]): readonly RightStatement[] =>
  pairs.map(([question, sql]) => ({ world, heldOut, question, sql }));

const SAMPLE: readonly Pair[] = [
  [
    'What was our total revenue in 2025?',
    `SELECT SUM(l.revenue) AS total_revenue FROM order_lines l JOIN orders o ON o.order_id = l.order_id WHERE o.order_date >= DATE '2025-01-01' AND o.order_date < DATE '2026-01-01'`,
  ],
  [
    'Total revenue by region in 2025',
    `SELECT s.region, SUM(l.revenue) AS total_revenue FROM order_lines l JOIN orders o ON o.order_id = l.order_id JOIN stores s ON s.store_id = o.store_id WHERE o.order_date >= DATE '2025-01-01' AND o.order_date < DATE '2026-01-01' GROUP BY s.region`,
  ],
  [
    'Top 5 products by revenue',
    `SELECT p.name, SUM(l.revenue) AS total_revenue FROM order_lines l JOIN products p ON p.product_id = l.product_id GROUP BY p.product_id, p.name ORDER BY total_revenue DESC LIMIT 5`,
  ],
  [
    'Which 3 stores had the lowest revenue in 2024?',
    `SELECT s.name, SUM(l.revenue) AS total_revenue FROM order_lines l JOIN orders o ON o.order_id = l.order_id JOIN stores s ON s.store_id = o.store_id WHERE o.order_date >= DATE '2024-01-01' AND o.order_date < DATE '2025-01-01' GROUP BY s.store_id, s.name ORDER BY total_revenue ASC LIMIT 3`,
  ],
  [
    'How many orders were cancelled in 2026?',
    `SELECT COUNT(*) AS orders FROM orders WHERE status = 'Cancelled' AND order_date >= DATE '2026-01-01' AND order_date < DATE '2027-01-01'`,
  ],
  [
    'How many customers do we have in each country?',
    `SELECT country, COUNT(*) AS customers FROM customers GROUP BY country`,
  ],
  [
    'How many different customers ordered online in 2025?',
    `SELECT COUNT(DISTINCT customer_id) AS customers FROM orders WHERE channel = 'Online' AND order_date >= DATE '2025-01-01' AND order_date < DATE '2026-01-01'`,
  ],
  [
    'Average unit price by category',
    `SELECT category, AVG(unit_price) AS average_unit_price FROM products GROUP BY category`,
  ],
  [
    'Which products cost more than 200 per unit?',
    `SELECT name, unit_cost FROM products WHERE unit_cost > 200`,
  ],
  [
    'Units sold by brand for furniture',
    `SELECT p.brand, SUM(l.quantity) AS units FROM order_lines l JOIN products p ON p.product_id = l.product_id WHERE p.category = 'Furniture' GROUP BY p.brand`,
  ],
  [
    'Revenue per month in 2025',
    `SELECT date_trunc('month', o.order_date) AS month, SUM(l.revenue) AS total_revenue FROM order_lines l JOIN orders o ON o.order_id = l.order_id WHERE o.order_date >= DATE '2025-01-01' AND o.order_date < DATE '2026-01-01' GROUP BY 1 ORDER BY 1`,
  ],
  [
    'Which customers never placed an order?',
    `SELECT c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id)`,
  ],
  [
    'How many corporate customers signed up after June 2025?',
    `SELECT COUNT(*) AS customers FROM customers WHERE segment = 'Corporate' AND signup_date >= DATE '2025-07-01'`,
  ],
  [
    'List the names of German customers who signed up in 2026',
    `SELECT name FROM customers WHERE country = 'Germany' AND signup_date >= DATE '2026-01-01' AND signup_date < DATE '2027-01-01'`,
  ],
  [
    'Which store has the most orders?',
    `SELECT s.name, COUNT(*) AS orders FROM orders o JOIN stores s ON s.store_id = o.store_id GROUP BY s.store_id, s.name ORDER BY orders DESC LIMIT 1`,
  ],
  [
    'What is the most expensive product of the brand Halden?',
    `SELECT name, unit_price FROM products WHERE brand = 'Halden' ORDER BY unit_price DESC LIMIT 1`,
  ],
  [
    'Total quantity sold by channel in the third quarter of 2026',
    `SELECT o.channel, SUM(l.quantity) AS total_quantity FROM order_lines l JOIN orders o ON o.order_id = l.order_id WHERE o.order_date >= DATE '2026-07-01' AND o.order_date < DATE '2026-10-01' GROUP BY o.channel`,
  ],
  [
    'What is the average revenue per order?',
    `SELECT SUM(revenue) / COUNT(DISTINCT order_id) AS average_revenue FROM order_lines`,
  ],
  [
    'How many products are there per brand?',
    `SELECT brand, COUNT(*) AS products FROM products GROUP BY brand`,
  ],
  [
    'Customers with more than 20 orders',
    `SELECT c.name, COUNT(*) AS orders FROM orders o JOIN customers c ON c.customer_id = o.customer_id GROUP BY c.customer_id, c.name HAVING COUNT(*) > 20`,
  ],
  [
    'Revenue from orders with a discount of at least 15 percent',
    `SELECT SUM(revenue) AS total_revenue FROM order_lines WHERE discount_percent >= 15`,
  ],
  [
    'What was the revenue of store Union Depot in May 2026?',
    `SELECT SUM(l.revenue) AS total_revenue FROM order_lines l JOIN orders o ON o.order_id = l.order_id JOIN stores s ON s.store_id = o.store_id WHERE s.name = 'Union Depot' AND o.order_date >= DATE '2026-05-01' AND o.order_date < DATE '2026-06-01'`,
  ],
  [
    'Number of orders by status and channel',
    `SELECT status, channel, COUNT(*) AS orders FROM orders GROUP BY status, channel`,
  ],
  ['When was the first store opened?', `SELECT MIN(opened_on) AS opened_on FROM stores`],
  [
    'In how many different cities do we have stores?',
    `SELECT COUNT(DISTINCT city) AS cities FROM stores`,
  ],
  [
    'What is the highest unit price in each category?',
    `SELECT category, MAX(unit_price) AS highest_unit_price FROM products GROUP BY category`,
  ],
  [
    'Orders placed by phone between 1 March 2026 and 31 March 2026',
    `SELECT order_id, order_date FROM orders WHERE channel = 'Phone' AND order_date >= DATE '2026-03-01' AND order_date < DATE '2026-04-01'`,
  ],
  [
    'Total revenue of returned or cancelled orders',
    `SELECT SUM(l.revenue) AS total_revenue FROM order_lines l JOIN orders o ON o.order_id = l.order_id WHERE o.status IN ('Returned', 'Cancelled')`,
  ],
  [
    'How many orders did not come from the online channel in 2024?',
    `SELECT COUNT(*) AS orders FROM orders WHERE channel <> 'Online' AND order_date >= DATE '2024-01-01' AND order_date < DATE '2025-01-01'`,
  ],
  [
    'Top 3 cities by number of customers',
    `SELECT city, COUNT(*) AS customers FROM customers GROUP BY city ORDER BY customers DESC LIMIT 3`,
  ],
];

const SAMPLE_HELD_OUT: readonly Pair[] = [
  [
    'How much money did the West region bring in during 2026?',
    `SELECT SUM(l.revenue) AS total_revenue FROM order_lines l JOIN orders o ON o.order_id = l.order_id JOIN stores s ON s.store_id = o.store_id WHERE s.region = 'West' AND o.order_date >= DATE '2026-01-01' AND o.order_date < DATE '2027-01-01'`,
  ],
  [
    'Five brands with the fewest units sold',
    `SELECT p.brand, SUM(l.quantity) AS units FROM order_lines l JOIN products p ON p.product_id = l.product_id GROUP BY p.brand ORDER BY units ASC LIMIT 5`,
  ],
  [
    'Number of orders each year before 2026',
    `SELECT EXTRACT(year FROM order_date) AS year, COUNT(*) AS orders FROM orders WHERE order_date < DATE '2026-01-01' GROUP BY 1 ORDER BY 1`,
  ],
  [
    'Products under 20 in unit price, cheapest first',
    `SELECT name, unit_price FROM products WHERE unit_price < 20 ORDER BY unit_price ASC`,
  ],
  [
    'Which stores opened since 2020?',
    `SELECT name, opened_on FROM stores WHERE opened_on >= DATE '2020-01-01'`,
  ],
  [
    'Average discount percent by product category',
    `SELECT p.category, AVG(l.discount_percent) AS average_discount FROM order_lines l JOIN products p ON p.product_id = l.product_id GROUP BY p.category`,
  ],
  [
    'How many distinct products were sold in store in 2024?',
    `SELECT COUNT(DISTINCT l.product_id) AS products FROM order_lines l JOIN orders o ON o.order_id = l.order_id WHERE o.channel = 'In store' AND o.order_date >= DATE '2024-01-01' AND o.order_date < DATE '2025-01-01'`,
  ],
  [
    'Customers without any online order',
    `SELECT c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id AND o.channel = 'Online')`,
  ],
  [
    'Revenue by customer segment, highest first',
    `SELECT c.segment, SUM(l.revenue) AS total_revenue FROM order_lines l JOIN orders o ON o.order_id = l.order_id JOIN customers c ON c.customer_id = o.customer_id GROUP BY c.segment ORDER BY total_revenue DESC`,
  ],
  [
    'How many completed orders came from customers in France or the Netherlands?',
    `SELECT COUNT(*) AS orders FROM orders o JOIN customers c ON c.customer_id = o.customer_id WHERE o.status = 'Completed' AND c.country IN ('France', 'Netherlands')`,
  ],
  [
    'Number of orders per store in the first half of 2025',
    `SELECT s.name, COUNT(*) AS orders FROM orders o JOIN stores s ON s.store_id = o.store_id WHERE o.order_date >= DATE '2025-01-01' AND o.order_date < DATE '2025-07-01' GROUP BY s.store_id, s.name`,
  ],
  [
    'Which categories have at least 15 products?',
    `SELECT category, COUNT(*) AS products FROM products GROUP BY category HAVING COUNT(*) >= 15`,
  ],
  ['What is the lowest unit cost?', `SELECT MIN(unit_cost) AS lowest_unit_cost FROM products`],
  [
    'Who signed up most recently?',
    `SELECT name, signup_date FROM customers WHERE signup_date = (SELECT MAX(signup_date) FROM customers)`,
  ],
  [
    'Share of orders that were returned',
    `SELECT SUM(CASE WHEN status = 'Returned' THEN 1 ELSE 0 END) * 1.0 / COUNT(*) AS share_returned FROM orders`,
  ],
  [
    'Products that were never returned',
    `SELECT p.name FROM products p WHERE p.product_id NOT IN (SELECT l.product_id FROM order_lines l JOIN orders o ON o.order_id = l.order_id WHERE o.status = 'Returned' AND l.product_id IS NOT NULL)`,
  ],
];

const WEBSHOP: readonly Pair[] = [
  [
    'How many payments were made by card in 2025?',
    `SELECT COUNT(*) AS payments FROM payments WHERE method = 'card' AND paid_on >= DATE '2025-01-01' AND paid_on < DATE '2026-01-01'`,
  ],
  ['Number of orders per status', `SELECT status, COUNT(*) AS orders FROM orders GROUP BY status`],
  [
    'Units ordered per product category',
    `SELECT p.category, SUM(i.quantity) AS units FROM order_items i JOIN products p ON p.sku = i.sku GROUP BY p.category`,
  ],
  [
    'Which products were never ordered?',
    `SELECT p.product_name FROM products p LEFT JOIN order_items i ON i.sku = p.sku WHERE i.item_id IS NULL`,
  ],
  [
    'How many gold customers are there?',
    `SELECT COUNT(*) AS customers FROM customers WHERE tier = 'gold'`,
  ],
  [
    'Orders shipped in March 2026',
    `SELECT order_id, ship_date FROM orders WHERE ship_date >= DATE '2026-03-01' AND ship_date < DATE '2026-04-01'`,
  ],
  [
    'How many orders were delivered in 2025?',
    `SELECT COUNT(*) AS orders FROM orders WHERE delivery_date >= DATE '2025-01-01' AND delivery_date < DATE '2026-01-01'`,
  ],
  ['Products with a price below 50', `SELECT product_name, price FROM products WHERE price < 50`],
  [
    'Three cheapest active products',
    `SELECT product_name, price FROM products WHERE active ORDER BY price ASC LIMIT 3`,
  ],
  [
    'Average price of lighting products',
    `SELECT AVG(price) AS average_price FROM products WHERE category = 'Lighting'`,
  ],
  [
    'How many customers from Germany or Spain get the newsletter?',
    `SELECT COUNT(*) AS customers FROM customers WHERE country IN ('Germany', 'Spain') AND newsletter`,
  ],
  [
    'Customers with at least 8 orders',
    `SELECT c.name, COUNT(*) AS orders FROM orders o JOIN customers c ON c.customer_id = o.customer_id GROUP BY c.customer_id, c.name HAVING COUNT(*) >= 8`,
  ],
  [
    'Total quantity of each product, most first',
    `SELECT p.product_name, SUM(i.quantity) AS total_quantity FROM order_items i JOIN products p ON p.sku = i.sku GROUP BY p.sku, p.product_name ORDER BY total_quantity DESC`,
  ],
  [
    'How many different products were ordered in 2024?',
    `SELECT COUNT(DISTINCT i.sku) AS products FROM order_items i JOIN orders o ON o.order_id = i.order_id WHERE o.order_date >= DATE '2024-01-01' AND o.order_date < DATE '2025-01-01'`,
  ],
  [
    'Names of the customers that ordered an office chair',
    `SELECT DISTINCT c.name FROM customers c JOIN orders o ON o.customer_id = c.customer_id JOIN order_items i ON i.order_id = o.order_id JOIN products p ON p.sku = i.sku WHERE p.product_name = 'Office Chair'`,
  ],
  [
    'Number of payments per method in 2026',
    `SELECT method, COUNT(*) AS payments FROM payments WHERE paid_on >= DATE '2026-01-01' AND paid_on < DATE '2027-01-01' GROUP BY method`,
  ],
  [
    'What is the highest cost of a product in each category?',
    `SELECT category, MAX(cost) AS highest_cost FROM products GROUP BY category`,
  ],
  [
    'Orders per customer country',
    `SELECT c.country, COUNT(*) AS orders FROM orders o JOIN customers c ON c.customer_id = o.customer_id GROUP BY c.country`,
  ],
  ['Orders that were not shipped', `SELECT order_id FROM orders WHERE ship_date IS NULL`],
  [
    'Which product has the highest cost?',
    `SELECT product_name, cost FROM products ORDER BY cost DESC LIMIT 1`,
  ],
  [
    'Number of shipping addresses per city that are offices',
    `SELECT city, COUNT(*) AS addresses FROM addresses WHERE kind = 'office' GROUP BY city`,
  ],
  [
    'Customers who signed up before 2023',
    `SELECT name, signup_date FROM customers WHERE signup_date < DATE '2023-01-01'`,
  ],
  [
    'Total cost of the products that are not active',
    `SELECT SUM(cost) AS total_cost FROM products WHERE NOT active`,
  ],
  [
    'Total revenue per product category, counting quantity times unit price, for completed orders',
    `SELECT p.category, SUM(i.quantity * i.unit_price) AS revenue FROM order_items i JOIN products p ON p.sku = i.sku JOIN orders o ON o.order_id = i.order_id WHERE o.status = 'completed' GROUP BY p.category`,
  ],
];

const CLINIC: readonly Pair[] = [
  ['How many visits were emergencies?', `SELECT COUNT(*) AS visits FROM visits WHERE emergency`],
  [
    'Total cost of visits by doctor in 2026',
    `SELECT d.name, SUM(v.cost) AS total_cost FROM visits v JOIN doctors d ON d.doctor_id = v.doctor_id WHERE v.admitted_on >= DATE '2026-01-01' AND v.admitted_on < DATE '2027-01-01' GROUP BY d.doctor_id, d.name`,
  ],
  [
    'Average cost of visits for fever',
    `SELECT AVG(cost) AS average_cost FROM visits WHERE reason = 'fever'`,
  ],
  [
    'How many patients live in York?',
    `SELECT COUNT(*) AS patients FROM patients WHERE city = 'York'`,
  ],
  ['Oldest patient', `SELECT name, date_of_birth FROM patients ORDER BY date_of_birth ASC LIMIT 1`],
  [
    'Patients born after 1990 who are insured with Aviva',
    `SELECT name, date_of_birth FROM patients WHERE date_of_birth >= DATE '1991-01-01' AND insurer = 'Aviva'`,
  ],
  ['Number of visits per reason', `SELECT reason, COUNT(*) AS visits FROM visits GROUP BY reason`],
  [
    'How many different patients did Dr Amin see?',
    `SELECT COUNT(DISTINCT v.patient_id) AS patients FROM visits v JOIN doctors d ON d.doctor_id = v.doctor_id WHERE d.name = 'Dr Amin'`,
  ],
  [
    'Visits discharged in September 2026',
    `SELECT visit_id, discharged_on FROM visits WHERE discharged_on >= DATE '2026-09-01' AND discharged_on < DATE '2026-10-01'`,
  ],
  [
    'Which doctor had no visits?',
    `SELECT d.name FROM doctors d WHERE NOT EXISTS (SELECT 1 FROM visits v WHERE v.doctor_id = d.doctor_id)`,
  ],
  ['The 5 most expensive visits', `SELECT visit_id, cost FROM visits ORDER BY cost DESC LIMIT 5`],
  [
    'Total insurance paid by insurer',
    `SELECT p.insurer, SUM(v.insurance_paid) AS total_insurance_paid FROM visits v JOIN patients p ON p.patient_id = v.patient_id GROUP BY p.insurer`,
  ],
  [
    'Visits that cost more than 5000 in the East ward',
    `SELECT v.visit_id, v.cost FROM visits v JOIN doctors d ON d.doctor_id = v.doctor_id WHERE v.cost > 5000 AND d.ward = 'East'`,
  ],
  [
    'How many patients smoke, per city?',
    `SELECT city, COUNT(*) AS patients FROM patients WHERE smoker = 'Y' GROUP BY city`,
  ],
  [
    'Average visit cost by specialty',
    `SELECT d.specialty, AVG(v.cost) AS average_cost FROM visits v JOIN doctors d ON d.doctor_id = v.doctor_id GROUP BY d.specialty`,
  ],
  [
    'Patients with more than 5 visits',
    `SELECT p.name, COUNT(*) AS visits FROM visits v JOIN patients p ON p.patient_id = v.patient_id GROUP BY p.patient_id, p.name HAVING COUNT(*) > 5`,
  ],
  [
    'Number of visits admitted per month in the first half of 2026',
    `SELECT date_trunc('month', admitted_on) AS month, COUNT(*) AS visits FROM visits WHERE admitted_on >= DATE '2026-01-01' AND admitted_on < DATE '2026-07-01' GROUP BY 1 ORDER BY 1`,
  ],
  ['What is the lowest cost of a visit?', `SELECT MIN(cost) AS lowest_cost FROM visits`],
  [
    'Names of patients who had a fracture or an injury',
    `SELECT DISTINCT p.name FROM patients p JOIN visits v ON v.patient_id = p.patient_id WHERE v.reason IN ('fracture', 'injury')`,
  ],
  [
    'How many visits were not emergencies in 2025?',
    `SELECT COUNT(*) AS visits FROM visits WHERE NOT emergency AND admitted_on >= DATE '2025-01-01' AND admitted_on < DATE '2026-01-01'`,
  ],
  [
    'Which visits are still open, without a discharge date?',
    `SELECT visit_id, admitted_on FROM visits WHERE discharged_on IS NULL`,
  ],
  [
    'Highest cost of a visit per outcome',
    `SELECT outcome, MAX(cost) AS highest_cost FROM visits GROUP BY outcome`,
  ],
];

const LOGISTICS: readonly Pair[] = [
  [
    'Total freight cost by carrier',
    `SELECT c.carrier_name, SUM(s.freight_cost_eur) AS total_freight_cost FROM shipments s JOIN carriers c ON c.carrier_id = s.carrier_id GROUP BY c.carrier_id, c.carrier_name`,
  ],
  [
    'How many shipments to Oslo were lost?',
    `SELECT COUNT(*) AS shipments FROM shipments WHERE destination = 'Oslo' AND status = 'lost'`,
  ],
  [
    'Shipments delayed by more than 7 days',
    `SELECT shipment_no, delay_days FROM shipments WHERE delay_days > 7`,
  ],
  [
    'Average weight per transport mode',
    `SELECT c.mode, AVG(s.weight_kg) AS average_weight FROM shipments s JOIN carriers c ON c.carrier_id = s.carrier_id GROUP BY c.mode`,
  ],
  [
    'Shipments shipped in October 2026',
    `SELECT shipment_no, shipped_on FROM shipments WHERE shipped_on >= DATE '2026-10-01' AND shipped_on < DATE '2026-11-01'`,
  ],
  [
    'How many shipments were delivered in 2026?',
    `SELECT COUNT(*) AS shipments FROM shipments WHERE delivered_on >= DATE '2026-01-01' AND delivered_on < DATE '2027-01-01'`,
  ],
  [
    'How many shipments were promised for November 2026?',
    `SELECT COUNT(*) AS shipments FROM shipments WHERE promised_on >= DATE '2026-11-01' AND promised_on < DATE '2026-12-01'`,
  ],
  [
    'Which warehouse has the largest capacity?',
    `SELECT name, capacity_m3 FROM warehouses ORDER BY capacity_m3 DESC LIMIT 1`,
  ],
  [
    'Number of shipments per warehouse country',
    `SELECT w.country, COUNT(*) AS shipments FROM shipments s JOIN warehouses w ON w.warehouse_id = s.warehouse_id GROUP BY w.country`,
  ],
  [
    'The 4 heaviest fragile shipments',
    `SELECT shipment_no, weight_kg FROM shipments WHERE fragile ORDER BY weight_kg DESC LIMIT 4`,
  ],
  [
    'How many clients had a shipment to Paris?',
    `SELECT COUNT(DISTINCT client_id) AS clients FROM shipments WHERE destination = 'Paris'`,
  ],
  [
    'Freight cost of gold clients in 2026',
    `SELECT SUM(s.freight_cost_eur) AS total_freight_cost FROM shipments s JOIN clients c ON c.client_id = s.client_id WHERE c.tier = 'gold' AND s.shipped_on >= DATE '2026-01-01' AND s.shipped_on < DATE '2027-01-01'`,
  ],
  [
    'Carriers with a rating of at least 4.1',
    `SELECT carrier_name, rating FROM carriers WHERE rating >= 4.1`,
  ],
  [
    'Average delay in days by destination, longest first',
    `SELECT destination, AVG(delay_days) AS average_delay FROM shipments GROUP BY destination ORDER BY average_delay DESC`,
  ],
  [
    'Number of shipments by status and fragile',
    `SELECT status, fragile, COUNT(*) AS shipments FROM shipments GROUP BY status, fragile`,
  ],
  [
    'Clients with fewer than 12 shipments',
    `SELECT c.client_name, COUNT(*) AS shipments FROM shipments s JOIN clients c ON c.client_id = s.client_id GROUP BY c.client_id, c.client_name HAVING COUNT(*) < 12`,
  ],
  ['What is the maximum delay?', `SELECT MAX(delay_days) AS maximum_delay FROM shipments`],
  [
    'Freight cost per month in the first quarter of 2026',
    `SELECT date_trunc('month', shipped_on) AS month, SUM(freight_cost_eur) AS total_freight_cost FROM shipments WHERE shipped_on >= DATE '2026-01-01' AND shipped_on < DATE '2026-04-01' GROUP BY 1 ORDER BY 1`,
  ],
  [
    'How many shipments were carried by sea or rail?',
    `SELECT COUNT(*) AS shipments FROM shipments s JOIN carriers c ON c.carrier_id = s.carrier_id WHERE c.mode IN ('sea', 'rail')`,
  ],
  [
    'Shipments heavier than 500 kg that went out of Hamburg North',
    `SELECT s.shipment_no, s.weight_kg FROM shipments s JOIN warehouses w ON w.warehouse_id = s.warehouse_id WHERE s.weight_kg > 500 AND w.name = 'Hamburg North'`,
  ],
  [
    'Freight cost per kilogram by carrier',
    `SELECT c.carrier_name, SUM(s.freight_cost_eur) / SUM(s.weight_kg) AS freight_cost_per_kg FROM shipments s JOIN carriers c ON c.carrier_id = s.carrier_id GROUP BY c.carrier_id, c.carrier_name`,
  ],
  [
    'How many shipments had no delay?',
    `SELECT COUNT(*) AS shipments FROM shipments WHERE delay_days = 0`,
  ],
];

const LEAGUE: readonly Pair[] = [
  ['How many penalties were scored?', `SELECT COUNT(*) AS goals FROM goals WHERE penalty`],
  [
    'Top 3 scorers',
    `SELECT p.player_name, COUNT(*) AS goals FROM goals g JOIN players p ON p.player_id = g.player_id GROUP BY p.player_id, p.player_name ORDER BY goals DESC LIMIT 3`,
  ],
  [
    'Average attendance per season',
    `SELECT season, AVG(attendance) AS average_attendance FROM matches GROUP BY season`,
  ],
  [
    'How many forwards are taller than 185 cm?',
    `SELECT COUNT(*) AS players FROM players WHERE position = 'forward' AND height_cm > 185`,
  ],
  [
    'Which teams were founded before 1900?',
    `SELECT team_name, founded FROM teams WHERE founded < 1900`,
  ],
  [
    'Team with the smallest stadium',
    `SELECT team_name, stadium_capacity FROM teams ORDER BY stadium_capacity ASC LIMIT 1`,
  ],
  [
    'Number of players per team',
    `SELECT t.team_name, COUNT(*) AS players FROM players p JOIN teams t ON t.team_id = p.team_id GROUP BY t.team_id, t.team_name`,
  ],
  [
    'How many home goals did Ajax score in the 2024 season?',
    `SELECT SUM(m.home_goals) AS home_goals FROM matches m JOIN teams t ON t.team_id = m.home_team_id WHERE t.team_name = 'Ajax' AND m.season = 2024`,
  ],
  [
    'Players who never scored',
    `SELECT p.player_name FROM players p WHERE NOT EXISTS (SELECT 1 FROM goals g WHERE g.player_id = p.player_id)`,
  ],
  [
    'How many matches were postponed?',
    `SELECT COUNT(*) AS matches FROM matches WHERE status = 'postponed'`,
  ],
  [
    'Total market value of the defenders',
    `SELECT SUM(market_value) AS total_market_value FROM players WHERE position = 'defender'`,
  ],
  [
    'Referees who led more than 15 matches',
    `SELECT r.referee_name, COUNT(*) AS matches FROM matches m JOIN referees r ON r.referee_id = m.referee_id GROUP BY r.referee_id, r.referee_name HAVING COUNT(*) > 15`,
  ],
  [
    'How many different players scored in the first 10 minutes?',
    `SELECT COUNT(DISTINCT player_id) AS players FROM goals WHERE minute <= 10`,
  ],
  [
    'Matches played in March 2025',
    `SELECT match_id, match_date FROM matches WHERE match_date >= DATE '2025-03-01' AND match_date < DATE '2025-04-01' AND status = 'played'`,
  ],
  [
    'Highest attendance at a match of Bayern at home',
    `SELECT MAX(m.attendance) AS highest_attendance FROM matches m JOIN teams t ON t.team_id = m.home_team_id WHERE t.team_name = 'Bayern'`,
  ],
  [
    'Youngest goalkeeper',
    `SELECT player_name, birth_date FROM players WHERE position = 'goalkeeper' ORDER BY birth_date DESC LIMIT 1`,
  ],
  [
    'Average height by position',
    `SELECT position, AVG(height_cm) AS average_height FROM players GROUP BY position`,
  ],
];

const CINEMA: readonly Pair[] = [
  [
    'How many tickets were sold per cinema in 2025?',
    `SELECT cinema, SUM(tickets_sold) AS tickets FROM screenings WHERE shown_on >= DATE '2025-01-01' AND shown_on < DATE '2026-01-01' GROUP BY cinema`,
  ],
  [
    'Films longer than 2 hours',
    `SELECT title, runtime_minutes FROM films WHERE runtime_minutes > 120`,
  ],
  [
    'Worst rated film in English',
    `SELECT title, rating FROM films WHERE language = 'EN' ORDER BY rating ASC LIMIT 1`,
  ],
  [
    'Number of films per genre',
    `SELECT g.genre, COUNT(*) AS films FROM film_genres fg JOIN genres g ON g.genre_id = fg.genre_id GROUP BY g.genre_id, g.genre`,
  ],
  [
    'Average rating by language',
    `SELECT language, AVG(rating) AS average_rating FROM films GROUP BY language`,
  ],
  [
    'Which actors played a lead role?',
    `SELECT DISTINCT a.name FROM actors a JOIN cast_members c ON c.actor_id = a.actor_id WHERE c.role_type = 'lead'`,
  ],
  [
    'Total tickets sold for Red Dawn',
    `SELECT SUM(s.tickets_sold) AS tickets FROM screenings s JOIN films f ON f.film_id = s.film_id WHERE f.title = 'Red Dawn'`,
  ],
  ['Films released since 2022', `SELECT title, release_year FROM films WHERE release_year >= 2022`],
  [
    'Films that were never shown',
    `SELECT f.title FROM films f WHERE NOT EXISTS (SELECT 1 FROM screenings s WHERE s.film_id = f.film_id)`,
  ],
  [
    'Two shortest films',
    `SELECT title, runtime_minutes FROM films ORDER BY runtime_minutes ASC LIMIT 2`,
  ],
  [
    'How many screenings at the Lux sold at least 100 tickets?',
    `SELECT COUNT(*) AS screenings FROM screenings WHERE cinema = 'Lux' AND tickets_sold >= 100`,
  ],
  [
    'Box office per cinema, as tickets sold times ticket price',
    `SELECT cinema, SUM(tickets_sold * ticket_price) AS box_office FROM screenings GROUP BY cinema`,
  ],
  [
    'How many different films were shown at the Odeon in 2026?',
    `SELECT COUNT(DISTINCT film_id) AS films FROM screenings WHERE cinema = 'Odeon' AND shown_on >= DATE '2026-01-01' AND shown_on < DATE '2027-01-01'`,
  ],
  [
    'Highest grossing film in millions',
    `SELECT title, gross_musd FROM films WHERE gross_musd IS NOT NULL ORDER BY gross_musd DESC LIMIT 1`,
  ],
  [
    'Screenings per month in 2025',
    `SELECT date_trunc('month', shown_on) AS month, COUNT(*) AS screenings FROM screenings WHERE shown_on >= DATE '2025-01-01' AND shown_on < DATE '2026-01-01' GROUP BY 1 ORDER BY 1`,
  ],
];

const SCHOOL: readonly Pair[] = [
  [
    'Average grade per course',
    `SELECT c.title, AVG(e.grade) AS average_grade FROM enrollments e JOIN courses c ON c.course_id = e.course_id GROUP BY c.course_id, c.title`,
  ],
  [
    'How many students failed in Fall 2025?',
    `SELECT COUNT(DISTINCT student_id) AS students FROM enrollments WHERE NOT passed AND term = 'Fall 2025'`,
  ],
  [
    'Students in the Red house with a scholarship',
    `SELECT first_name, last_name FROM students WHERE house = 'Red' AND scholarship`,
  ],
  ['Teachers earning more than 55000', `SELECT name, salary FROM teachers WHERE salary > 55000`],
  [
    'Number of courses per subject',
    `SELECT subject, COUNT(*) AS courses FROM courses GROUP BY subject`,
  ],
  [
    'Total absences by house',
    `SELECT s.house, SUM(e.absences) AS total_absences FROM enrollments e JOIN students s ON s.student_id = e.student_id GROUP BY s.house`,
  ],
  [
    'Which students are not enrolled in any course?',
    `SELECT s.first_name, s.last_name FROM students s WHERE NOT EXISTS (SELECT 1 FROM enrollments e WHERE e.student_id = s.student_id)`,
  ],
  [
    'Lowest grade in Physics',
    `SELECT MIN(e.grade) AS lowest_grade FROM enrollments e JOIN courses c ON c.course_id = e.course_id WHERE c.title = 'Physics'`,
  ],
  [
    'Teachers hired before 2020',
    `SELECT name, hire_date FROM teachers WHERE hire_date < DATE '2020-01-01'`,
  ],
  [
    'Average salary by department',
    `SELECT department, AVG(salary) AS average_salary FROM teachers GROUP BY department`,
  ],
  [
    'Courses with more than 4 enrollments',
    `SELECT c.title, COUNT(*) AS enrollments FROM enrollments e JOIN courses c ON c.course_id = e.course_id GROUP BY c.course_id, c.title HAVING COUNT(*) > 4`,
  ],
  [
    'How many students of grade level 12 take Biology?',
    `SELECT COUNT(DISTINCT s.student_id) AS students FROM students s JOIN enrollments e ON e.student_id = s.student_id JOIN courses c ON c.course_id = e.course_id WHERE s.grade_level = 12 AND c.title = 'Biology'`,
  ],
  [
    'The 3 best grades in Spring 2026',
    `SELECT grade FROM enrollments WHERE term = 'Spring 2026' ORDER BY grade DESC LIMIT 3`,
  ],
  [
    'How many students are not in the Green house?',
    `SELECT COUNT(*) AS students FROM students WHERE house <> 'Green'`,
  ],
];

export const RIGHT_STATEMENTS: readonly RightStatement[] = [
  ...of('sample', false, SAMPLE),
  ...of('webshop', false, WEBSHOP),
  ...of('clinic', false, CLINIC),
  ...of('logistics', false, LOGISTICS),
  ...of('sample', true, SAMPLE_HELD_OUT),
  ...of('league', true, LEAGUE),
  ...of('cinema', true, CINEMA),
  ...of('school', true, SCHOOL),
];
