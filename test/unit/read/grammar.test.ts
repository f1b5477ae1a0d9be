import { describeAnswersOver } from '../planner/answered.ts';

/** Ships that sail between ports, and the crews that serve on them. */
const HARBOUR = [
  `CREATE TABLE ports AS SELECT * FROM (VALUES
    (1, 'Bergen', 'Norway', 12), (2, 'Ostend', 'Belgium', 8), (3, 'Porto', 'Portugal', 15),
    (4, 'Lagos', 'Portugal', 5)) AS t(port_id, port_name, country, berths)`,
  `CREATE TABLE ships AS SELECT * FROM (VALUES
    (1, 'Aurora', 1987, 420.5, 6, 'Norwegian'), (2, 'Bella', 2004, 990.0, 9, 'Belgian'),
    (3, 'Corsair', 2004, 310.0, 4, 'Belgian'), (4, 'Dora', 2015, 1200.0, 11, 'Danish'))
    AS t(ship_id, ship_name, built_year, tonnage, decks, flag)`,
  `CREATE TABLE voyages AS SELECT * FROM (VALUES
    (1, 1, 1, 2, DATE '2024-03-01', 'calm'), (2, 1, 2, 3, DATE '2025-04-11', 'rough'),
    (3, 2, 3, 1, DATE '2025-06-30', 'calm'), (4, 2, 3, 2, DATE '2025-09-02', 'calm'),
    (5, 3, 4, 3, DATE '2026-01-20', 'rough'), (6, 2, 1, 3, DATE '2023-01-20', 'rough'))
    AS t(voyage_id, ship_id, source_port_id, destination_port_id, sailed_on, sea)`,
  `CREATE TABLE sailors AS SELECT * FROM (VALUES
    (1, 'Ann Lund', 31, 'Norway', 'cook'), (2, 'Bo Smet', 44, 'Belgium', 'mate'),
    (3, 'Cas Reis', 27, 'Portugal', 'cook'), (4, 'Dag Vik', 52, 'Norway', 'mate'))
    AS t(sailor_id, sailor_name, age, nation, trade)`,
  `CREATE TABLE inspections AS SELECT * FROM (VALUES
    (1, 1, DATE '2024-05-05', 7), (2, 1, DATE '2025-05-06', 9), (3, 4, DATE '2025-07-07', 4))
    AS t(inspection_id, ship_id, inspection_date, faults)`,
];

describeAnswersOver('questions about ships that rules over all senses read', HARBOUR, {
  answered: [
    // A preposition at the end belongs to what is asked.
    [
      'How many different nations are the sailors from?',
      'SELECT count(DISTINCT nation) FROM sailors',
    ],
    // Times of the rows that were spoken of last, by their verb or alone.
    [
      'Which ships were built after 2000? Show their names and tonnage.',
      'SELECT ship_name, tonnage FROM ships WHERE built_year > 2000',
    ],
    [
      'What are the names and decks of ships that had inspections in 2025?',
      `SELECT ship_name, decks FROM ships WHERE EXISTS (SELECT 1 FROM inspections i
       WHERE i.ship_id = ships.ship_id AND year(inspection_date) = 2025)`,
    ],
    [
      'What is the tonnage of the oldest ship?',
      'SELECT tonnage FROM ships ORDER BY built_year LIMIT 1',
    ],
    // One of two conditions is enough.
    [
      'What are the names of ships that have at least 2 voyages or have at least 2 inspections?',
      `SELECT ship_name FROM ships WHERE (SELECT count(*) FROM voyages v WHERE v.ship_id = ships.ship_id) >= 2
       OR (SELECT count(*) FROM inspections i WHERE i.ship_id = ships.ship_id) >= 2`,
    ],
    [
      "Show the names of sailors whose trade contains the word 'co' or the word 'xx'.",
      `SELECT sailor_name FROM sailors WHERE trade LIKE '%co%' OR trade LIKE '%xx%'`,
    ],
    // A list after both.
    ['Show both the name and the age of all sailors.', 'SELECT sailor_name, age FROM sailors'],
    // What is never done to rows.
    [
      'What are the names of the ships that have not been inspected?',
      'SELECT ship_name FROM ships WHERE ship_id NOT IN (SELECT ship_id FROM inspections)',
    ],
    ['What is the average age across all sailors?', 'SELECT avg(age) FROM sailors'],
    [
      'the names of the top 2 ships with the largest tonnage',
      'SELECT ship_name FROM ships ORDER BY tonnage DESC LIMIT 2',
    ],
    // Which of two references is told by the verb.
    [
      'What is the number of voyages that end at Porto?',
      `SELECT count(*) FROM voyages JOIN ports ON destination_port_id = port_id WHERE port_name = 'Porto'`,
    ],
    [
      'What is the number of voyages that start at Porto?',
      `SELECT count(*) FROM voyages JOIN ports ON source_port_id = port_id WHERE port_name = 'Porto'`,
    ],
  ],
  open: [
    // Nothing says which of two references is meant, or both are.
    'number of voyages at Porto',
    'voyages that start and end at Porto',
    // Where they are from is not said.
    'Show the sailors from',
    // A verb that the data does not know may tell other times.
    'the names of ships that were scrapped in 2004',
    // The total of the first rows is no total of all.
    'the total tonnage of the top 2 ships with the largest decks',
    // What stands before `or` belongs to one of them or to both.
    'Norwegian ships above 400 tonnage or built in 2004',
    'ports with a ship or a sailor',
  ],
});
