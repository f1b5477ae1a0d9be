import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    [
      'open or urgent tickets',
      `SELECT ticket_id FROM tickets WHERE status='open' OR priority='urgent'`,
    ],
    [
      'tickets with handle minutes over 2 hours',
      'SELECT ticket_id FROM tickets WHERE handle_minutes>120',
    ],
    [
      'which categories have escalated tickets',
      `SELECT DISTINCT category FROM tickets WHERE escalated='yes'`,
    ],
    ['open tickets', `SELECT ticket_id FROM tickets WHERE status='open'`],
    ['email and phone tickets', `SELECT ticket_id FROM tickets WHERE channel IN ('email','phone')`],
    [
      'how many open, pending or closed tickets are there',
      `SELECT count(*) FROM tickets WHERE status IN ('open','pending','closed')`,
    ],
    [
      'open urgent tickets',
      `SELECT ticket_id FROM tickets WHERE status='open' AND priority='urgent'`,
    ],
    [
      'escalated billing tickets',
      `SELECT ticket_id FROM tickets WHERE escalated='yes' AND category='billing'`,
    ],
    [
      'low and high tickets per agent',
      `SELECT name,count(*) FROM tickets JOIN agents USING(agent_id) WHERE priority IN ('low','high') GROUP BY 1`,
    ],
    ['how many tickets are open', `SELECT count(*) FROM tickets WHERE status='open'`],
    [
      'how many open tickets per agent',
      `SELECT name,count(*) FROM tickets JOIN agents USING(agent_id) WHERE status='open' GROUP BY 1`,
    ],
    ['tickets not closed', `SELECT ticket_id FROM tickets WHERE status<>'closed'`],
    ['number of tickets not resolved', `SELECT count(*) FROM tickets WHERE status<>'resolved'`],
    ['tickets without an agent', 'SELECT ticket_id FROM tickets WHERE agent_id IS NULL'],
    ['escalated tickets', `SELECT ticket_id FROM tickets WHERE escalated='yes'`],
    [
      'share of escalated tickets',
      `SELECT 100.0 * count(*) FILTER (WHERE escalated='yes') / count(*) FROM tickets`,
    ],
    ['tickets never escalated', `SELECT ticket_id FROM tickets WHERE escalated='no'`],
    [
      'tickets closed this month',
      `SELECT ticket_id FROM tickets WHERE closed_on>='2026-11-01' AND closed_on<'2026-12-01'`,
    ],
    ['tickets by channel', 'SELECT channel,count(*) FROM tickets GROUP BY 1'],
    ['tickets by email', `SELECT ticket_id FROM tickets WHERE channel='email'`],
    [
      'tickets per team',
      'SELECT team,count(*) FROM tickets JOIN agents USING(agent_id) GROUP BY 1',
    ],
    [
      'tickets for Tier 2',
      `SELECT ticket_id FROM tickets JOIN agents USING(agent_id) WHERE team='Tier 2'`,
    ],
    ['tickets with category billing', `SELECT ticket_id FROM tickets WHERE category='billing'`],
    [
      'tickets of the Billing team',
      `SELECT ticket_id FROM tickets JOIN agents USING(agent_id) WHERE team='Billing'`,
    ],
    [
      'average satisfaction by agent',
      'SELECT name,avg(satisfaction) FROM tickets JOIN agents USING(agent_id) GROUP BY 1',
    ],
    [
      "average satisfaction of Nora Quist's tickets",
      `SELECT avg(satisfaction) FROM tickets JOIN agents USING(agent_id) WHERE name='Nora Quist'`,
    ],
    ['tickets with satisfaction below 3', 'SELECT ticket_id FROM tickets WHERE satisfaction<3'],
    [
      'total handle minutes by priority',
      'SELECT priority,sum(handle_minutes) FROM tickets GROUP BY 1',
    ],
    ['active agents', `SELECT name FROM agents WHERE active='yes'`],
    ['agents who are not active', `SELECT name FROM agents WHERE active='no'`],
    ['agents hired since 2023', `SELECT name FROM agents WHERE hired_on>='2023-01-01'`],
    [
      'agents without tickets',
      'SELECT name FROM agents WHERE agent_id NOT IN (SELECT agent_id FROM tickets WHERE agent_id IS NOT NULL)',
    ],
    ['customers on the Pro plan', `SELECT company FROM customers WHERE plan='Pro'`],
    ['customers on Free or Pro', `SELECT company FROM customers WHERE plan IN ('Free','Pro')`],
    ['customers not on Free', `SELECT company FROM customers WHERE plan<>'Free'`],
    [
      'free customers not in Germany',
      `SELECT company FROM customers WHERE plan='Free' AND country<>'Germany'`,
    ],
    ['customers with more than 200 seats', 'SELECT company FROM customers WHERE seats>200'],
    ['customers signed up this year', 'SELECT company FROM customers WHERE year(signup_date)=2026'],
    ['customers by country and plan', 'SELECT country,plan,count(*) FROM customers GROUP BY 1,2'],
    ['seats per plan', 'SELECT plan,sum(seats) FROM customers GROUP BY 1'],
    [
      'Acme tickets',
      `SELECT ticket_id FROM tickets JOIN customers USING(customer_id) WHERE company='Acme'`,
    ],
    [
      'tickets from Germany',
      `SELECT ticket_id FROM tickets JOIN customers USING(customer_id) WHERE country='Germany'`,
    ],
    [
      'open tickets not urgent',
      `SELECT ticket_id FROM tickets WHERE status='open' AND priority<>'urgent'`,
    ],
    [
      'tickets that are neither open nor pending',
      `SELECT ticket_id FROM tickets WHERE status NOT IN ('open','pending')`,
    ],
    [
      'tickets that are open or pending',
      `SELECT ticket_id FROM tickets WHERE status IN ('open','pending')`,
    ],
    [
      'tickets with status open or priority urgent',
      `SELECT ticket_id FROM tickets WHERE status='open' OR priority='urgent'`,
    ],
    [
      'number of tickets by month this year',
      `SELECT strftime(created_on,'%Y-%m-01'),count(*) FROM tickets WHERE year(created_on)=2026 GROUP BY 1`,
    ],
    [
      'tickets closed by month',
      `SELECT strftime(closed_on,'%Y-%m-01'),count(*) FROM tickets WHERE closed_on IS NOT NULL GROUP BY 1`,
    ],
    [
      'tickets resolved per week',
      `SELECT date_trunc('week',resolved_on)::DATE::text,count(*) FROM tickets WHERE resolved_on IS NOT NULL GROUP BY 1`,
    ],
    ['tickets by phone or chat', `SELECT ticket_id FROM tickets WHERE channel IN ('phone','chat')`],
    ['agents in Tier 1 or Tier 2', `SELECT name FROM agents WHERE team IN ('Tier 1','Tier 2')`],
    ['agents not in Billing', `SELECT name FROM agents WHERE team<>'Billing'`],
    [
      'inactive agents with tickets',
      `SELECT name FROM agents WHERE active='no' AND agent_id IN (SELECT agent_id FROM tickets)`,
    ],
    ['tickets still not closed', `SELECT ticket_id FROM tickets WHERE status<>'closed'`],
    [
      'tickets created by Acme',
      `SELECT ticket_id FROM tickets JOIN customers USING(customer_id) WHERE company='Acme'`,
    ],
    [
      'tickets resolved by Pia Lund',
      `SELECT ticket_id FROM tickets JOIN agents USING(agent_id) WHERE name='Pia Lund' AND status='resolved'`,
    ],
    [
      'resolved tickets by agent',
      `SELECT name,count(*) FROM tickets JOIN agents USING(agent_id) WHERE status='resolved' GROUP BY 1`,
    ],
    ['tickets with satisfaction 4+', `SELECT ticket_id FROM tickets WHERE satisfaction >= 4`],
    [
      'tickets with satisfaction 2-4',
      `SELECT ticket_id FROM tickets WHERE satisfaction BETWEEN 2 AND 4`,
    ],
  ],
  open: [
    'tickets by satisfaction',
    'agents with more than 200 handle minutes',
    'tickets by 2026',
    'customers with more tickets than Acme',
    'customers with other plans',
    'agents in the same team as Pia Lund',
    'every second ticket',
    'tickets no longer open',
    'tickets opened but not closed in 2026',
    'median handle time',
  ],
};

describeAnswers('questions about tickets with several dates and states', 'helpdesk', ASKED);
