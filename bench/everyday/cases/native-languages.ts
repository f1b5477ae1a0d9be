/** Questions about the sample company as native speakers type them, written without a look at how they are read. */
import { anyOf, type Case, either, none, right } from './case.ts';

export type NativeTag = 'fr' | 'es' | 'it' | 'pt' | 'nl';

export const nativeIn = (tag: NativeTag): readonly Case[] => NATIVE[tag];

const LINES = `order_lines l JOIN orders o ON o.order_id = l.order_id JOIN stores s ON s.store_id = o.store_id
  JOIN products p ON p.product_id = l.product_id JOIN customers c ON c.customer_id = o.customer_id`;
const ORDERS = `orders o JOIN customers c ON c.customer_id = o.customer_id JOIN stores s ON s.store_id = o.store_id`;
const REVENUE = 'SUM(l.revenue)';
const PER_ORDER = 'SUM(l.revenue) / COUNT(DISTINCT o.order_id)';
const MONTH = "strftime(o.order_date, '%Y-%m')";

/** From a day on and before another; the data ends with October 2026. */
const within = (from: string, before: string, column = 'o.order_date') =>
  `${column} >= '${from}' AND ${column} < '${before}'`;
const Y2024 = within('2024-01-01', '2025-01-01');
const Y2025 = within('2025-01-01', '2026-01-01');
const Y2026 = within('2026-01-01', '2027-01-01');
const SEPTEMBER = within('2026-09-01', '2026-10-01');

/** The rows, or how many there are. */
const listOrCount = (sql: string) => [sql, `SELECT COUNT(*) FROM (${sql})`];

/** Of all lines, or only of orders that were neither cancelled nor returned: both are said to be sold. */
const sold = (sql: (which: string) => string) => [sql('TRUE'), sql("o.status = 'Completed'")];

/** A quarter by its first day, by its name or, within one year, by its number. */
const perQuarter = (rest: string, number = true) =>
  [
    "date_trunc('quarter', o.order_date)",
    "year(o.order_date) || '-Q' || quarter(o.order_date)",
    ...(number ? ['quarter(o.order_date)'] : []),
  ].map((key) => `SELECT ${key}, ${rest} GROUP BY 1`);

const perYear = (rest: string, groups = '1') =>
  ['year(o.order_date)', "date_trunc('year', o.order_date)"].map(
    (key) => `SELECT ${key}, ${rest} GROUP BY ${groups}`,
  );

/** A share as a part of one or in percent, exact or rounded. */
const shares = (share: string, rest: string, key = '') =>
  [share, `100 * ${share}`, `ROUND(100 * ${share}, 1)`, `ROUND(100 * ${share}, 2)`].map(
    (value) => `SELECT ${key}${value} ${rest}`,
  );

