/** A question without spaces over the sample company, a statement that answers it, and statements that do not. */
export interface UnspacedCase {
  readonly question: string;
  readonly right: string;
  readonly wrong: readonly string[];
}

const LINES = 'order_lines l JOIN orders o ON o.order_id = l.order_id';
const STORES = `${LINES} JOIN stores s ON s.store_id = o.store_id`;

/** Rows of orders from one day up to another. */
const during = (from: string, to: string): string =>
  `o.order_date >= DATE '${from}' AND o.order_date < DATE '${to}'`;
const year = (of: number): string => during(`${of}-01-01`, `${of + 1}-01-01`);
const revenue = (where = 'TRUE', fn = 'SUM'): string =>
  `SELECT ${fn}(l.revenue) AS r FROM ${LINES} WHERE ${where}`;
const orders = (where = 'TRUE'): string => `SELECT COUNT(*) AS n FROM orders o WHERE ${where}`;
const customers = (where = 'TRUE'): string =>
  `SELECT COUNT(*) AS n FROM customers c WHERE ${where}`;
const products = (where: string): string => `SELECT p.name FROM products p WHERE ${where}`;
const ranked = (end: 'ASC' | 'DESC', limit: number, where = 'TRUE'): string =>
  `SELECT s.name, SUM(l.revenue) AS r FROM ${STORES} WHERE ${where} GROUP BY s.store_id, s.name ORDER BY r ${end} LIMIT ${limit}`;
const buyers = (having: string): string =>
  `SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.customer_id GROUP BY c.customer_id, c.name HAVING COUNT(*) ${having}`;
const price = (fn: string): string => `SELECT ${fn}(p.unit_price) AS price FROM products p`;
const monthly = (where: string): string =>
  `SELECT date_trunc('month', o.order_date) AS month, SUM(l.revenue) AS r FROM ${LINES} WHERE ${where} GROUP BY 1 ORDER BY 1`;
const byRegion = (where: string): string =>
  `SELECT s.region, SUM(l.revenue) AS r FROM ${STORES} WHERE ${where} GROUP BY s.region`;
const WITHOUT = `SELECT c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id)`;
const WITH = `SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id)`;
const EVER = { without: WITHOUT, with: WITH } as const;

const one = (question: string, right: string, ...wrong: readonly string[]): UnspacedCase => ({
  question,
  right,
  wrong,
});

/** `TODAY` is 31 October 2026, the last day of the data. */
export const TODAY = '2026-10-31';

