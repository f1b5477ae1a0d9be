import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['list employees with their salary', `SELECT full_name,salary FROM employees`],
    [
      'employees with their manager in Finance',
      `SELECT e.full_name,m.full_name FROM employees e JOIN departments USING(dept_code) LEFT JOIN employees m ON m.employee_id=e.manager_id WHERE dept_name='Finance'`,
    ],
    ['who is remote', `SELECT full_name FROM employees WHERE remote`],
    ['who is not remote', `SELECT full_name FROM employees WHERE NOT remote`],
    [
      'employees with approved leave requests in 2026',
      `SELECT full_name FROM employees WHERE employee_id IN (SELECT employee_id FROM leave_requests WHERE approved='Y' AND year(start_date)=2026)`,
    ],
    [
      'employees without approved leave requests',
      `SELECT full_name FROM employees WHERE employee_id NOT IN (SELECT employee_id FROM leave_requests WHERE approved='Y')`,
    ],
    [
      'departments without remote employees',
      `SELECT dept_name FROM departments WHERE dept_code NOT IN (SELECT dept_code FROM employees WHERE remote)`,
    ],
    [
      'departments with more than 3 remote employees',
      `SELECT dept_name FROM departments WHERE (SELECT count(*) FROM employees e WHERE e.dept_code=departments.dept_code AND remote)>3`,
    ],
    [
      'lowest paid employee in Finance',
      `SELECT full_name FROM employees JOIN departments USING(dept_code) WHERE dept_name='Finance' ORDER BY salary LIMIT 1`,
    ],
    ['employees who left in 2022', `SELECT full_name FROM employees WHERE year(leave_date)=2022`],
    ['employees who left', `SELECT full_name FROM employees WHERE leave_date IS NOT NULL`],
    ['projects that ended in 2025', `SELECT project_name FROM projects WHERE year(end_date)=2025`],
    [
      'average salary by manager',
      `SELECT m.full_name,avg(e.salary) FROM employees e LEFT JOIN employees m ON m.employee_id=e.manager_id GROUP BY e.manager_id,m.full_name`,
    ],
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
    'projects that ended',
    'ended projects',
    'average salary per manager',
    'project leads',
    'managers',
    'employees with a salary',
    'employees with no bonus',
    'total salary by project',
  ],
};

describeAnswers('questions about staff', 'staff', ASKED);
