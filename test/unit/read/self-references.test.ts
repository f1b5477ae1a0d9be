import { describeAnswersOver } from '../planner/answered.ts';

/** Keepers of a zoo, one of whom leads the others, and kinds of animals below kinds. */
const ZOO = [
  `CREATE TABLE keepers AS SELECT * FROM (VALUES
    (1, 'Ann', 'Berg', 'Director', NULL, 'Oslo', DATE '2015-02-01'), (2, 'Tom', 'Kay', 'Head Keeper', 1, 'Oslo', DATE '2016-05-01'),
    (3, 'Lena', 'Holm', 'Head Keeper', 1, 'Bergen', DATE '2017-03-01'), (4, 'Omar', 'Diaz', 'Keeper', 2, 'Oslo', DATE '2020-01-01'),
    (5, 'Ida', 'Stone', 'Keeper', 2, 'Bergen', DATE '2020-08-01'), (6, 'Ann', 'Frost', 'Keeper', 3, 'Oslo', DATE '2021-06-01'))
    AS t(keeper_id, first_name, last_name, title, reports_to, town, hired_on)`,
  'ALTER TABLE keepers ADD PRIMARY KEY (keeper_id)',
  `CREATE TABLE kinds AS SELECT * FROM (VALUES (1, 'Mammals', NULL), (2, 'Cats', 1), (3, 'Bears', 1), (4, 'Lynxes', 2), (5, 'Birds', NULL))
    AS t(kind_id, kind_name, parent_kind_id)`,
  'ALTER TABLE kinds ADD PRIMARY KEY (kind_id)',
  `CREATE TABLE animals AS SELECT * FROM (VALUES (1, 'Nelli', 4, 4), (2, 'Bruno', 3, 5), (3, 'Kaa', 5, 6)) AS t(animal_id, animal_name, kind_id, keeper_id)`,
  'ALTER TABLE animals ADD PRIMARY KEY (animal_id)',
];

const names = (where: string) => `SELECT first_name, last_name FROM keepers WHERE ${where}`;

describeAnswersOver('rows by a reference to rows of their own table', ZOO, {
  answered: [
    ['who reports to Ann Berg', names('reports_to = 1')],
    ['who reports directly to Ann Berg', names('reports_to = 1')],
    ['who does Ann Berg manage', names('reports_to = 1')],
    ['keepers managed by the Director', names('reports_to = 1')],
    ["Tom Kay's direct reports", names('reports_to = 2')],
    ['keepers whose manager is Tom Kay', names('reports_to = 2')],
    ['keepers in Oslo who report to Tom Kay', names(`reports_to = 2 AND town = 'Oslo'`)],
    ['keepers hired in 2020 who report to Tom Kay', names('reports_to = 2')],
    ['how many people report to Ann Berg', 'SELECT 2'],
    ['how many direct reports does Tom Kay have', 'SELECT 2'],
    ['who manages Tom Kay', names('keeper_id = 1')],
    ["who is Omar Diaz's boss", names('keeper_id = 2')],
    ['who is the supervisor of Ida Stone', names('keeper_id = 2')],
    ['who does Ann Frost report to', names('keeper_id = 3')],
    ['keepers without a manager', names('reports_to IS NULL')],
    ['who reports to nobody', names('reports_to IS NULL')],
    ['keepers without direct reports', names('keeper_id > 3')],
    ['list all managers', names('keeper_id < 4')],
    [
      'how many people report to each manager',
      `SELECT m.first_name, m.last_name, count(*) FROM keepers k JOIN keepers m ON k.reports_to = m.keeper_id GROUP BY ALL`,
    ],
    // All that tie.
    [
      'which manager has the most direct reports',
      `SELECT first_name, last_name, 2 FROM keepers WHERE keeper_id < 3`,
    ],
    [
      'keepers and their managers',
      `SELECT k.first_name, k.last_name, m.first_name, m.last_name FROM keepers k LEFT JOIN keepers m ON k.reports_to = m.keeper_id`,
    ],
    ['parent of Lynxes', `SELECT 'Cats'`],
    ['what is the parent kind of Cats', `SELECT 'Mammals'`],
    ['subkinds of Mammals', `SELECT kind_name FROM kinds WHERE parent_kind_id = 1`],
    ['child kinds of Mammals', `SELECT kind_name FROM kinds WHERE parent_kind_id = 1`],
    ['kinds with parent Mammals', `SELECT kind_name FROM kinds WHERE parent_kind_id = 1`],
    ['kinds without children', `SELECT kind_name FROM kinds WHERE kind_id IN (3, 4, 5)`],
    ['which kinds have no parent', `SELECT kind_name FROM kinds WHERE parent_kind_id IS NULL`],
    [
      'how many subkinds does each kind have',
      'SELECT p.kind_name, count(*) FROM kinds k JOIN kinds p ON k.parent_kind_id = p.kind_id GROUP BY ALL',
    ],
  ],
  open: [
    // The manager's town, or that of those who report.
    'who reports to Ann Berg in Oslo',
    'who reports to Ann Berg and Tom Kay',
    'who reports animals to Ann Berg',
    'who reports indirectly to Ann Berg',
    'who does not report to Ann Berg',
    'keepers not managed by Ann Berg',
    'who manages Mammals',
    'children of Ann Berg',
    'boss of bosses',
    'animals of keepers who report to Tom Kay',
  ],
});
