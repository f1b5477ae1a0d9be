import { expect } from 'chai';
import type { ChartSettings } from '#src/charts/types.ts';
import { putSettings, settingsIn } from '#src/web/state/chart-address.ts';

describe('how a chart is drawn, in an address', () => {
  const written = (settings: ChartSettings | null, before = '') => {
    const search = new URLSearchParams(before);
    putSettings(search, settings);
    return search.toString();
  };

  it('is read as it was written', () => {
    const all: readonly (ChartSettings | null)[] = [
      null,
      { kind: 'bars' },
      {
        kind: 'grouped',
        x: 'a b',
        y: ['n', 'm,&='],
        series: null,
        title: '50 % & <b>',
        palette: 'warm',
      },
      { series: 'region' },
    ];
    for (const one of all) expect(settingsIn(written(one))).to.deep.equal(one);
  });

  it('takes the place of what was there, and nothing else', () => {
    expect(written({ y: ['n'] }, 'w=ws_1&kind=line&y=a&y=b&title=x')).to.equal('w=ws_1&y=n');
    expect(written(null, 'view=table&palette=cool')).to.equal('view=table');
  });

  it('is nothing where the address names what there is not', () => {
    expect(settingsIn('kind=pie3d&palette=neon&title=%20&x=')).to.equal(null);
    expect(settingsIn(`title=${'x'.repeat(5_000)}`)?.title).to.have.length(120);
  });
});
