import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import type { Plan, PriorTurn } from '#src/planner/plan.ts';
import { plan } from '#src/read/plan.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

/** Halls, bands and their shows, in tables that all begin with `t_`; trips with short names. */
const TABLES = [
  `CREATE TABLE t_hall AS SELECT * FROM (VALUES
    (1, 'Grand Hall', 'Vienna', 1800, 'Y'), (2, 'Blue Room', 'Graz', 400, 'Y'), (3, 'Garden', 'Linz', 650, 'N'))
    AS t(hall_id, hall_name, town, seats, has_bar)`,
  `CREATE TABLE t_band AS SELECT * FROM (VALUES
    (1, 'Les Uns', 'France', 'jazz'), (2, 'Gli Altri', 'Italy', 'rock'), (3, 'Die Dritten', 'Germany', 'jazz'))
    AS t(band_id, band_name, home_country, genre)`,
  `CREATE TABLE t_show AS SELECT * FROM (VALUES
    (1, 1, 1, DATE '2025-01-10', 'played', 'A'), (2, 1, 2, DATE '2025-02-10', 'cancelled', 'B'),
    (3, 2, 1, DATE '2024-03-10', 'played', 'A'), (4, 2, 1, DATE '2025-03-11', 'moved', 'C'),
    (5, 3, 2, DATE '2025-04-12', 'played', 'B'))
    AS t(show_id, band_id, hall_id, show_date, state, price_band)`,
  `CREATE TABLE t_trp AS SELECT * FROM (VALUES
    (1, 1, 120, 30.5, 100.0), (2, 1, 80, 20.5, 50.0), (3, 2, 600, 150.0, 900.0), (4, 3, 10, 3.0, 5.0))
    AS t(trp_id, band_id, dist_km, fuel_l, rev_amt)`,
];

const NOW = new Date('2025-09-15T12:00:00Z');

describe('questions as people type them', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(TABLES);
  });
  after(() => data.close());

  /** The last of some questions, asked one after the other. */
  function ask(...questions: readonly string[]): Plan {
    const { catalog, values } = data;
    const history: PriorTurn[] = [];
    let found: Plan | null = null;
    for (const question of questions) {
      found = plan({ question, catalog, values, history, now: NOW });
      history.push({ question, query: found.kind === 'query' ? found.query : null });
    }
    return found!;
  }

  const SHOWS = 't_show s JOIN t_band b USING (band_id) JOIN t_hall h USING (hall_id)';
  const ANSWERED: readonly (readonly [readonly string[], string])[] = [
    // Names.
    [['how many halls are there'], 'SELECT COUNT(*) FROM t_hall'],
    [
      ['Which hall had the most shows?'],
      `SELECT hall_name FROM ${SHOWS} GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1`,
    ],
    [['total distance'], 'SELECT SUM(dist_km) FROM t_trp'],
    [
      ['revenue by band'],
      'SELECT band_name, SUM(rev_amt) FROM t_trp JOIN t_band USING (band_id) GROUP BY 1',
    ],
    // `price band` is none of the bands.
    [['shows by band'], `SELECT band_name, COUNT(*) FROM ${SHOWS} GROUP BY 1`],
    // Verbs.
    [['hi, halls with more than 500 seats'], 'SELECT hall_name FROM t_hall WHERE seats > 500'],
    // Columns of yes and no.
    [['halls with a bar'], "SELECT hall_name FROM t_hall WHERE has_bar = 'Y'"],
    [['halls with bar'], "SELECT hall_name FROM t_hall WHERE has_bar = 'Y'"],
    [['halls w/o bar'], "SELECT hall_name FROM t_hall WHERE has_bar = 'N'"],
    // Other wordings.
    [['band count'], 'SELECT COUNT(*) FROM t_band'],
    [['cancelled shows count'], "SELECT COUNT(*) FROM t_show WHERE state = 'cancelled'"],
    [['no. of bands'], 'SELECT COUNT(*) FROM t_band'],
    [['french bands'], "SELECT band_name FROM t_band WHERE home_country = 'France'"],
    [['hlals by town'], 'SELECT town, COUNT(*) FROM t_hall GROUP BY 1'],
    [
      ['rev by band'],
      'SELECT band_name, SUM(rev_amt) FROM t_trp JOIN t_band USING (band_id) GROUP BY 1',
    ],
    [['shows in Vienna, how many'], `SELECT COUNT(*) FROM ${SHOWS} WHERE h.town = 'Vienna'`],
    [
      ['How many shows were there in each month of 2025?'],
      "SELECT date_trunc('month', show_date)::DATE, COUNT(*) FROM t_show WHERE year(show_date) = 2025 GROUP BY 1",
    ],
    [
      ['busiest hall by shows'],
      `SELECT hall_name FROM ${SHOWS} GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1`,
    ],
    // Follow-ups of answers that were read in other words.
    [
      ['shows in 2025 split by genre', 'only played ones'],
      `SELECT genre, COUNT(*) FROM ${SHOWS} WHERE state = 'played' AND year(show_date) = 2025 GROUP BY 1`,
    ],
    [
      ['rev by band', 'top 1', 'the other way round'],
      'SELECT band_name, SUM(rev_amt) FROM t_trp JOIN t_band USING (band_id) GROUP BY 1 ORDER BY 2 LIMIT 1',
    ],
    [['shows by genre', 'no, I meant by town'], `SELECT h.town, COUNT(*) FROM ${SHOWS} GROUP BY 1`],
    [
      ['shows by genre', 'without cancelled ones'],
      `SELECT genre, COUNT(*) FROM ${SHOWS} WHERE state <> 'cancelled' GROUP BY 1`,
    ],
    [['shows by genre', 'in total'], 'SELECT COUNT(*) FROM t_show'],
    [
      ['bands from France', 'their shows'],
      `SELECT show_id FROM ${SHOWS} WHERE home_country = 'France'`,
    ],
    [
      ['bands from France', 'their shows', 'how many'],
      `SELECT COUNT(*) FROM ${SHOWS} WHERE home_country = 'France'`,
    ],
  ];
  for (const [questions, sql] of ANSWERED)
    it(`answers "${questions.join('" → "')}"`, async () => {
      const found = ask(...questions);
      if (found.kind !== 'query') throw new Error(JSON.stringify(found));
      expect(await data.run(lowerDuckdb(found.query))).to.have.deep.members(await data.run(sql));
    });

  const DECLINED: readonly (readonly string[])[] = [
    // English words are no typing errors.
    ['bonds by genre'],
    ['halls with a garden'],
    ['rejected shows'],
    // By what?
    ['Order the shows'],
    // What happened in a hall is not what it costs.
    ['most expensive hall'],
    // Towns, or halls?
    ['halls by town', 'show them'],
    // There are no groups to add up, and no order to turn round.
    ['how many halls are there', 'in total'],
    ['how many halls are there', 'the other way round'],
  ];
  for (const questions of DECLINED)
    it(`declines "${questions.join('" → "')}"`, () => {
      expect(ask(...questions).kind).to.equal('decline');
    });

  it('says what it read a demonym and a typing error as', () => {
    for (const [question, said] of [
      ['french bands', '"french" means "France".'],
      ['hlals by town', '"hlals" means "halls".'],
    ] as const) {
      const found = ask(question);
      if (found.kind !== 'query') throw new Error(JSON.stringify(found));
      expect(found.assumptions).to.include(said);
    }
  });
});