export const CHINESE: readonly UnspacedCase[] = [
  one(
    '2025年的总收入是多少？',
    revenue(year(2025)),
    revenue(),
    revenue(year(2024)),
    revenue(year(2025), 'AVG'),
  ),
  one(
    '2025年3月有多少个订单？',
    orders(during('2025-03-01', '2025-04-01')),
    orders(),
    orders(during('2025-04-01', '2025-05-01')),
    orders(year(2025)),
  ),
  one('２０２５年各地区的总收入', byRegion(year(2025)), byRegion('TRUE'), byRegion(year(2026))),
  one('二〇二四年的总收入', revenue(year(2024)), revenue(), revenue(year(2023))),
  one('去年的订单有多少笔？', orders(year(2025)), orders(), orders(year(2024))),
  one('今年的总收入', revenue(year(2026)), revenue(), revenue(year(2025))),
  one(
    '上个月有几个订单',
    orders(during('2026-09-01', '2026-10-01')),
    orders(),
    orders(during('2026-07-01', '2026-08-01')),
  ),
  one('最近30天的总收入', revenue(during('2026-10-02', '2026-11-01')), revenue()),
  one(
    '2025年第三季度的总收入',
    revenue(during('2025-07-01', '2025-10-01')),
    revenue(),
    revenue(year(2025)),
    revenue(during('2025-04-01', '2025-07-01')),
  ),
  one(
    '2025年上半年的订单数量',
    orders(during('2025-01-01', '2025-07-01')),
    orders(),
    orders(during('2025-07-01', '2026-01-01')),
  ),
  one(
    '2024年6月到2024年8月的总收入',
    revenue(during('2024-06-01', '2024-09-01')),
    revenue(),
    revenue(during('2025-06-01', '2025-09-01')),
  ),
  one('2025年5月10日的订单有多少？', orders("o.order_date = DATE '2025-05-10'"), orders()),
  one(
    '2025年以来的总收入',
    revenue("o.order_date >= DATE '2025-01-01'"),
    revenue(),
    revenue("o.order_date >= DATE '2024-01-01'"),
  ),
  one(
    '订单超过20个的客户有哪些？',
    buyers('> 20'),
    buyers('>= 20'),
    buyers('< 20'),
    buyers('> 10'),
  ),
  one('哪些客户至少有三十个订单？', buyers('>= 30'), buyers('> 30'), buyers('<= 30')),
  one('少于5个订单的客户', buyers('< 5'), buyers('<= 5'), buyers('> 5')),
  one('订单不超过3个的客户', buyers('<= 3'), buyers('< 3'), buyers('>= 3')),
  one(
    '单价在200以上的产品',
    products('p.unit_price >= 200'),
    products('p.unit_price > 200'),
    products('p.unit_price <= 200'),
    products('p.unit_price >= 100'),
  ),
  one(
    '单价大于一百五十的产品',
    products('p.unit_price > 150'),
    products('p.unit_price < 150'),
    products('p.unit_price > 15'),
  ),
  one(
    '单价低于５０的产品有哪些',
    products('p.unit_price < 50'),
    products('p.unit_price > 50'),
    products('p.unit_price <= 50'),
  ),
  one(
    '收入超过1万的订单行',
    'SELECT l.order_id FROM order_lines l WHERE l.revenue > 10000',
    'SELECT l.order_id FROM order_lines l WHERE l.revenue > 1000000000',
    'SELECT l.order_id FROM order_lines l WHERE l.revenue < 10000',
  ),
  one('收入最高的前5家门店', ranked('DESC', 5), ranked('ASC', 5), ranked('DESC', 10)),
  one(
    '2025年收入最低的3家门店',
    ranked('ASC', 3, year(2025)),
    ranked('DESC', 3, year(2025)),
    ranked('ASC', 3),
    ranked('ASC', 5, year(2025)),
  ),
  one('按收入排名前十的门店', ranked('DESC', 10), ranked('ASC', 10), ranked('DESC', 5)),
  one('产品的最高单价是多少', price('MAX'), price('MIN'), price('AVG')),
  one('产品的最低单价是多少', price('MIN'), price('MAX')),
  one('产品的平均单价', price('AVG'), price('SUM'), price('MAX')),
  one(
    '哪家门店的订单最多？',
    'SELECT s.name, COUNT(*) AS n FROM orders o JOIN stores s ON s.store_id = o.store_id GROUP BY s.store_id, s.name ORDER BY n DESC LIMIT 1',
    'SELECT s.name, COUNT(*) AS n FROM orders o JOIN stores s ON s.store_id = o.store_id GROUP BY s.store_id, s.name ORDER BY n ASC LIMIT 1',
  ),
  one('从来没有下过订单的客户', EVER.without, EVER.with),
  one('没有订单的客户有哪些？', EVER.without, EVER.with),
  one(
    '除了“Europe”以外，2025年的总收入',
    `SELECT SUM(l.revenue) AS r FROM ${STORES} WHERE s.region <> 'Europe' AND ${year(2025)}`,
    `SELECT SUM(l.revenue) AS r FROM ${STORES} WHERE s.region = 'Europe' AND ${year(2025)}`,
    revenue(year(2025)),
  ),
  one(
    '“Online”渠道有多少订单？',
    orders("o.channel = 'Online'"),
    orders(),
    orders("o.channel = 'Phone'"),
    orders("o.channel <> 'Online'"),
  ),
  one(
    'West地区2025年的总收入',
    `SELECT SUM(l.revenue) AS r FROM ${STORES} WHERE s.region = 'West' AND ${year(2025)}`,
    revenue(year(2025)),
    `SELECT SUM(l.revenue) AS r FROM ${STORES} WHERE s.region = 'East' AND ${year(2025)}`,
    `SELECT SUM(l.revenue) AS r FROM ${STORES} WHERE s.region = 'West'`,
  ),
  one(
    '德国有多少客户？',
    customers("c.country = 'Germany'"),
    customers(),
    customers("c.country = 'France'"),
  ),
  one(
    '2026年取消的订单有多少？',
    orders(`o.status = 'Cancelled' AND ${year(2026)}`),
    orders(`o.status = 'Returned' AND ${year(2026)}`),
    orders(`o.status = 'Cancelled'`),
  ),
  one(
    '有多少个不同的国家有客户？',
    'SELECT COUNT(DISTINCT c.country) AS n FROM customers c',
    'SELECT COUNT(c.country) AS n FROM customers c',
  ),
  one(
    '2025年每个月的收入',
    monthly(year(2025)),
    revenue(year(2025)),
    monthly(year(2024)),
    monthly('TRUE'),
  ),
  one(
    '名为「Harbor Yard」的门店2025年的总收入',
    `SELECT SUM(l.revenue) AS r FROM ${STORES} WHERE s.name = 'Harbor Yard' AND ${year(2025)}`,
    revenue(year(2025)),
    `SELECT SUM(l.revenue) AS r FROM ${STORES} WHERE s.name = 'Harbor Yard' AND ${year(2026)}`,
  ),
];

