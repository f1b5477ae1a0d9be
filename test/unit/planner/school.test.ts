import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['students in grade 10', 'SELECT first_name,last_name FROM students WHERE grade_level=10'],
    [
      'students with a grade above 90',
      'SELECT first_name,last_name FROM students WHERE student_id IN (SELECT student_id FROM enrollments WHERE grade>90)',
    ],
    ['enrollments with grade 64', 'SELECT enrollment_id FROM enrollments WHERE grade=64'],
    [
      'students with a grade below 50',
      'SELECT first_name,last_name FROM students WHERE student_id IN (SELECT student_id FROM enrollments WHERE grade<50)',
    ],
    ['female students', `SELECT first_name,last_name FROM students WHERE gender='F'`],
    ['number of male students', `SELECT count(*) FROM students WHERE gender='M'`],
    ['students in the Red house', `SELECT first_name,last_name FROM students WHERE house='Red'`],
    [
      'students in house Red or Blue',
      `SELECT first_name,last_name FROM students WHERE house IN ('Red','Blue')`,
    ],
    ['students by house', 'SELECT house,count(*) FROM students GROUP BY 1'],
    [
      'students per course',
      'SELECT title,count(DISTINCT student_id) FROM courses JOIN enrollments USING(course_id) GROUP BY 1',
    ],
    [
      'average grade per course',
      'SELECT title,avg(grade) FROM courses JOIN enrollments USING(course_id) GROUP BY 1',
    ],
    [
      'average grade in Biology',
      `SELECT avg(grade) FROM courses JOIN enrollments USING(course_id) WHERE title='Biology'`,
    ],
    [
      'best grade in Chemistry',
      `SELECT max(grade) FROM courses JOIN enrollments USING(course_id) WHERE title='Chemistry'`,
    ],
    [
      'students not enrolled in any course',
      'SELECT first_name,last_name FROM students WHERE student_id NOT IN (SELECT student_id FROM enrollments)',
    ],
    [
      'students without a scholarship',
      `SELECT first_name,last_name FROM students WHERE scholarship='no'`,
    ],
    [
      'students with scholarship',
      `SELECT first_name,last_name FROM students WHERE scholarship='yes'`,
    ],
    [
      'scholarship students by house',
      `SELECT house,count(*) FROM students WHERE scholarship='yes' GROUP BY 1`,
    ],
    [
      'courses without students',
      'SELECT title FROM courses WHERE course_id NOT IN (SELECT course_id FROM enrollments)',
    ],
    [
      'courses with fewer than 5 students',
      'SELECT title FROM courses WHERE (SELECT count(DISTINCT student_id) FROM enrollments e WHERE e.course_id=courses.course_id)<5',
    ],
    [
      'courses taught by Dr Chen',
      `SELECT title FROM courses JOIN teachers USING(teacher_id) WHERE name='Dr Chen'`,
    ],
    [
      "Dr Chen's courses",
      `SELECT title FROM courses JOIN teachers USING(teacher_id) WHERE name='Dr Chen'`,
    ],
    ['teachers in Science', `SELECT name FROM teachers WHERE department='Science'`],
    ['science teachers', `SELECT name FROM teachers WHERE department='Science'`],
    ['science courses', `SELECT title FROM courses WHERE subject='Science'`],
    ['courses with 4 or more credits', 'SELECT title FROM courses WHERE credits>=4'],
    ['courses in Lab 2', `SELECT title FROM courses WHERE room='Lab 2'`],
    ['enrollments in Fall 2026', `SELECT enrollment_id FROM enrollments WHERE term='Fall 2026'`],
    ['enrollments per term', 'SELECT term,count(*) FROM enrollments GROUP BY 1'],
    ['teachers earning over 60k', 'SELECT name FROM teachers WHERE salary>60000'],
    [
      'average teacher salary by department',
      'SELECT department,avg(salary) FROM teachers GROUP BY 1',
    ],
    [
      'total absences by student',
      'SELECT first_name,last_name,sum(absences) FROM students JOIN enrollments USING(student_id) GROUP BY student_id,1,2',
    ],
    [
      'student with last name French',
      `SELECT first_name,last_name FROM students WHERE last_name='French'`,
    ],
    [
      'students not taking French',
      `SELECT first_name,last_name FROM students WHERE student_id NOT IN (SELECT student_id FROM enrollments WHERE course_id=13)`,
    ],
    [
      'average grade by gender',
      'SELECT gender,avg(grade) FROM enrollments JOIN students USING(student_id) GROUP BY 1',
    ],
    [
      'teachers hired between 2014 and 2020',
      `SELECT name FROM teachers WHERE hire_date>='2014-01-01' AND hire_date<'2021-01-01'`,
    ],
    [
      'teachers with only one course',
      'SELECT name FROM teachers WHERE (SELECT count(*) FROM courses c WHERE c.teacher_id=teachers.teacher_id)=1',
    ],
    [
      'passed enrollments by course',
      'SELECT title,count(*) FROM enrollments JOIN courses USING(course_id) WHERE passed GROUP BY 1',
    ],
    [
      'top 3 students by average grade',
      'SELECT first_name,last_name,avg(grade) FROM enrollments JOIN students USING(student_id) GROUP BY student_id,1,2 ORDER BY 3 DESC LIMIT 3',
    ],
  ],
  open: [
    'students with more than 10 absences',
    'girls',
    'math students',
    'average grade of girls vs boys',
    'pass rate by course',
  ],
};

describeAnswers('questions about students', 'school', ASKED);
