import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    [
      'students taking Algebra or Physics',
      `SELECT name FROM students WHERE student_no IN (SELECT student_no FROM enrolments JOIN courses USING(course_code) WHERE title IN ('Algebra','Physics'))`,
    ],
    ['students in Law', `SELECT name FROM students WHERE faculty='Law'`],
    ['students who graduated in 2025', `SELECT name FROM students WHERE year(graduated_on)=2025`],
    [
      'courses with more than one prerequisite',
      `SELECT title FROM courses WHERE (SELECT count(*) FROM prerequisites p WHERE p.course_code=courses.course_code)>1`,
    ],
    [
      'student with highest average mark',
      'SELECT name FROM students JOIN enrolments USING(student_no) GROUP BY student_no,name ORDER BY avg(mark) DESC NULLS LAST LIMIT 1',
    ],
  ],
  open: [
    'students taking Law',
    'students advised by Anna Fischer',
    'student with the highest mark',
    'total mark',
    'credits per student',
    'advisors',
    'total amount of scholarships',
    'students with a merit scholarship and a need scholarship',
  ],
};

describeAnswers('questions about courses, where a faculty and a course share a name', 'uni', ASKED);