const FRENCH = [
  right(
    `SELECT ${REVENUE} FROM ${LINES} WHERE ${within('2026-04-01', '2026-07-01')}`,
    "Quel a été le chiffre d'affaires au deuxième trimestre 2026 ?",
  ),
  right(
    `SELECT ${MONTH}, ${REVENUE} FROM ${LINES} WHERE ${Y2025} GROUP BY 1`,
    'ca par mois en 2025',
  ),
  right(
    "SELECT COUNT(*) FROM customers WHERE country = 'Germany'",
    'on a combien de clients en Allemagne ?',
  ),
  right(
    `SELECT c.name FROM ${LINES} WHERE ${Y2025} GROUP BY c.customer_id, 1 ORDER BY ${REVENUE} DESC LIMIT 5`,
    "Quels sont les 5 clients qui ont généré le plus de chiffre d'affaires l'année dernière ?",
  ),
  anyOf(
    listOrCount(`SELECT o.order_id FROM ${ORDERS} WHERE o.status = 'Cancelled' AND ${SEPTEMBER}`),
    'commandes annulées en septembre 2026',
  ),
  anyOf(
    sold((which) => `SELECT ${PER_ORDER} FROM ${LINES} WHERE o.channel = 'Online' AND ${which}`),
    'panier moyen des commandes en ligne',
  ),
  right(
    `SELECT o.channel, COUNT(*) FROM ${ORDERS} WHERE ${Y2026} GROUP BY 1`,
    'nb de commandes par canal depuis le début de l’année',
  ),
  anyOf(
    listOrCount(
      'SELECT name FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM orders)',
    ),
    "Quels clients n'ont jamais passé commande ?",
  ),
  right(
    'SELECT category, AVG(unit_price) FROM products GROUP BY 1',
    'prix moyen des produits par categorie',
  ),
  right(
    `SELECT s.name FROM ${LINES} GROUP BY s.store_id, 1 ORDER BY ${REVENUE} LIMIT 3`,
    'les 3 magasins qui font le moins de CA',
  ),
  anyOf(
    sold(
      (which) =>
        `SELECT COUNT(DISTINCT l.product_id) FROM ${LINES} WHERE c.country = 'France' AND ${which}`,
    ),
    'Combien de produits différents avons-nous vendus en France ?',
  ),
  anyOf(
    listOrCount('SELECT name FROM products WHERE unit_price BETWEEN 50 AND 70'),
    'produits dont le prix est compris entre 50 et 70',
  ),
  right(
    `SELECT ${REVENUE} FROM ${LINES} WHERE p.category = 'Furniture' AND ${Y2025}`,
    "chifre d'affaire des meubles en 2025",
  ),
  right(
    `SELECT country, COUNT(*) FROM customers WHERE signup_date >= '2026-01-01' GROUP BY 1`,
    'nouveaux clients inscrits depuis janvier 2026, par pays',
  ),
  right(
    'SELECT name FROM stores ORDER BY opened_on LIMIT 1',
    'quel est notre magasin le plus ancien ?',
  ),
  anyOf(
    listOrCount(`SELECT c.name FROM ${ORDERS} GROUP BY c.customer_id, 1 HAVING COUNT(*) > 20`),
    'clients ayant plus de 20 commandes',
  ),
  anyOf(
    shares(
      `SUM(l.revenue) FILTER (o.channel = 'Online') / ${REVENUE}`,
      `FROM ${LINES} WHERE ${Y2026}`,
    ),
    'Quelle part du CA 2026 vient du canal en ligne ?',
  ),
  anyOf(
    [
      ...perYear(`${REVENUE} FROM ${LINES} WHERE ${Y2024} OR ${Y2025}`),
      `SELECT SUM(l.revenue) FILTER (${Y2024}), SUM(l.revenue) FILTER (${Y2025}) FROM ${LINES}`,
    ],
    'compare le CA de 2024 et celui de 2025',
  ),
  anyOf(
    sold(
      (which) =>
        `SELECT p.brand, SUM(l.quantity) FROM ${LINES} WHERE ${within('2026-01-01', '2026-07-01')} AND ${which} GROUP BY 1`,
    ),
    'quantités vendues par marque au 1er semestre 2026',
  ),
  right('SELECT region, COUNT(*) FROM stores GROUP BY 1', 'cb de magasins par région'),
  right(
    'SELECT brand FROM products WHERE brand IS NOT NULL GROUP BY 1 ORDER BY AVG(unit_price) DESC LIMIT 1',
    'Quelle marque a le prix moyen le plus élevé ?',
  ),
  right(
    `SELECT AVG(l.discount_percent) FROM ${LINES} WHERE c.segment = 'Small Business'`,
    'remise moyenne accordée aux petites entreprises',
  ),
  anyOf(
    listOrCount(`SELECT o.order_id FROM ${ORDERS} WHERE o.channel = 'Phone' AND ${SEPTEMBER}`),
    'commandes passees par telephone le mois dernier',
  ),
  right(
    `SELECT ${MONTH} FROM ${ORDERS} WHERE ${Y2025} GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1`,
    'En 2025, quel mois a compté le plus de commandes ?',
  ),
  none('salaire moyen des vendeurs par magasin'),
  none('Quel est le délai de livraison moyen en France ?'),
  none('combien de clients ont plus de 60 ans'),
];

