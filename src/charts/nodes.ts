import type { ChartNode } from './types.ts';

export type Attrs = Readonly<Record<string, string | number | null | undefined>>;

const rounded = (value: number) => Math.round(value * 100) / 100;

/** An element; attributes that are null or undefined are left out, numbers have two decimals at the most. */
export function el(
  tag: string,
  attrs: Attrs,
  children: readonly (ChartNode | string)[] = [],
): ChartNode {
  const kept: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(attrs))
    if (value !== null && value !== undefined)
      kept[name] = typeof value === 'number' ? rounded(value) : value;
  return { tag, attrs: kept, children };
}

export interface LabelOptions {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly fill: string;
  /** Weight of values; names have that of the page. */
  readonly weight?: number;
  readonly size?: number;
  readonly transform?: string;
}

export const label = (
  x: number,
  y: number,
  text: string,
  { anchor, fill, weight, size, transform }: LabelOptions,
): ChartNode =>
  el(
    'text',
    { x, y, 'text-anchor': anchor, fill, 'font-weight': weight, 'font-size': size, transform },
    [text],
  );

export const group = (children: readonly (ChartNode | string)[], attrs: Attrs = {}): ChartNode =>
  el('g', attrs, children);

/** What browsers show when a mark is pointed at. */
export const hint = (text: string): ChartNode => el('title', {}, [text]);

/** A mark of the picture: what is said of it when it is pointed at, and the row of the result that it stands for. */
export const markOf = (
  text: string,
  row: number | null,
  children: readonly (ChartNode | string)[],
): ChartNode =>
  group([hint(text), ...children], row === null || row < 0 ? {} : { 'data-row': row });

export const rule = (
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  stroke: string,
  attrs: Attrs = {},
): ChartNode => el('line', { x1, y1, x2, y2, stroke, ...attrs });
