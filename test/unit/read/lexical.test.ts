import { describeAnswersOver } from '../planner/answered.ts';

const STUDIO = [
  `CREATE TABLE cameras (camera_id INTEGER PRIMARY KEY, name VARCHAR, bodyType VARCHAR, maker VARCHAR)`,
  `INSERT INTO cameras VALUES (1, 'Aro', 'compact', 'Volt'), (2, 'Bex', 'field', 'Volt'), (3, 'Cim', 'field', 'Noor')`,
  `CREATE TABLE filters (filter_id INTEGER PRIMARY KEY, name VARCHAR, slogan VARCHAR, wgt_gram INTEGER, return_rate INTEGER)`,
  `INSERT INTO filters VALUES (1, 'Wide', 'Prime', 300, 80), (2, 'Prime', 'See far', 250, 95), (3, 'Zoom', 'Wide', 900, 70)`,
  `CREATE TABLE mounts (mount_id INTEGER PRIMARY KEY, camera_id INTEGER REFERENCES cameras, filter_id INTEGER REFERENCES filters)`,
  `INSERT INTO mounts VALUES (1, 1, 1), (2, 2, 1), (3, 2, 2), (4, 3, 1)`,
  `CREATE TABLE hire_clerks_and_drivers (worker_id INTEGER PRIMARY KEY, first_name VARCHAR, last_name VARCHAR, phone VARCHAR, date_of_birth DATE)`,
  `INSERT INTO hire_clerks_and_drivers VALUES (1, 'Una', 'Reed', '11-22', '1980-02-03'), (2, 'Max', 'Lind', '33-44', '1990-05-06')`,
  `CREATE TABLE hires (hire_id INTEGER PRIMARY KEY, worker_id INTEGER REFERENCES hire_clerks_and_drivers, camera_id INTEGER REFERENCES cameras, made_on DATE, fee_paid DOUBLE)`,
  `INSERT INTO hires VALUES (1, 1, 1, '2024-01-02', 30.5), (2, 1, 2, '2024-02-02', 20.5), (3, 2, 2, '2024-03-02', 40)`,
];

describeAnswersOver('words that name something otherwise', STUDIO, {
  answered: [
    // Names of several words that stand for each other.
    [
      'Show the forename and family name of all hire drivers.',
      'SELECT first_name, last_name FROM hire_clerks_and_drivers',
    ],
    [
      'List the last name of all hire clerks ordered by their day of birth.',
      'SELECT last_name FROM hire_clerks_and_drivers',
    ],
    // A head that the name lacks.
    [
      'What is the phone number of each hire clerk?',
      'SELECT first_name, last_name, phone FROM hire_clerks_and_drivers',
    ],
    ['What is the average return percentage of filters?', 'SELECT avg(return_rate) FROM filters'],
    // A kind that the name has, or that nothing has.
    [
      'How many different types of bodies are there?',
      'SELECT count(DISTINCT bodyType) FROM cameras',
    ],
    ['Which kind of filter has the most mounts? Show the name.', `SELECT 'Wide'`],
    // Two words for one name.
    ['List the phones of all hire clerks or drivers.', 'SELECT phone FROM hire_clerks_and_drivers'],
    // Phrases that tie rows.
    ['What are the names of filters compatible with two or more cameras?', `SELECT 'Wide'`],
    [
      'List the names of the cameras that are compatible with the filter named Prime.',
      `SELECT 'Bex'`,
    ],
    ['Show the last names of hire clerks in charge of at least two hires.', `SELECT 'Reed'`],
    // What says no more than that there are some.
    ['Count the total number of hires made.', 'SELECT count(*) FROM hires'],
    // A name in quotes.
    [`Show the 'body type' of all cameras.`, 'SELECT bodyType FROM cameras'],
    // Which column holds it: the one of the rows right before, and the one that they are called by.
    ['How many cameras are compatible with the filter whose name is Prime?', 'SELECT 1'],
    [
      `Which cameras are compatible with the filter with name 'Wide'? Show the maker.`,
      'SELECT maker FROM cameras',
    ],
    // Typing errors, of names and of the grammar.
    ['What are teh names of the filters and their slogans?', 'SELECT name, slogan FROM filters'],
    ['Show the maker and body type of all camaras.', 'SELECT maker, bodyType FROM cameras'],
    // Where all rows are.
    [
      'Show the names and makers of all the cameras in the shop.',
      'SELECT name, maker FROM cameras',
    ],
    // A number, and what is said of no other.
    ['List the hire ids of hires ordered by amount of fee paid.', 'SELECT hire_id FROM hires'],
    [
      'What are the names and makers of cameras that have no hires yet?',
      `SELECT name, maker FROM cameras WHERE name = 'Cim'`,
    ],
  ],
  open: [
    'Show the names of all cameras in the shop named Volt Corner.',
    'Show the names of the cameras in the shop of Una Reed.',
    'Which cameras are incompatible with the filter named Prime?',
    'On what day was the camera of Una Reed placed?',
  ],
});
