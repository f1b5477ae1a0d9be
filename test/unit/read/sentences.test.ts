import { expect } from 'chai';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { describeAnswersOver, planOver } from '../planner/answered.ts';

/** Harbours where boats lie, which belong to owners and make trips. */
const HARBOURS = [
  `CREATE TABLE harbours AS SELECT * FROM (VALUES
    (1, 'Eastquay', 'Kolberg', 40, 1985), (2, 'Oldhaven', 'Brem', 25, 2004),
    (3, 'Sandpoint', 'Kolberg', 60, 2011), (4, 'Greywater', 'Tarn', 15, 1999))
    AS t(harbour_id, harbour_name, town, berths, opened_year)`,
  `CREATE TABLE owners AS SELECT * FROM (VALUES
    (1, 'Ida', 'Brandt', 'Norway', 61), (2, 'Per', 'Holm', 'Sweden', 45),
    (3, 'Ana', 'Reis', 'Portugal', 38), (4, 'Tom', 'Voss', 'Norway', 52))
    AS t(owner_id, first_name, last_name, country, age)`,
  `CREATE TABLE boats AS SELECT * FROM (VALUES
    (1, 1, 1, 'Gannet', 'sloop', 12.5, 1990), (2, 1, 2, 'Petrel', 'ketch', 15.0, 2001),
    (3, 2, 1, 'Skua', 'sloop', 9.0, 2010), (4, 3, 3, 'Tern', 'cutter', 11.0, 1979),
    (5, 3, 2, 'Fulmar', 'sloop', 8.0, 2015), (6, 4, 4, 'Auk', 'ketch', 18.5, 1965))
    AS t(boat_id, harbour_id, owner_id, boat_name, rig, length, built_year)`,
  `CREATE TABLE trips AS SELECT * FROM (VALUES
    (1, 1, DATE '2024-05-02', 6, 120.0, 'fishing'), (2, 1, DATE '2024-06-11', 8, 200.0, 'tour'),
    (3, 2, DATE '2024-05-20', 12, 480.0, 'tour'), (4, 4, DATE '2024-07-01', 4, 90.0, 'fishing'),
    (5, 6, DATE '2024-07-15', 20, 900.0, 'tour'), (6, 6, DATE '2024-08-03', 18, 750.0, 'tour'),
    (7, 3, DATE '2024-08-09', 5, 75.0, 'fishing'))
    AS t(trip_id, boat_id, trip_date, passengers, fare, purpose)`,
];

describeAnswersOver('questions whose parts stand after the main clause', HARBOURS, {
  answered: [
    // More to show, behind a comma.
    [
      "Number of boats of each harbour, with the harbour's name.",
      'SELECT harbour_name, count(*) FROM boats JOIN harbours USING (harbour_id) GROUP BY ALL',
    ],
    [
      "number of trips for each boat, with the boat's name and rig",
      'SELECT boat_name, rig, count(*) FROM trips JOIN boats USING (boat_id) GROUP BY ALL',
    ],
    [
      "Show the names of boats longer than 10, with the owner's last name and the harbour's name.",
      `SELECT boat_name, last_name, harbour_name FROM boats JOIN owners USING (owner_id)
       JOIN harbours USING (harbour_id) WHERE length > 10`,
    ],
    ['Show the boats with the name Tern.', "SELECT boat_name FROM boats WHERE boat_name = 'Tern'"],
    [
      "Which boats were built before 1995? Give each boat's name and the harbour's town.",
      'SELECT boat_name, town FROM boats JOIN harbours USING (harbour_id) WHERE built_year < 1995',
    ],
    // What was computed, said again.
    [
      "What are the total fares of each boat? Show the boat's name and that total.",
      'SELECT boat_name, sum(fare) FROM trips JOIN boats USING (boat_id) GROUP BY ALL',
    ],
    [
      'What is the average fare of each purpose? Give the purpose and the average.',
      'SELECT purpose, avg(fare) FROM trips GROUP BY purpose',
    ],
    ['Which purpose is the most common, and how many times?', "SELECT 'tour', 4"],
    ['Which harbour has the most berths, and how many berths is that?', "SELECT 'Sandpoint', 60"],
    ['Which harbour has the most berths, and how much is it?', "SELECT 'Sandpoint', 60"],
    // More that is asked of the same rows.
    ['Which harbour has the most berths, and in what town?', "SELECT 'Sandpoint', 'Kolberg'"],
    [
      'Which harbour has the most berths, and in which year was it opened?',
      "SELECT 'Sandpoint', 2011",
    ],
    ['Which trip had the most passengers, and for what purpose?', "SELECT 5, 'tour'"],
    ['Which boat is the longest, and in what rig?', "SELECT 'Auk', 'ketch'"],
    ['Which boat is the longest, and how long is it?', "SELECT 'Auk', 18.5"],
    ['Who is the oldest owner, and how old is he?', "SELECT 'Ida', 'Brandt', 61"],
    ['Which owner is from Portugal, and how old are they?', "SELECT 'Ana', 'Reis', 38"],
    [
      "Fare earned on trips per boat, with the boat's name.",
      'SELECT boat_name, sum(fare) FROM trips JOIN boats USING (boat_id) GROUP BY boat_id, boat_name',
    ],
  ],
  open: [
    // The verb tells of another year.
    'Which harbour has the most berths, and in which year was it closed?',
    'Which harbour has the most berths, and in what colour?',
    'Show the names of the boats, highest first.',
    'Show the names of the boats, best first.',
  ],
});

