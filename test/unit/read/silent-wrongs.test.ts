import { expect } from 'chai';
import { plan as planPrepared, plan as planWhole } from '#src/read/planner.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { describeAnswersOver, planOver } from '../planner/answered.ts';

/** A falconry: birds that other rows refer to by a key, whatever they are called, and people who keep them. */
const FALCONRY = [
  `CREATE TABLE keepers (keeper_id INTEGER PRIMARY KEY, first_name VARCHAR, last_name VARCHAR, mentor_id INTEGER, wage DECIMAL(9,2))`,
  `INSERT INTO keepers VALUES (1, 'Ada', 'Moe', NULL, 3000), (2, 'Ada', 'Moe', 1, 3000), (3, 'Bo', 'Lind', 1, 2500), (4, 'Cy', 'Park', 3, 2000)`,
  `CREATE TABLE patrons (patron_id INTEGER PRIMARY KEY, name VARCHAR, referred_by INTEGER, plan_type VARCHAR)`,
  `INSERT INTO patrons VALUES (1, 'Cy Park', NULL, 'gold'), (2, 'Eli Ott', 1, 'gold'), (3, 'Fay Orr', 1, 'iron'), (4, 'Gus Ash', 2, 'iron'), (5, 'Hal Day', NULL, 'iron'), (6, 'Ivy Elm', NULL, 'gold'), (7, 'Joy Fox', NULL, 'gold')`,
  `CREATE TABLE aviaries (aviary_id INTEGER PRIMARY KEY, aviary_name VARCHAR)`,
  `INSERT INTO aviaries VALUES (1, 'Tower'), (2, 'Meadow')`,
  `CREATE TABLE birds (bird_id INTEGER PRIMARY KEY, name VARCHAR, weight_kg DECIMAL(6,2), wingspan INTEGER, keeper_id INTEGER REFERENCES keepers, aviary_id INTEGER REFERENCES aviaries)`,
  `INSERT INTO birds VALUES (1, 'Storm', 1.2, 90, 1, 2), (2, 'Storm', 0.9, 80, 2, 1), (3, 'Storm', 1.1, 90, 3, 2), (4, 'Ember', 1.4, 100, 3, 1), (5, 'Ember', 1.0, 70, 1, 2), (6, 'Ember', 1.1, 95, 2, 1), (7, 'Sky', 0.8, 60, 4, 2)`,
  `CREATE TABLE showflights (flight_no VARCHAR PRIMARY KEY, bird_id INTEGER REFERENCES birds, patron_id INTEGER REFERENCES patrons, flight_date DATE, state VARCHAR, flown_by VARCHAR)`,
  `INSERT INTO showflights VALUES ('F1', 1, 1, DATE '2026-03-01', 'scrubbed', 'x'), ('F2', 4, 1, DATE '2026-03-02', 'flown', 'x'), ('F3', 4, 2, DATE '2026-04-02', 'flown', 'y'), ('F4', 7, 3, DATE '2026-04-09', 'flown', 'z')`,
];

