import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['how many bookings were made', 'SELECT count(*) FROM bookings'],
    [
      'bookings with total price under 500 or over 2000',
      'SELECT booking_id FROM bookings WHERE total_price<500 OR total_price>2000',
    ],
    [
      'bookings with total price 500 or more',
      'SELECT booking_id FROM bookings WHERE total_price>=500',
    ],
    ['rooms with sea view', `SELECT room_id FROM rooms WHERE "view"='sea'`],
    [
      'bookings with 2 adults and 1 child',
      'SELECT booking_id FROM bookings WHERE adults=2 AND children=1',
    ],
    ['total price by currency', 'SELECT currency,sum(total_price) FROM bookings GROUP BY 1'],
    [
      'guests with at least two bookings',
      'SELECT first_name,last_name FROM guests WHERE (SELECT count(*) FROM bookings b WHERE b.guest_id=guests.guest_id)>=2',
    ],
  ],
  open: [
    'guest bookings',
    'rooms for 4 people',
    'room types for more than 2 guests',
    'how many rooms per type',
    'how many rooms are reserved',
    'how many rooms were repaired?',
    'which services were used',
    'how many services were sold',
    'bookings newer than 2026',
    'bookings before March and after June 2026',
    'bookings with total price over 1.000',
    'bookings with total price between 2000 and 1000',
    'bookings with total price from 500',
    'return bookings',
    'bookings with total price over 500 euros',
    'smoke free',
    'guests born in May',
    'guests whose birthday is today',
  ],
};

describeAnswers('questions about rooms and their guests', 'travel', ASKED);