const SPANISH = [
  right(
    `SELECT ${REVENUE} FROM ${LINES} WHERE ${within('2026-08-01', '2026-09-01')}`,
    '¿Cuánto facturamos en agosto de 2026?',
  ),
  anyOf(perQuarter(`${REVENUE} FROM ${LINES} WHERE ${Y2025}`), 'ingresos por trimestre 2025'),
  anyOf(
    listOrCount("SELECT name FROM customers WHERE country = 'United Kingdom'"),
    'clientes del reino unido',
  ),
  either(
    [
      ...sold(
        (which) =>
          `SELECT p.name FROM ${LINES} WHERE ${which} GROUP BY p.product_id, 1 ORDER BY SUM(l.quantity) DESC, 1 LIMIT 10`,
      ),
      `SELECT p.name FROM ${LINES} GROUP BY p.product_id, 1 ORDER BY ${REVENUE} DESC LIMIT 10`,
    ],
    'los 10 productos mas vendidos',
  ),
  right(
    `SELECT o.channel, COUNT(*) FROM ${ORDERS} WHERE o.status = 'Returned' AND ${Y2026} GROUP BY 1`,
    'pedidos devueltos este año por canal',
  ),
  anyOf(
    sold(
      (which) =>
        `SELECT COUNT(DISTINCT o.customer_id) FROM ${ORDERS} WHERE s.city = 'Chicago' AND ${Y2025} AND ${which}`,
    ),
    '¿Cuántos clientes distintos compraron en la tienda de Chicago en 2025?',
  ),
  anyOf(
    sold((which) => `SELECT c.segment, ${PER_ORDER} FROM ${LINES} WHERE ${which} GROUP BY 1`),
    'ticket medio por segmento de cliente',
  ),
  anyOf(
    listOrCount(
      `SELECT name FROM customers WHERE customer_id NOT IN (SELECT o.customer_id FROM orders o WHERE ${Y2026})`,
    ),
    'que clientes no han hecho ningún pedido en 2026?',
  ),
  right("SELECT COUNT(*) FROM stores WHERE region = 'West'", 'cuantas tiendas tenemos en el oeste'),
  right(
    "SELECT AVG(unit_price) FROM products WHERE category = 'Lighting'",
    '¿Cuál es el precio medio de los productos de iluminación?',
  ),
  anyOf(
    listOrCount('SELECT name FROM products WHERE unit_price > 300'),
    'productos que cuestan más de 300 dólares',
  ),
  right(
    "SELECT name FROM products WHERE category = 'Kitchen' ORDER BY unit_price LIMIT 1",
    'el producto mas barato de cocina',
  ),
  right(
    `SELECT c.country, ${REVENUE} FROM ${LINES} WHERE ${within('2026-01-01', '2026-04-01')} GROUP BY 1`,
    'facturacion por pais en el primer trimeste de 2026',
  ),
  right(
    "SELECT strftime(signup_date, '%Y-%m'), COUNT(*) FROM customers WHERE signup_date >= '2026-01-01' GROUP BY 1",
    'altas de clientes por mes en 2026',
  ),
  right(
    `SELECT s.name FROM ${LINES} WHERE s.region = 'Europe' AND ${Y2025} GROUP BY s.store_id, 1 ORDER BY ${REVENUE} LIMIT 1`,
    '¿Qué tienda europea facturó menos el año pasado?',
  ),
  right(
    'SELECT brand FROM products WHERE brand IS NOT NULL GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1',
    '¿De qué marca tenemos más productos?',
  ),
  anyOf(
    shares("COUNT(*) FILTER (o.status = 'Cancelled') / COUNT(*)", `FROM ${ORDERS} WHERE ${Y2025}`),
    '% de pedidos cancelados en 2025',
  ),
  anyOf(
    [
      `SELECT o.channel, ${REVENUE} FROM ${LINES} WHERE o.channel IN ('In store', 'Online') AND ${Y2026} GROUP BY 1`,
      `SELECT SUM(l.revenue) FILTER (o.channel = 'In store'), SUM(l.revenue) FILTER (o.channel = 'Online') FROM ${LINES} WHERE ${Y2026}`,
    ],
    'facturación en tienda vs online en lo que va de 2026',
  ),
  anyOf(
    sold(
      (which) =>
        `SELECT SUM(l.quantity) FROM ${LINES} WHERE p.category = 'Tableware' AND ${SEPTEMBER} AND ${which}`,
    ),
    'unidades vendidas de vajilla el mes pasado',
  ),
  anyOf(
    listOrCount(`SELECT o.order_id FROM ${ORDERS} WHERE ${within('2026-10-01', '2026-10-16')}`),
    'pedidos entre el 1 y el 15 de octubre de 2026',
  ),
  anyOf(perYear(`COUNT(*) FROM ${ORDERS}`), 'número de pedidos por año'),
  anyOf(
    listOrCount(
      `SELECT c.name FROM ${ORDERS} WHERE c.segment = 'Corporate' GROUP BY c.customer_id, 1 HAVING COUNT(*) > 10`,
    ),
    'clientes del segmento Corporate con mas de 10 pedidos',
  ),
  anyOf(
    [
      'SELECT MAX(opened_on) FROM stores',
      'SELECT name FROM stores ORDER BY opened_on DESC LIMIT 1',
    ],
    '¿Cuándo abrió la tienda más reciente?',
  ),
  right(
    `SELECT p.category, AVG(l.discount_percent) FROM ${LINES} GROUP BY 1`,
    'dto medio por categoría',
  ),
  none('¿Cuántos empleados tiene cada tienda?'),
  none('gasto en publicidad por canal'),
  none('valoracion media de los productos segun las reseñas'),
];

