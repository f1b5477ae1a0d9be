import { expect } from 'chai';
import { GERMAN } from '#src/language/de/german.ts';
import { saidInEnglish } from '#src/read/said.ts';
import { translate } from '#src/read/translate/translate.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { describeAnswers } from '../planner/answered.ts';

describeAnswers('questions in German about a web shop with English names', 'webshop', {
  answered: [
    [
      'Wie viele Kunden haben wir in Deutschland?',
      "SELECT count(*) FROM customers WHERE country = 'Germany'",
    ],
    [
      'Durchschnittspreis je Kategorie',
      'SELECT category, avg(price) FROM products GROUP BY category',
    ],
    [
      'Bestellungen pro Monat im Jahr 2024',
      "SELECT strftime(date_trunc('month', order_date), '%Y-%m-%d'), count(*) FROM orders WHERE year(order_date) = 2024 GROUP BY 1",
    ],
    [
      'Produkte mit einem Preis unter 50,50 €',
      'SELECT product_name FROM products WHERE price < 50.5',
    ],
    [
      'Welche Kunden, die nicht in Deutschland wohnen, haben mindestens 2 Bestellungen?',
      `SELECT name FROM customers c WHERE country <> 'Germany' AND
       (SELECT count(*) FROM orders o WHERE o.customer_id = c.customer_id) >= 2`,
    ],
    [
      'Die drei teuersten Produkte',
      'SELECT product_name FROM products ORDER BY price DESC LIMIT 3',
    ],
    ['Welche Produkte kosten mehr als 50 €?', 'SELECT product_name FROM products WHERE price > 50'],
    ['Produkte, die mehr als 50 kosten', 'SELECT product_name FROM products WHERE price > 50'],
    ['Produkte mit Kosten über 20', 'SELECT product_name FROM products WHERE cost > 20'],
    ['Anzahl der Kunden je Land', 'SELECT country, count(*) FROM customers GROUP BY country'],
  ],
  open: [
    'Wie viele Mitarbeiter haben wir?',
    'Kunden nach Schuhgröße',
    'Umsatz im Vergleich zum Vorjahr',
    'Lösche alle Kunden',
    'Bestellungen zwischen 100 und 200',
    'Welche Kunden haben 2025 nicht bestellt?',
  ],
});

describe('a question in German in the words of the planner', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql([
      `CREATE TABLE staedte AS SELECT 1 AS stadt_id, 'Lübeck' AS name`,
      `CREATE TABLE kunden AS SELECT 1 AS kunden_id, 'Ott' AS kundenname, 1 AS stadt_id, 'aktiv' AS status`,
      `CREATE TABLE bestellungen AS SELECT 1 AS bestell_nr, 1 AS kunden_id, DATE '2025-01-05' AS bestelldatum, 10.5 AS betrag`,
    ]);
  });

  after(() => data.close());

  const cases: readonly (readonly [string, string])[] = [
    ['Kundennamen aus Lübeck', 'kundenname from Lübeck'],
    ['Wie viele aktive Kunden gibt es?', 'how many aktiv kunden are there'],
    ['Anzahl der Städte', 'number of staedte'],
    ['Datum der Bestellung', 'bestelldatum of the bestellungen'],
    ['Gesamtbetrag pro Quartal', 'total betrag by quarter'],
    ['Kunden, die nie bestellt haben', 'kunden, that have no bestellungen'],
    ['Bestellungen von Januar bis März 2025', 'bestellungen from January to March 2025'],
    ['Bestellungen nach dem 5.1.2025', 'bestellungen after 2025-01-05'],
    ['Betrag nach Stadt', 'betrag by staedte'],
    ['Bestellungen ab 1.000 Betrag', 'bestellungen at least 1000 betrag'],
    ['Betrag 2025', 'betrag in 2025'],
    ['Klienten mit Betrag jenseits von 500', 'kunden with betrag above 500'],
    ['Median des Betrags', 'median betrag'],
    ['Betrag in KW 12 2025', 'betrag week 12 in 2025'],
    ['Betrag Okt-24', 'betrag Oct-24'],
    ['Betrag in 2025-01', 'betrag in 2025-01'],
    ['Betrag im ersten Halbjahr 2025', 'betrag H1 2025'],
    ['Betrag seit Jahresbeginn', 'betrag year to date'],
    ['Betrag der letzten neunzig Tage', 'betrag last 90 days'],
    ['Bestellungen über 1.000,50', 'bestellungen above 1000.5'],
    ['2,5 Mio. Betrag', '2500000 betrag'],
  ];
  for (const [question, text] of cases)
    it(question, () => {
      const said = translate(question, data, GERMAN);
      expect(said).to.have.property('text', text);
    });

  it('names the word that is nowhere, and passes none over', () => {
    const said = translate('Wie viele grüne Kunden gibt es?', data, GERMAN);
    expect(said).to.deep.equal({ unknown: 'grüne' });
  });

  it('is told from English by its grammar, not by names of the data', () => {
    const isGerman = (question: string) => saidInEnglish(question, data) !== null;
    expect(isGerman('how many Kunden are there?')).to.equal(false);
    expect(isGerman('total Betrag by Branche')).to.equal(false);
    expect(isGerman('Kunden nach Betrag')).to.equal(true);
    expect(isGerman('Was ist der Umsatz in Berlin?')).to.equal(true);
    expect(isGerman('who will die in October')).to.equal(false);
  });
});
