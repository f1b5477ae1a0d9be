import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['employees without a manager', 'SELECT full_name FROM employees WHERE manager_id IS NULL'],
    [
      'names of employees with a manager',
      'SELECT full_name FROM employees WHERE manager_id IS NOT NULL',
    ],
    ['projects without an end date', 'SELECT project_name FROM projects WHERE end_date IS NULL'],
    [
      'employees not working on Apollo',
      `SELECT full_name FROM employees WHERE employee_id NOT IN (SELECT employee_id FROM assignments JOIN projects USING(project_id) WHERE project_name='Apollo')`,
    ],
    [
      'employees by project',
      'SELECT project_name,count(DISTINCT employee_id) FROM assignments JOIN projects USING(project_id) GROUP BY 1',
    ],
  ],
  open: [
    'project leads',
    'managers',
    'employees with a salary',
    'employees with no bonus',
    'employees managed by Bob Novak',
    'total salary by project',
  ],
};

describeAnswers('questions about staff', 'staff', ASKED);
