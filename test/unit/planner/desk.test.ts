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
    [
      'tickets in May',
      `SELECT ticket_id FROM tickets WHERE opened_at>='2026-05-01' AND opened_at<'2026-06-01'`,
    ],
    ['tickets with agent May', `SELECT ticket_id FROM tickets WHERE agent='May'`],
    [
      'how many closed tickets does May have',
      `SELECT count(*) FROM tickets WHERE agent='May' AND status='closed'`,
    ],
    [
      'total actual in Q1 FY25',
      `SELECT sum(actual) FROM budgets WHERE quarter='Q1' AND fiscal_year='FY25'`,
    ],
  ],
  open: [
    'inventory value',
    'stock value',
    'tickets of May',
    'tickets for April',
    'average rating of May',
    'total actual in Q1 2025',
  ],
};

describeAnswers('questions about tables that have nothing to do with each other', 'desk', ASKED);