export const JAPANESE: readonly UnspacedCase[] = [
  one(
    '2025年の売上の合計はいくらですか？',
    revenue(year(2025)),
    revenue(),
    revenue(year(2024)),
    revenue(year(2025), 'AVG'),
  ),
  one(
    '2025年3月の注文は何件ですか',
    orders(during('2025-03-01', '2025-04-01')),
    orders(),
    orders(year(2025)),
    orders(during('2025-04-01', '2025-05-01')),
  ),
  one('２０２５年の地域別の売上合計', byRegion(year(2025)), byRegion('TRUE'), byRegion(year(2024))),
  one('昨年の注文件数', orders(year(2025)), orders(), orders(year(2024))),
  one('今年の売上合計を教えてくれませんか', revenue(year(2026)), revenue(), revenue(year(2025))),
  one(
    '先月の注文は何件ありましたか',
    orders(during('2026-09-01', '2026-10-01')),
    orders(),
    orders(during('2026-07-01', '2026-08-01')),
  ),
  one('過去90日の売上合計', revenue(during('2026-08-03', '2026-11-01')), revenue()),
  one(
    '2025年第3四半期の売上合計',
    revenue(during('2025-07-01', '2025-10-01')),
    revenue(),
    revenue(year(2025)),
    revenue(during('2025-04-01', '2025-07-01')),
  ),
  one('2025年上半期の注文件数', orders(during('2025-01-01', '2025-07-01')), orders()),
  one(
    '2024年6月から2024年8月までの売上合計',
    revenue(during('2024-06-01', '2024-09-01')),
    revenue(),
    revenue(during('2025-06-01', '2025-09-01')),
  ),
  one('2025年5月10日の注文は何件？', orders("o.order_date = DATE '2025-05-10'"), orders()),
  one(
    '2025年以降の売上合計',
    revenue("o.order_date >= DATE '2025-01-01'"),
    revenue(),
    revenue("o.order_date >= DATE '2024-01-01'"),
  ),
  one('注文が20件を超える顧客', buyers('> 20'), buyers('>= 20'), buyers('< 20'), buyers('> 10')),
  one('30件以上注文した顧客は誰ですか', buyers('>= 30'), buyers('> 30'), buyers('<= 30')),
  one('注文が5件未満の顧客', buyers('< 5'), buyers('<= 5'), buyers('> 5')),
  one('注文が三件以下の顧客', buyers('<= 3'), buyers('< 3'), buyers('>= 3')),
  one(
    '単価が200ドル以上の商品',
    products('p.unit_price >= 200'),
    products('p.unit_price > 200'),
    products('p.unit_price <= 200'),
    products('p.unit_price >= 100'),
  ),
  one(
    '単価が百五十より高い商品',
    products('p.unit_price > 150'),
    products('p.unit_price < 150'),
    products('p.unit_price > 15'),
  ),
  one(
    '売上が1万を超える注文明細',
    'SELECT l.order_id FROM order_lines l WHERE l.revenue > 10000',
    'SELECT l.order_id FROM order_lines l WHERE l.revenue > 1000000000',
    'SELECT l.order_id FROM order_lines l WHERE l.revenue < 10000',
  ),
  one('売上が最も高い店舗トップ5', ranked('DESC', 5), ranked('ASC', 5), ranked('DESC', 10)),
  one(
    '2025年の売上が最も低い3店舗',
    ranked('ASC', 3, year(2025)),
    ranked('DESC', 3, year(2025)),
    ranked('ASC', 3),
    ranked('ASC', 5, year(2025)),
  ),
  one('売上上位10店舗', ranked('DESC', 10), ranked('ASC', 10), ranked('DESC', 5)),
  one('商品の最高単価はいくらですか', price('MAX'), price('MIN'), price('AVG')),
  one('商品の最低単価はいくらですか', price('MIN'), price('MAX')),
  one('商品の平均単価', price('AVG'), price('SUM'), price('MAX')),
  one('一番高い商品の単価', price('MAX'), price('MIN')),
  one(
    '注文が一番多い店舗はどこですか',
    'SELECT s.name, COUNT(*) AS n FROM orders o JOIN stores s ON s.store_id = o.store_id GROUP BY s.store_id, s.name ORDER BY n DESC LIMIT 1',
    'SELECT s.name, COUNT(*) AS n FROM orders o JOIN stores s ON s.store_id = o.store_id GROUP BY s.store_id, s.name ORDER BY n ASC LIMIT 1',
  ),
  one('一度も注文していない顧客', EVER.without, EVER.with),
  one('注文のない顧客を表示して', EVER.without, EVER.with),
  one(
    '「Europe」以外の2025年の売上合計',
    `SELECT SUM(l.revenue) AS r FROM ${STORES} WHERE s.region <> 'Europe' AND ${year(2025)}`,
    `SELECT SUM(l.revenue) AS r FROM ${STORES} WHERE s.region = 'Europe' AND ${year(2025)}`,
    revenue(year(2025)),
  ),
  one(
    '「Online」の注文は何件ですか',
    orders("o.channel = 'Online'"),
    orders(),
    orders("o.channel = 'Phone'"),
    orders("o.channel <> 'Online'"),
  ),
  one(
    'West地域の2025年の売上合計',
    `SELECT SUM(l.revenue) AS r FROM ${STORES} WHERE s.region = 'West' AND ${year(2025)}`,
    revenue(year(2025)),
    `SELECT SUM(l.revenue) AS r FROM ${STORES} WHERE s.region = 'East' AND ${year(2025)}`,
    `SELECT SUM(l.revenue) AS r FROM ${STORES} WHERE s.region = 'West'`,
  ),
  one(
    'ドイツの顧客は何人ですか',
    customers("c.country = 'Germany'"),
    customers(),
    customers("c.country = 'France'"),
  ),
  one(
    '2026年にキャンセルされた注文は何件ですか',
    orders(`o.status = 'Cancelled' AND ${year(2026)}`),
    orders(`o.status = 'Returned' AND ${year(2026)}`),
    orders(`o.status = 'Cancelled'`),
  ),
  one(
    '顧客がいる国は何種類ですか',
    'SELECT COUNT(DISTINCT c.country) AS n FROM customers c',
    'SELECT COUNT(c.country) AS n FROM customers c',
  ),
  one(
    '2025年の月別売上',
    monthly(year(2025)),
    revenue(year(2025)),
    monthly(year(2024)),
    monthly('TRUE'),
  ),
  one(
    '『Harbor Yard』の2025年の売上合計',
    `SELECT SUM(l.revenue) AS r FROM ${STORES} WHERE s.name = 'Harbor Yard' AND ${year(2025)}`,
    revenue(year(2025)),
    `SELECT SUM(l.revenue) AS r FROM ${STORES} WHERE s.name = 'Harbor Yard' AND ${year(2026)}`,
  ),
];

