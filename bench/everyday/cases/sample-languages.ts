import { anyOf, type Case, none, right } from './case.ts';

const LINES = `order_lines l JOIN orders o ON o.order_id = l.order_id JOIN stores s ON s.store_id = o.store_id
  JOIN products p ON p.product_id = l.product_id JOIN customers c ON c.customer_id = o.customer_id`;

const year = (text: number) =>
  `o.order_date >= '${text}-01-01' AND o.order_date < '${text + 1}-01-01'`;

/** What is asked in each language, by its statements, and wordings of it by language. */
const CASES: readonly {
  readonly sql: readonly string[];
  readonly fr: readonly string[];
  readonly es: readonly string[];
  readonly it: readonly string[];
  readonly pt: readonly string[];
  readonly nl: readonly string[];
}[] = [
  {
    sql: ['SELECT COUNT(*) FROM customers'],
    fr: ['Combien de clients avons-nous ?', 'nombre de clients'],
    es: ['¿Cuántos clientes tenemos?', 'número de clientes'],
    it: ['Quanti clienti abbiamo?', 'numero di clienti'],
    pt: ['Quantos clientes temos?', 'número de clientes'],
    nl: ['Hoeveel klanten hebben we?', 'aantal klanten'],
  },
  {
    sql: ['SELECT country, COUNT(*) FROM customers GROUP BY 1'],
    fr: ['Combien de clients par pays ?', 'nombre de clients par pays'],
    es: ['¿Cuántos clientes hay por país?', 'clientes por país'],
    it: ['Quanti clienti ci sono per paese?', 'clienti per paese'],
    pt: ['Quantos clientes há por país?', 'clientes por país'],
    nl: ['Hoeveel klanten zijn er per land?', 'klanten per land'],
  },
  {
    sql: ["SELECT COUNT(*) FROM customers WHERE country = 'Germany'"],
    fr: ['Combien de clients en Allemagne ?', 'nombre de clients allemands'],
    es: ['¿Cuántos clientes hay en Alemania?', '¿Cuántos clientes son de Alemania?'],
    it: ['Quanti clienti ci sono in Germania?', 'numero di clienti tedeschi'],
    pt: ['Quantos clientes são da Alemanha?', 'número de clientes na Alemanha'],
    nl: ['Hoeveel klanten komen uit Duitsland?', 'aantal klanten in Duitsland'],
  },
  {
    sql: [`SELECT SUM(l.revenue) FROM ${LINES} WHERE ${year(2025)}`],
    fr: ["Quel était le chiffre d'affaires en 2025 ?", "chiffre d'affaires total 2025"],
    es: ['¿Cuáles fueron los ingresos en 2025?', 'ingresos totales de 2025'],
    it: ['Qual è stato il fatturato nel 2025?', 'fatturato totale 2025'],
    pt: ['Qual foi a receita em 2025?', 'receita total de 2025'],
    nl: ['Wat was de omzet in 2025?', 'totale omzet 2025'],
  },
  {
    sql: [
      `SELECT strftime(o.order_date, '%Y-%m'), SUM(l.revenue) FROM ${LINES} WHERE ${year(2025)} GROUP BY 1`,
    ],
    fr: ["chiffre d'affaires par mois en 2025", "Quel est le chiffre d'affaires mensuel de 2025 ?"],
    es: ['ingresos por mes en 2025', 'ingresos mensuales de 2025'],
    it: ['fatturato per mese nel 2025', 'fatturato mensile 2025'],
    pt: ['receita por mês em 2025', 'receita mensal de 2025'],
    nl: ['omzet per maand in 2025', 'maandelijkse omzet 2025'],
  },
  {
    sql: [`SELECT s.region, SUM(l.revenue) FROM ${LINES} WHERE ${year(2026)} GROUP BY 1`],
    fr: ["chiffre d'affaires par région cette année", 'revenu par région en 2026'],
    es: ['ingresos por región este año', 'facturación por región en 2026'],
    it: ["fatturato per regione quest'anno", 'ricavi per regione nel 2026'],
    pt: ['receita por região este ano', 'faturamento por região em 2026'],
    nl: ['omzet per regio dit jaar', 'omzet per regio in 2026'],
  },
  {
    sql: [
      `SELECT c.name, SUM(l.revenue) FROM ${LINES} GROUP BY c.customer_id, 1 ORDER BY 2 DESC LIMIT 5`,
      `SELECT c.name FROM ${LINES} GROUP BY c.customer_id, 1 ORDER BY SUM(l.revenue) DESC LIMIT 5`,
    ],
    fr: [
      "les 5 meilleurs clients par chiffre d'affaires",
      "top 5 des clients par chiffre d'affaires",
    ],
    es: ['los 5 mejores clientes por ingresos', 'top 5 clientes por ingresos'],
    it: ['i 5 migliori clienti per fatturato', 'top 5 clienti per fatturato'],
    pt: ['os 5 melhores clientes por receita', 'top 5 clientes por receita'],
    nl: ['de 5 beste klanten op omzet', 'top 5 klanten op omzet'],
  },
  {
    sql: [
      'SELECT name FROM products ORDER BY unit_price DESC, name LIMIT 3',
      'SELECT name, unit_price FROM products ORDER BY unit_price DESC, name LIMIT 3',
    ],
    fr: ['les 3 produits les plus chers', 'Quels sont les trois produits les plus chers ?'],
    es: ['los 3 productos más caros', '¿Cuáles son los tres productos más caros?'],
    it: ['i 3 prodotti più costosi', 'Quali sono i tre prodotti più cari?'],
    pt: ['os 3 produtos mais caros', 'Quais são os três produtos mais caros?'],
    nl: ['de 3 duurste producten', 'Wat zijn de drie duurste producten?'],
  },
  {
    sql: ['SELECT category, COUNT(*) FROM products GROUP BY 1'],
    fr: ['nombre de produits par catégorie', 'Combien de produits dans chaque catégorie ?'],
    es: ['número de productos por categoría', '¿Cuántos productos hay en cada categoría?'],
    it: ['numero di prodotti per categoria', 'Quanti prodotti ci sono in ogni categoria?'],
    pt: ['número de produtos por categoria', 'Quantos produtos há em cada categoria?'],
    nl: ['aantal producten per categorie', 'Hoeveel producten zijn er in elke categorie?'],
  },
  {
    sql: [
      "SELECT COUNT(*) FROM orders o WHERE status = 'Cancelled' AND o.order_date >= '2026-01-01' AND o.order_date < '2027-01-01'",
    ],
    fr: ['Combien de commandes ont été annulées en 2026 ?', 'nombre de commandes annulées en 2026'],
    es: ['¿Cuántos pedidos fueron cancelados en 2026?', 'número de pedidos cancelados en 2026'],
    it: ['Quanti ordini sono stati annullati nel 2026?', 'numero di ordini annullati nel 2026'],
    pt: ['Quantos pedidos foram cancelados em 2026?', 'número de pedidos cancelados em 2026'],
    nl: [
      'Hoeveel bestellingen werden in 2026 geannuleerd?',
      'aantal geannuleerde bestellingen in 2026',
    ],
  },
  {
    sql: ['SELECT category, AVG(unit_price) FROM products GROUP BY 1'],
    fr: ['prix unitaire moyen par catégorie', 'moyenne des prix unitaires par catégorie'],
    es: ['precio unitario promedio por categoría', 'promedio del precio unitario por categoría'],
    it: ['prezzo unitario medio per categoria', 'media del prezzo unitario per categoria'],
    pt: ['preço unitário médio por categoria', 'média do preço unitário por categoria'],
    nl: ['gemiddelde stukprijs per categorie', 'gemiddelde prijs per categorie'],
  },
  {
    sql: ['SELECT name FROM products WHERE unit_price > 500'],
    fr: [
      'produits avec un prix unitaire supérieur à 500',
      'Quels produits ont un prix supérieur à 500 ?',
    ],
    es: [
      'productos con un precio superior a 500',
      '¿Qué productos tienen un precio mayor que 500?',
    ],
    it: [
      'prodotti con un prezzo superiore a 500',
      'Quali prodotti hanno un prezzo maggiore di 500?',
    ],
    pt: ['produtos com um preço superior a 500', 'Quais produtos têm preço acima de 500?'],
    nl: ['producten met een prijs boven 500', 'Welke producten hebben een prijs hoger dan 500?'],
  },
  {
    sql: [
      'SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id)',
    ],
    fr: ['clients sans commande', "clients qui n'ont jamais commandé"],
    es: ['clientes sin pedidos', 'clientes que nunca han pedido'],
    it: ['clienti senza ordini', 'clienti che non hanno mai ordinato'],
    pt: ['clientes sem pedidos', 'clientes que nunca compraram'],
    nl: ['klanten zonder bestellingen', 'klanten die nooit besteld hebben'],
  },
  {
    sql: [
      "SELECT COUNT(*) FROM orders o WHERE o.order_date >= '2025-03-01' AND o.order_date < '2025-06-01'",
    ],
    fr: ['nombre de commandes de mars à mai 2025', 'Combien de commandes entre mars et mai 2025 ?'],
    es: [
      'número de pedidos de marzo a mayo de 2025',
      '¿Cuántos pedidos hubo entre marzo y mayo de 2025?',
    ],
    it: ['numero di ordini da marzo a maggio 2025', 'Quanti ordini tra marzo e maggio 2025?'],
    pt: [
      'número de pedidos de março a maio de 2025',
      'Quantos pedidos entre março e maio de 2025?',
    ],
    nl: [
      'aantal bestellingen van maart tot mei 2025',
      'Hoeveel bestellingen tussen maart en mei 2025?',
    ],
  },
  {
    sql: [
      "SELECT SUM(l.revenue) FROM order_lines l JOIN orders o ON o.order_id = l.order_id WHERE o.order_date >= '2026-07-01' AND o.order_date < '2026-10-01'",
    ],
    fr: [
      "chiffre d'affaires du troisième trimestre 2026",
      "chiffre d'affaires du trimestre dernier",
    ],
    es: ['ingresos del tercer trimestre de 2026', 'ingresos del último trimestre'],
    it: ['fatturato del terzo trimestre 2026', 'fatturato dello scorso trimestre'],
    pt: ['receita do terceiro trimestre de 2026', 'receita do último trimestre'],
    nl: ['omzet in het derde kwartaal van 2026', 'omzet vorig kwartaal'],
  },
];

/** What the data does not have, in each language. */
const NOT_IN_DATA: Readonly<Record<Tag, readonly string[]>> = {
  fr: ["Combien d'employés avons-nous ?", 'Quel temps fait-il demain ?'],
  es: ['¿Cuántos empleados tenemos?', '¿Qué tiempo hará mañana?'],
  it: ['Quanti dipendenti abbiamo?', 'Che tempo farà domani?'],
  pt: ['Quantos funcionários temos?', 'Como estará o tempo amanhã?'],
  nl: ['Hoeveel werknemers hebben we?', 'Wat voor weer wordt het morgen?'],
};

type Tag = 'fr' | 'es' | 'it' | 'pt' | 'nl';

/** Everyday questions about the sample company in a language. */
export const sampleIn = (tag: Tag): readonly Case[] => [
  ...CASES.map((one) =>
    one.sql.length > 1 ? anyOf([...one.sql], ...one[tag]) : right(one.sql[0]!, ...one[tag]),
  ),
  none(...NOT_IN_DATA[tag]),
];
