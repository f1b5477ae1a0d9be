import { expect } from 'chai';
import { chooseChart } from '#src/charts/choose.ts';
import { drawChart } from '#src/charts/draw.ts';
import type { ChartData, Picture } from '#src/charts/types.ts';
import { vegaLiteSpec } from '#src/charts/vega-lite.ts';
import { fromBench } from '../../fakes/from-bench.ts';
import { CASES, type ExpectedChart } from './cases.ts';
import type { VegaView } from './vega-view.ts';

const drawn = CASES.flatMap(({ title, columns, rows, facts, breakdown, expect: wanted }) => {
  const { chart } = chooseChart({ columns, rows }, facts, breakdown);
  if (!chart || typeof wanted === 'string') return [];
  return [{ title, wanted, data: { chart, columns, rows, breakdown } satisfies ChartData }];
});

interface Vega {
  drawnByVega(spec: unknown): Promise<VegaView>;
}

describe('a chart as a Vega-Lite specification', () => {
  let vega: Vega;
  before(async function () {
    const found = await fromBench<Vega>('vega-view.ts');
    if (found === null) this.skip();
    vega = found;
  });

  for (const { title, wanted, data } of drawn) {
    it(`draws the same: ${title}`, async () => {
      const picture = drawChart(data, { width: 560, lang: 'en', theme: 'light' });
      const view = await vega.drawnByVega(vegaLiteSpec(data));
      const { svg, warnings, marks } = view;
      expect(warnings).to.deep.equal([]);
      expect(svg).to.match(/^<svg/);
      const ours = picture.marks.filter(({ y }) => y !== null).length;
      const below = wanted.breakdown?.marks ?? 0;
      expect(marks).to.equal(ours + (data.chart.breakdown ? below || marks - ours : 0));
      if (wanted.order && AXIS[wanted.kind])
        expect(view.domainOf(AXIS[wanted.kind] ?? 'x')).to.deep.equal(namesOf(picture, data));
      const ends = valueDomain(view, wanted);
      if (ends && picture.domain) {
        const [low, high] = ends;
        expect(low <= 0 && high >= 0, `${low} to ${high}`).to.equal(wanted.zero ?? true);
        for (const { y } of picture.marks)
          if (y !== null && wanted.kind !== 'stacked') expect(y).to.be.within(low, high);
      }
      view.close();
    });
  }
});

/** The scale of names, where a kind has one. */
const AXIS: Partial<Record<ExpectedChart['kind'], 'x' | 'y'>> = {
  bars: 'y',
  diverging: 'y',
  columns: 'x',
  grouped: 'y',
  stacked: 'y',
};

/** Names as our picture orders them, in the words that both write. */
function namesOf(picture: Picture, data: ChartData): readonly string[] {
  const spec = vegaLiteSpec(data) as {
    readonly data: { readonly values: readonly { x: string }[] };
  };
  const keys = [...new Set(picture.marks.map(({ x }) => String(x)))];
  const names = [...new Set(spec.data.values.map(({ x }) => x))];
  expect(names).to.have.length(keys.length);
  return names;
}

function valueDomain(view: VegaView, { kind }: ExpectedChart): readonly [number, number] | null {
  const scale = ['bars', 'diverging', 'grouped', 'stacked'].includes(kind)
    ? 'x'
    : ['line', 'columns', 'histogram'].includes(kind)
      ? 'y'
      : null;
  if (!scale) return null;
  const [low = 0, high = 0] = view.domainOf(scale).map(Number);
  return [low, high];
}