describeAnswersOver('what rows that share a name, or refer to each other, are asked', FALCONRY, {
  answered: [
    // Each of those who are called so has a number of their own.
    ['weight of Storm', "SELECT weight_kg FROM birds WHERE name = 'Storm'"],
    ['what is the wage of Ada Moe', "SELECT wage FROM keepers WHERE first_name = 'Ada'"],
    ['total weight of Storm', "SELECT sum(weight_kg) FROM birds WHERE name = 'Storm'"],
    ['weight by bird', 'SELECT name, sum(weight_kg) FROM birds GROUP BY bird_id, name'],
    // What a name of somebody else's is said of: the keeper, who has a wage, rather than the patron.
    ['wage of Cy Park', 'SELECT wage FROM keepers WHERE keeper_id = 4'],
    // Rows are as many as they are, whatever they are called.
    ['birds longer than 85 wingspan', 'SELECT name FROM birds WHERE wingspan > 85'],
    // Both of rows that refer to each other are shown by their names.
    [
      'keepers and their mentors',
      `SELECT k.first_name, k.last_name, m.first_name, m.last_name
        FROM keepers k LEFT JOIN keepers m ON k.mentor_id = m.keeper_id`,
    ],
    // Nobody is not the first of those who are counted.
    ['who referred the most patrons', 'SELECT 1'],
    // The last of the words that a table's name joins.
    ['how many flights', 'SELECT count(*) FROM showflights'],
    ['how many show flights', 'SELECT count(*) FROM showflights'],
    [
      'flights per bird',
      'SELECT b.name, count(*) FROM showflights JOIN birds b USING (bird_id) GROUP BY b.bird_id, b.name',
    ],
    ['flights by state', 'SELECT state, count(*) FROM showflights GROUP BY state'],
    // What patrons call their kinds is none of the weights.
    [
      'number of birds per type of weight',
      'SELECT weight_kg, count(*) FROM birds GROUP BY weight_kg',
    ],
    // Whether the last word is a verb is told by names before it, of which one goes up to it.
    [
      'how many birds do we have in each aviary for each type of patron',
      'SELECT aviary_name, plan_type, count(DISTINCT bird_id) FROM showflights JOIN birds USING (bird_id) JOIN aviaries USING (aviary_id) JOIN patrons USING (patron_id) GROUP BY ALL',
    ],
    ['flights scrubbed', "SELECT flight_no FROM showflights WHERE state = 'scrubbed'"],
  ],
  open: [
    // What somebody pays is no wage.
    'what did Cy Park pay',
    // A state right before a noun is of what the noun names.
    'scrubbed plans',
    // Who did it is kept in a way that leads to none of the people.
    'flights by Bo Lind',
    // Each bird has one keeper.
    'number of keepers per bird',
  ],
});

/** A weaving mill: cloths that are sold in pieces, of which some are scrapped, and who weaves them. */
const MILL = [
  `CREATE TABLE weavers (weaver_id INTEGER PRIMARY KEY, name VARCHAR, hourly_rate DECIMAL(6,2))`,
  `INSERT INTO weavers VALUES (1, 'Ann Lee', 20), (2, 'Bo Ray', 30), (3, 'Cy Orr', 25)`,
  `CREATE TABLE buyers (buyer_id INTEGER PRIMARY KEY, buyer_name VARCHAR, billing_town VARCHAR, mill_town VARCHAR)`,
  `INSERT INTO buyers VALUES (1, 'Loft', 'Bergen', 'Oslo'), (2, 'Attic', 'Oslo', 'Oslo'), (3, 'Nook', 'Oslo', 'Bergen')`,
  `CREATE TABLE looms (loom_id INTEGER PRIMARY KEY, loom_name VARCHAR, loom_type VARCHAR, town VARCHAR, foreman_id INTEGER REFERENCES weavers, buyer_id INTEGER REFERENCES buyers)`,
  `INSERT INTO looms VALUES (1, 'Big', 'shaft', 'Oslo', 1, 1), (2, 'Old', 'hand', 'Bergen', 1, 2), (3, 'New', 'shaft', 'Oslo', 2, 2), (4, 'Red', 'hand', 'Voss', 2, 3)`,
  `CREATE TABLE cloths (cloth_id INTEGER PRIMARY KEY, title VARCHAR, width_cm INTEGER, dye_cost DECIMAL(8,2), weaver_id INTEGER REFERENCES weavers)`,
  `INSERT INTO cloths VALUES (1, 'Plaid', 90, 5, 1), (2, 'Twill', 120, 7, 2), (3, 'Tweed', 150, 9, 1), (4, 'Felt', 80, 2, 3)`,
  `CREATE TABLE pieces (piece_id INTEGER PRIMARY KEY, cloth_id INTEGER REFERENCES cloths, scrapped_on DATE, cut_cost DECIMAL(8,2))`,
  `INSERT INTO pieces VALUES (1, 1, NULL, 1), (2, 1, DATE '2026-02-03', 2), (3, 1, DATE '2026-02-04', 3), (4, 2, NULL, 4), (5, 3, DATE '2026-03-01', 5), (6, 4, NULL, 6)`,
  `CREATE TABLE shifts (shift_id INTEGER PRIMARY KEY, weaver_id INTEGER REFERENCES weavers, loom_id INTEGER REFERENCES looms, breaks INTEGER)`,
  `INSERT INTO shifts VALUES (1, 1, 1, 2), (2, 2, 1, 1), (3, 3, 2, 4), (4, 3, 3, 1), (5, 1, 4, 3)`,
  `CREATE TABLE bills (bill_id INTEGER PRIMARY KEY, buyer_id INTEGER REFERENCES buyers, amount DECIMAL(9,2))`,
  `INSERT INTO bills VALUES (1, 1, 100), (2, 1, 300), (3, 2, 50), (4, 3, 70), (5, 3, 90)`,
];

