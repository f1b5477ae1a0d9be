import { el, group, label, markOf } from '../nodes.ts';
import type { Drawn, Sheet } from '../sheet.ts';
import { fitted, widthOf } from '../text.ts';
import type { ChartNode, Mark } from '../types.ts';
import { keyOf } from '../values.ts';
import { type CrossCell, crossOf } from './cross.ts';

const ROW = 26;
/** Names above narrow columns stand upright, and take so much at the most. */
const UPRIGHT = 96;
/** The strongest colour leaves the numbers on it readable in both themes. */
const STRONGEST = 0.5;
const WEAKEST = 0.06;

/** A table whose cells are coloured by their values: strong is large, the second colour is below zero. */
export function drawHeat(sheet: Sheet): Drawn {
  const { width, paint, words } = sheet;
  // Rows are the members of `series`, columns those of `x`.
  const cross = crossOf(sheet);
  const { keys, series } = cross;
  const most = 0.3 * width;
  const names = Math.min(most, Math.max(40, ...series.map((name) => widthOf(name))) + 14);
  const cellWidth = (width - names - 8) / Math.max(1, keys.length);
  const widest = Math.max(...keys.map(({ name }) => widthOf(name)));
  const isUpright = widest > cellWidth - 6;
  const head = isUpright ? Math.min(UPRIGHT, widest) + 12 : 24;
  const cells = series.map((_, row) => keys.map((__, at) => cross.at(at, row)));
  const text = cross.text(0);
  const all = cells.flat().filter(({ value }) => value !== null);
  const full = ({ cell }: CrossCell) => text.full(cell);
  const short = ({ value }: CrossCell) => text.short(value ?? 0);
  // In full, then smaller, then shorter; else the numbers are left to the table.
  const written = (
    [
      [full, 12],
      [full, 10],
      [short, 10],
    ] as const
  ).find(([of, size]) => all.every((one) => widthOf(of(one), size) <= cellWidth - 5));
  const largest = Math.max(...cells.flat().map(({ value }) => Math.abs(value ?? 0))) || 1;
  const heads = keys.map(({ name }, at): ChartNode => {
    const x = names + (at + 0.5) * cellWidth;
    const fill = paint('text-2');
    if (!isUpright)
      return label(x, head - 8, fitted(name, cellWidth - 4), { anchor: 'middle', fill });
    const transform = `rotate(-90 ${Math.round(x + 4)} ${head - 6})`;
    return label(Math.round(x + 4), head - 6, fitted(name, UPRIGHT), { fill, transform });
  });
  const rows = series.map((name, row): ChartNode => {
    const top = head + row * ROW;
    return group([
      label(names - 10, top + 17, fitted(name, names - 10), { anchor: 'end', fill: paint('text') }),
      ...keys.flatMap((key, at) => {
        const one = cells[row]?.[at];
        if (!one || one.value === null) return [];
        const strength = WEAKEST + (STRONGEST - WEAKEST) * (Math.abs(one.value) / largest);
        const x = names + at * cellWidth;
        return [
          markOf(`${name}, ${key.name}: ${text.full(one.cell) || words.empty}`, one.row, [
            el('rect', {
              ...{
                x: x + 1,
                y: top + 1,
                width: Math.max(1, cellWidth - 2),
                height: ROW - 2,
                rx: 3,
              },
              fill: paint(one.value < 0 ? 'c2' : 'c1'),
              'fill-opacity': Math.round(strength * 1000) / 1000,
            }),
            ...(written
              ? [
                  label(x + cellWidth / 2, top + 17, written[0](one), {
                    ...{ anchor: 'middle', fill: paint('text'), size: written[1] },
                  }),
                ]
              : []),
          ]),
        ];
      }),
    ]);
  });
  const marks = series.flatMap((name, row) =>
    keys.flatMap(({ key }, at): Mark[] => {
      const value = cells[row]?.[at]?.value ?? null;
      return value === null ? [] : [{ shape: 'cell', x: keyOf(key), y: value, series: name }];
    }),
  );
  return {
    height: head + series.length * ROW + 6,
    nodes: [...heads, ...rows],
    marks,
    domain: null,
    notes: written ? [] : [words.numbersInTable],
  };
}
