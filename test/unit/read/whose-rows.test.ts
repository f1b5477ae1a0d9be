import { describeAnswersOver } from '../planner/answered.ts';

describeAnswersOver(
  'rows that are tied to rows of their own kind by nothing that is kept',
  [
    `CREATE TABLE keepers AS SELECT i AS keeper_id, ['Odo', 'Mia', 'Tim', 'Una'][i] AS name, [0, 1, 1, 2][i] AS boss_no, 100 * i AS wage FROM range(1, 5) t(i)`,
  ],
  {
    answered: [['the wage of the keeper named Odo', "SELECT wage FROM keepers WHERE name = 'Odo'"]],
    open: [
      'keepers who report to the keeper named Odo',
      'Who reports to the keeper named Odo',
      'Which keepers are trained by the keeper called Mia?',
    ],
  },
);

describeAnswersOver(
  'the first of those that share something',
  [
    `CREATE TABLE kitchens AS SELECT i AS kitchen_id, 'Kitchen ' || i AS kitchen_name, 10 * i AS area FROM range(1, 4) t(i)`,
    `CREATE TABLE cooks AS SELECT i AS cook_id, 'Cook ' || i AS cook_name, 1 + i % 3 AS kitchen_id, 100 + i * 7 % 11 AS wage FROM range(1, 9) t(i)`,
  ],
  {
    answered: [
      ...[
        'Which cook has the smallest wage of their kitchen?',
        'the cook with the lowest wage in their kitchen',
      ].map((asked): [string, string] => [
        asked,
        'SELECT k.kitchen_name, c.cook_name FROM cooks c JOIN kitchens k USING (kitchen_id) WHERE c.wage = (SELECT MIN(wage) FROM cooks d WHERE d.kitchen_id = c.kitchen_id) ORDER BY 1, c.wage, 2',
      ]),
      [
        'the cook with the smallest wage',
        'SELECT cook_name FROM cooks ORDER BY wage, cook_name LIMIT 1',
      ],
    ],
    open: [],
  },
);

describeAnswersOver(
  'a way round by rows that nobody speaks of',
  [
    `CREATE TABLE mates AS SELECT i AS mate_id, ['Pike', 'Moor', 'Lang'][i] AS last_name FROM range(1, 4) t(i)`,
    `CREATE TABLE faults AS SELECT i AS fault_id, 'fault ' || i AS description, 1 + i % 3 AS noted_by_mate_id, 1 + i * i % 3 AS cleared_by_mate_id FROM range(1, 9) t(i)`,
    `CREATE TABLE fault_log AS SELECT i AS log_id, 1 + i % 8 AS fault_id, 1 + i % 3 AS mate_id FROM range(1, 12) t(i)`,
  ],
  { answered: [], open: ['faults by the mate with last name Pike'] },
);

describeAnswersOver(
  'rows that a deed ties to others',
  [
    `CREATE TABLE sheds AS SELECT i AS shed_id, 'Shed ' || i AS shed_name FROM range(1, 5) t(i)`,
    `CREATE TABLE buyers AS SELECT i AS buyer_id, ['Ann', 'Bob', 'Cy', 'Di', 'Eve'][i] AS buyer_name, 3 * i % 7 AS score, 1 + i % 4 AS shed_id FROM range(1, 6) t(i)`,
    `CREATE TABLE sales AS SELECT i AS sale_id, 1 + i * i % 4 AS shed_id, 1 + i % 5 AS buyer_id, 100 + i AS price FROM range(1, 9) t(i)`,
  ],
  {
    answered: [
      [
        'sheds of buyers with a score below 5',
        'SELECT shed_name FROM sheds WHERE shed_id IN (SELECT shed_id FROM buyers WHERE score < 5)',
      ],
    ],
    open: [
      'sheds that were sold to buyers with a score below 5',
      'Which sheds were sold to Ann?',
      'the sheds whose buyers have the highest average price',
    ],
  },
);

describeAnswersOver(
  'all that is known of two kinds of rows',
  [
    `CREATE TABLE parties AS SELECT i AS party_id, 2000 + i AS opened_year FROM range(1, 5) t(i)`,
    `CREATE TABLE loans AS SELECT i AS loan_id, 1 + i % 3 AS party_id, 10 * i AS amount FROM range(1, 7) t(i)`,
    `CREATE TABLE deposits AS SELECT i AS deposit_id, 1 + i * 2 % 4 AS party_id, 5 * i AS balance FROM range(1, 7) t(i)`,
  ],
  {
    answered: [],
    open: ['Information of all loans and deposits', 'all details of deposits and loans'],
  },
);

describeAnswersOver(
  'whose description is asked',
  [
    `CREATE TABLE tutors AS SELECT i AS tutor_id, 'Tutor ' || i AS tutor_name FROM range(1, 4) t(i)`,
    `CREATE TABLE subjects AS SELECT i AS subject_id, 'about ' || i AS description FROM range(1, 4) t(i)`,
    `CREATE TABLE courses AS SELECT i AS course_id, 1 + i % 3 AS tutor_id, 1 + i * i % 3 AS subject_id FROM range(1, 9) t(i)`,
  ],
  {
    answered: [
      [
        "the subject's description of course 4",
        'SELECT description FROM courses JOIN subjects USING (subject_id) WHERE course_id = 4',
      ],
    ],
    open: ["the tutor's description of the course"],
  },
);

describeAnswersOver(
  'what is after a number of no time',
  [
    `CREATE TABLE wardens AS SELECT i AS warden_id, 'Warden ' || i AS warden_name, 1 + i % 3 AS stage, 1990 + i AS start_year FROM range(1, 9) t(i)`,
  ],
  {
    answered: [
      ['wardens with a stage above 1', 'SELECT warden_name FROM wardens WHERE stage > 1'],
      [
        'wardens with a start year after 1994',
        'SELECT warden_name FROM wardens WHERE start_year > 1994',
      ],
    ],
    open: ['wardens who look after stage 1', 'wardens that care for stage 1'],
  },
);

describeAnswersOver(
  'what is denied of others of the same kind',
  [
    `CREATE TABLE ferries AS SELECT i AS ferry_id, 'Ferry ' || i AS ferry_name, 10 * i AS seats FROM range(1, 5) t(i)`,
    `CREATE TABLE crossings AS SELECT i AS crossing_id, [1, 1, 2, 3, 3, 4][i] AS ferry_id, ['summer', 'winter', 'summer', 'winter', 'spring', 'spring'][i] AS season FROM range(1, 7) t(i)`,
  ],
  {
    answered: [
      [
        'ferries that crossed in summer but never in winter',
        "SELECT ferry_name FROM ferries WHERE ferry_id IN (SELECT ferry_id FROM crossings WHERE season = 'summer') AND ferry_id NOT IN (SELECT ferry_id FROM crossings WHERE season = 'winter')",
      ],
    ],
    open: [],
  },
);