describeAnswersOver('of which rows a number is, and by which way they are tied', MILL, {
  answered: [
    // Each bill has an amount: the buyers are groups of them.
    [
      'average bill amount per buyer',
      'SELECT buyer_name, avg(amount) FROM bills JOIN buyers USING (buyer_id) GROUP BY buyer_id, buyer_name',
    ],
    // That it was done to some rows is no denial that it was not done to others.
    [
      'cloths whose pieces are scrapped',
      'SELECT title FROM cloths WHERE cloth_id IN (SELECT cloth_id FROM pieces WHERE scrapped_on IS NOT NULL)',
    ],
    ['total dye cost of cloths with pieces', 'SELECT sum(dye_cost) FROM cloths'],
    ['buyers by billing town', 'SELECT billing_town, count(*) FROM buyers GROUP BY billing_town'],
    ['looms by town', 'SELECT town, count(*) FROM looms GROUP BY town'],
    [
      'buyers by loom type',
      'SELECT loom_type, count(DISTINCT buyer_id) FROM looms GROUP BY loom_type',
    ],
    [
      'shifts per loom',
      'SELECT loom_name, count(*) FROM shifts JOIN looms USING (loom_id) GROUP BY loom_id, loom_name',
    ],
    // Each loom has one foreman, and several who work at it.
    [
      'number of weavers per loom',
      'SELECT loom_name, count(DISTINCT weaver_id) FROM shifts JOIN looms USING (loom_id) GROUP BY loom_id, loom_name',
    ],
    ['average dye cost per cloth', 'SELECT avg(dye_cost) FROM cloths'],
    ['average breaks', 'SELECT avg(breaks) FROM shifts'],
  ],
  open: [
    // Those of the cloths of each piece, or of each cloth once.
    'total dye cost of scrapped pieces',
    'average width of scrapped pieces',
    // Their own towns may be meant, of which there are two.
    'buyers by town',
    // What the shifts have is no number that a word for something else names.
    'average shift duration',
    // The cost of the cloth, or those of its pieces.
    'average cost per cloth',
    // Words of English are no forms of another language's.
    'tower looms',
  ],
});

/** A ferry, some of whose passages are sold by a code that reads as an end of an order. */
const FERRY = [
  `CREATE TABLE riders (rider_id INTEGER PRIMARY KEY, name VARCHAR, land VARCHAR)`,
  `INSERT INTO riders VALUES (1, 'Ann', 'Norway'), (2, 'Bo', 'Norway'), (3, 'Cy', 'Peru')`,
  `CREATE TABLE passages (passage_id INTEGER PRIMARY KEY, rider_id INTEGER REFERENCES riders, promo VARCHAR, sailed_on DATE)`,
  `INSERT INTO passages VALUES (1, 1, 'Last2', DATE '2026-01-01'), (2, 1, 'Last2', DATE '2026-01-02'), (3, 2, 'Early', DATE '2026-01-03'), (4, 3, NULL, DATE '2026-02-02'), (5, 3, 'Early', DATE '2026-02-03')`,
];

describeAnswersOver('ends of an order, and how many are counted', FERRY, {
  answered: [
    ['last 2 passages', 'SELECT passage_id, sailed_on FROM passages WHERE passage_id > 3'],
    ['passages with promo Last2', "SELECT passage_id FROM passages WHERE promo = 'Last2'"],
    ['Last2 passages', "SELECT passage_id FROM passages WHERE promo = 'Last2'"],
    ['which land has the most riders', "SELECT 'Norway'"],
    ['number of riders per land', 'SELECT land, count(*) FROM riders GROUP BY land'],
    // Rows without a code make no group of it that is the most common one.
    ['most common promo', "SELECT 'Early'"],
  ],
  open: [
    // Those who are the first of their land, or of all: one land is no answer.
    'how many riders in each land have the most passages',
    'how many riders per land have the most passages',
  ],
});