describeAnswersOver('two rows of each, and numbers against the average', HARBOURS, {
  answered: [
    ['Which owners have both a sloop and a ketch?', "VALUES ('Per', 'Holm')"],
    [
      'Which harbours have both a boat longer than 10 and a boat built after 2000?',
      "VALUES ('Eastquay'), ('Sandpoint')",
    ],
    ['Which boats made both a fishing trip and a tour?', "VALUES ('Gannet')"],
    [
      'Which harbours have more berths than the average harbour?',
      "VALUES ('Eastquay'), ('Sandpoint')",
    ],
    [
      'Which harbours have more berths than the average number of berths?',
      "VALUES ('Eastquay'), ('Sandpoint')",
    ],
    [
      'Which harbours have more berths than the average harbour and a sloop?',
      "VALUES ('Eastquay'), ('Sandpoint')",
    ],
    [
      'Which trips had more passengers than the average trip? Give the fare and the number.',
      'SELECT fare, passengers FROM trips WHERE passengers > (SELECT avg(passengers) FROM trips)',
    ],
  ],
  open: [
    'Which harbours have more berths than the average boat?',
    'Which harbours have more boats than average?',
  ],
});

const longerThan = (among: string) =>
  `SELECT boat_name FROM boats b WHERE length > (SELECT avg(length) FROM boats a WHERE ${among})`;

describeAnswersOver('numbers against the average of rows that are so', HARBOURS, {
  answered: [
    ['boats longer than the average boat', longerThan('true')],
    ['boats longer than the average sloop', longerThan(`rig = 'sloop'`)],
    ['Which boats are longer than the average boat that is a sloop?', longerThan(`rig = 'sloop'`)],
    ['Which boats are longer than the average boat in Eastquay?', longerThan('harbour_id = 1')],
    ['Which boats are longer than the average and built after 2000?', "VALUES ('Petrel')"],
    ['boats longer than the average boat of their rig', longerThan('a.rig = b.rig')],
    [
      'boats that are longer than the average for their harbour',
      longerThan('a.harbour_id = b.harbour_id'),
    ],
    [
      'Which harbours have more berths than the average harbour in Kolberg?',
      "VALUES ('Sandpoint')",
    ],
    [
      'owners older than the average owner from Norway',
      'SELECT first_name, last_name FROM owners WHERE age > 56.5',
    ],
    ['trips with a higher fare than the average tour', 'VALUES (5), (6)'],
    ['trips with more passengers than the average fishing trip', 'VALUES (1), (2), (3), (5), (6)'],
  ],
  open: [
    'boats longer than the average boat of their name',
    'boats longer than the average boat of their trips',
    'boats longer than the average boat for each rig',
    'boats longer than the average harbour',
    'boats longer than the average owner from Norway',
  ],
});

