import { type Asked, describeAnswers } from './answered.ts';

const BY_ACCOUNT = 'FROM users JOIN accounts USING(account_id)';

/** A service that is sold by plans: accounts with trials and an end, their users, a log of events. */
const ASKED: Asked = {
  answered: [
    ['accounts by plan', 'SELECT plan,count(*) FROM accounts GROUP BY 1'],
    ['how many accounts are on the free plan', `SELECT count(*) FROM accounts WHERE plan='free'`],
    [
      'free and starter accounts',
      `SELECT account_name FROM accounts WHERE plan IN ('free','starter')`,
    ],
    ['accounts in US', `SELECT account_name FROM accounts WHERE country_code='US'`],
    ['accounts by country', 'SELECT country_code,count(*) FROM accounts GROUP BY 1'],
    ['mrr by plan', 'SELECT plan,sum(mrr_usd) FROM accounts GROUP BY 1'],
    ['total mrr of starter accounts', `SELECT sum(mrr_usd) FROM accounts WHERE plan='starter'`],
    ['average mrr per account', 'SELECT avg(mrr_usd) FROM accounts'],
    ['average mrr by plan', 'SELECT plan,avg(mrr_usd) FROM accounts GROUP BY 1'],
    ['accounts by mrr', 'SELECT account_name,mrr_usd FROM accounts'],
    [
      'accounts with an mrr of at least $200',
      'SELECT account_name FROM accounts WHERE mrr_usd>=200',
    ],
    ['churned accounts', 'SELECT account_name FROM accounts WHERE churned_at IS NOT NULL'],
    ['accounts that churned', 'SELECT account_name FROM accounts WHERE churned_at IS NOT NULL'],
    [
      'accounts that have not churned',
      'SELECT account_name FROM accounts WHERE churned_at IS NULL',
    ],
    [
      'how many accounts churned in 2026',
      'SELECT count(*) FROM accounts WHERE year(churned_at)=2026',
    ],
    [
      'accounts churned per month',
      `SELECT CAST(date_trunc('month',churned_at) AS DATE),count(*) FROM accounts WHERE churned_at IS NOT NULL GROUP BY 1`,
    ],
    ['accounts created in 2026', 'SELECT account_name FROM accounts WHERE year(created_at)=2026'],
    ['converted accounts', 'SELECT account_name FROM accounts WHERE converted'],
    ['active users', 'SELECT user_id FROM users WHERE is_active'],
    ['inactive users', 'SELECT user_id FROM users WHERE NOT is_active'],
    ['active users by role', 'SELECT role,count(*) FROM users WHERE is_active GROUP BY 1'],
    ['users per account', `SELECT account_name,count(*) ${BY_ACCOUNT} GROUP BY 1`],
    [
      'accounts by users',
      'SELECT account_name,(SELECT count(*) FROM users u WHERE u.account_id=a.account_id) FROM accounts a',
    ],
    [
      'accounts with more than 3 users',
      `SELECT account_name ${BY_ACCOUNT} GROUP BY 1 HAVING count(*)>3`,
    ],
    [
      'accounts without users',
      'SELECT account_name FROM accounts WHERE account_id NOT IN (SELECT account_id FROM users)',
    ],
    ['users seen this month', `SELECT user_id FROM users WHERE last_seen_at>='2026-11-01'`],
    ['users who signed up in 2026', 'SELECT user_id FROM users WHERE year(signed_up_at)=2026'],
    ['events by platform', 'SELECT platform,count(*) FROM events GROUP BY 1'],
    ['web and ios events', `SELECT event_name FROM events WHERE platform IN ('web','ios')`],
    ['events per day', 'SELECT CAST(occurred_at AS DATE),count(*) FROM events GROUP BY 1'],
    ['average duration', 'SELECT avg(duration_ms) FROM events'],
    ['average duration by event name', 'SELECT event_name,avg(duration_ms) FROM events GROUP BY 1'],
    [
      'accounts by events',
      `SELECT account_name,(SELECT count(*) FROM users u JOIN events e USING(user_id) WHERE u.account_id=a.account_id) FROM accounts a`,
    ],
    [
      'events of enterprise accounts',
      `SELECT event_name FROM events JOIN users USING(user_id) JOIN accounts USING(account_id) WHERE plan='enterprise'`,
    ],
    ['which plan has the most events', `SELECT 'starter'`],
    [
      'users without events',
      'SELECT user_id FROM users WHERE user_id NOT IN (SELECT user_id FROM events)',
    ],
    ['number of events per user', 'SELECT user_id,count(*) FROM events GROUP BY 1'],
    [
      'total mrr of churned accounts',
      'SELECT sum(mrr_usd) FROM accounts WHERE churned_at IS NOT NULL',
    ],
  ],
  open: [
    'churn rate',
    'monthly active users',
    'most active user',
    'users who never logged in',
    'how many accounts converted',
    'mrr lost in 2026',
    'accounts with a trial',
    'new accounts by month',
  ],
};

describeAnswers('everyday questions about a service that is sold by plans', 'saas', ASKED);
