/** One cell of a result, as the API sends it: 64-bit integers and exact decimals are strings. */
export type Cell = string | number | boolean | null;

export const GRAINS = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'hour',
  'minute',
  'second',
  'weekday',
] as const;

/** The period that a time stands for the start of, or the part of a date that an ordinal is. */
export type Grain = (typeof GRAINS)[number];

/** What a column of an answer is, from the statement and the catalog; null where neither tells. */
export interface ColumnInfo {
  /** As in `columns`. */
  readonly name: string;
  /** `ordinal`: numbers or parts of dates that rows are grouped by; `text`: free text. */
  readonly kind: 'time' | 'category' | 'ordinal' | 'measure' | 'id' | 'text';
  /** The period of a `time`, the part of a date of an `ordinal`; null for instants and anything else. */
  readonly grain: Grain | null;
  /** E.g. `USD`, `%`, `kg`. */
  readonly unit: string | null;
  /** How many of `unit` one of the numbers is: 1,000,000 where the data are in million USD; null without a unit. */
  readonly scale: number | null;
  /** Whether the rows add up to their whole; `snapshot`: over anything but time. Null for what is no measure. */
  readonly additive: boolean | 'snapshot' | null;
}

export const CHART_KINDS = [
  'number',
  'change',
  'line',
  'columns',
  'multiples',
  'bars',
  'diverging',
  'share',
  'grouped',
  'stacked',
  'heat',
  'dots',
  'histogram',
  'panels',
] as const;

export type ChartKind = (typeof CHART_KINDS)[number];

export const PALETTES = ['standard', 'cool', 'warm'] as const;

/** The colours of a chart's series. */
export type Palette = (typeof PALETTES)[number];

/** How somebody wants rows to be drawn: as one of the charts that they allow, or as a table. */
export interface ChartSettings {
  readonly kind?: ChartKind | 'table' | undefined;
  readonly x?: string | undefined;
  /** Columns of the values. */
  readonly y?: readonly string[] | undefined;
  readonly series?: string | null | undefined;
  readonly title?: string | undefined;
  readonly palette?: Palette | undefined;
}

/** How an answer is drawn: inert data that names columns of its result, never an expression. */
export interface Chart {
  readonly kind: ChartKind;
  /** Column along the axis of categories or time; null where there is none (`number`). */
  readonly x: string | null;
  /** Columns of the values. */
  readonly y: readonly string[];
  /** Column that parts the marks into lines, stacks or panels; for `diverging` the two times that are compared. */
  readonly series: string | null;
  /** Why this chart, as a sentence. */
  readonly reason: string;
  /** What somebody calls it: shown in quotes, above what it shows. */
  readonly title?: string;
  readonly palette?: Palette;
  /** Values of `x` whose period is not over, or not wholly in the data: drawn dashed and hollow. */
  readonly incomplete?: readonly string[];
  /** The column of `y` that holds estimates, and the ends of their range: drawn dashed, with a band. */
  readonly estimated?: Estimated;
  /** What a period without a row means: `zero` only for counts of periods that are over. Absent: a gap. */
  readonly missing?: 'zero';
  /** Rows that are drawn, from the first, where the result has more of them. */
  readonly top?: number;
  /** The chart of the answer's `breakdown`, below a `number`. */
  readonly breakdown?: Chart;
  /** Other charts of the same rows that mislead no more than this one: whoever looks may take one of them. */
  readonly alternatives?: readonly Chart[];
}

/** Columns of estimates: the expected values, and the ends of the range that holds them most of the time. */
export interface Estimated {
  readonly column: string;
  readonly low: string;
  readonly high: string;
}

/** A chart with the result that it draws. */
export interface ChartData {
  readonly chart: Chart;
  readonly columns: readonly ColumnInfo[];
  readonly rows: readonly (readonly Cell[])[];
  /** Of the answer's `breakdown`, where `chart.breakdown` draws it. */
  readonly breakdown?: Omit<ChartData, 'chart'>;
}

/** An element of a picture: SVG names and attributes, texts unescaped. */
export interface ChartNode {
  readonly tag: string;
  readonly attrs: Readonly<Record<string, string | number>>;
  readonly children: readonly (ChartNode | string)[];
}

export interface DrawOptions {
  /** Pixels, 240 to 2,000; the height follows from what is drawn. */
  readonly width: number;
  /** BCP 47 tag of numbers, dates and the few words in a picture (English and German). */
  readonly lang: string;
  /** `css`: colours are the page's variables (`var(--c1)`); else values. */
  readonly theme: 'css' | 'light' | 'dark';
  /** Whether the picture says itself what it shows, as files do: `Total revenue (USD) by month`. */
  readonly heading?: boolean;
}

/** What a mark stands for: for tests, and for what the page says when it is pointed at. */
export interface Mark {
  readonly shape: 'bar' | 'point' | 'cell' | 'number';
  readonly x: Cell;
  /** Null: a gap. */
  readonly y: number | null;
  readonly series: string | null;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Kind, extremes and period in words: the `aria-label` of the picture. */
  readonly label: string;
  readonly root: ChartNode;
  readonly marks: readonly Mark[];
  /** Ends of the axis of values; null where there is none. */
  readonly domain: readonly [number, number] | null;
}