describeAnswersOver(
  'two columns of a row',
  [
    `CREATE TABLE cabins AS SELECT * FROM (VALUES
      (1, 'Alder', 80.0, 2), (2, 'Birch', 120.0, 4), (3, 'Cedar', 95.0, 3))
      AS t(cabin_id, cabin_name, base_price, beds)`,
    `CREATE TABLE stays AS SELECT * FROM (VALUES
      (1, 1, 'Ann', 2, 1, 85.0, DATE '2024-05-02', DATE '2024-05-04'),
      (2, 1, 'Ben', 1, 3, 80.0, DATE '2024-06-02', DATE '2024-06-02'),
      (3, 2, 'Cem', 2, 2, 110.0, DATE '2024-07-02', DATE '2024-07-09'),
      (4, 3, 'Dee', 2, 4, 99.0, DATE '2024-08-02', DATE '2024-08-01'))
      AS t(stay_id, cabin_id, guest, adults, kids, rate, arrival_date, departure_date)`,
    `CREATE TABLE ports AS SELECT * FROM (VALUES
      ('Oslo', 20, 5), ('Bergen', 3, 9), ('Kiel', 7, 7))
      AS t(port_name, domestic_passengers, international_passengers)`,
  ],
  {
    answered: [
      ['How many stays have more kids than adults?', 'SELECT 2'],
      ['Which guests had more kids than adults?', "VALUES ('Ben'), ('Dee')"],
      ['Ports where domestic passengers outnumber international passengers', "VALUES ('Oslo')"],
      ['Ports where domestic passengers outnumber international ones', "VALUES ('Oslo')"],
      ['Which ports have more international than domestic passengers?', "VALUES ('Bergen')"],
      ["How many stays have a rate above the cabin's base price?", 'SELECT 2'],
      ['How many stays have a rate above the base price of the cabin?', 'SELECT 2'],
      ['How many stays have a departure date before their arrival date?', 'SELECT 1'],
      ["What percentage of stays have a rate above the cabin's base price?", 'SELECT 50.0'],
    ],
    open: [
      'How many stays have more kids than beds?',
      'How many stays have more kids than guests?',
      'How many stays have a departure date before their rate?',
      'Which cabins have a base price below the rate of their stays?',
      'Which cabins have a base price below the rate of the stays?',
      'Ports where domestic passengers outnumber foreign ones',
      'Which cabins have more stays than beds?',
    ],
  },
);

describeAnswersOver('which part of rows is so', HARBOURS, {
  answered: [
    ['What percentage of the boats were built after 2000?', 'SELECT 50.0'],
    ['What percentage of the boats have made a trip?', 'SELECT 100.0 * 5 / 6'],
    ['What percentage of the boats have never made a trip?', 'SELECT 100.0 / 6'],
    ['What is the percentage of owners from Norway?', 'SELECT 50.0'],
    ['What is the percentage of boats that are sloops?', 'SELECT 50.0'],
    ['What share of the trips had more than 10 passengers?', 'SELECT 300.0 / 7'],
    ['What percentage of the harbours have more berths than average?', 'SELECT 50.0'],
    // The whole is narrowed, too.
    ['What percentage of the boats built after 2000 have a trip?', 'SELECT 200.0 / 3'],
    ['What percentage of the boats with trips are sloops?', 'SELECT 40.0'],
    ['What percentage of the sloops were built after 2000?', 'SELECT 200.0 / 3'],
    ['What share of the total fare comes from trips of boat Auk?', 'SELECT 165000.0 / 2615'],
    ['How many percent of the owners are from Norway?', 'SELECT 50.0'],
    ['What fraction of the boats are sloops?', 'SELECT 0.5'],
  ],
  open: [
    // Which of two clauses tells the part is not said.
    'What is the percentage of boats with trips that are sloops?',
    'What percentage of the total fare comes from tours?',
    'What percentage of the boats lie in each harbour?',
    'What percentage of boats are longer than 10 and what is their average length?',
    'What percentage of the boats?',
  ],
});

describeAnswersOver('several numbers that are asked at once, and how many more', HARBOURS, {
  answered: [
    ['How many boats are sloops and how many are ketches?', 'SELECT 3, 2'],
    ['How many owners are from Norway and how many from Sweden?', 'SELECT 2, 1'],
    ['How many boats were built before 2000, and how many in 2000 or later?', 'SELECT 3, 3'],
    ['How many boats and how many harbours are there?', 'SELECT 6, 4'],
    ['How many boats are there and how many of them are sloops?', 'SELECT 6, 3'],
    ['How many more boats are sloops than ketches?', 'SELECT 1'],
    ['How many more boats than harbours are there?', 'SELECT 2'],
    ['How many more boats than sloops?', 'SELECT 3'],
    ['How many more trips are there than there are boats?', 'SELECT 1'],
    ['How many fewer harbours than boats are there?', 'SELECT 2'],
    ['How many more owners are from Norway than from Sweden?', 'SELECT 1'],
  ],
  open: [
    // `of them` is said of the first rows as they were narrowed.
    'How many boats are sloops and how many of them were built after 2000?',
    'How many boats are sloops and how many are they?',
    'How many boats are sloops and how many are sloops?',
    'How many boats does each owner have and how many are sloops?',
  ],
});

