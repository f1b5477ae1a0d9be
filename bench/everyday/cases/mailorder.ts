import { anyOf, none, right } from './case.ts';

const ITEMS = 'order_items i JOIN products p ON p.product_id = i.product_id';

export const MAILORDER = [
  right(
    "SELECT COUNT(*) FROM customers WHERE city = 'Berlin'",
    'Wie viele Kunden haben wir in Berlin?',
    'Anzahl der Kunden aus Berlin',
    'kunden in berlin wieviele',
  ),
  right(
    'SELECT category, AVG(price) FROM products GROUP BY 1',
    'Durchschnittspreis je Kategorie',
    'Was kostet ein Produkt im Durchschnitt pro Kategorie?',
    'Wie hoch ist der durchschnittliche Preis der Produkte nach Kategorie?',
  ),
  right(
    'SELECT COUNT(*) FROM orders o WHERE NOT EXISTS (SELECT 1 FROM invoices i WHERE i.order_id = o.order_id)',
    'Wie viele Bestellungen haben keine Rechnung?',
    'Anzahl der Bestellungen ohne Rechnung',
  ),
  anyOf(
    [
      'SELECT name FROM employees WHERE salary > 50000',
      'SELECT name, salary FROM employees WHERE salary > 50000',
    ],
    'Welche Mitarbeiter verdienen mehr als 50.000 €?',
    'Mitarbeiter mit Gehalt über 50.000',
    'Zeige alle Angestellten, die mehr als 50000 verdienen',
  ),
  right(
    "SELECT strftime(order_date, '%Y-%m'), COUNT(*) FROM orders WHERE order_date >= '2025-01-01' AND order_date < '2026-01-01' GROUP BY 1",
    'Anzahl der Bestellungen pro Monat 2025',
    'Wie viele Bestellungen gab es 2025 in jedem Monat?',
    'bestellungen nach monat 2025',
  ),
  right(
    "SELECT COUNT(*) FROM orders WHERE status = 'cancelled'",
    'Wie viele Bestellungen wurden storniert?',
    'Anzahl stornierter Bestellungen',
    'stornierte bestellungen anzahl',
  ),
  right(
    "SELECT COUNT(*) FROM customers WHERE country = 'Germany' AND status = 'active'",
    'Wie viele aktive Kunden gibt es in Deutschland?',
    'Anzahl der aktiven Kunden aus Deutschland',
  ),
  anyOf(
    [
      'SELECT c.name, SUM(o.amount) FROM customers c JOIN orders o ON o.customer_id = c.customer_id GROUP BY c.customer_id, 1 ORDER BY 2 DESC LIMIT 5',
      'SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.customer_id GROUP BY c.customer_id, 1 ORDER BY SUM(o.amount) DESC LIMIT 5',
    ],
    'die 5 besten Kunden nach Bestellbetrag',
    'Top 5 Kunden nach Summe der Bestellbeträge',
    'Welche fünf Kunden haben den höchsten gesamten Betrag?',
  ),
  anyOf(
    [
      'SELECT name FROM products WHERE stock < 50',
      'SELECT name, stock FROM products WHERE stock < 50',
    ],
    'Welche Produkte haben einen Bestand unter 50?',
    'Produkte mit weniger als 50 Lagerbestand',
    'produkte bestand kleiner 50',
  ),
  right(
    `SELECT p.category, SUM(i.quantity) FROM ${ITEMS} GROUP BY 1`,
    'Welche Menge wurde je Kategorie verkauft?',
    'verkaufte Menge pro Kategorie',
    'Summe der Mengen nach Kategorie',
  ),
  right(
    "SELECT COUNT(*) FROM orders WHERE order_date >= '2025-08-01' AND order_date < '2025-09-01'",
    'Wie viele Bestellungen gab es im letzten Monat?',
    'Bestellungen im August 2025, Anzahl',
    'Wie viele Bestellungen wurden im August 2025 aufgegeben?',
  ),
  anyOf(
    [
      'SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id)',
    ],
    'Welche Kunden haben nie bestellt?',
    'Kunden, die noch keine Bestellung haben',
    'kunden ohne bestellungen',
  ),
  anyOf(
    [
      'SELECT name FROM customers c WHERE (SELECT COUNT(*) FROM orders o WHERE o.customer_id = c.customer_id) > 9',
      'SELECT name, COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.customer_id GROUP BY c.customer_id, 1 HAVING COUNT(*) > 9',
    ],
    'Welche Kunden haben mehr als 9 Bestellungen?',
    'Kunden mit mehr als neun Bestellungen',
  ),
  right(
    "SELECT COUNT(*) FROM invoices WHERE paid = 'no'",
    'Wie viele Rechnungen sind nicht bezahlt?',
    'Anzahl der unbezahlten Rechnungen',
  ),
  none(
    'Wie hoch ist der Deckungsbeitrag?',
    'Lieferanten aus Italien',
    'Umsatz pro Filiale',
    'Wie viele Kunden haben wir in Atlantis?',
  ),
];
