import { expect } from 'chai';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { describeAnswersOver, planOver } from '../planner/answered.ts';

/** Vineyards, who works there and what they bottle: years under other names, and a bottle's own `year`. */
const WINE = [
  `CREATE TABLE vineyard AS SELECT * FROM (VALUES
    (1, 'Stone Hill', 'North', 1890, 12, 'Ann Berg'), (2, 'River Bend', 'South', 1950, 30, 'Carl Odd'),
    (3, 'Old Oak', 'North', 1920, 7, 'Ann Berg'), (4, 'Low Field', 'East', 1961, 25, 'Eva Lund'))
    AS t(vineyard_id, title, region, founded_year, hectares, owner)`,
  `CREATE TABLE cellar_worker AS SELECT * FROM (VALUES
    (1, 'Tom Ash', 30, 2001, 1, 'Picker'), (2, 'Liv Moe', 41, 1999, 1, 'Taster'),
    (3, 'Per Dahl', 25, 2010, 2, 'Picker'), (4, 'Ida Holm', 50, 1988, 3, 'Cooper'))
    AS t(worker_id, worker_name, age, year_hired, vineyard_id, job)`,
  `CREATE TABLE bottle AS SELECT * FROM (VALUES
    (1, 1, 'Blue', 'Red wine', 2001, 10.5), (2, 1, 'Green', 'White wine', 2003, 8.5),
    (3, 2, 'Crown', 'Red wine', 2005, 20.0), (4, 3, 'Star', 'Rose wine', 2007, 13.25))
    AS t(bottle_id, vineyard_id, label_name, kind, year, price)`,
];

/** Regions with stations, their boats and who sails these: four tables that each have a `name`. */
const RESCUE = [
  `CREATE TABLE region AS SELECT * FROM (VALUES
    (1, 'Alta', 5000), (2, 'Bode', 7000), (3, 'Cern', 9000)) AS t(region_id, name, population)`,
  `CREATE TABLE station AS SELECT * FROM (VALUES
    (1, 'Pier One', 1950, 1, 'Lom', 'Ohio', 'a@x.org', '111'),
    (2, 'Cliff Post', 1970, 2, 'Gol', 'Utah', 'b@x.org', '222'),
    (3, 'Sand Bay', 1990, 1, 'Ler', 'Ohio', 'c@x.org', '333'))
    AS t(station_id, name, opened, region_id, city, state, contact_email, contact_phone)`,
  `CREATE TABLE boat AS SELECT * FROM (VALUES
    (1, 'Albatross', 12, 1, 1999, 'Motor'), (2, 'Petrel', 9, 1, 2004, 'Steam'),
    (3, 'Gannet', 15, 2, 2010, 'Motor'), (4, 'Tern', 7, 3, 2012, 'Steam'))
    AS t(boat_id, name, length, station_id, built, type)`,
  `CREATE TABLE skipper AS SELECT * FROM (VALUES
    (1, 'Ole', 'Norway', 1), (2, 'Jon', 'Iceland', 2), (3, 'Mia', 'Norway', 3), (4, 'Pia', 'Denmark', 4))
    AS t(skipper_id, name, nationality, boat_id)`,
];

describeAnswersOver('what is asked to be seen of vineyards', WINE, {
  answered: [
    [
      'What are the names and founded years of the vineyards owned by Ann Berg?',
      "SELECT title, founded_year FROM vineyard WHERE owner = 'Ann Berg'",
    ],
    [
      "List each bottle's label name and its vineyard's title and region.",
      'SELECT label_name, title, region FROM bottle JOIN vineyard USING (vineyard_id)',
    ],
    [
      'Which workers are older than 28? List their names and the region.',
      'SELECT worker_name, region FROM cellar_worker JOIN vineyard USING (vineyard_id) WHERE age > 28',
    ],
    // An order that is said of times or ages is no order of names.
    [
      'Titles of vineyards with more hectares than average, ordered from oldest to newest.',
      'SELECT title FROM vineyard WHERE hectares > (SELECT avg(hectares) FROM vineyard) ORDER BY founded_year',
    ],
  ],
  open: [
    // "hiring" is no word that may be passed over: the founded year of vineyards is another one.
    'Show the name and the year of hiring of the cellar workers older than 28.',
    'Give the names of the workers and of their vineyards.',
    'What is the price of the bottle called Crown, and where is it from?',
    'Who owns the vineyards in the north?',
  ],
});

describeAnswersOver('what is asked to be seen of rescue stations', RESCUE, {
  answered: [
    [
      'In what city and state is the station called Pier One?',
      "SELECT city, state FROM station WHERE name = 'Pier One'",
    ],
    [
      'What contact emails and contact phones does Cliff Post have?',
      "SELECT contact_email, contact_phone FROM station WHERE name = 'Cliff Post'",
    ],
    [
      "List the boats' names, their stations' names and their regions' names.",
      'SELECT b.name, s.name, r.name FROM boat b JOIN station s USING (station_id) JOIN region r USING (region_id)',
    ],
    [
      'What are the names and types of boats, and the names of their stations?',
      'SELECT b.name, b.type, s.name FROM boat b JOIN station s USING (station_id)',
    ],
    [
      "Which boats are longer than 8? List name, type and the skipper's name.",
      'SELECT b.name, b.type, k.name FROM boat b JOIN skipper k USING (boat_id) WHERE length > 8',
    ],
    // `their` are the rows that were spoken of, not those of the list behind.
    [
      'For each skipper from Norway, list their name and the type and length of the boat they steer.',
      "SELECT k.name, type, length FROM skipper k JOIN boat USING (boat_id) WHERE nationality = 'Norway'",
    ],
    [
      'For each boat, give its name and the city and state of its station.',
      'SELECT b.name, city, state FROM boat b JOIN station USING (station_id)',
    ],
    [
      'Which skippers are from Norway? List their names and the names of their boats.',
      "SELECT k.name, b.name FROM skipper k JOIN boat b USING (boat_id) WHERE nationality = 'Norway'",
    ],
    [
      'What is the length of the boat that Ole sails, and when was it built?',
      "SELECT length, built FROM boat JOIN skipper k USING (boat_id) WHERE k.name = 'Ole'",
    ],
    [
      'Show the name of each boat, its skipper and its station.',
      'SELECT b.name, k.name, s.name FROM boat b JOIN skipper k USING (boat_id) JOIN station s USING (station_id)',
    ],
  ],
  open: [
    'Where is the boat of the skipper Mia most common?',
    // The region is asked, over all of its stations.
    "Which region's stations have the most boats?",
  ],
});

describe('orders that no measure is named for', () => {
  const orders = [
    ['names of cellar workers from youngest to oldest', 'age', 'asc'],
    ['names of cellar workers, sorted from oldest to youngest', 'age', 'desc'],
    ['Vineyards ordered from oldest to newest', 'founded_year', 'asc'],
    ['titles of vineyards, newest first', 'founded_year', 'desc'],
    ['titles of vineyards in alphabetical order', 'title', 'asc'],
  ] as const;
  let data: OfflineCatalog;
  before(async () => {
    data = await catalogFromSql(WINE);
  });
  after(() => data.close());
  for (const [question, column, direction] of orders)
    it(question, () => {
      const got = planOver(question, data);
      expect(got.kind, JSON.stringify(got)).to.equal('query');
      if (got.kind !== 'query' || got.query.kind !== 'select') return;
      const [first] = got.query.orderBy;
      expect(first).to.deep.include({ direction });
      expect(first?.expr).to.deep.include({ column });
    });
});
