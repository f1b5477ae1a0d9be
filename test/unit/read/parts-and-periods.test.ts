import { describeAnswersOver } from '../planner/answered.ts';

/** A brewery: what sells, who sells it, what casks hold, and what stands in the cellars on each day. */
const BREWERY = [
  `CREATE TABLE deals (deal_no INTEGER PRIMARY KEY, deal_date DATE, "Sales Rep" VARCHAR, "Customer Segment" VARCHAR, region VARCHAR, deal_total DECIMAL(9,2))`,
  `INSERT INTO deals SELECT i::INTEGER, DATE '2026-01-01' + (i * 5)::INTEGER, ['Ann','Bo','Cy'][1 + i % 3], ['pubs','shops'][1 + i % 2], ['East','West'][1 + i % 2], i * 10.5 FROM range(40) t(i)`,
  `CREATE TABLE loads (load_no INTEGER PRIMARY KEY, buyer VARCHAR, "Casks (40kg)" INTEGER, "Price/Cask" DECIMAL(9,2), loaded_on DATE)`,
  `INSERT INTO loads SELECT i::INTEGER, ['Ann','Bo'][1 + i % 2], 1 + i::INTEGER % 7, 10 + i % 5, DATE '2026-01-01' + i::INTEGER FROM range(60) t(i)`,
  `CREATE TABLE stock (counted_on DATE, beer VARCHAR, cellar VARCHAR, on_hand INTEGER, PRIMARY KEY (counted_on, beer, cellar))`,
  `INSERT INTO stock SELECT DATE '2026-11-01' + d::INTEGER, ['bitter','stout'][1 + s % 2], ['C1','C2'][1 + s // 2], (10 * s + d)::INTEGER FROM range(10) t(d), range(4) u(s)`,
];

describeAnswersOver(
  'what a part of a name tells, and rows that are counted anew each day',
  BREWERY,
  {
    answered: [
      // The unit in the name of a column is none of its words.
      ['average casks per load', 'SELECT avg("Casks (40kg)") FROM loads'],
      ['total casks by buyer', 'SELECT buyer, sum("Casks (40kg)") FROM loads GROUP BY buyer'],
      ['number of different sales reps', 'SELECT count(DISTINCT "Sales Rep") FROM deals'],
      ['total on hand', "SELECT sum(on_hand) FROM stock WHERE counted_on = DATE '2026-11-10'"],
      ['number of stock records', 'SELECT count(*) FROM stock'],
      ['number of beers', 'SELECT count(DISTINCT beer) FROM stock'],
    ],
    open: [
      // A text is what the last word of its name says: who sells is no sale.
      'how many sales',
      'sales in 2026',
      // Each beer has a row for each day.
      'how much stock do we have',
      'how many stouts do we have',
    ],
  },
);

/** A rowing club: boats of some kind that members share, what they pay, and vans that were sold. */
const ROWING = [
  `CREATE TABLE members (id INTEGER PRIMARY KEY, name VARCHAR)`,
  `INSERT INTO members VALUES (1, 'Ann'), (2, 'Bo'), (3, 'Cy'), (4, 'Di')`,
  `CREATE TABLE boats (id INTEGER PRIMARY KEY, kind VARCHAR)`,
  `INSERT INTO boats VALUES (1, 'kayak'), (2, 'canoe')`,
  `CREATE TABLE owns (member_id INTEGER REFERENCES members, boat_id INTEGER REFERENCES boats)`,
  `INSERT INTO owns VALUES (1, 1), (1, 2), (2, 2), (4, 1)`,
  `CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, name VARCHAR)`,
  `INSERT INTO staff VALUES (1, 'Eve'), (2, 'Fay')`,
  `CREATE TABLE payments (payment_id INTEGER PRIMARY KEY, staff_id INTEGER REFERENCES staff, plan VARCHAR, fee DECIMAL(9,2), paid_on DATE)`,
  `INSERT INTO payments SELECT i::INTEGER, 1 + i::INTEGER % 2, ['growth','calm'][1 + i % 2], i * 2, DATE '2026-01-01' + i::INTEGER FROM range(50) t(i)`,
  `CREATE TABLE vans (van VARCHAR PRIMARY KEY, year INTEGER, sold_on DATE, make VARCHAR, body VARCHAR)`,
  `INSERT INTO vans SELECT 'v' || i, 2015 + i::INTEGER % 5, DATE '2024-03-01' + (i * 20)::INTEGER, ['A','B','C'][1 + i % 3], ['low','high'][1 + i % 2] FROM range(40) t(i)`,
];

