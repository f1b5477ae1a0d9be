import { expect } from 'chai';
import { zoneAssumptions } from '#src/ask/zones.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { facts, filter, select } from './facts.ts';
import { retailCatalog } from './retail.ts';

/** The retail catalog with `ordered_on` of another type, in a time zone. */
function catalogWith(
  nativeType: string,
  over: Partial<Catalog>,
  unit: string | null = null,
): Catalog {
  const catalog = retailCatalog();
  const tables = catalog.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) =>
      column.name === 'ordered_on' ? { ...column, nativeType, unit } : column,
    ),
  }));
  return { ...catalog, tables, ...over };
}

const FILTERED = facts(
  select({ sources: ['orders'], filters: [filter('orders.ordered_on', '>=', '2025-01-01')] }),
);
const SAID = ['Days in ordered on use the time zone UTC, not Europe/Berlin.'];

describe('the zone of days', () => {
  const cases: readonly (readonly [string, string, Partial<Catalog>, readonly string[]])[] = [
    ['instants elsewhere', 'timestamp with time zone', { timezone: 'Europe/Berlin' }, SAID],
    ['instants of UTC', 'timestamp with time zone', { timezone: 'UTC' }, []],
    ['times without a zone', 'timestamp without time zone', { timezone: 'Europe/Berlin' }, []],
    ['of MySQL', 'timestamp', { timezone: 'Europe/Berlin', dialect: 'mysql' }, SAID],
    ['of another engine', 'TIMESTAMP', { timezone: 'Europe/Berlin', dialect: 'duckdb' }, []],
  ];
  for (const [what, type, over, said] of cases)
    it(`${what}: ${said[0] ?? 'nothing to say'}`, () =>
      expect(zoneAssumptions(FILTERED, catalogWith(type, over))).to.deep.equal(said));

  it('is said of times that a file gave with a zone', () => {
    const catalog = catalogWith('TIMESTAMP', { timezone: 'Europe/Berlin' }, 'UTC');
    expect(zoneAssumptions(FILTERED, catalog)).to.deep.equal(SAID);
  });

  it('is not said where no date is read', () => {
    const statement = facts(select({ sources: ['orders'], outputs: [{ name: 'n', count: '*' }] }));
    const catalog = catalogWith('timestamp with time zone', { timezone: 'Europe/Berlin' });
    expect(zoneAssumptions(statement, catalog)).to.deep.equal([]);
  });
});
