import { describeAnswersOver } from '../planner/answered.ts';

const OUTLETS = [
  `CREATE TABLE outl AS SELECT i AS outl_id, ['Crust Corner', 'Bread Barn', 'Dough Den'][i] AS name, ['Kent', 'Essex', 'Kent'][i] AS county FROM range(1, 4) t(i)`,
  `CREATE TABLE cakes AS SELECT i AS cake_id, 'Cake ' || i AS title FROM range(1, 6) t(i)`,
  `CREATE TABLE cake_sales AS SELECT i AS sale_id, 1 + i * i % 3 AS outl_id, 1 + i % 5 AS cake_id FROM range(1, 12) t(i)`,
];
const TRADERS = [
  `CREATE TABLE trader AS SELECT i AS trader_id, 'T' || i AS trader_name, ['savings', 'current'][1 + i % 2] AS acc_kind, 100 + i * i % 7 AS acc_bal, ['Kent', 'Devon'][1 + i % 2] AS county FROM range(1, 9) t(i)`,
];

describeAnswersOver('words whose names in the data are short for them', OUTLETS, {
  answered: [
    ...['at', 'from', 'sold in'].map((tie): [string, string] => [
      `Which cakes are ${tie} the outlet 'Crust Corner'?`,
      "SELECT title FROM cakes WHERE cake_id IN (SELECT cake_id FROM cake_sales JOIN outl USING (outl_id) WHERE name = 'Crust Corner')",
    ]),
    ['How many outlets are in each county?', 'SELECT county, count(*) FROM outl GROUP BY county'],
  ],
  open: [],
});

describeAnswersOver('words that three letters in several names are short for', TRADERS, {
  answered: [
    [
      'List the name of all traders sorted by their account balance',
      'SELECT trader_name FROM trader ORDER BY acc_bal, trader_name',
    ],
    [
      'What is the average account balance by account kind?',
      'SELECT acc_kind, avg(acc_bal) FROM trader GROUP BY acc_kind',
    ],
    [
      'How many traders have a savings account?',
      "SELECT count(*) FROM trader WHERE acc_kind = 'savings'",
    ],
  ],
  open: ['How many accounts are there?', 'Which county has the most accounts?'],
});

describeAnswersOver(
  'a word that another name has a word for is no short form',
  [
    ...OUTLETS,
    `CREATE TABLE shops AS SELECT i AS shop_id, 'S' || i AS shop_name, 1 + i % 3 AS outl_id FROM range(1, 5) t(i)`,
  ],
  { answered: [], open: ["Which cakes are at the outlet 'Crust Corner'?"] },
);

describeAnswersOver(
  'a word that no dictionary has is no short form of its plural',
  [
    `CREATE TABLE customers AS SELECT i AS customer_id, 'C' || i AS customer_name, DATE '2025-06-01' + (40 * i)::INT AS signup_date FROM range(1, 12) t(i)`,
  ],
  {
    answered: [],
    open: ['signups 2026'],
  },
);

describeAnswersOver(
  'names of columns that are short for their rows, or written without a gap',
  [
    `CREATE TABLE plantations AS SELECT i AS pltn_id, 'P' || i AS pltn_number, ['TEA', 'COF'][1 + i % 2] AS pltn_type_code, 3 + i * i % 5 AS shed_count FROM range(1, 7) t(i)`,
    `CREATE TABLE people AS SELECT i AS pid, ['Ann', 'Odo', 'Mia', 'Sam'][i] AS pname, 'W' || i % 2 AS workcode, 1 + i % 6 AS pltn_id FROM range(1, 5) t(i)`,
  ],
  {
    answered: [
      [
        'What are the plantation number and the shed count of each plantation?',
        'SELECT pltn_number, shed_count FROM plantations',
      ],
      [
        'Show each plantation type code with the number of plantations.',
        'SELECT pltn_type_code, count(*) FROM plantations GROUP BY pltn_type_code',
      ],
      ['What are the names of the people?', 'SELECT pname FROM people'],
      [
        'How many people are there for each work code?',
        'SELECT workcode, count(*) FROM people GROUP BY workcode',
      ],
    ],
    open: [],
  },
);

describeAnswersOver(
  'an amount of what the rows are, compared or ranked',
  [
    `CREATE TABLE hires AS SELECT i AS hire_id, 'C' || i AS customer, ['van', 'car'][1 + i % 2] AS kind, 700 * i AS amount_of_hire FROM range(1, 9) t(i)`,
    `CREATE TABLE branches AS SELECT i AS branch_id, 'B' || i AS branch_name, 10 * i AS amount_of_stock FROM range(1, 4) t(i)`,
  ],
  {
    answered: [
      [
        'Find the customers of hires with amount bigger than 3000.',
        'SELECT customer FROM hires WHERE amount_of_hire > 3000',
      ],
      ['What is the total amount of all hires?', 'SELECT sum(amount_of_hire) FROM hires'],
      [
        'Hires with the highest amount',
        'SELECT hire_id FROM hires ORDER BY amount_of_hire DESC LIMIT 1',
      ],
    ],
    open: ['What is the total of hires?'],
  },
);

describeAnswersOver(
  'a number of rows that others keep, too',
  [
    `CREATE TABLE festival AS SELECT i AS festival_id, 'F' || i AS festival_name, 400 + 10 * i AS total_tickets FROM range(1, 4) t(i)`,
    `CREATE TABLE ticket AS SELECT i AS ticket_id, 1 + i * i % 3 AS festival_id, ['Ann', 'Bob'][1 + i % 2] AS holder FROM range(1, 9) t(i)`,
  ],
  {
    answered: [
      ['How many tickets are there?', 'SELECT count(*) FROM ticket'],
      [
        'How many tickets does each festival have?',
        'SELECT festival_name, count(*) FROM ticket JOIN festival USING (festival_id) GROUP BY ALL',
      ],
    ],
    open: [
      'What is the total number of tickets across all festivals?',
      'What is the number of tickets of the festival F1?',
      'festival with the largest number of tickets',
    ],
  },
);

describeAnswersOver(
  'a number of the asked rows beside one of others that is called so',
  [
    `CREATE TABLE walker AS SELECT i AS walker_id, ['Ann', 'Bob', 'Cid'][i] AS walker_name, 10 * i AS tot_walks FROM range(1, 4) t(i)`,
    `CREATE TABLE club AS SELECT i AS club_id, ['Hikers', 'Rovers'][i] AS club_name, 40 * i AS walks FROM range(1, 3) t(i)`,
    `CREATE TABLE club_walker AS SELECT 1 + i % 2 AS club_id, i AS walker_id FROM range(1, 4) t(i)`,
  ],
  {
    answered: [
      [
        'List the names and total walks of all walkers.',
        'SELECT walker_name, tot_walks FROM walker',
      ],
      ['What are the total walks of all clubs?', 'SELECT sum(walks) FROM club'],
    ],
    open: [],
  },
);

describeAnswersOver(
  'rows that have a full name and a description',
  [
    `CREATE TABLE sheds AS SELECT i AS shed_id, ['Old North Shed', 'Mill Shed', 'South Shed'][i] AS shed_full_name, ['the wide barn by the Mill', 'plain wood', 'brick'][i] AS shed_description FROM range(1, 4) t(i)`,
  ],
  {
    answered: [
      [
        'Which sheds have a name containing "Mill"?',
        "SELECT shed_full_name FROM sheds WHERE shed_full_name ILIKE '%mill%'",
      ],
    ],
    open: [],
  },
);
