import { describeAnswersOver } from '../planner/answered.ts';

/** A stud: somebody owns horses; shows have several people, each with a part of their own. */
const STUD = [
  'CREATE TABLE people (person_id INTEGER PRIMARY KEY, person_name VARCHAR, town VARCHAR)',
  "INSERT INTO people VALUES (1, 'Max Hall', 'Oslo'), (2, 'Ann Berg', 'Bergen'), (3, 'Cleo Pike', 'Oslo')",
  'CREATE TABLE horses (horse_id INTEGER PRIMARY KEY, horse_name VARCHAR, owner_id INTEGER REFERENCES people)',
  "INSERT INTO horses VALUES (1, 'Storm', 2), (2, 'Comet', 1), (3, 'Gull', 3)",
  'CREATE TABLE shows (show_id INTEGER PRIMARY KEY, title VARCHAR, champion VARCHAR, sponsor VARCHAR, coach VARCHAR, host VARCHAR)',
  `INSERT INTO shows VALUES (1, 'Spring Show', 'Storm', 'Ola Lund', 'Ida Moe', 'Eva Dahl'), (2, 'Autumn Show', 'Comet', 'Eva Dahl', 'Jon Vik', 'Pia Roth'), (3, 'Winter Show', 'Gull', 'Ola Lund', 'Ida Moe', 'Liv Aas')`,
  'CREATE TABLE regattas (regatta_id INTEGER PRIMARY KEY, regatta_name VARCHAR, winner VARCHAR, organizer VARCHAR, prize INTEGER)',
  "INSERT INTO regattas VALUES (1, 'Lake Cup', 'Blue Fin', 'Ulf Ek', 500), (2, 'Night Run', 'Sea Fox', 'Tor Hay', 300), (3, 'Long Haul', 'Blue Fin', 'Tor Hay', 200)",
];

describeAnswersOver('who did what a verb tells', STUD, {
  answered: [
    ['horses owned by Max Hall', "SELECT 'Comet'"],
    ['which horses does Cleo Pike own', "SELECT 'Gull'"],
    ['shows sponsored by Ola Lund', "SELECT 'Spring Show' UNION ALL SELECT 'Winter Show'"],
    ['shows coached by Jon Vik', "SELECT 'Autumn Show'"],
    ['shows hosted by Liv Aas', "SELECT 'Winter Show'"],
    ['how many regattas did Blue Fin win', 'SELECT 2'],
    ['regattas won by Sea Fox', "SELECT 'Night Run'"],
    ['regattas organized by Ulf Ek', "SELECT 'Lake Cup'"],
    ['horses of Max Hall', "SELECT 'Comet'"],
  ],
  open: [
    // The value is found where somebody else is.
    'regattas won by Ulf Ek',
    'which regatta was won by Tor Hay',
    'regattas that Tor Hay won',
    'what did Ulf Ek win',
    'shows hosted by Ida Moe',
    'shows coached by Pia Roth',
    'shows judged by Ola Lund',
    // An owner does other things, too, of which nothing is known.
    'horses sold by Max Hall',
    'horses ridden by Max Hall',
    'which horses did Max Hall breed',
    'regattas cancelled by Tor Hay',
  ],
});
