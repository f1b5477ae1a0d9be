import { expect } from 'chai';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { planOver } from './answered.ts';

const TABLES = [
  `CREATE TABLE solar_park_sites AS SELECT * FROM (VALUES (1, 'Alm', 3.5), (2, 'Berg', 4.5), (3, 'Cove', 1.5)) AS t(site_id, site_name, peak_mw)`,
  `CREATE TABLE harvests AS SELECT * FROM (VALUES (1, 1, 2023, 50), (2, 1, 2024, 60), (3, 2, 2023, 70), (4, 3, 2024, 80)) AS t(harvest_id, site_id, "year", energy_mwh)`,
  `CREATE TABLE guards AS SELECT * FROM (VALUES (1, 'Ann'), (2, 'Ben')) AS t(guard_id, guard_name)`,
  `CREATE TABLE parcels AS SELECT * FROM (VALUES (1, DATE '2024-03-01'), (2, DATE '2024-05-01')) AS t(parcel_id, delivered_on)`,
];

/** Question → what is said of it; each text is true of the tables above. */
const TEXTS: readonly (readonly [question: string, text: string])[] = [
  [
    'how many solar',
    '"solar" is only part of a name. If you mean solar park sites, write the whole name.',
  ],
  [
    'solar with peak over 2',
    '"solar" is only part of a name. If you mean solar park sites, write the whole name.',
  ],
  ['how many windmills', '"windmills" doesn\'t match any table, column or value in the data.'],
  ['total energy in March 2024', 'year only has years. Ask for whole years.'],
  ['total energy by month', 'The data is stored by year, not by month.'],
  ['guards in 2024', 'guards has no dates.'],
  ['parcels sent in 2024', 'parcels has delivered on, but no date for "send".'],
];

describe('what is said of a question that is declined', () => {
  let data: OfflineCatalog;
  before(async () => {
    data = await catalogFromSql(TABLES);
  });
  after(() => data.close());

  for (const [question, text] of TEXTS)
    it(`is true: ${question}`, () =>
      expect(planOver(question, data)).to.include({ kind: 'decline', text }));
});
