import { by, first, gold, held, month, of, type Talk, talk, top, year } from './talk.ts';

const STAFF = 'tbl_emp e JOIN tbl_dept d ON d.dept_id = e.emp_dept_id';
const LEAVE =
  'tbl_leave l JOIN tbl_emp e ON e.emp_id = l.leave_emp_id JOIN tbl_dept d ON d.dept_id = e.emp_dept_id';
const people = gold('COUNT(*)', STAFF);
const names = gold('e.emp_name', STAFF);
const salary = gold('AVG(e.emp_salary)', STAFF);
const days = gold('SUM(l.leave_days)', LEAVE);
const leaves = gold('COUNT(*)', LEAVE);
const START = 'l.leave_start';
const byDepartment = by(salary, 'd.dept_name');

export const PERSONNEL_TALKS: readonly Talk[] = [
  talk(
    ...[
      'average salary by department',
      byDepartment,
      'only full-time',
      by(held(salary, 'c', "e.emp_contract = 'full-time'"), 'd.dept_name'),
      'by level',
      by(held(salary, 'c', "e.emp_contract = 'full-time'"), 'e.emp_level'),
      'and the maximum',
      by(held(of(salary, 'MAX(e.emp_salary)'), 'c', "e.emp_contract = 'full-time'"), 'e.emp_level'),
    ],
  ),
  talk(
    ...[
      'how many employees are there',
      people,
      'by department',
      by(people, 'd.dept_name'),
      'top 2',
      top(by(people, 'd.dept_name'), 2),
      'the other way round',
      top(by(people, 'd.dept_name'), 2, 'ASC'),
    ],
  ),
  talk(
    ...[
      'employees in Sales',
      held(names, 'd', "d.dept_name = 'Sales'"),
      'and Finance?',
      [
        held(names, 'd', "d.dept_name = 'Finance'"),
        `SELECT e.emp_name FROM ${STAFF} WHERE d.dept_name IN ('Sales', 'Finance')`,
      ],
      'employees in Support',
      held(names, 'd', "d.dept_name = 'Support'"),
      'how many',
      held(people, 'd', "d.dept_name = 'Support'"),
    ],
  ),
  talk(
    ...[
      'total leave days in 2025',
      held(days, 'time', year(START, 2025)),
      'by leave type',
      by(held(days, 'time', year(START, 2025)), 'l.leave_type'),
      'only approved',
      by(
        held(held(days, 'time', year(START, 2025)), 's', "l.leave_status = 'approved'"),
        'l.leave_type',
      ),
      'what about 2024',
      by(
        held(held(days, 'time', year(START, 2024)), 's', "l.leave_status = 'approved'"),
        'l.leave_type',
      ),
    ],
  ),
  talk(
    ...[
      'top 5 employees by salary',
      first(names, 5, 'e.emp_salary DESC'),
      'only Engineering',
      first(held(names, 'd', "d.dept_name = 'Engineering'"), 5, 'e.emp_salary DESC'),
      'bottom 5',
      first(held(names, 'd', "d.dept_name = 'Engineering'"), 5, 'e.emp_salary'),
      'how many departments are there',
      'SELECT COUNT(*) FROM tbl_dept',
    ],
  ),
  talk(
    ...[
      'employees by level',
      by(people, 'e.emp_level'),
      'only part-time',
      by(held(people, 'c', "e.emp_contract = 'part-time'"), 'e.emp_level'),
      'as a share',
      `SELECT e.emp_level, COUNT(*) / SUM(COUNT(*)) OVER () * 100 FROM ${STAFF} WHERE e.emp_contract = 'part-time' GROUP BY 1`,
      'employees by contract',
      by(people, 'e.emp_contract'),
    ],
  ),
  talk(
    ...[
      'how many leave requests were rejected',
      held(leaves, 's', "l.leave_status = 'rejected'"),
      'and pending',
      held(leaves, 's', "l.leave_status = 'pending'"),
      'by department',
      by(held(leaves, 's', "l.leave_status = 'pending'"), 'd.dept_name'),
      'per month',
      by(held(leaves, 's', "l.leave_status = 'pending'"), month(START)),
    ],
  ),
  talk(
    ...[
      'how many employees were hired in 2024',
      held(people, 'time', year('e.emp_hire_date', 2024)),
      'and in 2023',
      held(people, 'time', year('e.emp_hire_date', 2023)),
      'by city',
      by(held(people, 'time', year('e.emp_hire_date', 2023)), 'd.dept_city'),
      'only Denver',
      [
        held(held(people, 'time', year('e.emp_hire_date', 2023)), 'c', "d.dept_city = 'Denver'"),
        by(
          held(held(people, 'time', year('e.emp_hire_date', 2023)), 'c', "d.dept_city = 'Denver'"),
          'd.dept_city',
        ),
      ],
    ],
  ),
  talk(
    ...[
      'departments in Boston',
      "SELECT dept_name FROM tbl_dept WHERE dept_city = 'Boston'",
      'their employees',
      [`SELECT e.emp_name FROM ${STAFF} WHERE d.dept_city = 'Boston'`],
      'how many',
      `SELECT COUNT(*) FROM ${STAFF} WHERE d.dept_city = 'Boston'`,
      'average salary',
      [
        'SELECT AVG(emp_salary) FROM tbl_emp',
        `SELECT AVG(e.emp_salary) FROM ${STAFF} WHERE d.dept_city = 'Boston'`,
      ],
    ],
  ),
  talk(
    ...[
      'total budget',
      'SELECT SUM(dept_budget) FROM tbl_dept',
      'by city',
      'SELECT dept_city, SUM(dept_budget) FROM tbl_dept GROUP BY 1',
      'without Legal',
      "SELECT dept_city, SUM(dept_budget) FROM tbl_dept WHERE dept_name <> 'Legal' GROUP BY 1",
      'travel expenses',
      [],
    ],
  ),
  talk(
    ...[
      'sick leave days by department',
      by(held(days, 't', "l.leave_type = 'sick'"), 'd.dept_name'),
      'vacation instead',
      by(held(days, 't', "l.leave_type = 'vacation'"), 'd.dept_name'),
      'in 2025',
      by(
        held(held(days, 't', "l.leave_type = 'vacation'"), 'time', year(START, 2025)),
        'd.dept_name',
      ),
      'per month',
      by(
        held(held(days, 't', "l.leave_type = 'vacation'"), 'time', year(START, 2025)),
        month(START),
      ),
    ],
  ),
  talk(
    ...[
      'highest salary',
      'SELECT MAX(emp_salary) FROM tbl_emp',
      'and the lowest',
      'SELECT MIN(emp_salary) FROM tbl_emp',
      'by department',
      by(of(salary, 'MIN(e.emp_salary)'), 'd.dept_name'),
      'no, by level',
      by(of(salary, 'MIN(e.emp_salary)'), 'e.emp_level'),
    ],
  ),
];
