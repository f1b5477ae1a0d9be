import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['films with gross over 50', `SELECT title FROM films WHERE gross_musd>50`],
    [
      'lowest rated film in EN',
      `SELECT title FROM films WHERE language='EN' ORDER BY rating LIMIT 1`,
    ],
    ['actors born before 1970', `SELECT name FROM actors WHERE birth_year<1970`],
    ['films titled Summer', `SELECT title FROM films WHERE title='Summer'`],
    [
      'films by genre',
      'SELECT genre,count(DISTINCT film_id) FROM film_genres JOIN genres USING(genre_id) GROUP BY 1',
    ],
    [
      'genres by number of films',
      'SELECT genre,(SELECT count(*) FROM film_genres f WHERE f.genre_id=genres.genre_id) FROM genres',
    ],
    [
      'genres without films',
      'SELECT genre FROM genres WHERE genre_id NOT IN (SELECT genre_id FROM film_genres)',
    ],
    [
      'actors by number of films',
      'SELECT name,(SELECT count(*) FROM cast_members c WHERE c.actor_id=actors.actor_id) FROM actors',
    ],
    ['films without rating', 'SELECT title FROM films WHERE rating IS NULL'],
    ['latest release year', 'SELECT max(release_year) FROM films'],
    [
      'how many screenings of 1984 in 2025',
      `SELECT count(*) FROM screenings JOIN films USING(film_id) WHERE title='1984' AND year(shown_on)=2025`,
    ],
  ],
  open: [
    'films with gross over 50 million',
    'screenings of 1984',
    'rating of 1984',
    'average rating by genre',
    'total gross by genre',
  ],
};

describeAnswers('questions about a cinema', 'cinema', ASKED);
