import type { DrawOptions } from './types.ts';

/** Colours of a picture, by the names of the page's tokens. */
export type Colour =
  | 'surface'
  | 'text'
  | 'text-2'
  | 'text-3'
  | 'grid'
  | 'axis'
  | 'c1'
  | 'c2'
  | 'c3'
  | 'c4'
  | 'c5'
  | 'c6'
  | 'c-rest';

/** The tokens of the page (`src/web/styles/tokens.css`), for pictures that stand without it. */
export const PALETTES: Readonly<Record<'light' | 'dark', Readonly<Record<Colour, string>>>> = {
  light: {
    surface: '#ffffff',
    text: '#17191c',
    'text-2': '#474c54',
    'text-3': '#626872',
    grid: '#e8e8e3',
    axis: '#b9bdc3',
    c1: '#2f55d4',
    c2: '#a34a1c',
    c3: '#189f95',
    c4: '#67458a',
    c5: '#b6840c',
    c6: '#6e1b2c',
    'c-rest': '#9aa0a8',
  },
  dark: {
    surface: '#171a1d',
    text: '#eceef0',
    'text-2': '#b6bcc4',
    'text-3': '#969da7',
    grid: '#24292d',
    axis: '#4a5158',
    c1: '#8fa8ff',
    c2: '#e0934f',
    c3: '#4bead6',
    c4: '#9560cb',
    c5: '#f7dc5e',
    c6: '#c4485e',
    'c-rest': '#737a84',
  },
};

export const SERIES = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'] as const;

export const seriesColour = (at: number): Colour => SERIES[at] ?? 'c-rest';

/** Colours of texts on the bars of a series: at least 4.5:1 in both themes. */
const ON_SERIES: Readonly<Record<(typeof SERIES)[number], 'surface' | 'dark' | 'light'>> = {
  c1: 'surface',
  c2: 'surface',
  c3: 'dark',
  c4: 'surface',
  c5: 'dark',
  c6: 'light',
};

export type Paint = (colour: Colour) => string;

export const paintOf = (theme: DrawOptions['theme']): Paint =>
  theme === 'css' ? (colour) => `var(--${colour})` : (colour) => PALETTES[theme][colour];

/** The colour of a text on the bar of the series at this place. */
export function onSeries(paint: Paint, at: number): string {
  const series = SERIES[at];
  const on = series === undefined ? 'dark' : ON_SERIES[series];
  if (on === 'surface') return paint('surface');
  return on === 'dark' ? PALETTES.light.text : PALETTES.light.surface;
}