const ITALIAN = [
  right(`SELECT ${REVENUE} FROM ${LINES} WHERE ${Y2025}`, 'Quanto abbiamo fatturato nel 2025?'),
  right(
    `SELECT ${MONTH}, ${REVENUE} FROM ${LINES} WHERE ${Y2024} GROUP BY 1`,
    'fatturato mensile 2024',
  ),
  right(
    `SELECT p.name FROM ${LINES} GROUP BY p.product_id, 1 ORDER BY ${REVENUE} DESC LIMIT 5`,
    'i cinque prodotti con il fatturato più alto',
  ),
  right(
    `SELECT COUNT(*) FROM ${ORDERS} WHERE o.channel = 'Phone' AND ${within('2026-07-01', '2026-10-01')}`,
    'Quanti ordini telefonici abbiamo ricevuto nel terzo trimestre del 2026?',
  ),
  anyOf(
    listOrCount("SELECT name FROM customers WHERE country = 'Netherlands'"),
    'elenco clienti olandesi',
  ),
  right(
    `SELECT ${MONTH}, COUNT(*) FROM ${ORDERS} WHERE o.status = 'Cancelled' AND ${Y2026} GROUP BY 1`,
    "ordini annullati mese per mese quest'anno",
  ),
  anyOf(
    sold(
      (which) => `SELECT s.name, ${PER_ORDER} FROM ${LINES} WHERE ${which} GROUP BY s.store_id, 1`,
    ),
    'scontrino medio per negozio',
  ),
  anyOf(
    listOrCount(
      `SELECT name FROM customers WHERE ${within('2025-01-01', '2026-01-01', 'signup_date')} AND customer_id NOT IN (SELECT customer_id FROM orders)`,
    ),
    'Quali clienti iscritti nel 2025 non hanno mai ordinato?',
  ),
  anyOf(
    listOrCount("SELECT name FROM stores WHERE opened_on >= '2021-01-01'"),
    'negozi aperti dal 2021 in poi',
  ),
  right(
    "SELECT name FROM products WHERE brand = 'Everlund' ORDER BY unit_price DESC LIMIT 1",
    "qual'è il prodotto più caro della marca Everlund",
  ),
  anyOf(perYear(`s.region, ${REVENUE} FROM ${LINES}`, '1, 2'), 'fatturato per regione e per anno'),
  anyOf(
    listOrCount(`SELECT c.name FROM ${LINES} GROUP BY c.customer_id, 1 HAVING ${REVENUE} > 5000`),
    'clienti che hanno speso più di 5.000 in totale',
  ),
  right(
    'SELECT brand, AVG(unit_cost) FROM products GROUP BY 1',
    'costo medio dei prodotti per marca',
  ),
  right(
    "SELECT COUNT(*) FROM customers WHERE city = 'Hoboken'",
    'quanti clienti abitano a Hoboken?',
  ),
  anyOf(
    listOrCount(`SELECT o.order_id FROM ${ORDERS} WHERE o.status = 'Returned' AND ${SEPTEMBER}`),
    'ordini resi il mese scorso',
  ),
  right(
    `SELECT ${MONTH} FROM ${LINES} WHERE ${Y2025} GROUP BY 1 ORDER BY ${REVENUE} LIMIT 1`,
    'In quale mese del 2025 il fatturato è stato più basso?',
  ),
  anyOf(
    shares(`SUM(l.revenue) FILTER (s.region = 'Europe') / ${REVENUE}`, `FROM ${LINES}`),
    'che percentuale del fatturato totale arriva dalla regione Europa?',
  ),
  anyOf(
    [
      `SELECT ${MONTH}, ${REVENUE} FROM ${LINES} WHERE ${MONTH} IN ('2025-07', '2026-07') GROUP BY 1`,
      `SELECT year(o.order_date), ${REVENUE} FROM ${LINES} WHERE ${MONTH} IN ('2025-07', '2026-07') GROUP BY 1`,
      `SELECT SUM(l.revenue) FILTER (${MONTH} = '2025-07'), SUM(l.revenue) FILTER (${MONTH} = '2026-07') FROM ${LINES}`,
    ],
    'confronta il fatturato di luglio 2026 con quello di luglio 2025',
  ),
  right(
    `SELECT COUNT(DISTINCT o.customer_id) FROM ${ORDERS} WHERE o.channel = 'Online' AND ${Y2026}`,
    'numero di clienti diversi che hanno ordinato online nel 2026',
  ),
  right('SELECT country, COUNT(*) FROM customers GROUP BY 1', 'nr clienti x paese'),
  anyOf(
    listOrCount('SELECT order_id, product_id FROM order_lines WHERE discount_percent = 20'),
    'righe ordine con sconto del 20%',
  ),
  right(
    'SELECT city FROM customers WHERE city IS NOT NULL GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 3',
    'le tre città con più clienti',
  ),
  right(
    `SELECT p.category, ${REVENUE} FROM ${LINES} WHERE ${within('2026-01-01', '2026-04-01')} GROUP BY 1`,
    'fatturao per categoria q1 2026',
  ),
  right(
    'SELECT COUNT(*) FROM products WHERE unit_price BETWEEN 20 AND 40',
    'Quanti prodotti costano tra 20 e 40 dollari?',
  ),
  none('giacenze di magazzino per prodotto'),
  none('quante visite ha avuto il sito a settembre?'),
  none("Qual è l'età media dei nostri clienti?"),
];

