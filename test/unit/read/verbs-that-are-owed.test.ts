import { expect } from 'chai';
import { catalogFromSql } from '../../fakes/offline-catalog.ts';
import { describeAnswersOver, planOver } from '../planner/answered.ts';

/** Picture houses that show films, and their staff: nothing tells what a house stopped, or who owns it. */
const PICTURES = [
  'CREATE TABLE houses (house_id INTEGER PRIMARY KEY, house_name VARCHAR, town VARCHAR, screens INTEGER)',
  "INSERT INTO houses VALUES (1, 'Rex', 'Oslo', 3), (2, 'Apollo', 'Bergen', 5), (3, 'Luna', 'Oslo', 8)",
  'CREATE TABLE films (film_id INTEGER PRIMARY KEY, title VARCHAR, genre VARCHAR)',
  "INSERT INTO films VALUES (1, 'Night Ferry', 'drama'), (2, 'The Mole', 'comedy'), (3, 'Blue Hour', 'drama')",
  'CREATE TABLE showings (showing_id INTEGER PRIMARY KEY, house_id INTEGER REFERENCES houses, film_id INTEGER REFERENCES films, show_date DATE)',
  `INSERT INTO showings VALUES (1, 1, 1, DATE '2021-01-04'), (2, 1, 2, DATE '2021-01-05'), (3, 2, 2, DATE '2021-02-05'), (4, 3, 3, DATE '2021-03-05')`,
  'CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, staff_name VARCHAR, job VARCHAR, house_id INTEGER REFERENCES houses)',
  "INSERT INTO staff VALUES (1, 'Ann Berg', 'projectionist', 1), (2, 'Max Hall', 'cashier', 1), (3, 'Ida Moe', 'cashier', 2)",
];

describeAnswersOver('verbs that deny or end what ties rows to others', PICTURES, {
  answered: [
    ['Which house presented the most films?', "SELECT 'Rex'"],
    ['how many staff work at Rex', 'SELECT 2'],
    ['screens of houses in Bergen', 'SELECT 5'],
  ],
  open: [
    'How many films did the house Rex stop?',
    'How many films did the house Rex drop?',
    'Which house dropped the most films?',
    'Which house cancelled the most films?',
    'How many houses boycott Blue Hour?',
    'which films did the house Apollo withdraw',
    'how many staff were fired at Rex',
    // What a verb is called after is not what is asked to be seen.
    'which houses screened Blue Hour',
    'houses that screened The Mole',
    // Who works there is not who did that.
    'who owns Rex',
    'who cleaned Apollo',
    'who designed the house Luna',
  ],
});

describe('what is told of verbs that nothing in the data tells of', () => {
  it('says that they were not looked at', async () => {
    const data = await catalogFromSql(PICTURES);
    const planned = planOver('How many films did the house Rex restore?', data);
    await data.close();
    expect(planned.kind === 'query' && planned.assumptions).to.include(
      '"restore" was ignored, because nothing in the data has that name.',
    );
  });
});
