import { valueWidth } from './text.ts';

/** A text of a value beside its mark. */
export interface Wanted {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Where it stands best; the others are tried after it. */
  readonly side: Side;
}

type Side = 'above' | 'below' | 'after' | 'before';

export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
}

interface Rect {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const HEIGHT = 12;
const OTHERS: Readonly<Record<Side, readonly Side[]>> = {
  above: ['above', 'after', 'before', 'below'],
  below: ['below', 'after', 'before', 'above'],
  after: ['after', 'above', 'below', 'before'],
  before: ['before', 'above', 'below', 'after'],
};

/**
 * Texts that touch neither each other nor the picture's edge, the first wanted before the others; one that has no place
 * is left out (its value is in the table).
 */
export function placeLabels(wanted: readonly Wanted[], within: Rect): readonly Placed[] {
  const taken: Rect[] = [];
  return wanted.flatMap((one) => {
    for (const side of OTHERS[one.side]) {
      const { placed, rect } = placedAt(one, side, within);
      if (rect.top < within.top || rect.bottom > within.bottom) continue;
      if (rect.left < within.left || rect.right > within.right) continue;
      if (taken.some((other) => touch(rect, other))) continue;
      taken.push(rect);
      return [placed];
    }
    return [];
  });
}

function placedAt({ x, y, text }: Wanted, side: Side, within: Rect) {
  const width = valueWidth(text);
  if (side === 'after' || side === 'before') {
    const left = side === 'after' ? x + 9 : x - 9 - width;
    return {
      placed: {
        ...{ x: side === 'after' ? left : x - 9, y: y + 4, text },
        anchor: side === 'after' ? ('start' as const) : ('end' as const),
      },
      rect: { left, right: left + width, top: y - HEIGHT / 2, bottom: y + HEIGHT / 2 },
    };
  }
  // Shifted inwards at the edges of the picture.
  const middle = Math.min(Math.max(x, within.left + width / 2), within.right - width / 2);
  const base = side === 'above' ? y - 10 : y + 20;
  return {
    placed: { x: middle, y: base, text, anchor: 'middle' as const },
    rect: {
      ...{ left: middle - width / 2, right: middle + width / 2 },
      ...{ top: base - HEIGHT + 1, bottom: base + 3 },
    },
  };
}

const touch = (a: Rect, b: Rect) =>
  a.left < b.right + 4 && b.left < a.right + 4 && a.top < b.bottom + 2 && b.top < a.bottom + 2;

/** Heights of texts in one column, each as near to where it belongs as the others allow. */
export function spread(
  wanted: readonly number[],
  gap: number,
  [top, bottom]: readonly [number, number],
): readonly number[] {
  const order = wanted.map((y, at) => ({ y, at })).sort((a, b) => a.y - b.y || a.at - b.at);
  const room = Math.max(0, bottom - top);
  const step = Math.min(gap, order.length > 1 ? room / (order.length - 1) : gap);
  const placed: number[] = [];
  order.forEach(({ y }, index) => {
    const least = index === 0 ? top : (placed[index - 1] ?? top) + step;
    placed.push(Math.max(y, least));
  });
  for (let index = placed.length - 1; index >= 0; index--) {
    const most = index === placed.length - 1 ? bottom : (placed[index + 1] ?? bottom) - step;
    placed[index] = Math.min(placed[index] ?? most, most);
  }
  const result: number[] = [];
  order.forEach(({ at }, index) => {
    result[at] = placed[index] ?? top;
  });
  return result;
}
