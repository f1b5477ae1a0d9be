import { expect } from 'chai';
import * as vega from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { chooseChart } from '#src/charts/choose.ts';
import { drawChart } from '#src/charts/draw.ts';
import type { ChartData, Picture } from '#src/charts/types.ts';
import { vegaLiteSpec } from '#src/charts/vega-lite.ts';
import { CASES, type ExpectedChart } from './cases.ts';

const drawn = CASES.flatMap(({ title, columns, rows, facts, breakdown, expect: wanted }) => {
  const { chart } = chooseChart({ columns, rows }, facts, breakdown);
  if (!chart || typeof wanted === 'string') return [];
  return [{ title, wanted, data: { chart, columns, rows, breakdown } satisfies ChartData }];
});

describe('a chart as a Vega-Lite specification', () => {
  for (const { title, wanted, data } of drawn) {
    it(`draws the same: ${title}`, async () => {
      const picture = drawChart(data, { width: 560, lang: 'en', theme: 'light' });
      const { view, svg, warnings } = await rendered(vegaLiteSpec(data));
      expect(warnings).to.deep.equal([]);
      expect(svg).to.match(/^<svg/);
      const marks = marksOf(view);
      const ours = picture.marks.filter(({ y }) => y !== null).length;
      const below = wanted.breakdown?.marks ?? 0;
      expect(marks.length).to.equal(
        ours + (data.chart.breakdown ? below || marks.length - ours : 0),
      );
      if (wanted.order && AXIS[wanted.kind])
        expect(domainOf<string>(view, AXIS[wanted.kind] ?? 'x')).to.deep.equal(
          namesOf(picture, data),
        );
      const ends = valueDomain(view, wanted);
      if (ends && picture.domain) {
        const [low, high] = ends;
        expect(low <= 0 && high >= 0, `${low} to ${high}`).to.equal(wanted.zero ?? true);
        for (const { y } of picture.marks)
          if (y !== null && wanted.kind !== 'stacked') expect(y).to.be.within(low, high);
      }
      view.finalize();
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

async function rendered(spec: unknown) {
  const warnings: string[] = [];
  const logger = {
    ...{ level: () => logger, error: note, warn: note, info: () => logger, debug: () => logger },
  };
  function note(...what: readonly unknown[]) {
    warnings.push(what.map(String).join(' '));
    return logger;
  }
  const compiled = compile(JSON.parse(JSON.stringify(spec)) as TopLevelSpec, {
    logger: logger as never,
  });
  const view = new vega.View(vega.parse(compiled.spec), {
    renderer: 'none',
    logger: logger as never,
  });
  await view.runAsync();
  return { view, svg: await view.toSVG(), warnings };
}

interface Item {
  readonly marktype?: string;
  readonly name?: string;
  readonly items?: readonly Item[];
}

/** Items of the marks that the specification calls `main` or `numbers`. */
function marksOf(view: vega.View): readonly Item[] {
  const found: Item[] = [];
  const walk = (item: Item) => {
    const { name = '', marktype, items = [] } = item;
    if (/(main|numbers)(_child)?(_\d+)?_marks$/.test(name) && marktype !== 'group')
      found.push(...items);
    for (const one of items) walk(one);
  };
  walk((view.scenegraph() as unknown as { readonly root: Item }).root);
  return found;
}

/** The domain of a scale; those of a named view have its name before their own. */
function domainOf<T>(view: vega.View, name: string): readonly T[] {
  const scales = (view as unknown as { _runtime: { scales: object } })._runtime.scales;
  const found = [name, `main_${name}`].find((one) => one in scales);
  return (view.scale(found ?? name) as { domain(): T[] }).domain();
}

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

function valueDomain(view: vega.View, { kind }: ExpectedChart): readonly [number, number] | null {
  const scale = ['bars', 'diverging', 'grouped', 'stacked'].includes(kind)
    ? 'x'
    : ['line', 'columns', 'histogram'].includes(kind)
      ? 'y'
      : null;
  if (!scale) return null;
  const [low = 0, high = 0] = domainOf<number>(view, scale);
  return [low, high];
}