describeAnswersOver('differences of two numbers over rows', HARBOURS, {
  answered: [
    ['What is the difference between the highest and the lowest fare?', 'SELECT 825.0'],
    ['What is the gap between the longest and the shortest boat?', 'SELECT 10.5'],
    ['difference between the longest boat and the average boat', 'SELECT 18.5 - 74.0 / 6'],
    ['What is the age difference between the oldest and the youngest owner?', 'SELECT 23'],
    ['How many years lie between the ages of the oldest and the youngest owner?', 'SELECT 23'],
    ['By how much does the highest fare exceed the lowest?', 'SELECT 825.0'],
    ['By how much does the longest boat exceed the average boat?', 'SELECT 18.5 - 74.0 / 6'],
    [
      'What is the difference in fare between the cheapest and the most expensive trip?',
      'SELECT 825.0',
    ],
    ['What is the difference between the longest and the shortest sloops?', 'SELECT 4.5'],
    ['How much longer is the longest boat than the shortest?', 'SELECT 10.5'],
    ['How many years older is the oldest owner than the average owner?', 'SELECT 61 - 49'],
    [
      'difference between the highest and lowest fare for each purpose',
      'SELECT purpose, max(fare) - min(fare) FROM trips GROUP BY 1',
    ],
  ],
  open: [
    // Of which boat the rig is said is not clear.
    'difference between the longest boat and the average boat that are sloops',
    'What is the difference between the highest fare and the lowest length?',
    'How much shorter is the longest boat than the shortest?',
    'How many meters older is the oldest owner than the youngest?',
    'By how much does the lowest fare exceed the highest?',
    'By how much does the longest boat exceed the heaviest?',
    'How many years lie between the oldest and the longest boat?',
    'What is the difference between the fastest and the average fare?',
    'What is the difference between the longest boat and the shortest harbour?',
    'What is the difference between the longest and the heaviest boat?',
    'Which purpose has the largest difference between the highest and the lowest fare?',
  ],
});

describe('orders that are said by what is listed first', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(HARBOURS);
  });

  after(() => data.close());

  const ordered: readonly (readonly [string, string])[] = [
    ['List the names and lengths of boats, longest first.', 'length DESC'],
    // Boats have no age.
    ['List the names of the boats, oldest first.', 'built_year ASC'],
    ['Show the trip date and fare of trips, newest first.', 'trip_date DESC'],
    ['Show the name and the berths of the harbours, largest first.', 'berths DESC'],
    ['Show harbour names and towns, most berths first.', 'berths DESC'],
    ["List the owners' first names, the oldest person first.", 'age DESC'],
    ['Show the last name and age of owners, youngest owner first.', 'age ASC'],
    ['Show the rig and the name of boats from the longest to the shortest.', 'length DESC'],
    ['List the boat names and their lengths, starting with the shortest.', 'length ASC'],
    ['total fare per purpose, from the highest total to the lowest', 'sum(fare) DESC'],
    ['List the harbours, most boats first.', '(count of boats) DESC'],
  ];
  for (const [question, by] of ordered)
    it(`${question} by ${by}`, () => {
      const read = planOver(question, data);
      if (read.kind !== 'query' || read.query.kind !== 'select') throw new Error(read.kind);
      expect(read.query.limit).to.equal(null);
      expect(orderOf(read.query)).to.equal(by);
    });
});

/** The first order of a query, as `column DESC`. */
function orderOf({ orderBy: [first] }: SelectQuery): string {
  const { expr, direction } = first!;
  const by =
    expr.kind === 'column'
      ? expr.column
      : expr.kind === 'aggregate'
        ? `${expr.fn}(${expr.arg?.kind === 'column' ? expr.arg.column : '*'})`
        : `(count of ${expr.kind === 'subquery' && expr.query.kind === 'select' ? expr.query.from.table : '?'})`;
  return `${by} ${direction.toUpperCase()}`;
}
