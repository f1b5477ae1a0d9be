import { describeAnswersOver } from '../planner/answered.ts';

const THEATRE = [
  `CREATE TABLE donors AS SELECT * FROM (VALUES
    (1, 'Ada Holm', 'Norway', 'private'), (2, 'Bo Lind', 'Sweden', 'private'), (3, 'Cy Moss', 'Norway', 'company'), (4, 'Di Roth', 'Peru', 'private'))
    t(donor_id, name, country, kind)`,
  'ALTER TABLE donors ADD PRIMARY KEY (donor_id)',
  `CREATE TABLE gifts (gift_id INTEGER PRIMARY KEY, donor_id INTEGER NOT NULL REFERENCES donors(donor_id), amount_given INTEGER, purpose VARCHAR, seats INTEGER)`,
  `INSERT INTO gifts VALUES (1, 1, 100, 'Roof', 2), (2, 1, 50, 'Stage', 3), (3, 2, 250, 'Roof', 0), (4, 3, 600, 'Stage', 5)`,
];

describeAnswersOver('shares in everyday words', THEATRE, {
  answered: [
    ...[
      'What share of the donors, in percent, is from Norway?',
      'What portion of the donors (in percent) is from Norway?',
      'What proportion of the donors are from Norway, as a percentage?',
      'How large is the share of the donors that are from Norway?',
    ].map((one) => [one, 'SELECT 50.0'] as const),
    ['What fraction of the donors, in percent, is from Norway?', 'SELECT 50.0'],
    ['What fraction of the donors is from Norway?', 'SELECT 0.5'],
    ['What is the share of private donors among the donors?', 'SELECT 75.0'],
    ['How high is the share of private sponsors among the donors?', 'SELECT 75.0'],
    ['What percentage of the gifts earned seats over 2?', 'SELECT 50.0'],
    ...[
      'What percentage of the total amount given came from donors from Norway?',
      'What share of all the amount given came from donors from Norway?',
      'What share of the amount given does Norway account for?',
    ].map((one) => [one, 'SELECT 75.0'] as const),
    ['What share of the amount given was given for Roof?', 'SELECT 35.0'],
    ['What share of all seats is brought in by donors from Norway?', 'SELECT 100.0'],
    ['What percentage of all seats went to donors from Sweden?', 'SELECT 0.0'],
  ],
  open: [
    // Both could tell the part.
    'What share of donors with gifts among the private donors that are from Norway?',
    // A verb that says something else of the amount.
    'What share of the amount given was refunded to donors from Norway?',
    'What share of the amount given was spent on Roof by donors from Norway and when?',
    // Nothing is a part of itself.
    'What percentage of the donors among the donors?',
    'What share of the gifts booked by donors cancelled?',
    'What share of the seats did Norway lose?',
  ],
});
