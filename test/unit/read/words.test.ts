import { describeAnswers } from '../planner/answered.ts';

describeAnswers('words of a question that stand for names and values', 'choir', {
  answered: [
    // Rows that are called by a value of theirs.
    [
      'Find the names of all sopranos sorted by their towns.',
      `SELECT first_name, last_name FROM singers WHERE voice = 'soprano'`,
    ],
    [
      'HOw many tenors joined after 2015?',
      `SELECT count(*) FROM singers WHERE voice = 'tenor' AND joined_year > 2015`,
    ],
    [
      'How many singers have a joined year higher than every soprano?',
      `SELECT count(*) FROM singers WHERE joined_year > (SELECT max(joined_year) FROM singers WHERE voice = 'soprano')`,
    ],
    // A name in two columns.
    [
      "What is singer Ann Berg's town?",
      `SELECT town FROM singers WHERE first_name = 'Ann' AND last_name = 'Berg'`,
    ],
    [
      'Show the halls and visitors of the concerts that Ann Berg sang at.',
      `SELECT hall, visitors FROM concerts JOIN appearances USING (concert_id) JOIN singers USING (singer_id)
       WHERE first_name = 'Ann' AND last_name = 'Berg'`,
    ],
    // What stands in a column is called by its name.
    [
      'What are the names of the conductors who led exactly two concerts?',
      'SELECT conductor FROM concerts GROUP BY 1 HAVING count(*) = 2',
    ],
    ['Count the number of different voice types.', 'SELECT count(DISTINCT voice) FROM singers'],
    // When something happened, by the year that is called so.
    [
      'Show the town and voice for singers who joined between 2010 and 2016.',
      'SELECT town, voice FROM singers WHERE joined_year BETWEEN 2010 AND 2016',
    ],
    // Parts of texts.
    [
      "What are the halls of concerts that have 'Motets' as a substring in their programme title?",
      `SELECT hall FROM concerts WHERE programme_title LIKE '%Motets%'`,
    ],
    [
      "Find the conductors of concerts whose programme title contains 'Latin' or 'Sea'.",
      `SELECT conductor FROM concerts WHERE programme_title LIKE '%Latin%' OR programme_title LIKE '%Sea%'`,
    ],
    // Another spelling, and another word.
    [
      'List the halls of concerts together with the stage color and the program title.',
      'SELECT hall, stage_colour, programme_title FROM concerts',
    ],
    // A verb behind its subject, and one that only ties rows.
    [
      'Show the fees of singers and the halls of concerts they sing at.',
      `SELECT fee, hall FROM appearances JOIN concerts USING (concert_id)`,
    ],
  ],
  open: [
    // Who they are is not kept.
    'How many drummers joined after 2015?',
    // A conductor is no singer.
    "What is singer Maria Vik's town?",
    "What is the town of Ann Lund's teacher?",
    // The part of a text stands in a column that is named, not in one that is like it.
    "What are the halls of concerts that have 'Motets' as a substring in their heading?",
    'concerts that sopranos did not like',
    'How many concerts did Ann Berg conduct?',
    'singers shared by sopranos who joined after 2010 and tenors who joined before 2012',
    'Show the fees of singers and the halls of concerts they never sing at.',
  ],
});
