import type { DrawOptions, Palette } from './types.ts';

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
export const COLOURS: Readonly<Record<'light' | 'dark', Readonly<Record<Colour, string>>>> = {
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
    c4: '#9e6bd1',
    c5: '#f7dc5e',
    c6: '#c4485e',
    'c-rest': '#737a84',
  },
};

type SeriesColours = Readonly<Record<'light' | 'dark', readonly string[]>>;

/**
 * Series in other colours, each in the order of `SERIES`. As with those of the page, each has at least 3:1 on the surface
 * and texts on it 4.5:1, in both themes; simulated for three kinds of colour blindness they stay 0.08 apart in OKLab.
 */
const OTHERS: Readonly<Record<Exclude<Palette, 'standard'>, SeriesColours>> = {
  cool: {
    light: ['#1b7485', '#385d46', '#698979', '#110c74', '#0893d4', '#151031'],
    dark: ['#a4cad9', '#3abd87', '#3b9274', '#997ffe', '#c6fbfe', '#815ea8'],
  },
  warm: {
    light: ['#98592c', '#4d2639', '#c67204', '#705671', '#928b68', '#350910'],
    dark: ['#f9a377', '#f05fa0', '#a98a08', '#ddc0f0', '#fff8bc', '#c4376c'],
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

/** Colours of a picture. On the page they follow its theme. */
export function paintOf(theme: DrawOptions['theme'], palette: Palette = 'standard'): Paint {
  const plain: Paint =
    theme === 'css' ? (colour) => `var(--${colour})` : (colour) => COLOURS[theme][colour];
  if (palette === 'standard') return plain;
  const { light, dark } = OTHERS[palette];
  return (colour) => {
    const at = (SERIES as readonly Colour[]).indexOf(colour);
    const [onLight, onDark] = [light[at], dark[at]];
    if (onLight === undefined || onDark === undefined) return plain(colour);
    return { css: `light-dark(${onLight}, ${onDark})`, light: onLight, dark: onDark }[theme];
  };
}

/** The colour of a text on the bar of the series at this place. */
export function onSeries(paint: Paint, at: number): string {
  const series = SERIES[at];
  const on = series === undefined ? 'dark' : ON_SERIES[series];
  if (on === 'surface') return paint('surface');
  return on === 'dark' ? COLOURS.light.text : COLOURS.light.surface;
}
