import { expect } from 'chai';
import { type ChartChoice, chooseChart } from '#src/charts/choose.ts';
import type { Chart } from '#src/charts/types.ts';
import { CASES, type ExpectedChart } from './cases.ts';

/** What a case says of the choice; what it says of the picture is held by the renderers' tests. */
const shown = (chart: Chart): Partial<ExpectedChart> => ({
  kind: chart.kind,
  ...(chart.x === null ? {} : { x: chart.x }),
  y: chart.y,
  ...(chart.series === null ? {} : { series: chart.series }),
  ...(chart.incomplete ? { incomplete: chart.incomplete } : {}),
  ...(chart.missing ? { missing: chart.missing } : {}),
  ...(chart.top === undefined ? {} : { top: chart.top }),
});

const wanted = ({ marks, order, zero, breakdown, ...choice }: ExpectedChart) => choice;

const said = ({ none, chart }: ChartChoice) => none ?? (chart && shown(chart));

describe('the chart of an answer', () => {
  it('has at least 60 cases, with charts of every kind', () => {
    expect(CASES.length).to.be.at.least(60);
  });

  for (const { title, columns, rows, facts, breakdown, expect: expected } of CASES) {
    it(title, () => {
      const choice = chooseChart({ columns, rows }, facts, breakdown);
      expect(choice.reason).to.match(/^[A-Z].*\.$/);
      if (typeof expected === 'string') {
        expect(said(choice)).to.equal(expected);
        return;
      }
      expect(said(choice)).to.deep.equal(wanted(expected));
      const below = choice.chart?.breakdown;
      expect(below ? shown(below) : undefined).to.deep.equal(
        expected.breakdown && wanted(expected.breakdown),
      );
    });
  }
});
