import { either, none, right } from './case.ts';

const STAFF = 'tbl_emp e JOIN tbl_dept d ON d.dept_id = e.emp_dept_id';

export const PERSONNEL = [
  right(
    'SELECT COUNT(*) FROM tbl_emp',
    'How many employees are there?',
    'number of employees',
    'employee count',
  ),
  right(
    `SELECT d.dept_name, COUNT(*) FROM ${STAFF} GROUP BY d.dept_id, 1`,
    'How many employees does each department have?',
    'employees per department',
    'emp by dept',
  ),
  right(
    `SELECT d.dept_name, AVG(e.emp_salary) FROM ${STAFF} GROUP BY d.dept_id, 1`,
    'What is the average salary by department?',
    'average employee salary per department',
    'avg salary by dept',
  ),
  right(
    'SELECT MAX(emp_salary) FROM tbl_emp',
    'What is the highest salary?',
    'maximum salary',
    'max salary',
  ),
  right(
    'SELECT emp_name FROM tbl_emp ORDER BY emp_salary DESC LIMIT 1',
    'Who earns the most?',
    'employee with the highest salary',
    'best paid employee',
  ),
  right(
    'SELECT emp_name FROM tbl_emp ORDER BY emp_salary DESC LIMIT 5',
    'Who are the five employees with the highest salary?',
    'top 5 employees by salary',
    'top 5 salaries by employee',
  ),
  right(
    'SELECT emp_name FROM tbl_emp WHERE emp_salary > 150000',
    'Which employees earn more than 150000?',
    'employees with a salary above 150,000',
    'employees salary > 150k',
  ),
  right(
    'SELECT emp_name FROM tbl_emp WHERE emp_salary > (SELECT AVG(emp_salary) FROM tbl_emp)',
    'Which employees earn more than the average salary?',
    'employees with a salary above the average',
    'employees above average salary',
  ),
  right(
    `SELECT e.emp_name FROM ${STAFF} WHERE d.dept_name = 'Engineering'`,
    'Who works in Engineering?',
    'employees of the engineering department',
    'engineering employees',
  ),
  right(
    "SELECT COUNT(*) FROM tbl_emp WHERE emp_contract = 'part-time'",
    'How many employees work part-time?',
    'number of part time employees',
    'part timers count',
  ),
  right(
    'SELECT emp_contract, COUNT(*) FROM tbl_emp GROUP BY 1',
    'How many employees have each contract?',
    'employees by contract',
    'headcount per contract',
  ),
  right(
    "SELECT emp_name FROM tbl_emp WHERE emp_hire_date >= '2025-01-01' AND emp_hire_date < '2026-01-01'",
    'Which employees were hired in 2025?',
    'employees with a hire date in 2025',
    'hired 2025',
  ),
  right(
    "SELECT date_trunc('year', emp_hire_date)::DATE, COUNT(*) FROM tbl_emp GROUP BY 1",
    'How many employees were hired each year?',
    'number of hires by year',
    'hires per year',
  ),
  right(
    'SELECT COUNT(*) FROM tbl_emp WHERE emp_left_on IS NOT NULL',
    'How many employees have left?',
    'number of employees who left',
    'employees that left count',
  ),
  right(
    'SELECT dept_name FROM tbl_dept d WHERE NOT EXISTS (SELECT 1 FROM tbl_emp e WHERE e.emp_dept_id = d.dept_id)',
    'Which departments have no employees?',
    'departments without employees',
    'empty departments',
  ),
  right(
    'SELECT dept_name FROM tbl_dept ORDER BY dept_budget DESC LIMIT 1',
    'Which department has the largest budget?',
    'department with the highest budget',
    'biggest budget dept',
  ),
  right(
    'SELECT SUM(dept_budget) FROM tbl_dept',
    'What is the total budget of all departments?',
    'total budget',
    'sum of dept budgets',
  ),
  right(
    'SELECT dept_city, SUM(dept_budget) FROM tbl_dept GROUP BY 1',
    'What is the total budget per city?',
    'department budget by city',
    'budget each city',
  ),
  right(
    "SELECT SUM(leave_days) FROM tbl_leave WHERE leave_type = 'sick'",
    'How many sick leave days were there in total?',
    'total leave days of type sick',
    'total sick days',
  ),
  right(
    "SELECT leave_type, SUM(leave_days) FROM tbl_leave WHERE leave_start >= '2024-01-01' AND leave_start < '2025-01-01' GROUP BY 1",
    'What is the total number of leave days by leave type in 2024?',
    'leave days by type 2024',
    'sum of leave days per type 2024',
  ),
  right(
    "SELECT COUNT(*) FROM tbl_leave WHERE leave_status = 'pending'",
    'How many leaves are pending?',
    'number of pending leaves',
    'pending leave requests',
  ),
  right(
    'SELECT emp_name FROM tbl_emp e WHERE NOT EXISTS (SELECT 1 FROM tbl_leave l WHERE l.leave_emp_id = e.emp_id)',
    'Which employees have not taken any leave?',
    'employees without leave',
    'employees with no leaves',
  ),
  right(
    `SELECT d.dept_name FROM ${STAFF} GROUP BY d.dept_id, 1 ORDER BY AVG(e.emp_salary) DESC LIMIT 1`,
    'Which department has the highest average salary?',
    'department where the average salary is highest',
    'dept with highest avg salary',
  ),
  right(
    `SELECT d.dept_name, MIN(e.emp_salary), MAX(e.emp_salary) FROM ${STAFF} GROUP BY d.dept_id, 1`,
    'What are the minimum and maximum salary of each department?',
    'lowest and highest salary per department',
    'min and max salary by dept',
  ),
  right(
    `SELECT d.dept_name FROM ${STAFF} GROUP BY d.dept_id, 1 HAVING COUNT(*) > 15`,
    'Which departments have more than 15 employees?',
    'departments with over 15 employees',
    'depts with more than 15 people',
  ),
  right(
    'SELECT m.emp_name, COUNT(*) FROM tbl_emp e JOIN tbl_emp m ON m.emp_id = e.emp_manager_id GROUP BY m.emp_id, 1',
    'How many employees does each manager have?',
    'number of employees per manager',
  ),
  either(
    ['SELECT MEDIAN(emp_salary) FROM tbl_emp'],
    'What is the median salary?',
    'median employee salary',
  ),
  none(
    'What is the average commute time?',
    'how many applicants did we have',
    'bonus by department',
  ),
];