const PORTUGUESE = [
  right(`SELECT ${REVENUE} FROM ${LINES} WHERE ${Y2025}`, 'Qual foi o faturamento do ano passado?'),
  right(
    `SELECT ${MONTH}, ${REVENUE} FROM ${LINES} WHERE ${within('2026-01-01', '2026-07-01')} GROUP BY 1`,
    'receita por mes de janeiro a junho de 2026',
  ),
  right(
    `SELECT COUNT(*) FROM ${ORDERS} WHERE o.status = 'Returned' AND ${Y2025}`,
    'Quantas encomendas foram devolvidas em 2025?',
  ),
  right(
    `SELECT c.name FROM ${LINES} GROUP BY c.customer_id, 1 ORDER BY ${REVENUE} DESC LIMIT 10`,
    '10 maiores clientes por receita',
  ),
  right('SELECT status, COUNT(*) FROM orders GROUP BY 1', 'qtd de pedidos por status'),
  anyOf(
    listOrCount(
      `SELECT s.name FROM ${LINES} WHERE ${Y2025} GROUP BY s.store_id, 1 HAVING ${REVENUE} > 20000`,
    ),
    'lojas que faturaram mais de 20 mil em 2025',
  ),
  right(
    "SELECT AVG(unit_price) FROM products WHERE brand = 'Tidewell'",
    'preço medio dos produtos da marca tidewell',
  ),
  anyOf(
    [
      ...listOrCount(
        "SELECT name FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM orders WHERE channel = 'Online')",
      ),
      ...listOrCount(
        "SELECT name FROM customers WHERE customer_id IN (SELECT customer_id FROM orders) AND customer_id NOT IN (SELECT customer_id FROM orders WHERE channel = 'Online')",
      ),
    ],
    'Quais clientes nunca compraram online?',
  ),
  either(
    [
      `SELECT p.category FROM ${LINES} GROUP BY 1 ORDER BY ${REVENUE} DESC LIMIT 1`,
      ...sold(
        (which) =>
          `SELECT p.category FROM ${LINES} WHERE ${which} GROUP BY 1 ORDER BY SUM(l.quantity) DESC LIMIT 1`,
      ),
    ],
    'qual categoria vende mais?',
  ),
  anyOf(
    perQuarter(`${REVENUE} FROM ${LINES} WHERE s.region = 'South' AND ${Y2025}`),
    'faturação trimestral da região sul em 2025',
  ),
  right(
    "SELECT COUNT(*) FROM customers WHERE segment = 'Small Business'",
    'quantas pequenas empresas temos como clientes',
  ),
  right(
    `SELECT segment, COUNT(*) FROM customers WHERE ${within('2024-01-01', '2025-01-01', 'signup_date')} GROUP BY 1`,
    'clientes registados em 2024 por segmento',
  ),
  anyOf(
    listOrCount('SELECT name FROM products WHERE unit_price < 20'),
    'produtos com preço abaixo de 20',
  ),
  right(
    `SELECT AVG(l.discount_percent) FROM ${LINES} WHERE p.category = 'Garden' AND ${Y2026}`,
    'desconto médio nos produtos de jardim este ano',
  ),
  right(
    `SELECT ${MONTH} FROM ${ORDERS} WHERE o.status = 'Returned' AND ${Y2024} GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1`,
    'Em que mês de 2024 tivemos mais pedidos devolvidos?',
  ),
  right('SELECT brand, COUNT(*) FROM products GROUP BY 1', 'quantos produtos tem cada marca'),
  anyOf(
    shares(
      `${REVENUE} / (SELECT SUM(revenue) FROM order_lines)`,
      `FROM ${LINES} GROUP BY o.channel`,
      'o.channel, ',
    ),
    'participação de cada canal na receita total',
  ),
  anyOf(
    [
      `SELECT ${MONTH}, ${REVENUE} FROM ${LINES} WHERE ${within('2026-08-01', '2026-10-01')} GROUP BY 1`,
      `SELECT SUM(l.revenue) FILTER (${MONTH} = '2026-08'), SUM(l.revenue) FILTER (${MONTH} = '2026-09') FROM ${LINES}`,
    ],
    'faturamento agosto vs setembro 2026',
  ),
  anyOf(
    listOrCount(
      `SELECT o.order_id FROM ${ORDERS} WHERE o.status = 'Cancelled' AND c.country = 'Germany'`,
    ),
    'pedidos cancelados de clientes da alemanha',
  ),
  anyOf(
    sold(
      (which) =>
        `SELECT COUNT(DISTINCT o.customer_id) FROM ${ORDERS} WHERE ${SEPTEMBER} AND ${which}`,
    ),
    'Quantos clientes diferentes compraram no mês passado?',
  ),
  right(
    'SELECT name FROM stores ORDER BY opened_on DESC LIMIT 1',
    'qual é a loja mais nova da rede?',
  ),
  anyOf(
    sold((which) => perYear(`${PER_ORDER} FROM ${LINES} WHERE ${which}`)[0]!),
    'ticket médio por ano',
  ),
  right(
    `SELECT s.name, ${REVENUE} FROM ${LINES} WHERE ${within('2026-10-01', '2026-11-01')} GROUP BY s.store_id, 1`,
    'fatuarmento por loja em outubro de 2026',
  ),
  right(
    `SELECT p.name FROM ${LINES} GROUP BY p.product_id, 1 ORDER BY ${REVENUE} LIMIT 5`,
    'os 5 produtos com menor receita',
  ),
  none('quanto gastamos com frete em 2025?'),
  none('Qual vendedor fechou mais pedidos?'),
  none('nota média de satisfação dos clientes'),
];