/** A dance school: examinations that last for minutes, by an examiner, and places whose fee lies between two ends. */
const DANCE = [
  `CREATE TABLE dancers (dancer_id INTEGER PRIMARY KEY, name VARCHAR, date_of_birth DATE, joined_on DATE)`,
  `INSERT INTO dancers VALUES (1, 'Ann', DATE '2001-03-04', DATE '2020-01-01'), (2, 'Bo', DATE '2003-05-06', DATE '2021-01-01'), (3, 'Cy', DATE '1999-05-06', DATE '2022-01-01')`,
  `CREATE TABLE styles (style_id INTEGER PRIMARY KEY, dancer_id INTEGER REFERENCES dancers, style VARCHAR, years INTEGER)`,
  `INSERT INTO styles VALUES (1, 1, 'tap', 4), (2, 1, 'jazz', 2), (3, 2, 'tap', 7), (4, 3, 'jazz', 1)`,
  `CREATE TABLE examinations (examination_id INTEGER PRIMARY KEY, dancer_id INTEGER REFERENCES dancers, examiner VARCHAR, duration_min INTEGER, passed_on DATE)`,
  `INSERT INTO examinations VALUES (1, 1, 'Dr Moe', 30, DATE '2026-01-01'), (2, 1, 'Dr Moe', 40, NULL), (3, 2, 'Dr Lee', 50, DATE '2026-02-01'), (4, 1, 'Dr Lee', 20, NULL), (5, 3, 'Dr Moe', 25, NULL)`,
  `CREATE TABLE places (place_id INTEGER PRIMARY KEY, title VARCHAR, fee_min INTEGER, fee_max INTEGER)`,
  `INSERT INTO places VALUES (1, 'Corps', 100, 300), (2, 'Soloist', 400, 900), (3, 'Guest', 250, 500)`,
];

describeAnswersOver('what a word names by a part of a name', DANCE, {
  answered: [
    ['average duration', 'SELECT avg(duration_min) FROM examinations'],
    ['highest fee max', 'SELECT max(fee_max) FROM places'],
    ['average years', 'SELECT avg(years) FROM styles'],
    ['examiner with the most examinations', "SELECT 'Dr Moe'"],
    ['which dancer has the most examinations', "SELECT 'Ann'"],
  ],
  open: [
    // The least of a range is no fee in minutes, nor all of it.
    'highest fee',
    'average fee',
    // Years of something are no age.
    'average age of dancers',
    // Who examined is kept beside whom they examined.
    'who examined the most',
  ],
});

/** Crossings whose departure is planned, and not when they arrive. */
const CROSSINGS = [
  `CREATE TABLE crossings (crossing_id INTEGER PRIMARY KEY, planned_departure DATE, departed_on DATE, arrived_on DATE)`,
  `INSERT INTO crossings VALUES (1, DATE '2026-01-01', DATE '2026-01-02', DATE '2026-01-04'), (2, DATE '2026-01-03', DATE '2026-01-03', DATE '2026-01-05')`,
];

describeAnswersOver('what was late', CROSSINGS, {
  answered: [['crossings that departed late', 'SELECT 1']],
  open: ['crossings that arrived late', 'how many crossings arrived late'],
});

describe('what is told of rows', () => {
  let data: OfflineCatalog;
  before(async () => {
    data = await catalogFromSql(FALCONRY);
  });
  after(() => data.close());

  const toldOf = (question: string) => {
    const planned = planOver(question, data);
    return planned.kind === 'query' ? planned : expect.fail(JSON.stringify(planned));
  };

  it('names the rows that are counted, where others lead to them', () => {
    expect(toldOf('which keeper has the most flights').restatement).to.match(
      /highest number of showflights/,
    );
  });

  it('says that whether rows are available was not looked at', () => {
    expect(toldOf('birds available at Tower').assumptions.join(' ')).to.match(
      /"available" was ignored/,
    );
  });

  it('says that some of those who are called so have the same name', () => {
    expect(toldOf('weight of Storm').assumptions.join(' ')).to.match(/have the same name/);
  });

  it('says that rows without a value are no group that is the first', () => {
    expect(toldOf('who referred the most patrons').assumptions).to.include(
      'Rows of patrons without referred by are left out.',
    );
  });
});

