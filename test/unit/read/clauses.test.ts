import { describeAnswersOver } from '../planner/answered.ts';

/** Kennels that keep dogs, which win prizes. */
const KENNELS = [
  `CREATE TABLE kennels AS SELECT * FROM (VALUES
    (1, 'Northgate', 'Leeds', 40, 1985), (2, 'Hillside', 'York', 25, 2004),
    (3, 'Brook', 'Leeds', 60, 2011), (4, 'Meadow', 'Hull', 15, 1999))
    AS t(kennel_id, kennel_name, town, places, opened_year)`,
  `CREATE TABLE dogs AS SELECT * FROM (VALUES
    (1, 1, 'Rex', 7, 31.5, 'collie', 'male'), (2, 1, 'Bella', 3, 12.0, 'beagle', 'female'),
    (3, 2, 'Max', 11, 22.0, 'beagle', 'male'), (4, 3, 'Luna', 5, 28.0, 'collie', 'female'),
    (5, 3, 'Otto', 2, 9.5, 'beagle', 'male'), (6, 4, 'Nala', 9, 14.0, 'pug', 'female'))
    AS t(dog_id, kennel_id, dog_name, age, weight, breed, sex)`,
  `CREATE TABLE prizes AS SELECT * FROM (VALUES
    (1, 1, 'agility', 500.0), (2, 1, 'beauty', 800.0), (3, 2, 'agility', 300.0),
    (4, 4, 'beauty', 1200.0), (5, 6, 'agility', 150.0), (6, 6, 'speed', 250.0))
    AS t(prize_id, dog_id, contest, money)`,
];

describeAnswersOver('questions about kennels whose clauses rules read', KENNELS, {
  answered: [
    // A column within the words of its bound.
    ['What are the names of dogs that are under age 6?', 'SELECT dog_name FROM dogs WHERE age < 6'],
    [
      'Show the names of kennels that have more places than 30.',
      'SELECT kennel_name FROM kennels WHERE places > 30',
    ],
    [
      'Which kennels have more places than average? Show their names.',
      'SELECT kennel_name FROM kennels WHERE places > (SELECT avg(places) FROM kennels)',
    ],
    // A bound of what is computed over the rows of each.
    [
      'Give the names of dogs whose prizes have a total money above 400.',
      `SELECT dog_name FROM dogs WHERE (SELECT sum(money) FROM prizes p WHERE p.dog_id = dogs.dog_id) > 400`,
    ],
    [
      'Which breeds have an average weight above 15?',
      'SELECT breed FROM dogs GROUP BY breed HAVING avg(weight) > 15',
    ],
    // The group that was spoken of.
    [
      'Show each town along with the number of kennels in that town.',
      'SELECT town, count(*) FROM kennels GROUP BY town',
    ],
    [
      "For each breed, what is the average weight of that breed's dogs?",
      'SELECT breed, avg(weight) FROM dogs GROUP BY breed',
    ],
    // What is the most common, and how often.
    [
      'What is the most common breed of dogs, and how many are there?',
      'SELECT breed, count(*) FROM dogs GROUP BY breed ORDER BY count(*) DESC LIMIT 1',
    ],
    [
      'What are the names of dogs with the most common breed?',
      "SELECT dog_name FROM dogs WHERE breed = 'beagle'",
    ],
    // A value between a word of rank and its rows.
    [
      'What is the name of the youngest female dog?',
      "SELECT dog_name FROM dogs WHERE sex = 'female' ORDER BY age LIMIT 1",
    ],
    [
      'How many dogs are there of each breed? Return both the breed and the count.',
      'SELECT breed, count(*) FROM dogs GROUP BY breed',
    ],
    // Words that only say that rows are tied.
    [
      'What are the names of dogs that are not involved in any prizes yet?',
      'SELECT dog_name FROM dogs WHERE dog_id NOT IN (SELECT dog_id FROM prizes)',
    ],
    [
      'How many prizes did each dog collect? List the name of the dog and the count.',
      'SELECT dog_name, count(*) FROM prizes JOIN dogs USING (dog_id) GROUP BY dog_id, dog_name',
    ],
    // A verb that a time is called by.
    ['What is the name of the kennel that opened most recently?', "SELECT 'Brook'"],
    ['Which kennel was opened in the most recent year? Show its name.', "SELECT 'Brook'"],
    // How many values so many rows share.
    ['How many towns have more than 1 kennel?', 'SELECT 1'],
    // Ages.
    ['How many dogs are at least 7 years old?', 'SELECT count(*) FROM dogs WHERE age >= 7'],
    // Orders.
    ['List the names of dogs ordering by age.', 'SELECT dog_name FROM dogs ORDER BY age'],
    [
      'Order the names of dogs by breed, then by weight.',
      'SELECT dog_name FROM dogs ORDER BY breed, weight',
    ],
    [
      'Show the towns that have both kennels opened after year 2000 and kennels opened before 1990.',
      "SELECT 'Leeds'",
    ],
  ],
  open: [
    // Of which rows the number is, nothing says.
    'Which towns have more dogs than average?',
    'Show the names of dogs in that town.',
    // Nothing is left that the word could tie them to.
    'Which dogs participated?',
  ],
});
