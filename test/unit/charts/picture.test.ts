import { expect } from 'chai';
import { chooseChart } from '#src/charts/choose.ts';
import { drawChart } from '#src/charts/draw.ts';
import { toElements, toSvg } from '#src/charts/svg.ts';
import type { ChartData, ChartNode, DrawOptions, Picture } from '#src/charts/types.ts';
import { CASES, type ChartCase, type ExpectedChart } from './cases.ts';

const OPTIONS: DrawOptions = { width: 640, lang: 'en', theme: 'light' };

/** The cases that have a chart, with it. */
const drawn = CASES.flatMap((one): { one: ChartCase; wanted: ExpectedChart; data: ChartData }[] => {
  const { chart } = chooseChart(one, one.facts, one.breakdown);
  if (!chart || typeof one.expect === 'string') return [];
  const { columns, rows, breakdown } = one;
  return [{ one, wanted: one.expect, data: { chart, columns, rows, breakdown } }];
});

describe('the picture of a chart', () => {
  for (const { one, wanted, data } of drawn) {
    it(`draws: ${one.title}`, () => {
      const picture = drawChart(data, OPTIONS);
      const marks = picture.marks.filter(({ y }) => y !== null);
      if (wanted.marks !== undefined) expect(marks).to.have.length(wanted.marks);
      if (wanted.order) expect(ordered(picture)).to.deep.equal(wanted.order);
      if (picture.domain && wanted.kind !== 'dots') {
        const [low, high] = picture.domain;
        expect(low <= 0 && high >= 0).to.equal(wanted.zero ?? true);
      }
      expect(picture.root.attrs['role']).to.equal('img');
      expect(picture.root.attrs['aria-label']).to.equal(picture.label);
      expect(picture.label.length).to.be.greaterThan(10);
    });
  }

  it('of another kind draws every value, from zero', () => {
    for (const { one, data } of drawn)
      for (const chart of data.chart.alternatives ?? []) {
        const { marks, domain, label } = drawChart({ ...data, chart }, OPTIONS);
        const at = data.columns.findIndex(({ name }) => name === chart.y[0]);
        const x = data.columns.findIndex(({ name }) => name === chart.x);
        const values = data.rows.filter((row) => row[at] !== null && row[x] !== null);
        const drawnMarks = marks.filter(({ y }) => y !== null);
        expect(drawnMarks.length, `${one.title}: ${label}`).to.be.at.least(values.length);
        if (domain && chart.kind !== 'line' && chart.kind !== 'multiples')
          expect(domain[0] <= 0 && domain[1] >= 0, `${one.title}: ${label}`).to.equal(true);
      }
  });

  it('is the same tree of elements for any h', () => {
    const [first] = drawn;
    if (!first) throw new Error('there is no case');
    const picture = drawChart(first.data, OPTIONS);
    const made = toElements<ChartNode>(picture.root, (tag, attrs, ...children) => ({
      ...{ tag, attrs, children },
    }));
    expect(made).to.deep.equal(picture.root);
    expect(toSvg(picture)).to.match(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
  });
});

/** Names along the axis in the order of the picture; times as they are in the answer. */
function ordered({ marks }: Picture): readonly string[] {
  const names = marks.map(({ x }) => String(x).replace(/T00:00:00$/, ''));
  return [...new Set(names)];
}
