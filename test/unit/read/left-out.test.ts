import { describeAnswersOver } from '../planner/answered.ts';

/** A troupe: plays with a rating that several share, actors who share names, who plays in what, and tickets that are sold. */
const TROUPE = [
  `CREATE TABLE play AS SELECT * FROM (VALUES
    (1, 'Storm', 'All', 90), (2, 'Dusk', 'Adult', 120), (3, 'Tide', 'Adult', 75), (4, 'Moss', 'All', 60))
    AS t(play_id, title, rating, minutes)`,
  `CREATE TABLE actor AS SELECT * FROM (VALUES
    (1, 'Eva', 'Lund', 'Gol'), (2, 'Eva', 'Lund', 'Alta'), (3, 'Ole', 'Berg', 'Gol'), (4, 'Pia', 'Dahl', 'Alta'))
    AS t(actor_id, first_name, last_name, town)`,
  `CREATE TABLE role AS SELECT * FROM (VALUES
    (1, 1, 1), (2, 1, 3), (3, 1, 4), (4, 2, 2), (5, 2, 3), (6, 3, 1), (7, 3, 2), (8, 4, 3))
    AS t(role_id, play_id, actor_id)`,
  `CREATE TABLE ticket AS SELECT * FROM (VALUES
    (1, 1, DATE '2024-03-01', 20.5), (2, 1, DATE '2024-04-02', 31.0), (3, 2, DATE '2025-01-05', 20.5),
    (4, 3, DATE '2025-02-07', 12.0)) AS t(ticket_id, play_id, sold_on, price)`,
];

describeAnswersOver(
  'each of the rows that are asked, although others are called or rated so, too',
  TROUPE,
  {
    answered: [
      [
        'Which play has the most actors? Rating and number of actors.',
        `SELECT rating, count(*) FROM role JOIN play USING (play_id)
       GROUP BY play_id, rating ORDER BY 2 DESC LIMIT 1`,
      ],
      [
        'Which actor has been in the most plays? First name, last name and how many plays.',
        `SELECT first_name, last_name, count(*) FROM role JOIN actor USING (actor_id)
       GROUP BY actor_id, first_name, last_name ORDER BY 3 DESC LIMIT 1`,
      ],
      // Groups that are asked by name are those.
      [
        'Number of roles by rating of the play',
        'SELECT rating, count(*) FROM role JOIN play USING (play_id) GROUP BY rating',
      ],
      ['Number of plays and their rating', 'SELECT rating, count(*) FROM play GROUP BY rating'],
    ],
    // An amount is no kind of rows: its sum is asked, or its average.
    open: ['Number of tickets in 2024 and their price', 'Count the tickets and their price'],
  },
);

/** Clubs that have a town, who tries out for which club and place, and the bouts that somebody ended. */
const CLUBS = [
  `CREATE TABLE club AS SELECT * FROM (VALUES
    (1, 'Falcons', 'Gol', 3), (2, 'Otters', 'Alta', 0), (3, 'Herons', 'Gol', 1)) AS t(club_id, name, town, number_of_trainers)`,
  `CREATE TABLE player AS SELECT * FROM (VALUES
    (1, 'Ann'), (2, 'Bob'), (3, 'Cid')) AS t(player_id, name)`,
  `CREATE TABLE tryout AS SELECT * FROM (VALUES
    (1, 1, 1, 'keeper', 'yes'), (2, 1, 3, 'wing', 'no'), (3, 2, 1, 'wing', 'no')) AS t(tryout_id, player_id, club_id, place, decision)`,
  `CREATE TABLE trainer AS SELECT * FROM (VALUES
    (1, 'Mia Holm'), (2, 'Jon Ask'), (3, 'Liv Moe')) AS t(trainer_id, name)`,
  `CREATE TABLE club_trainer AS SELECT * FROM (VALUES (1, 1, 1), (2, 1, 2)) AS t(club_trainer_id, club_id, trainer_id)`,
  `CREATE TABLE bout AS SELECT * FROM (VALUES
    (1, 1, 'Stone', 'Lock'), (2, 3, 'Reed', 'Throw'), (3, 3, 'Stone', 'Throw')) AS t(bout_id, player_id, ended_by, hold)`,
];

describeAnswersOver('what is asked beside something else, and what a word denies', CLUBS, {
  answered: [
    // The number that clubs say they have is none of the trainers.
    [
      'Which trainers have not trained any club yet?',
      'SELECT name FROM trainer WHERE trainer_id NOT IN (SELECT trainer_id FROM club_trainer)',
    ],
    [
      'Name the players that have a tryout yet never had a bout',
      `SELECT name FROM player WHERE player_id IN (SELECT player_id FROM tryout)
       AND player_id NOT IN (SELECT player_id FROM bout)`,
    ],
    [
      'Clubs without trainers, along with where they are',
      'SELECT name, town FROM club WHERE club_id NOT IN (SELECT club_id FROM club_trainer)',
    ],
  ],
  open: [
    'Who was rejected at Falcons?',
    'Who was accepted, at which club and for what place?',
    'Whom did Stone end, and with which hold?',
  ],
});

/** Halls with concerts that each have an attendance, and the members who signed up for them. */
const HALLS = [
  `CREATE TABLE hall AS SELECT * FROM (VALUES
    (1, 'Opal', 'Gol', 300), (2, 'Beryl', 'Alta', 900), (3, 'Onyx', 'Gol', 500)) AS t(hall_id, name, town, seats)`,
  `CREATE TABLE concert AS SELECT * FROM (VALUES
    (1, 1, 'Spring', 250), (2, 1, 'Summer', 190), (3, 2, 'Autumn', 870)) AS t(concert_id, hall_id, title, attendance)`,
  `CREATE TABLE member AS SELECT * FROM (VALUES (1, 'Ann'), (2, 'Bob')) AS t(member_id, name)`,
  `CREATE TABLE member_attendance AS SELECT * FROM (VALUES (1, 1, 1), (2, 2, 1), (3, 1, 3))
    AS t(member_attendance_id, member_id, concert_id)`,
];

describeAnswersOver(
  'amounts that a verb tells, lists behind a colon, words that add nothing',
  HALLS,
  {
    answered: [
      [
        'Title of concerts with attendance above 200',
        'SELECT title FROM concert WHERE attendance > 200',
      ],
      [
        'Halls with more than 400 seats: name and town',
        'SELECT name, town FROM hall WHERE seats > 400',
      ],
      [
        'Halls with more than 400 seats but without a single concert',
        'SELECT name FROM hall WHERE seats > 400 AND hall_id NOT IN (SELECT hall_id FROM concert)',
      ],
      ['Compare the average seats by town.', 'SELECT town, avg(seats) FROM hall GROUP BY town'],
    ],
    // Members may be counted, or the attendance compared.
    open: [
      'Title of concerts attended by more than 200 people',
      'Concerts attended by more than 1 member',
      // What stands behind the colon is none of the data.
      'Halls with more than 400 seats: name and colour',
    ],
  },
);
