import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['players born in 2000', `SELECT player_name FROM players WHERE year(birth_date)=2000`],
    [
      'average attendance by home team',
      `SELECT team_name,avg(attendance) FROM matches JOIN teams ON team_id=home_team_id GROUP BY 1`,
    ],
    ['teams founded in 1900', 'SELECT team_name FROM teams WHERE founded=1900'],
    ['teams founded before 1900', 'SELECT team_name FROM teams WHERE founded<1900'],
    ['teams founded after 1890', 'SELECT team_name FROM teams WHERE founded>1890'],
    [
      'players without a market value',
      'SELECT player_name FROM players WHERE market_value IS NULL',
    ],
    ['matches in season 2024', 'SELECT match_id FROM matches WHERE season=2024'],
    [
      'goals by player',
      'SELECT player_name,count(*) FROM goals JOIN players USING(player_id) GROUP BY player_id,player_name',
    ],
    [
      'teams with fewer than 4 players',
      'SELECT team_name FROM teams WHERE (SELECT count(*) FROM players p WHERE p.team_id=teams.team_id)<4',
    ],
  ],
  open: [
    'players named Stone',
    'matches of Ajax',
    'matches by team',
    'average attendance by team',
    'players over 30',
  ],
};

describeAnswers('questions about a league', 'league', ASKED);
