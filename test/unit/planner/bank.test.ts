import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['clients in Oslo', `SELECT client_name FROM clients WHERE city='Oslo'`],
    [
      'clients in the Central region',
      `SELECT client_name FROM clients JOIN branches USING(branch_id) WHERE region='Central'`,
    ],
    [
      'number of transactions by branch',
      'SELECT branch_name,count(*) FROM transactions JOIN accounts USING(account_no) JOIN clients USING(client_id) JOIN branches USING(branch_id) GROUP BY 1',
    ],
    ['total balance in NOK', `SELECT sum(balance) FROM accounts WHERE currency='NOK'`],
    ['accounts closed this year', `SELECT account_no FROM accounts WHERE year(closed_on)=2026`],
    ['branches with clients', 'SELECT branch_name FROM branches'],
    [
      'clients without a savings account',
      `SELECT client_name FROM clients WHERE client_id NOT IN (SELECT client_id FROM accounts WHERE account_type='savings')`,
    ],
  ],
  open: [
    'clients of the Central branch',
    'accounts open in NOK',
    'clients with more than 2 old accounts',
    'accounts opened and closed in 2026',
    'transactions by branch',
    'branch transactions',
    'transactions at the branch',
    'balance after last transaction',
    'amount of the last transaction',
    'balance of the last transaction',
    'accounts with the last transaction',
  ],
};

describeAnswers('questions about a bank, where a table and a value share a name', 'bank', ASKED);