const WORKSHOP = [
  `CREATE TABLE staff AS SELECT i AS id, 'S' || i AS staff_name, ['clerk', 'technician'][1 + i % 2] AS role FROM range(1, 7) t(i)`,
  'ALTER TABLE staff ADD PRIMARY KEY (id)',
  `CREATE TABLE equipment AS SELECT i AS id, ['Atomic', 'Head', 'Volk'][1 + i % 3] AS brand FROM range(1, 13) t(i)`,
  'ALTER TABLE equipment ADD PRIMARY KEY (id)',
  `CREATE TABLE repairs AS SELECT i AS id, 1 + i % 6 AS staff_id, 1 + i % 10 AS equipment_id, i % 7 + 0.5 AS hours, i * 250 AS fee_cents FROM range(1, 50) t(i)`,
  'ALTER TABLE repairs ADD PRIMARY KEY (id)',
  `CREATE TABLE clients AS SELECT i AS id, 'Company ' || i AS company FROM range(1, 5) t(i)`,
  'ALTER TABLE clients ADD PRIMARY KEY (id)',
];

describeAnswersOver('words that an answer would pass over', WORKSHOP, {
  answered: [
    [
      'repair hours by role',
      'SELECT role, sum(hours) FROM repairs JOIN staff ON staff.id = staff_id GROUP BY 1',
    ],
    ['clients with id above 2', 'SELECT company FROM clients WHERE id > 2'],
  ],
  // A kind of rows behind "by" may be split by, and what breaks is no row of equipment.
  open: ['repair hours by technician', 'which brand breaks most often'],
  plan: planWhole,
});

it('says what a limit without a unit means of cents', async () => {
  const data = await catalogFromSql(WORKSHOP);
  const found = planOver('repairs with a fee above 5000', data);
  await data.close();
  expect(found.kind === 'query' && found.assumptions).to.include(
    'fee cents is in cents, so 5000 is an amount of 50.',
  );
});

const RENTALS = [
  `CREATE TABLE stations AS SELECT * FROM (VALUES (1, 'Hill'), (2, 'Lake')) AS t(station_no, station_name)`,
  'ALTER TABLE stations ADD PRIMARY KEY (station_no)',
  'CREATE TABLE equipment (item_no INTEGER PRIMARY KEY, home_station_no INTEGER REFERENCES stations)',
  'INSERT INTO equipment SELECT i, 1 + i % 2 FROM range(1, 12) t(i)',
  `CREATE TABLE staff AS SELECT i AS staff_no, ['Alba', 'Bo', 'Cy'][i] AS staff_name, 1 + i % 2 AS station_no, 14.5 + i AS hourly_wage_eur FROM range(1, 4) t(i)`,
  'ALTER TABLE staff ADD PRIMARY KEY (staff_no)',
  `CREATE TABLE rentals AS SELECT i AS rental_no, 1 + i % 9 AS item_no, 1 + i % 2 AS station_no, 1 + i % 3 AS staff_no, DATE '2026-01-01' + i::INT AS rented_on, 20.5 + i AS charge_eur FROM range(1, 90) t(i)`,
  'ALTER TABLE rentals ADD PRIMARY KEY (rental_no)',
];

describeAnswersOver('things by way of rows that no word names, and what people earn', RENTALS, {
  answered: [
    [
      'how much did each station earn in 2026',
      'SELECT station_name, sum(charge_eur) FROM rentals JOIN stations USING (station_no) GROUP BY 1',
    ],
    [
      'Name our two staff with the highest charge',
      'SELECT staff_name FROM rentals JOIN staff USING (staff_no) GROUP BY 1 ORDER BY sum(charge_eur) DESC LIMIT 2',
    ],
    [
      'how much did Alba bring in',
      `SELECT sum(charge_eur) FROM rentals JOIN staff USING (staff_no) WHERE staff_name = 'Alba'`,
    ],
  ],
  open: [
    'how many items does each station have',
    'how much does Alba earn',
    // No names that stations share are asked.
    'name two stations',
  ],
  plan: planPrepared,
});
