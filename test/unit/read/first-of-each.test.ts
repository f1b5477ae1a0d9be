import { expect } from 'chai';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { describeAnswersOver, planOver } from '../planner/answered.ts';
import { CYCLING, WARDS } from './wards-and-cycling.ts';

/** The first `count` rows of each group of `rows`, with those that tie. */
const firsts = (count: number, shown: string, rows: string, group: string, order: string): string =>
  `SELECT ${shown} FROM (SELECT *, rank() OVER (PARTITION BY ${group} ORDER BY ${order}) AS place FROM (${rows})) WHERE place <= ${count}`;

const DOCTORS =
  'SELECT doctors.*, departments.name AS department FROM doctors JOIN departments USING (department_id)';
const COSTS = `SELECT departments.name AS department, doctors.name, sum(cost) AS total, count(*) AS visits FROM visits
  JOIN doctors USING (doctor_id) JOIN departments USING (department_id) GROUP BY ALL`;
const VISITS = 'SELECT visits.*, patients.name FROM visits JOIN patients USING (patient_id)';

describeAnswersOver('the first of each, over wards', WARDS, {
  answered: [
    [
      'doctor with the highest salary in each department',
      firsts(1, 'department, name', DOCTORS, 'department_id', 'salary DESC'),
    ],
    [
      'highest paid doctor in each department',
      firsts(1, 'department, name', DOCTORS, 'department_id', 'salary DESC'),
    ],
    [
      'the oldest doctor of each department',
      firsts(
        1,
        'department, name',
        `${DOCTORS} WHERE birth_date IS NOT NULL`,
        'department_id',
        'birth_date',
      ),
    ],
    [
      'top 2 doctors in each department by cost',
      firsts(2, 'department, name, total', COSTS, 'department', 'total DESC'),
    ],
    [
      'top 1 doctors per department by number of visits',
      firsts(1, 'department, name, visits', COSTS, 'department', 'visits DESC'),
    ],
    [
      'most recent visit per patient',
      firsts(1, 'name, visit_id, visited_at', VISITS, 'patient_id', 'visited_at DESC'),
    ],
    [
      'for each ward, the 2 most expensive visits',
      firsts(2, 'ward, visit_id, cost', 'FROM visits', 'ward', 'cost DESC'),
    ],
    [
      'cheapest visit in each ward in 2025',
      firsts(
        1,
        'ward, visit_id, cost',
        'FROM visits WHERE year(visited_at) = 2025',
        'ward',
        'cost',
      ),
    ],
    [
      'top 3 doctors per department and specialty by salary',
      firsts(
        3,
        'department, specialty, name, salary',
        DOCTORS,
        'department_id, specialty',
        'salary DESC',
      ),
    ],
    [
      'doctor with the highest cost in each ward',
      firsts(
        1,
        'ward, name',
        'SELECT ward, doctors.name, sum(cost) AS n FROM visits JOIN doctors USING (doctor_id) GROUP BY ALL',
        'ward',
        'n DESC',
      ),
    ],
    [
      'doctor with the most visits in each ward',
      firsts(
        1,
        'ward, name',
        'SELECT ward, doctors.name, count(*) AS n FROM visits JOIN doctors USING (doctor_id) GROUP BY ALL',
        'ward',
        'n DESC',
      ),
    ],
    // What is counted for each of them was done in the ward: doctors are of none.
    [
      'which doctor had the most visits in each ward',
      firsts(
        1,
        'ward, name',
        'SELECT ward, doctors.name, count(*) AS n FROM visits JOIN doctors USING (doctor_id) GROUP BY ALL',
        'ward',
        'n DESC',
      ),
    ],
    [
      'patients with the most visits in each city',
      firsts(
        1,
        'city, name',
        'SELECT city, name, count(*) AS n FROM patients JOIN visits USING (patient_id) GROUP BY ALL',
        'city',
        'n DESC',
      ),
    ],
  ],
  open: [
    // Each group is the row itself, or has one of them alone.
    'top 2 doctors per doctor by salary',
    'top 3 specialties per specialty by number of doctors',
    'doctor with the highest salary in each name',
    'department with the most doctors of each doctor',
    // Something is missing.
    'top 2 doctors per department and ward by',
    'top 2 doctors per department',
  ],
});

const POINTS = `SELECT teams.name AS team, teams.region, riders.name, sum(points) AS total, count(*) AS races FROM results
  JOIN riders USING (rider_id) JOIN teams USING (team_id) GROUP BY ALL`;
const RIDERS = 'SELECT riders.*, teams.name AS team, region FROM riders JOIN teams USING (team_id)';

describeAnswersOver('the first of each, over a cycling club', CYCLING, {
  answered: [
    [
      'top 2 riders per team by points',
      firsts(2, 'team, name, total', POINTS, 'team', 'total DESC'),
    ],
    [
      'best rider in each region by points',
      firsts(1, 'region, name', POINTS, 'region', 'total DESC'),
    ],
    ['the 2 youngest riders per team', firsts(2, 'team, name', RIDERS, 'team', 'age')],
    ['youngest rider of each region', firsts(1, 'region, name', RIDERS, 'region', 'age')],
    [
      'shortest race per country in 2025',
      firsts(1, 'country, title', 'FROM races WHERE year(held_on) = 2025', 'country', 'distance'),
    ],
    [
      'which rider has the most points in each race',
      firsts(
        1,
        'title, name',
        'SELECT title, name, points FROM results JOIN races USING (race_id) JOIN riders USING (rider_id)',
        'title',
        'points DESC',
      ),
    ],
  ],
  open: [
    'best rider in each team',
    // Each team is in one region.
    'top 2 regions per team by points',
    'riders of each team and the oldest rider',
  ],
});

describe('the first of each by something that is not said', () => {
  let wards: OfflineCatalog;

  before(async () => {
    wards = await catalogFromSql(WARDS);
  });
  after(() => wards.close());

  for (const question of [
    'best doctor in each department',
    'highest doctor in each ward',
    'which doctor sold the most in each ward',
    'the 2 best selling doctors per department',
  ])
    it(`is asked for, and each option is answered: ${question}`, () => {
      const found = planOver(question, wards);
      if (found.kind !== 'clarify') throw new Error(JSON.stringify(found));
      const plans = found.options.map((option) => planOver(option.question, wards));
      const parts = plans.map(
        (one) => one.kind === 'query' && one.query.limit?.within?.partitionBy,
      );
      expect(parts.length).to.be.at.least(2);
      for (const part of parts) expect(part).to.have.length(1);
    });
});
