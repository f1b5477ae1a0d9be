import { expect } from 'chai';
import { checkLetterCase } from '#src/check/letter-case.ts';
import type { Catalog, ColumnProfile } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { catalogOf, column, table } from '../guard/fixtures.ts';
import { facts, filter, type ShortSelect, select } from './facts.ts';

const profile = (over: Partial<ColumnProfile>): ColumnProfile => ({
  distinctCount: 2,
  nullCount: 0,
  min: null,
  max: null,
  samples: ['Ann', 'ann'],
  unique: false,
  ...over,
});

const people = (over: Partial<ColumnProfile> | null = {}): Catalog => {
  const name = {
    ...column('name', 'text'),
    nativeType: 'public.citext',
    profile: over && profile(over),
  };
  return catalogOf([
    table('people', [name, { ...column('city', 'text'), nativeType: 'text' }]),
    table('visits', [{ ...name, name: 'who' }]),
  ]);
};
const MODEL = { writtenFor: { hits: [], context: '' } };

describe('the check of letters in either case', () => {
  const NAMES = [{ table: 'people', column: 'name', onlyCounted: false }];
  const outcome = (
    short: ShortSelect,
    catalog: Catalog,
    more: object = {},
    columns: QueryFacts['columns'] = NAMES,
  ) =>
    checkLetterCase({ ...facts(select(short)), columns }, catalog, {
      question: '',
      today: '2026-01-01',
      seesAll: true,
      ...more,
    } as Parameters<typeof checkLetterCase>[2]).outcome;
  const where = (...filters: ReturnType<typeof filter>[]): ShortSelect => ({
    sources: ['people'],
    filters,
    outputs: [{ name: 'name', column: 'people.name' }],
  });

  it('has nothing to say of other columns', () => {
    const city = { sources: ['people'], filters: [filter('people.city', '=', 'x')] };
    expect(outcome(city, people(), {}, [])).to.equal('skipped');
  });

  it('warns of a value that stands in another spelling, too', () => {
    expect(outcome(where(filter('people.name', '=', 'ann')), people())).to.equal('warning');
    expect(outcome(where(filter('people.name', 'in', 'ann', 'Ann')), people())).to.equal('passed');
    expect(outcome(where(filter('people.name', 'like', 'a%')), people())).to.equal('warning');
    expect(outcome(where(filter('people.name', 'is not null')), people())).to.equal('passed');
  });

  it('doubts what a model wrote where not all spellings are known', () => {
    const some = people({ distinctCount: 900, samples: ['Bob'] });
    const ann = where(filter('people.name', '=', 'ann'));
    expect(outcome(ann, some)).to.equal('passed');
    expect(outcome(ann, some, MODEL)).to.equal('warning');
    expect(outcome(ann, people(null), MODEL)).to.equal('warning');
    expect(outcome(ann, people({ distinctCount: 1, samples: ['ann'] }), MODEL)).to.equal('passed');
  });

  it('warns of a join by such a column', () => {
    const join: ShortSelect = {
      sources: ['people', 'visits'],
      joins: [{ alias: 'visits', on: ['people.name=visits.who'] }],
      outputs: [{ name: 'city', column: 'people.city' }],
    };
    expect(outcome(join, people())).to.equal('warning');
  });
});
