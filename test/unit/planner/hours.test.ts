import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    [
      'hours per project',
      'SELECT name,sum(hours) FROM time_entries JOIN projects USING(project_id) GROUP BY 1',
    ],
    [
      'total hours of Ann Lee',
      `SELECT sum(hours) FROM time_entries JOIN people USING(person_id) WHERE name='Ann Lee'`,
    ],
    [
      "Ann Lee's hours this month",
      `SELECT sum(hours) FROM time_entries JOIN people USING(person_id) WHERE name='Ann Lee' AND worked_on>='2026-11-01'`,
    ],
    ['billable projects', `SELECT name FROM projects WHERE billable='yes'`],
    ['projects that are not billable', `SELECT name FROM projects WHERE billable='no'`],
    ['unapproved entries', 'SELECT entry_id FROM time_entries WHERE NOT approved'],
    ['entries not approved', 'SELECT entry_id FROM time_entries WHERE NOT approved'],
    ['time entries not approved', 'SELECT entry_id FROM time_entries WHERE NOT approved'],
    ['unapproved time entries', 'SELECT entry_id FROM time_entries WHERE NOT approved'],
    ['hours not approved', 'SELECT sum(hours) FROM time_entries WHERE NOT approved'],
    [
      'hours in October 2026',
      `SELECT sum(hours) FROM time_entries WHERE worked_on>='2026-10-01' AND worked_on<'2026-11-01'`,
    ],
    [
      'hours per week',
      `SELECT date_trunc('week',worked_on)::DATE::text,sum(hours) FROM time_entries GROUP BY 1`,
    ],
    ['entries over 6 hours', 'SELECT entry_id FROM time_entries WHERE hours>6'],
    ['entries of more than 6 hours', 'SELECT entry_id FROM time_entries WHERE hours>6'],
    ['time entries with at least 8 hours', 'SELECT entry_id FROM time_entries WHERE hours>=8'],
    [
      'people with no time entries',
      'SELECT name FROM people WHERE person_id NOT IN (SELECT person_id FROM time_entries)',
    ],
    [
      'people who did not work on Apollo',
      `SELECT name FROM people WHERE person_id NOT IN (SELECT person_id FROM time_entries JOIN projects USING(project_id) WHERE projects.name='Apollo')`,
    ],
    ['people managed by Ann Lee', `SELECT name FROM people WHERE manager='Ann Lee'`],
    ["Ann Lee's manager", `SELECT manager FROM people WHERE name='Ann Lee'`],
    ['remote people', `SELECT name FROM people WHERE office='Remote'`],
    ['people in Berlin', `SELECT name FROM people WHERE office='Berlin'`],
    ['part time people', `SELECT name FROM people WHERE part_time='yes'`],
    ['part-time people', `SELECT name FROM people WHERE part_time='yes'`],
    ['people with an hourly rate over 90', 'SELECT name FROM people WHERE hourly_rate>90'],
    [
      'time entries with hours over 90 minutes',
      'SELECT entry_id FROM time_entries WHERE hours>1.5',
    ],
    ['projects for Nike', `SELECT name FROM projects WHERE client='Nike'`],
    ['Nike projects', `SELECT name FROM projects WHERE client='Nike'`],
    ['active projects', `SELECT name FROM projects WHERE status='active'`],
    ['projects started in 2025', 'SELECT name FROM projects WHERE year(start_date)=2025'],
    ['projects that start after 2026', `SELECT name FROM projects WHERE start_date>='2027-01-01'`],
    ['projects with a budget over 20k', 'SELECT name FROM projects WHERE budget_eur>20000'],
    ['budget of Apollo', `SELECT budget_eur FROM projects WHERE name='Apollo'`],
    ['Apollo budget', `SELECT budget_eur FROM projects WHERE name='Apollo'`],
    ['total budget by client', 'SELECT client,sum(budget_eur) FROM projects GROUP BY 1'],
    [
      'projects with the most hours',
      'SELECT name FROM time_entries JOIN projects USING(project_id) GROUP BY 1 ORDER BY sum(hours) DESC LIMIT 1',
    ],
    [
      'top 3 people by hours',
      'SELECT name,sum(hours) FROM time_entries JOIN people USING(person_id) GROUP BY 1 ORDER BY 2 DESC LIMIT 3',
    ],
    ['design hours', `SELECT sum(hours) FROM time_entries WHERE note='design'`],
    [
      'people with total hours over 50',
      `SELECT name FROM people JOIN time_entries USING (person_id) GROUP BY 1 HAVING sum(hours) > 50`,
    ],
  ],
  open: [
    'people with more than 50 hours',
    'people with an hourly rate over 90 euros',
    'people with rate over €90',
    'projects with budget over $20k',
    'average hours per day',
    'average hours per person',
    'people without hours',
    'people who only worked on Apollo',
    'people who worked only on Apollo',
    'people who worked once',
    'full time people',
    'current projects',
    'cost per project',
  ],
};

describeAnswers('questions about hours worked', 'hours', ASKED);
