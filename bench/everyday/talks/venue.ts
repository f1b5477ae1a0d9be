import { by, gold, held, month, of, type Talk, talk, top, year } from './talk.ts';

const SOLD = `t_ticket k JOIN t_show s ON s.show_id = k.show_id JOIN t_band b ON b.band_id = s.band_id
  JOIN t_hall h ON h.hall_id = s.hall_id JOIN t_guest g ON g.guest_id = k.guest_id`;
const SHOWS =
  't_show s JOIN t_band b ON b.band_id = s.band_id JOIN t_hall h ON h.hall_id = s.hall_id';
const money = gold('SUM(k.price)', SOLD);
const tickets = gold('COUNT(*)', SOLD);
const shows = gold('COUNT(*)', SHOWS);
const bands = gold('b.band_name', 't_band b');
const guests = gold('COUNT(*)', 't_guest g');
const SALE = 'k.sold_on';
const jazz = held(bands, 'genre', "b.genre = 'jazz'");
const played = held(shows, 'state', "s.state = 'played'");

export const VENUE_TALKS: readonly Talk[] = [
  talk(
    ...[
      'how many tickets were sold in 2025',
      held(tickets, 'time', year(SALE, 2025)),
      'by month',
      by(held(tickets, 'time', year(SALE, 2025)), month(SALE)),
    ],
    ...[
      'and in 2024',
      by(held(tickets, 'time', year(SALE, 2024)), month(SALE)),
      'by price band instead',
      by(held(tickets, 'time', year(SALE, 2024)), 'k.price_band'),
    ],
    ...[
      'without refunded ones',
      by(
        held(held(tickets, 'time', year(SALE, 2024)), 'refunded', "k.refunded = 'N'"),
        'k.price_band',
      ),
    ],
  ),
  talk(
    ...[
      'bands that play jazz',
      jazz,
      'and rock?',
      [
        held(bands, 'genre', "b.genre = 'rock'"),
        "SELECT band_name FROM t_band WHERE genre IN ('jazz', 'rock')",
      ],
    ],
    ...[
      'bands from Italy',
      held(bands, 'country', "b.home_country = 'Italy'"),
      'only folk',
      held(held(bands, 'country', "b.home_country = 'Italy'"), 'genre', "b.genre = 'folk'"),
    ],
    ...[
      'how many',
      held(
        held(gold('COUNT(*)', 't_band b'), 'country', "b.home_country = 'Italy'"),
        'genre',
        "b.genre = 'folk'",
      ),
    ],
  ),
  talk(
    ...[
      'shows by genre',
      by(shows, 'b.genre'),
      'only played ones',
      by(held(shows, 'state', "s.state = 'played'"), 'b.genre'),
    ],
    ...[
      'by hall',
      by(played, 'h.hall_id', 'h.hall_name'),
      'top 2',
      top(by(played, 'h.hall_id', 'h.hall_name'), 2),
      'the other way around',
      top(by(played, 'h.hall_id', 'h.hall_name'), 2, 'ASC'),
    ],
  ),
  talk(
    ...[
      'total price of tickets',
      money,
      'by hall',
      by(money, 'h.hall_id', 'h.hall_name'),
      'for jazz',
      by(held(money, 'genre', "b.genre = 'jazz'"), 'h.hall_id', 'h.hall_name'),
    ],
    ...[
      'and rock',
      by(held(money, 'genre', "b.genre = 'rock'"), 'h.hall_id', 'h.hall_name'),
      'how many guests do we have',
      guests,
    ],
  ),
  talk(
    ...[
      'guests by town',
      by(guests, 'g.town'),
      'just those with newsletter yes',
      by(held(guests, 'n', "g.newsletter = 'yes'"), 'g.town'),
    ],
    ...[
      'only Vienna',
      [
        held(held(guests, 'n', "g.newsletter = 'yes'"), 'town', "g.town = 'Vienna'"),
        by(held(held(guests, 'n', "g.newsletter = 'yes'"), 'town', "g.town = 'Vienna'"), 'g.town'),
      ],
    ],
    ...['show them', "SELECT full_name FROM t_guest WHERE newsletter = 'yes' AND town = 'Vienna'"],
  ),
  talk(
    ...[
      'average price by price band',
      by(of(tickets, 'AVG(k.price)'), 'k.price_band'),
      'and the maximum',
      by(of(tickets, 'MAX(k.price)'), 'k.price_band'),
    ],
    ...[
      'only 2025 sales',
      by(held(of(tickets, 'MAX(k.price)'), 'time', year(SALE, 2025)), 'k.price_band'),
      'per hall',
      by(held(of(tickets, 'MAX(k.price)'), 'time', year(SALE, 2025)), 'h.hall_id', 'h.hall_name'),
    ],
  ),
  talk(
    ...[
      'how many shows were cancelled',
      held(shows, 'state', "s.state = 'cancelled'"),
      'moved?',
      held(shows, 'state', "s.state = 'moved'"),
    ],
    ...[
      'per genre',
      by(held(shows, 'state', "s.state = 'moved'"), 'b.genre'),
      'same for cancelled',
      by(held(shows, 'state', "s.state = 'cancelled'"), 'b.genre'),
      'postponed?',
      [],
    ],
  ),
  talk(
    ...[
      'halls with a bar',
      "SELECT hall_name FROM t_hall WHERE has_bar = 'Y'",
      'their shows',
      [
        "SELECT show_id FROM t_show WHERE hall_id IN (SELECT hall_id FROM t_hall WHERE has_bar = 'Y')",
      ],
    ],
    ...[
      'how many',
      "SELECT COUNT(*) FROM t_show WHERE hall_id IN (SELECT hall_id FROM t_hall WHERE has_bar = 'Y')",
      'by state',
      "SELECT state, COUNT(*) FROM t_show WHERE hall_id IN (SELECT hall_id FROM t_hall WHERE has_bar = 'Y') GROUP BY 1",
    ],
  ),
  talk(
    ...[
      'shows per month in 2025',
      by(held(shows, 'time', year('s.show_date', 2025)), month('s.show_date')),
      'cumulative',
      [],
    ],
    ...[
      'by genre',
      by(held(shows, 'time', year('s.show_date', 2025)), 'b.genre'),
      'as a percentage',
      `SELECT b.genre, COUNT(*) / SUM(COUNT(*)) OVER () * 100 FROM ${SHOWS} WHERE ${year('s.show_date', 2025)} GROUP BY 1`,
    ],
  ),
  talk(
    ...[
      'number of tickets by genre',
      by(tickets, 'b.genre'),
      'sort ascending',
      by(tickets, 'b.genre'),
      'only the first 2',
      [top(by(tickets, 'b.genre'), 2, 'ASC')],
    ],
    ...['number of tickets by hall', by(tickets, 'h.hall_id', 'h.hall_name')],
  ),
  talk(
    ...[
      'guests from Graz',
      "SELECT full_name FROM t_guest WHERE town = 'Graz'",
      'who joined in 2024',
      `SELECT full_name FROM t_guest WHERE town = 'Graz' AND ${year('member_since', 2024)}`,
    ],
    ...[
      'and in 2023?',
      `SELECT full_name FROM t_guest WHERE town = 'Graz' AND ${year('member_since', 2023)}`,
      'in Linz',
      [`SELECT full_name FROM t_guest WHERE town = 'Linz' AND ${year('member_since', 2023)}`],
    ],
  ),
  talk(
    ...[
      'average length of shows',
      of(shows, 'AVG(s.length_min)'),
      'by state',
      by(of(shows, 'AVG(s.length_min)'), 's.state'),
      'no, by genre',
      by(of(shows, 'AVG(s.length_min)'), 'b.genre'),
    ],
    ...[
      'only Sweden',
      by(held(of(shows, 'AVG(s.length_min)'), 'c', "b.home_country = 'Sweden'"), 'b.genre'),
      'start over: how many bands are there',
      'SELECT COUNT(*) FROM t_band',
    ],
  ),
];
