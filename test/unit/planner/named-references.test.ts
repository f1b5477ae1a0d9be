import { describeAnswersOver } from './answered.ts';

const YARD = [
  `CREATE TABLE sailors AS SELECT * FROM (VALUES
    (501, 'Ada', 'Oslo'), (502, 'Ben', 'Turku'), (503, 'Cleo', 'Oslo'), (504, 'Dag', 'Riga')
  ) t(sailor_id, name, home)`,
  `CREATE TABLE riders AS SELECT * FROM (VALUES
    (11, 501, 77.5), (12, 503, 91.0), (13, 504, 60.25)
  ) t(rider_id, sailor_id, rating)`,
  `CREATE TABLE boats AS SELECT * FROM (VALUES
    (1, 'Alk', 501, 4), (2, 'Brigg', 503, 4), (3, 'Cog', 503, 2), (4, 'Dory', 502, 3)
  ) t(boat_id, name, owner_sailor_id, berths)`,
  `CREATE TABLE trips AS SELECT * FROM (VALUES
    (901, 1, 120), (902, 2, 80), (903, 2, 30), (904, 3, 10), (905, 4, 55), (906, 2, 70)
  ) t(trip_id, boat_id, miles)`,
];

/** A number that only refers to a row of another table is shown by the name of that row, unless it is asked for itself. */
describeAnswersOver('Names in the place of references', YARD, {
  answered: [
    ['who is the rider with the highest rating', "SELECT 'Cleo'"],
    [
      'riders sorted by rating',
      'SELECT s.name FROM riders k JOIN sailors s USING (sailor_id) ORDER BY k.rating',
    ],
    [
      'number of trips of each boat',
      'SELECT b.name, COUNT(*) FROM trips t JOIN boats b USING (boat_id) GROUP BY b.boat_id, b.name',
    ],
    [
      'total miles per boat',
      'SELECT b.name, SUM(miles) FROM trips t JOIN boats b USING (boat_id) GROUP BY b.boat_id, b.name',
    ],
    ['rider id with the highest rating', 'SELECT 12'],
    [
      'boat ids and the number of trips of each',
      'SELECT boat_id, COUNT(*) FROM trips GROUP BY boat_id',
    ],
    ['list the ids of the riders', 'SELECT rider_id FROM riders'],
  ],
  open: [],
});

const SHOWS = [
  `CREATE TABLE venues AS SELECT * FROM (VALUES
    (1, 'Arena', 'Oslo', 'Norwegian, Sami'), (2, 'Barn', 'Bergen', 'Norwegian'), (3, 'Club', 'Oslo', 'Norwegian, English')
  ) t(venue_id, venue, town, spoken_languages)`,
  `CREATE TABLE people AS SELECT * FROM (VALUES
    (71, 'Ann', 180), (72, 'Bo', 165), (73, 'Cy', 191), (74, 'Di', 170)
  ) t(person_id, name, height_cm)`,
  `CREATE TABLE jugglers AS SELECT * FROM (VALUES
    (5, 72, 1, 7), (6, 73, 1, 4), (7, 74, 3, 5)
  ) t(juggler_id, person_id, venue_id, clubs)`,
];

/** Rows are called by what the column says that is named as their key, groups by the rows that the words name them of. */
describeAnswersOver('Names of rows', SHOWS, {
  answered: [
    ['venues in Oslo', "SELECT venue FROM venues WHERE town = 'Oslo'"],
    ['who is the juggler with the most clubs', "SELECT 'Bo'"],
    ['for each venue, show the spoken languages', 'SELECT venue, spoken_languages FROM venues'],
    [
      'average clubs by venue name',
      'SELECT venue, AVG(clubs) FROM jugglers JOIN venues USING (venue_id) GROUP BY venue_id, venue',
    ],
  ],
  open: [],
});
