import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['how many bookings were made', 'SELECT count(*) FROM bookings'],
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
    'smoke free',
    'guests born in May',
    'guests whose birthday is today',
  ],
};

describeAnswers('questions about rooms and their guests', 'travel', ASKED);