const DUTCH = [
  right(
    `SELECT ${REVENUE} FROM ${LINES} WHERE ${within('2025-10-01', '2026-01-01')}`,
    'Wat was de omzet in het vierde kwartaal van 2025?',
  ),
  right(
    `SELECT ${MONTH}, ${REVENUE} FROM ${LINES} WHERE ${Y2026} GROUP BY 1`,
    'omzet per maand dit jaar',
  ),
  right(
    "SELECT COUNT(*) FROM customers WHERE country = 'Netherlands'",
    'hoeveel klanten hebben we in nederland',
  ),
  anyOf(
    listOrCount(`SELECT c.name FROM ${ORDERS} GROUP BY c.customer_id, 1 HAVING COUNT(*) > 15`),
    'Welke klanten hebben meer dan 15 bestellingen geplaatst?',
  ),
  right(
    `SELECT s.name FROM ${LINES} WHERE ${Y2026} GROUP BY s.store_id, 1 ORDER BY ${REVENUE} DESC LIMIT 3`,
    'top 3 winkels qua omzet 2026',
  ),
  anyOf(
    sold((which) => `SELECT o.channel, ${PER_ORDER} FROM ${LINES} WHERE ${which} GROUP BY 1`),
    'gemiddelde orderwaarde per kanaal',
  ),
  anyOf(
    perYear(`COUNT(*) FROM ${ORDERS} WHERE o.status = 'Cancelled'`),
    'aantal geannuleerde orders per jaar',
  ),
  anyOf(
    listOrCount(
      "SELECT name FROM customers WHERE country = 'Germany' AND customer_id NOT IN (SELECT customer_id FROM orders)",
    ),
    'duitse klanten zonder bestellingen',
  ),
  right(
    'SELECT name FROM products ORDER BY unit_price DESC LIMIT 4',
    'Wat zijn onze vier duurste producten?',
  ),
  either(
    [
      `SELECT p.brand FROM ${LINES} WHERE p.brand IS NOT NULL GROUP BY 1 ORDER BY ${REVENUE} LIMIT 1`,
      ...sold(
        (which) =>
          `SELECT p.brand FROM ${LINES} WHERE p.brand IS NOT NULL AND ${which} GROUP BY 1 ORDER BY SUM(l.quantity) LIMIT 1`,
      ),
    ],
    'welk merk verkoopt het slechtst?',
  ),
  anyOf(
    sold(
      (which) =>
        `SELECT COUNT(DISTINCT l.product_id) FROM ${LINES} WHERE ${within('2026-08-01', '2026-09-01')} AND ${which}`,
    ),
    'Hoeveel verschillende producten zijn er in augustus 2026 verkocht?',
  ),
  anyOf(
    listOrCount(`SELECT o.order_id FROM ${ORDERS} WHERE o.channel = 'Phone' AND ${Y2025}`),
    'telefonische bestellingen vorig jaar',
  ),
  right(
    `SELECT c.country, ${REVENUE} FROM ${LINES} WHERE c.segment = 'Small Business' GROUP BY 1`,
    'omzet kleine bedrijven per land',
  ),
  anyOf(
    perQuarter(`${REVENUE} FROM ${LINES} WHERE p.category = 'Lighting' AND ${Y2025}`),
    'kwartaalomzet verlichting 2025',
  ),
  right(
    `SELECT AVG(l.discount_percent) FROM ${LINES} WHERE p.category = 'Kitchen'`,
    'gem. korting op keukenspullen',
  ),
  right(
    "SELECT COUNT(*) FROM stores WHERE opened_on < '2018-01-01'",
    'Hoeveel winkels zijn er vóór 2018 geopend?',
  ),
  anyOf(
    shares("COUNT(*) FILTER (o.status = 'Returned') / COUNT(*)", `FROM ${ORDERS}`),
    'welk percentage van de bestellingen wordt geretourneerd?',
  ),
  anyOf(
    [
      `SELECT s.region, SUM(l.revenue) FILTER (${Y2025}), SUM(l.revenue) FILTER (${Y2024}) FROM ${LINES} GROUP BY 1`,
      ...perYear(`s.region, ${REVENUE} FROM ${LINES} WHERE ${Y2024} OR ${Y2025}`, '1, 2'),
    ],
    'omzet per regio 2025 vergeleken met 2024',
  ),
  anyOf(
    listOrCount('SELECT name FROM products WHERE unit_price < 25'),
    'productn goedkoper dan 25 dollar',
  ),
  right(
    `SELECT strftime(signup_date, '%Y-%m'), COUNT(*) FROM customers WHERE ${within('2025-01-01', '2026-01-01', 'signup_date')} GROUP BY 1`,
    'aantal nieuwe klanten per maand in 2025',
  ),
  right(
    "SELECT city FROM customers WHERE country = 'United States' AND city IS NOT NULL GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1",
    'in welke stad in de Verenigde Staten wonen de meeste klanten?',
  ),
  right(
    'SELECT category, AVG(unit_price - unit_cost) FROM products GROUP BY 1',
    'gemiddeld verschil tussen verkoopprijs en kostprijs per categorie',
  ),
  right(
    `SELECT o.order_id FROM ${LINES} GROUP BY 1 ORDER BY ${REVENUE} DESC LIMIT 1`,
    'bestelling met de hoogste omzet ooit',
  ),
  anyOf(
    listOrCount(
      `SELECT s.name FROM ${ORDERS} GROUP BY s.store_id, 1 HAVING COUNT(*) BETWEEN 200 AND 300`,
    ),
    'winkels met tussen de 200 en 300 bestelingen',
  ),
  none('Hoeveel voorraad ligt er nog in Amsterdam?'),
  none('ziekteverzuim per winkel'),
  none('gemiddelde levertijd online bestellingen'),
];

const NATIVE = { fr: FRENCH, es: SPANISH, it: ITALIAN, pt: PORTUGUESE, nl: DUTCH } as const;
