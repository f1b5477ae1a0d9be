import { expect } from 'chai';
import { drawChart } from '#src/charts/index.ts';
import { chartAsSet, settingsProblem } from '#src/charts/settings.ts';
import { COLOURS, onSeries, paintOf, SERIES } from '#src/charts/theme.ts';
import type { Chart, ChartSettings } from '#src/charts/types.ts';
import { PALETTES } from '#src/charts/types.ts';
import { category, measure } from './cases.ts';

const chart = (kind: Chart['kind'], more: Partial<Chart> = {}): Chart => ({
  ...{ kind, x: 'region', y: ['revenue'], series: null, reason: 'Why.' },
  ...more,
});
const COLUMNS = ['region', 'revenue'];
const BARS = chart('bars', { alternatives: [chart('share'), chart('bars', { y: ['orders'] })] });

describe('a chart as somebody set it', () => {
  const asSet = (settings: ChartSettings | null, best: Chart | null = BARS) =>
    chartAsSet(best, settings);
  it('is one of the charts that the rows allow', () => {
    expect(asSet(null)).to.equal(BARS);
    expect(asSet({ kind: 'share' })?.kind).to.equal('share');
    expect(asSet({ y: ['orders'] })?.y).to.deep.equal(['orders']);
    expect(asSet({ kind: 'table' })).to.equal(null);
    expect(asSet({ title: 'T', palette: 'cool' })).to.include({ title: 'T', palette: 'cool' });
    expect(asSet({ kind: 'share' }, null), 'nothing to draw').to.equal(null);
  });

  it('is the one that fits best where the rows do not allow it any more', () => {
    const { kind, palette } = asSet({ kind: 'line', palette: 'warm' }) ?? {};
    expect([kind, palette]).to.deep.equal(['bars', 'warm']);
  });

  it('is of the groups where the answer is one number', () => {
    const number = chart('number', { x: null, breakdown: BARS });
    const set = asSet({ kind: 'share', title: 'T' }, number);
    expect([set?.kind, set?.breakdown?.kind, set?.breakdown?.title]).to.deep.equal([
      ...['number', 'share', 'T'],
    ]);
  });

  it('is refused with a sentence where it does not fit', () => {
    const problem = (settings: ChartSettings, best: Chart | null = BARS) =>
      settingsProblem(best, COLUMNS, settings);
    expect(problem({ kind: 'share', x: 'region' })).to.equal(null);
    expect(problem({ title: 'T' })).to.equal(null);
    expect(problem({ kind: 'share', y: ['orders'] })).to.equal(
      "These rows can't be drawn that way. Charts that fit: bars, share.",
    );
    expect(problem({ x: 'city' })).to.contain("There's no column city.");
    expect(problem({ kind: 'bars' }, null)).to.contain("These rows can't be charted.");
    expect(problem({ kind: 'table' }, null)).to.equal(null);
  });

  it('shows a title in quotes above what the chart shows, and never in its place', () => {
    const columns = [category('region'), measure('revenue')];
    const rows = [
      ['West', 3],
      ['East', 2],
    ];
    const texts = (data: Chart, lang: string) =>
      JSON.stringify(drawChart({ chart: data, columns, rows }, { width: 400, lang, theme: 'css' }));
    const titled = texts(chart('bars', { title: 'Nice <b>year</b>' }), 'en');
    expect(titled).to.include('“Nice <b>year</b>”').and.to.include('Revenue by region');
    expect(texts(chart('bars', { title: 'Gut' }), 'de')).to.include('„Gut“');
    expect(texts(chart('bars'), 'en')).to.not.include('Revenue by region"]');
  });
});

const luminance = (hex: string) => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one: string, other: string) => {
  const [high, low] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
};

describe('the colours of charts', () => {
  for (const palette of PALETTES)
    for (const theme of ['light', 'dark'] as const)
      it(`can be seen, and texts on them read: ${palette}, ${theme}`, () => {
        const paint = paintOf(theme, palette);
        expect(new Set(SERIES.map(paint)).size).to.equal(SERIES.length);
        SERIES.forEach((name, at) => {
          const colour = paint(name);
          expect(contrast(colour, COLOURS[theme].surface), `${name} ${colour}`).to.be.at.least(3);
          expect(contrast(colour, onSeries(paint, at)), `on ${name}`).to.be.at.least(4.5);
        });
        expect(paint('text')).to.equal(COLOURS[theme].text);
      });

  it('follow the theme of the page', () => {
    const paint = paintOf('css', 'cool');
    const [light, dark] = [paintOf('light', 'cool')('c1'), paintOf('dark', 'cool')('c1')];
    expect(paint('c1')).to.equal(`light-dark(${light}, ${dark})`);
    expect(paintOf('css')('c1')).to.equal('var(--c1)');
  });
});
