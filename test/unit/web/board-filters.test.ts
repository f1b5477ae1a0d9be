import { expect } from 'chai';
import { PERIODS as NAMED } from '#src/boards/filter-types.ts';
import { chosenIn, PERIODS, searchOf, withChosen } from '#src/web/state/board-filters.ts';

const DATE = new Set(['date']);

describe('filters of a board in the address', () => {
  it('are what was put in, whatever values hold', () => {
    const choices = {
      date: { from: null, to: '2026-02-01' },
      region: { values: ['a&b=c', '', 'f.x', null] },
    } as const;
    let search = 't=cli_1&w=ws_1&f.region=old&empty.region=1';
    for (const [id, chosen] of Object.entries(choices))
      search = withChosen(search, id, 'values' in chosen ? { values: [...chosen.values] } : chosen);
    expect(chosenIn(search, DATE)).to.deep.equal(choices);
    expect(searchOf(search, 'others')).to.equal('t=cli_1&w=ws_1');
    expect(chosenIn(searchOf(search, 'choices'), DATE)).to.deep.equal(choices);
    expect(withChosen(withChosen(search, 'region', null), 'date', null)).to.equal('t=cli_1&w=ws_1');
  });

  it('read a period by its name, and take no notice of one that is none', () => {
    expect(chosenIn('f.date=this_year', DATE)).to.deep.equal({ date: { period: 'this_year' } });
    expect(chosenIn('f.date=tomorrow', DATE)).to.deep.equal({});
    expect(chosenIn('f.other=this_year', DATE)).to.deep.equal({ other: { values: ['this_year'] } });
    expect(PERIODS).to.deep.equal(NAMED);
  });
});
