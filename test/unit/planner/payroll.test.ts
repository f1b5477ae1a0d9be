import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    [
      'employees certified before 2020',
      'SELECT full_name FROM employees WHERE employee_id IN (SELECT employee_id FROM employee_skills WHERE year(certified_on)<2020)',
    ],
    ['how many sick days', `SELECT sum(working_days) FROM absences WHERE absence_type='sick'`],
    [
      'who heads Research',
      `SELECT full_name FROM employees WHERE employee_id=(SELECT head_id FROM departments WHERE department_name='Research')`,
    ],
    [
      'employees working in Hamburg departments',
      `SELECT full_name FROM employees JOIN departments USING(department_id) WHERE location='Hamburg'`,
    ],
    ['total bonus', 'SELECT sum(bonus) FROM payslips'],
    [
      'payslips paid in May 2025',
      `SELECT payslip_id FROM payslips WHERE paid_on>='2025-05-01' AND paid_on<'2025-06-01'`,
    ],
  ],
  open: [
    'certified employees',
    'skills not certified',
    'number of bonuses',
    'how many bonuses were paid in 2025',
    'who approved the most absences',
    'which manager approved the most absences',
    'department with the most employees in Berlin',
    'employees born in May',
    'Managers in Sales',
    'net pay plus tax',
  ],
};

describeAnswers('questions about pay, skills and absences', 'payroll', ASKED);
