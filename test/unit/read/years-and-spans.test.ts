import { describeAnswersOver } from '../planner/answered.ts';

/** Players who have played for some years, and the matches of some of them; referees of whom nothing is dated. */
const LEAGUE = [
  'CREATE TABLE players (player_id INTEGER PRIMARY KEY, player_name VARCHAR, years_active INTEGER, country VARCHAR)',
  "INSERT INTO players VALUES (1, 'Ida Moe', 20, 'Norway'), (2, 'Ola Lund', 9, 'Norway'), (3, 'Pia Roth', 4, 'Germany')",
  'CREATE TABLE matches (match_id INTEGER PRIMARY KEY, player_id INTEGER REFERENCES players, venue VARCHAR, match_date DATE)',
  "INSERT INTO matches VALUES (1, 1, 'Dome', DATE '2021-05-01'), (2, 3, 'Arena', DATE '2022-05-01')",
  'CREATE TABLE referees (referee_id INTEGER PRIMARY KEY, referee_name VARCHAR, years_whistled INTEGER)',
  "INSERT INTO referees VALUES (1, 'Ann', 12), (2, 'Bo', 3), (3, 'Cy', 30)",
  'CREATE TABLE cups (cup_id INTEGER PRIMARY KEY, cup_name VARCHAR, year INTEGER)',
  "INSERT INTO cups VALUES (1, 'Lake Cup', 2020), (2, 'Night Cup', 2021)",
];

describeAnswersOver('years, and how many of them', LEAGUE, {
  answered: [
    ['cups in 2021', "SELECT 'Night Cup'"],
    ['which cup was held in 2020', "SELECT 'Lake Cup'"],
    ['referees with more than 10 years whistled', "SELECT 'Ann' UNION ALL SELECT 'Cy'"],
    ['matches in 2021', 'SELECT 1'],
    ['years active of players in Germany', 'SELECT 4'],
  ],
  open: [
    'which referee whistled in 2021',
    'how many referees whistled in 2020',
    'referees in 2021',
    'which referees were whistling in 2019',
    // How long they were is not when.
    'players active in 2021',
    'which players were active in 2021',
  ],
});
