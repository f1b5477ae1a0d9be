import { expect } from 'chai';
import { plan } from '#src/read/planner.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { planOver } from './answered.ts';

/** Kennels: two owners are called alike, trainers keep a number of their courses, and pens are cleaned by helpers again and again. */
const KENNEL = [
  'CREATE TABLE owners (owner_id INTEGER PRIMARY KEY, owner_name VARCHAR)',
  "INSERT INTO owners VALUES (1, 'Ann Berg'), (2, 'Ann Berg'), (3, 'Bo Lind')",
  'CREATE TABLE dogs (dog_id INTEGER PRIMARY KEY, dog_name VARCHAR, owner_id INTEGER REFERENCES owners)',
  "INSERT INTO dogs VALUES (1, 'Rex', 1), (2, 'Rex', 2), (3, 'Luna', 3)",
  'CREATE TABLE trainers (trainer_id INTEGER PRIMARY KEY, trainer_name VARCHAR, number_of_courses INTEGER)',
  "INSERT INTO trainers VALUES (1, 'Ida', 12), (2, 'Ola', 0), (3, 'Pia', 1)",
  'CREATE TABLE courses (course_id INTEGER PRIMARY KEY, title VARCHAR, trainer_id INTEGER REFERENCES trainers)',
  "INSERT INTO courses VALUES (1, 'Sit', 1), (2, 'Stay', 1), (3, 'Fetch', 3)",
  'CREATE TABLE pens (pen_id INTEGER PRIMARY KEY, pen_name VARCHAR)',
  "INSERT INTO pens VALUES (1, 'North'), (2, 'South')",
  'CREATE TABLE helpers (helper_id INTEGER PRIMARY KEY, helper_name VARCHAR)',
  "INSERT INTO helpers VALUES (1, 'Jon'), (2, 'Liv')",
  'CREATE TABLE cleanings (cleaning_id INTEGER PRIMARY KEY, pen_id INTEGER REFERENCES pens, helper_id INTEGER REFERENCES helpers)',
  'INSERT INTO cleanings VALUES (1, 1, 1), (2, 1, 1), (3, 1, 2), (4, 2, 2)',
];

const ONE_GROUP = 'Some owners have the same owner name, so they form one group.';
const KEPT = 'Rows of courses are counted. The number of courses in trainers may differ.';
const ONCE = 'Each row of helpers is counted once.';

describe('what is told of groups and counts', () => {
  let data: OfflineCatalog;
  before(async () => {
    data = await catalogFromSql(KENNEL);
  });
  after(() => data.close());

  const toldOf = (question: string): readonly string[] => {
    const planned = planOver(question, data, plan);
    return planned.kind === 'query' ? planned.assumptions : expect.fail(JSON.stringify(planned));
  };

  for (const [question, told] of [
    ['number of dogs by owner name', ONE_GROUP],
    ['trainers with 0 courses', KEPT],
    ['how many trainers have 0 courses', KEPT],
    ['trainer with the most courses', KEPT],
    ['courses per trainer', KEPT],
    ['number of helpers of each pen', ONCE],
  ] as const)
    it(`tells of "${question}": ${told}`, () => {
      expect(toldOf(question)).to.include(told);
    });

  for (const question of [
    'number of dogs of each owner',
    'how many courses are there',
    'number of cleanings of each pen',
  ])
    it(`tells no such thing of "${question}"`, () => {
      expect(toldOf(question)).to.not.include.members([ONE_GROUP]);
      expect(toldOf(question)).to.not.include.members([KEPT]);
      expect(toldOf(question)).to.not.include.members([ONCE]);
    });
});
