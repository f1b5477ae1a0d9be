import { describeAnswersOver } from '../planner/answered.ts';

const CIRCUS = [
  `CREATE TABLE troupes AS SELECT * FROM (VALUES (1, 'Comet', 40, 'Kiel'), (2, 'Aurora', 25, 'Lund'), (3, 'Zenith', 60, 'Kiel'))
    t(troupe_id, troupe_name, tents, town)`,
  'ALTER TABLE troupes ADD PRIMARY KEY (troupe_id)',
  `CREATE TABLE animals AS SELECT * FROM (VALUES
    (1, 'Storm', 1, 450.0, 12, 20), (2, 'Pip', 1, 3.5, 4, 80), (3, 'Nell', 2, 900.0, 31, 55), (4, 'Pip', 3, 30.0, 7, 10), (5, 'Hugo', 3, 450.0, 18, 90))
    t(animal_id, animal_name, troupe_id, weight, age, followers)`,
  'ALTER TABLE animals ADD PRIMARY KEY (animal_id)',
];

describeAnswersOver('a number against that of one row', CIRCUS, {
  answered: [
    ...[
      'animals heavier than Storm',
      'Which animals are heavier than Storm?',
      'animals with a weight above that of Storm',
      'animals whose weight is greater than that of the animal Storm',
    ].map((one) => [one, `VALUES ('Nell')`] as const),
    ['How many animals are older than Hugo?', 'SELECT 1'],
    ['troupes with more tents than Comet', `VALUES ('Zenith')`],
    ['Which troupes own more tents than Aurora?', `VALUES ('Comet'), ('Zenith')`],
    ['Which troupes own more tents than the average troupe?', `VALUES ('Zenith')`],
    [
      'names of the animals whose number of followers is greater than that of Nell',
      `VALUES ('Pip'), ('Hugo')`,
    ],
    ['How many more tents does Comet have than Aurora?', 'SELECT 15'],
    ['How many more animals does Comet have than Aurora?', 'SELECT 1'],
    ['How many more tents has Comet than Aurora?', 'SELECT 15'],
    ['How much older is Nell than Hugo?', 'SELECT 13'],
    ['animals at least as old as Hugo', `VALUES ('Nell'), ('Hugo')`],
    [
      'animals with at least as many followers as the average animal',
      `VALUES ('Pip'), ('Nell'), ('Hugo')`,
    ],
    ["animals older than the animals' average age", `VALUES ('Nell'), ('Hugo')`],
    ["animals whose age is above the animals' average", `VALUES ('Nell'), ('Hugo')`],
    ['animals that are older than the average one', `VALUES ('Nell'), ('Hugo')`],
    [
      'Which animals have more followers than the average animal does?',
      `VALUES ('Pip'), ('Nell'), ('Hugo')`,
    ],
  ],
  open: [
    // Two are called so.
    'animals heavier than Pip',
    // A town has no number of tents, nor has a troupe an age.
    'troupes with more tents than Lund',
    'animals older than Comet',
    // Of which rows it is the number is not all that is said.
    'animals heavier than Storm and Nell together',
    'animals heavier than Storm in Kiel',
    'troupes with more animals than Comet',
    "animals older than the troupes' average age",
    'animals at least twice as old as Hugo',
    'troupes with at least as many animals as Comet',
    'How much older is Nell than Pip?',
    'How many more tents does Kiel have than Lund?',
    // They have lost them.
    'Which troupes lost more tents than Comet?',
  ],
});