/** Right statements whose words look like more than they say. */
export const SOUND: readonly (readonly [question: string, sql: string])[] = [
  ['有没有超过30个订单的客户？', buyers('> 30')],
  ['三星和百货的订单有多少', orders()],
  ['2025年与2024年的总收入对比', revenue(during('2024-01-01', '2026-01-01'))],
  ['2025年总收入同比增长了多少', revenue(during('2024-01-01', '2026-01-01'))],
  ['2025年末的客户有多少', customers("c.signup_date < DATE '2026-01-01'")],
  ['是不是每个客户都有订单', `SELECT COUNT(DISTINCT o.customer_id) AS n FROM orders o`],
  ['总部的订单数量', orders()],
  ['比利时和非洲的客户未来会有多少', customers("c.country = 'Belgium'")],
  ['订单最多5个的客户', buyers('<= 5')],
  [
    '除了订单数量，还要显示总收入',
    `SELECT COUNT(DISTINCT o.order_id) AS n, SUM(l.revenue) AS r FROM ${LINES}`,
  ],
  [
    '平均每月收入',
    `SELECT AVG(r) AS r FROM (SELECT date_trunc('month', o.order_date) AS m, SUM(l.revenue) AS r FROM ${LINES} GROUP BY 1) t`,
  ],
  ['1回しか注文していない顧客', buyers('= 1')],
  [
    '注文の少ない店舗',
    `SELECT s.name, COUNT(*) AS n FROM orders o JOIN stores s ON s.store_id = o.store_id GROUP BY s.store_id, s.name ORDER BY n`,
  ],
  ['2025年度の売上合計', revenue(during('2025-04-01', '2026-04-01'))],
  ['2025年と2024年の売上合計の比較', revenue(during('2024-01-01', '2026-01-01'))],
  ['売上合計を教えていただけませんか', revenue()],
  ['前年比の売上合計', revenue(during('2025-01-01', '2027-01-01'))],
  ['統一された総合評価の一覧', 'SELECT p.name FROM products p'],
  ['総務部の注文件数', orders()],
];