const WITHOUT_KAYAK = `SELECT name FROM members WHERE id NOT IN
  (SELECT member_id FROM owns JOIN boats ON boat_id = boats.id WHERE kind = 'kayak')`;

describeAnswersOver('what none of several rows is, and what each has', ROWING, {
  answered: [
    ['members who do not own kayaks', WITHOUT_KAYAK],
    ['members who do not own kayaks as boats', WITHOUT_KAYAK],
    ['how many members do not own kayaks', `SELECT count(*) FROM (${WITHOUT_KAYAK})`],
    ['members who own no boat', "SELECT 'Cy'"],
    ['members who own boats but do not own kayaks', "SELECT 'Bo'"],
    ["members that don't own a kayak or canoe", "SELECT 'Cy'"],
    ['boats that are not kayaks', 'SELECT 2'],
    ['number of vans by year', 'SELECT year, count(*) FROM vans GROUP BY year'],
    ['number of makes per body', 'SELECT body, count(DISTINCT make) FROM vans GROUP BY body'],
    ['total fee where plan is growth', "SELECT sum(fee) FROM payments WHERE plan = 'growth'"],
  ],
  open: [
    // Those who have no boat at all are not meant.
    'members who own boats but not kayaks',
    // A list of payments shows nothing for each.
    'payments handled by each staff member',
    'payments of every staff member',
    // The year of a day is none of its own.
    'number of vans by sold on year',
    // Two numbers, or one for each of the others.
    'number of makes and bodies',
    // A value that also says how a number changed.
    'fee growth',
    'fee growth in 2026',
  ],
});

/** A zoo that keeps who worked where and at what wage, and what tickets cost, each with the days between which it held. */
const ZOO = [
  `CREATE TABLE postings (person VARCHAR, house VARCHAR, wage INTEGER, valid_from DATE, valid_to DATE)`,
  `INSERT INTO postings VALUES ('Ann', 'Apes', 100, '2020-01-01', '2023-12-31'), ('Ann', 'Bears', 120, '2024-01-01', NULL), ('Bo', 'Bears', 90, '2021-01-01', NULL), ('Cy', 'Apes', 80, '2022-01-01', '2025-06-01'), ('Di', 'Apes', 70, '2027-01-01', NULL)`,
  `CREATE TABLE prices (ticket VARCHAR, price INTEGER, from_date DATE, to_date DATE)`,
  `INSERT INTO prices VALUES ('day', 10, '2020-01-01', '2024-12-31'), ('day', 14, '2025-01-01', '9999-12-31'), ('year', 60, '2020-01-01', '9999-12-31')`,
  `CREATE TABLE stays (guest VARCHAR, nights INTEGER, from_date DATE, to_date DATE)`,
  `INSERT INTO stays VALUES ('Eve', 2, '2026-01-01', '2026-01-03'), ('Fay', 4, '2026-02-01', '2026-02-05')`,
];

describeAnswersOver('histories, of which what holds today is asked', ZOO, {
  answered: [
    ['average wage', 'SELECT 105'],
    ['number of people per house', "SELECT 'Bears', 2"],
    ['average price', 'SELECT 37'],
    // A stay has its days, and is no state of something else.
    ['total nights', 'SELECT 6'],
    ['latest valid from', "SELECT DATE '2027-01-01'"],
  ],
  open: [],
});
