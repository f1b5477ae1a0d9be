import { expect } from 'chai';
import { TRANSLATIONS } from '#src/language/translations.ts';
import { saidInEnglish } from '#src/read/said.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { describeAnswers } from '../planner/answered.ts';

describeAnswers('questions in other languages about a web shop with English names', 'webshop', {
  answered: [
    ...[
      'Combien de clients avons-nous en Allemagne ?',
      '¿Cuántos clientes hay en Alemania?',
      'Quanti clienti ci sono in Germania?',
      'Quantos clientes são da Alemanha?',
      'Hoeveel klanten komen uit Duitsland?',
    ].map(
      (question) => [question, "SELECT count(*) FROM customers WHERE country = 'Germany'"] as const,
    ),
    ...[
      'prix moyen par catégorie',
      'precio medio por categoría',
      'prezzo medio per categoria',
      'preço médio por categoria',
      'gemiddelde prijs per categorie',
    ].map(
      (question) =>
        [question, 'SELECT category, avg(price) FROM products GROUP BY category'] as const,
    ),
    ...[
      'les trois produits les plus chers',
      'los tres productos más caros',
      'i tre prodotti più costosi',
      'os três produtos mais caros',
      'de drie duurste producten',
    ].map(
      (question) =>
        [question, 'SELECT product_name FROM products ORDER BY price DESC LIMIT 3'] as const,
    ),
    ...[
      'produits qui coûtent plus de 50 €',
      'productos que cuestan más de 50 euros',
      'prodotti che costano più di 50 euro',
      'produtos que custam mais de 50 euros',
      'producten die meer dan 50 euro kosten',
    ].map((question) => [question, 'SELECT product_name FROM products WHERE price > 50'] as const),
  ],
  open: [
    "Combien d'employés avons-nous ?",
    '¿Qué tiempo hará mañana?',
    'Elimina tutti i clienti',
    'clientes por tamanho de sapato',
    'omzet vergeleken met vorig jaar',
  ],
});

describe('a question of another language in the words of the planner', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql([
      `CREATE TABLE customers AS SELECT 1 AS customer_id, 'Ott' AS name, 'Germany' AS country`,
      `CREATE TABLE orders AS SELECT 1 AS order_id, 1 AS customer_id, DATE '2025-01-05' AS order_date, 'Cancelled' AS status, 10.5 AS revenue`,
      `CREATE TABLE products AS SELECT 1 AS product_id, 'Lamp' AS product_name, 9.5 AS unit_price`,
    ]);
  });

  after(() => data.close());

  const cases: readonly (readonly [question: string, text: string])[] = [
    ["chiffre d'affaires par mois en 2025", 'revenue by month in 2025'],
    ['nombre de commandes annulées', 'number of Cancelled orders'],
    ['date de la commande', 'order date'],
    ["clients qui n'ont jamais commandé", 'customers that have no orders'],
    ['nombre de clients allemands', 'number of German customers'],
    ['commandes du 5 janvier 2025', 'orders of the January 5, 2025'],
    ['commandes de plus de 1 500 €', 'orders more than 1500'],
    ['¿Qué clientes no han hecho ningún pedido?', 'which customers have no orders'],
    [
      'pedidos entre el 1 y el 15 de octubre de 2026',
      'orders between October 1, 2026 and the October 15, 2026',
    ],
    ['ingresos de marzo a mayo de 2025', 'revenue from March to May 2025'],
    ['precio unitario medio más alto', 'highest average unit price'],
    ['clienti diversi', 'different customers'],
    ["ordini dell'anno scorso", 'orders last year'],
    ['Qual è il fatturato?', 'what is revenue'],
    ['aantal geannuleerde bestellingen', 'number of Cancelled orders'],
    ['klanten die nooit besteld hebben', 'customers that have no orders'],
  ];
  for (const [question, text] of cases)
    it(question, () => {
      expect(saidInEnglish(question, data)).to.have.property('text', text);
    });

  it('takes a word one letter away from the only one that it can be, and says so', () => {
    const said = saidInEnglish("chifre d'affaires par mois", data);
    expect(said).to.have.property('text', 'revenue by month');
    expect(said).to.deep.include({ assumptions: ['"chifre" means "chiffre".'] });
  });

  it('names the word that is nowhere, and passes none over', () => {
    expect(saidInEnglish('combien de clients verts avons-nous ?', data)).to.deep.equal({
      unknown: 'verts',
    });
  });

  it('leaves English alone, also where it has words that others have', () => {
    for (const question of [
      'customers met in October',
      'list the orders of Ott',
      'top 5 customers per country',
      'how many orders had no revenue',
      'total revenue on January 5',
    ])
      expect(saidInEnglish(question, data), question).to.equal(null);
  });

  it('reads any text of any length', () => {
    const hostile = [
      '',
      '¿',
      "l'",
      "d'd'd'",
      'le '.repeat(2000),
      '1er',
      'entre el 1 y el',
      '«',
      '%',
    ];
    for (const question of hostile) expect(() => saidInEnglish(question, data)).not.to.throw();
  });

  it('has every language by its own tag, once', () => {
    const tags = TRANSLATIONS.map(({ tag }) => tag);
    expect(tags).to.deep.equal([...new Set(tags)]);
    expect(tags).to.deep.equal(tags.map((tag) => Intl.getCanonicalLocales(tag)[0]));
  });
});
