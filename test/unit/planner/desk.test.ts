import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['tickets without rating', 'SELECT ticket_id FROM tickets WHERE rating IS NULL'],
    ['how many tickets have a rating', 'SELECT count(rating) FROM tickets'],
    [
      'tickets without a rating by agent',
      'SELECT agent,count(*) FROM tickets WHERE rating IS NULL GROUP BY 1',
    ],
  ],
  open: ['inventory value', 'stock value'],
};

describeAnswers('questions about tables that have nothing to do with each other', 'desk', ASKED);
