import { anyOf, either, none, right } from './case.ts';

const SOLD = `t_ticket k JOIN t_show s ON s.show_id = k.show_id JOIN t_band b ON b.band_id = s.band_id
  JOIN t_hall h ON h.hall_id = s.hall_id JOIN t_guest g ON g.guest_id = k.guest_id`;
const SHOWS =
  't_show s JOIN t_band b ON b.band_id = s.band_id JOIN t_hall h ON h.hall_id = s.hall_id';

export const VENUE = [
  right('SELECT COUNT(*) FROM t_show', 'how many shows are there', 'show count', '# of shows'),
  right(
    'SELECT b.genre, COUNT(*) FROM t_show s JOIN t_band b ON b.band_id = s.band_id GROUP BY 1',
    'How many shows were there per genre?',
    'shows by genre',
    'show count per genre',
  ),
  right(
    "SELECT band_name FROM t_band WHERE home_country = 'France'",
    'Which bands come from France?',
    'french bands',
    'bands france',
  ),
  right(
    "SELECT COUNT(*) FROM t_band WHERE home_country = 'Sweden'",
    'How many Swedish bands are there?',
    'number of bands whose home country is Sweden',
    'swedish bands count',
  ),
  right(
    `SELECT h.hall_name, SUM(k.price) FROM ${SOLD} GROUP BY h.hall_id, 1`,
    'What is the total ticket price by hall?',
    'total price of tickets per hall',
    'sum of ticket prices per hall',
  ),
  right(
    "SELECT hall_name FROM t_hall WHERE has_bar = 'Y'",
    'Which halls have a bar?',
    'halls with a bar',
    'halls with bar',
  ),
  right(
    "SELECT hall_name FROM t_hall WHERE has_bar = 'N'",
    'Which halls have no bar?',
    'halls without a bar',
    'halls w/o bar',
  ),
  anyOf(
    [
      'SELECT full_name FROM t_guest g WHERE NOT EXISTS (SELECT 1 FROM t_ticket k WHERE k.guest_id = g.guest_id)',
    ],
    'Which guests never bought a ticket?',
    'guests without tickets',
    'guests with no ticket',
  ),
  anyOf(
    [
      "SELECT COUNT(*) FROM t_show WHERE state = 'cancelled'",
      "SELECT show_id FROM t_show WHERE state = 'cancelled'",
    ],
    'How many shows were cancelled?',
    'cancelled shows',
    'canceled shows',
  ),
  right(
    'SELECT hall_name FROM t_hall ORDER BY seats DESC LIMIT 1',
    'Which hall has the most seats?',
    'hall with the highest number of seats',
    'biggest hall by seats',
  ),
  right(
    `SELECT h.hall_name FROM ${SHOWS} GROUP BY h.hall_id, 1 ORDER BY COUNT(*) DESC LIMIT 1`,
    'Which hall had the most shows?',
    'hall with the most shows',
    'busiest hall by shows',
  ),
  right(
    'SELECT hall_name FROM t_hall ORDER BY seats DESC LIMIT 1 OFFSET 1',
    'Which hall has the second most seats?',
    'second largest hall by seats',
  ),
  right(
    "SELECT date_trunc('month', sold_on), COUNT(*) FROM t_ticket WHERE sold_on >= '2025-01-01' AND sold_on < '2026-01-01' GROUP BY 1",
    'How many tickets were sold in each month of 2025?',
    'tickets sold by month in 2025',
    'tickets per month 2025',
  ),
  right(
    `SELECT AVG(k.price) FROM ${SOLD} WHERE b.genre = 'jazz'`,
    'What is the average ticket price of jazz shows?',
    'average price of tickets for jazz',
    'avg price jazz',
  ),
  anyOf(
    ['SELECT full_name FROM t_guest ORDER BY member_since LIMIT 1'],
    'Who has been a member the longest?',
    'guest with the earliest member since',
    'first guest by member since',
  ),
  right(
    "SELECT COUNT(*) FROM t_guest WHERE newsletter = 'yes'",
    'How many guests get the newsletter?',
    'number of guests with newsletter yes',
    'guests with newsletter count',
  ),
  right(
    "SELECT COUNT(*) FROM t_ticket WHERE refunded = 'Y'",
    'How many tickets were refunded?',
    'number of refunded tickets',
    'refunded tickets count',
  ),
  right(
    'SELECT AVG(length_min) FROM t_show',
    'How long is a show on average?',
    'average length of shows in minutes',
    'avg length of shows',
  ),
  right(
    'SELECT price_band, AVG(price) FROM t_ticket GROUP BY 1',
    'What is the average price per price band?',
    'average ticket price by price band',
    'avg price by price band',
  ),
  right(
    `SELECT b.band_name, COUNT(*) FROM ${SHOWS} WHERE s.show_date >= '2024-01-01' AND s.show_date < '2025-01-01' GROUP BY b.band_id, 1`,
    'How many shows did each band have in 2024?',
    'shows per band in 2024 by show date',
    'shows by band 2024',
  ),
  anyOf(
    [
      `SELECT g.full_name, SUM(k.price) FROM ${SOLD} GROUP BY g.guest_id, 1 ORDER BY 2 DESC LIMIT 5`,
      `SELECT g.full_name FROM ${SOLD} GROUP BY g.guest_id, 1 ORDER BY SUM(k.price) DESC LIMIT 5`,
    ],
    'Who are the five guests with the highest total ticket price?',
    'top 5 guests by total price of tickets',
  ),
  right(
    'SELECT town, COUNT(*) FROM t_guest GROUP BY 1',
    'How many guests are from each town?',
    'guests by town',
    'geusts by town',
  ),
  either(
    [
      `SELECT g.full_name FROM ${SOLD} GROUP BY g.guest_id, 1 ORDER BY SUM(k.price) DESC LIMIT 1`,
      `SELECT g.full_name FROM ${SOLD} GROUP BY g.guest_id, 1 ORDER BY COUNT(*) DESC LIMIT 1`,
    ],
    'Who is our best guest?',
  ),
  none(
    'how many drinks were sold',
    'average age of the guests',
    'which shows are sold out',
    'shows with wheelchair access',
    'guests who complained',
    'tickets bought online',
    'who drums in the bands',
    'vip tickets',
  ),
];
