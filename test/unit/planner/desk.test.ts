import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    [
      'how many tickets were opened per month in 2026',
      `SELECT date_trunc('month',opened_at)::DATE,count(*) FROM tickets WHERE year(opened_at)=2026 GROUP BY 1`,
    ],
    ['tickets on hold', `SELECT ticket_id FROM tickets WHERE status='on hold'`],
    ['tickets not on hold', `SELECT ticket_id FROM tickets WHERE status<>'on hold'`],
    ['high priority tickets', `SELECT ticket_id FROM tickets WHERE priority='high'`],
    [
      'high and urgent priority tickets',
      `SELECT ticket_id FROM tickets WHERE priority IN ('high','urgent')`,
    ],
    ['tickets rated below 3', `SELECT ticket_id FROM tickets WHERE rating<3`],
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
    'best rated agent',
    'cheapest part',
    'inventory value',
    'stock value',
    'tickets of May',
    'tickets for April',
    'average rating of May',
    'total actual in Q1 2025',
  ],
};

describeAnswers('questions about tables that have nothing to do with each other', 'desk', ASKED);
