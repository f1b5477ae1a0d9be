import { expect } from 'chai';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { describeAnswersOver, planOver } from '../planner/answered.ts';
import { CYCLING, WARDS } from './wards-and-cycling.ts';

const by = (key: string, shown: string, rows: string): string =>
  `SELECT ${key}, ${shown} FROM ${rows} GROUP BY ALL`;

describeAnswersOver('parts of dates that come again, over wards', WARDS, {
  answered: [
    ['visits by weekday', by('isodow(visited_at)', 'count(*)', 'visits')],
    ['number of visits by day of the week', by('isodow(visited_at)', 'count(*)', 'visits')],
    ['cost by day of week', by('isodow(visited_at)', 'sum(cost)', 'visits')],
    ['average cost by weekday', by('isodow(visited_at)', 'avg(cost)', 'visits')],
    [
      'visits by weekday in 2025',
      by('isodow(visited_at)', 'count(*)', 'visits WHERE year(visited_at) = 2025'),
    ],
    ['visits by weekday and ward', by('isodow(visited_at), ward', 'count(*)', 'visits')],
    ['visits by ward and day of the week', by('ward, isodow(visited_at)', 'count(*)', 'visits')],
    ['visits per hour of the day', by('hour(visited_at)', 'count(*)', 'visits')],
    ['visits by month of the year', by('month(visited_at)', 'count(*)', 'visits')],
    ['which weekday has the most visits', 'SELECT 1, 4'],
    ['on which weekday did we have the most visits', 'SELECT 1, 4'],
    [
      'top 2 weekdays by cost',
      `${by('isodow(visited_at)', 'sum(cost) AS total', 'visits')} ORDER BY total DESC LIMIT 2`,
    ],
    [
      'how many visits were made on Mondays',
      'SELECT count(*) FROM visits WHERE isodow(visited_at) = 1',
    ],
    ['visits on a Saturday', 'SELECT visit_id FROM visits WHERE isodow(visited_at) = 6'],
    [
      'visits on Mondays and Tuesdays in 2025',
      'SELECT visit_id FROM visits WHERE isodow(visited_at) IN (1, 2) AND year(visited_at) = 2025',
    ],
    ['total cost on weekends', 'SELECT sum(cost) FROM visits WHERE isodow(visited_at) IN (6, 7)'],
    ['number of visits on weekdays', 'SELECT count(*) FROM visits WHERE isodow(visited_at) < 6'],
    [
      'how many patients have visits on Sundays',
      'SELECT count(DISTINCT patient_id) FROM visits WHERE isodow(visited_at) = 7',
    ],
  ],
  open: [
    // Two dates.
    'doctors by weekday',
    'doctors on Mondays',
    // Which Monday.
    'visits on Monday',
    'visits not on Mondays',
    // Of how many of them.
    'average cost per weekday',
    'running total of cost by weekday',
    'patients hired on Mondays',
    'busiest weekday',
    'departments by weekday',
  ],
});

describeAnswersOver('parts of dates that come again, over a cycling club', CYCLING, {
  answered: [
    ['races by weekday', by('isodow(held_on)', 'count(*)', 'races')],
    [
      'total points by weekday',
      by('isodow(held_on)', 'sum(points)', 'results JOIN races USING (race_id)'),
    ],
    [
      'how many races were held on weekends',
      'SELECT count(*) FROM races WHERE isodow(held_on) > 5',
    ],
  ],
  open: ['races by hour of the day', 'teams by weekday', 'teams founded on Mondays'],
});

describe('parts of dates that come again', () => {
  let wards: OfflineCatalog;

  before(async () => {
    wards = await catalogFromSql(WARDS);
  });
  after(() => wards.close());

  for (const [question, labels] of [
    ['busiest weekday', ['number of visits', 'cost']],
    ['quietest day of the week', ['number of visits', 'cost']],
    ['on which weekday do we sell the most', ['cost', 'number of visits']],
  ] as const)
    it(`are asked for by what they are ranked: ${question}`, () => {
      const found = planOver(question, wards);
      if (found.kind !== 'clarify') throw new Error(JSON.stringify(found));
      expect(found.options.map(({ label }) => label)).to.deep.equal(labels);
      for (const option of found.options)
        expect(planOver(option.question, wards).kind).to.equal('query');
    });

  it('come from Monday to Sunday', () => {
    const found = planOver('visits by weekday', wards);
    if (found.kind !== 'query') throw new Error(JSON.stringify(found));
    const [first] = found.query.orderBy;
    expect([first?.expr.kind, first?.direction]).to.deep.equal(['part', 'asc']);
    expect(found.assumptions).to.include('Weekdays are numbered from 1 (Monday) to 7 (Sunday).');
  });
});
