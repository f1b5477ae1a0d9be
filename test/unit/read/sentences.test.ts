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
  ],
  open: [
    // The verb tells of another year.
    'Which harbour has the most berths, and in which year was it closed?',
    'Which harbour has the most berths, and in what colour?',
    "Fare earned on trips per boat, with the boat's name.",
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
    'Which harbours have more berths than the average harbour in Kolberg?',
    'Which harbours have more berths than the average boat?',
    'Which harbours have more boats than average?',
  ],
});

describeAnswersOver('which part of rows is so', HARBOURS, {
  answered: [
    ['What percentage of the boats were built after 2000?', 'SELECT 50.0'],
    ['What percentage of the boats have made a trip?', 'SELECT 100.0 * 5 / 6'],
    ['What percentage of the boats have never made a trip?', 'SELECT 100.0 / 6'],
    ['What is the percentage of owners from Norway?', 'SELECT 50.0'],
    ['What is the percentage of boats that are sloops?', 'SELECT 50.0'],
    ['What share of the trips had more than 10 passengers?', 'SELECT 300.0 / 7'],
    ['What percentage of the harbours have more berths than average?', 'SELECT 50.0'],
  ],
  open: [
    // Part and whole are both narrowed.
    'What percentage of the boats built after 2000 have a trip?',
    'What percentage of the boats with trips are sloops?',
    'What is the percentage of boats with trips that are sloops?',
    'What percentage of the total fare comes from tours?',
    'What percentage of the boats lie in each harbour?',
    'What percentage of boats are longer than 10 and what is their average length?',
    'What percentage of the boats?',
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
