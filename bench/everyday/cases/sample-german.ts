import { anyOf, none, right } from './case.ts';

const LINES = `order_lines l JOIN orders o ON o.order_id = l.order_id JOIN stores s ON s.store_id = o.store_id
  JOIN products p ON p.product_id = l.product_id JOIN customers c ON c.customer_id = o.customer_id`;

export const SAMPLE_GERMAN = [
  right(
    `SELECT SUM(revenue) FROM ${LINES} WHERE o.order_date >= '2026-07-01' AND o.order_date < '2026-10-01'`,
    'Wie hoch war der Umsatz im dritten Quartal 2026?',
    'Umsatz Q3 2026',
    'Gesamtumsatz im letzten Quartal',
  ),
  right(
    `SELECT strftime(o.order_date, '%Y-%m'), SUM(l.revenue) FROM ${LINES} WHERE o.order_date >= '2025-01-01' AND o.order_date < '2026-01-01' GROUP BY 1`,
    'Umsatz pro Monat 2025',
    'Wie hoch war der Umsatz 2025 je Monat?',
    'monatlicher umsatz 2025',
  ),
  anyOf(
    [
      `SELECT c.name, SUM(l.revenue) FROM ${LINES} GROUP BY c.customer_id, 1 ORDER BY 2 DESC LIMIT 5`,
      `SELECT c.name FROM ${LINES} GROUP BY c.customer_id, 1 ORDER BY SUM(l.revenue) DESC LIMIT 5`,
    ],
    'die 5 besten Kunden nach Umsatz',
    'Top 5 Kunden nach Umsatz',
    'Welche fünf Kunden haben den höchsten Umsatz?',
  ),
  right(
    `SELECT s.region, SUM(l.revenue) FROM ${LINES} WHERE o.order_date >= '2026-01-01' AND o.order_date < '2027-01-01' GROUP BY 1`,
    'Umsatz nach Region dieses Jahr',
    'Wie hoch ist der Umsatz in diesem Jahr je Region?',
  ),
  right(
    'SELECT COUNT(*) FROM customers',
    'Wie viele Kunden gibt es?',
    'Anzahl Kunden',
    'kundenanzahl',
  ),
  right(
    'SELECT category, COUNT(*) FROM products GROUP BY 1',
    'Wie viele Produkte gibt es pro Kategorie?',
    'Anzahl der Produkte je Kategorie',
    'Artikel nach Kategorie, Anzahl',
  ),
  anyOf(
    [
      'SELECT name FROM products ORDER BY unit_price DESC LIMIT 1',
      'SELECT name, unit_price FROM products ORDER BY unit_price DESC LIMIT 1',
    ],
    'Welches Produkt hat den höchsten Stückpreis?',
    'Was ist das Produkt mit dem höchsten Preis?',
  ),
  right(
    `SELECT p.brand, SUM(l.revenue) FROM ${LINES} GROUP BY 1`,
    'Gesamtumsatz pro Marke',
    'Umsatz nach Marke',
  ),
  right(
    `SELECT SUM(l.revenue) FROM ${LINES} WHERE o.order_date >= '2025-12-01' AND o.order_date < '2026-01-01'`,
    'Wie viel Umsatz haben wir im Dezember 2025 gemacht?',
    'umsatz dez 2025',
  ),
  right(
    'SELECT country, COUNT(*) FROM customers GROUP BY 1',
    'Kunden pro Land',
    'Wie viele Kunden haben wir in jedem Land?',
  ),
  right(
    "SELECT COUNT(*) FROM customers WHERE country = 'Germany'",
    'Wie viele Kunden kommen aus Deutschland?',
    'Anzahl Kunden in Deutschland',
  ),
  none('Wie viele Mitarbeiter haben wir?', 'Wie zufrieden sind unsere Kunden?'),
];
