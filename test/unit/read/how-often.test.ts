import { describeAnswersOver } from '../planner/answered.ts';

const VOICES = [
  `CREATE TABLE voices AS SELECT i AS voice_id, ['alto', 'tenor', 'bass'][i] AS name FROM range(1, 4) t(i)`,
  `CREATE TABLE pieces AS SELECT i AS piece_id, 'Piece ' || i AS title, [1, 1, 2, 1, 3, 2][i] AS voice_id FROM range(1, 7) t(i)`,
  `CREATE TABLE hires AS SELECT i AS hire_id, ['A1', 'B2', 'C3'][[1, 1, 2, 3, 3, 3][i]] AS hirer_code, ['saw', 'saw', 'saw', 'axe', 'drill', 'drill'][i] AS tool FROM range(1, 7) t(i)`,
];

const MOST = `SELECT name FROM voices WHERE voice_id = 1`;
const CODE = (order: string) =>
  `SELECT hirer_code FROM hires GROUP BY 1 ORDER BY count(*) ${order} LIMIT 1`;

describeAnswersOver('how often rows and values occur', VOICES, {
  answered: [
    ['Name of the most common voice in all pieces?', MOST],
    ['What is the name of the most common voice across pieces?', MOST],
    ['the most popular voice', MOST],
    ['Which voice was used the most often in pieces?', MOST],
    ['the voice that was chosen the most times', MOST],
    ['Show the hirer code that occurs the fewest times', CODE('')],
    ['Which hirer code appears the most times?', CODE('DESC')],
    [
      'hirer codes that have more than 2 records',
      'SELECT hirer_code FROM hires GROUP BY 1 HAVING count(*) > 2',
    ],
    ['tools that occur at least twice', 'SELECT tool FROM hires GROUP BY 1 HAVING count(*) >= 2'],
    ['tools hired more than twice', 'SELECT tool FROM hires GROUP BY 1 HAVING count(*) > 2'],
  ],
  open: ['which voice was damaged the most often', 'which voice was refused the most times'],
});

describeAnswersOver(
  'rows that two tables refer to, or that say themselves how well they are liked',
  [
    `CREATE TABLE dogs AS SELECT i AS dog_id, 'Dog ' || i AS dog_name FROM range(1, 5) t(i)`,
    `CREATE TABLE walks AS SELECT i AS walk_id, 1 + i * i % 4 AS dog_id, 10 * i AS minutes FROM range(1, 8) t(i)`,
    `CREATE TABLE baths AS SELECT i AS bath_id, 1 + i % 4 AS dog_id FROM range(1, 7) t(i)`,
    `CREATE TABLE songs AS SELECT i AS song_id, 'Song ' || i AS song_name, 7 * i % 5 AS rating FROM range(1, 5) t(i)`,
    `CREATE TABLE plays AS SELECT i AS play_id, 1 + i * i % 4 AS song_id, 2 * i AS play_time FROM range(1, 8) t(i)`,
  ],
  {
    answered: [
      [
        'Which dog was used the most times in walks?',
        'SELECT dog_name FROM dogs JOIN walks USING (dog_id) GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1',
      ],
      [
        'Which song was played the most often?',
        'SELECT song_name FROM songs JOIN plays USING (song_id) GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1',
      ],
      [
        'Which song was used the most times in plays?',
        'SELECT song_name FROM songs JOIN plays USING (song_id) GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1',
      ],
    ],
    open: ['the most popular dog', 'which dog was chosen the most often', 'the most popular song'],
  },
);
