import { describe } from './describe.ts';
import { drawBars } from './kinds/bars.ts';
import { drawChange } from './kinds/change.ts';
import { drawColumns } from './kinds/columns.ts';
import { drawDiverging } from './kinds/diverging.ts';
import { drawDots } from './kinds/dots.ts';
import { drawGrouped } from './kinds/grouped.ts';
import { drawHeat } from './kinds/heat.ts';
import { drawHistogram } from './kinds/histogram.ts';
import { drawLine } from './kinds/line.ts';
import { drawMultiples } from './kinds/multiples.ts';
import { drawNumber } from './kinds/number.ts';
import { drawPanels } from './kinds/panels.ts';
import { drawShare } from './kinds/share.ts';
import { drawStacked } from './kinds/stacked.ts';
import { el, group, label } from './nodes.ts';
import { columnNamed, type Drawn, measureTitle, type Sheet, sheetOf } from './sheet.ts';
import { fitted, wrapped } from './text.ts';
import type { ChartData, ChartKind, DrawOptions, Picture } from './types.ts';

/** The kinds, each drawn by the file of its name. */
const KINDS: Readonly<Record<ChartKind, (sheet: Sheet) => Drawn>> = {
  bars: drawBars,
  change: drawChange,
  columns: drawColumns,
  diverging: drawDiverging,
  dots: drawDots,
  grouped: drawGrouped,
  heat: drawHeat,
  histogram: drawHistogram,
  line: drawLine,
  multiples: drawMultiples,
  number: drawNumber,
  panels: drawPanels,
  share: drawShare,
  stacked: drawStacked,
};

export const LEAST_WIDTH = 240;
export const MOST_WIDTH = 2_000;
const FONT = 'Inter, system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif';
const NOTE_LINE = 18;
const HEADING = 28;
const TITLE_LINE = 20;

/**
 * Draws an answer's chart: a tree of SVG elements that knows no document. The same data and options give the same
 * picture everywhere. Fails with a `TypeError` where the chart names a column that the result does not have.
 */
export function drawChart(data: ChartData, options: DrawOptions): Picture {
  const width = Math.round(Math.min(Math.max(options.width, LEAST_WIDTH), MOST_WIDTH));
  const sheet = sheetOf(data, { ...options, width });
  const drawn = KINDS[data.chart.kind](sheet);
  const { paint } = sheet;
  const title = titleOf(sheet);
  // What somebody calls a chart never stands without what it shows.
  const head = options.heading || title.length > 0 ? headingOf(sheet) : null;
  const titleRoom = title.length * TITLE_LINE;
  const top = titleRoom + (head === null ? 0 : HEADING);
  const lines = drawn.notes.flatMap((note) => wrapped(note, width - 16));
  const notes = lines.map((line, at) =>
    label(8, drawn.height + 14 + at * NOTE_LINE, line, { fill: paint('text-3') }),
  );
  const below = belowOf(data, options, width);
  const offset = top + drawn.height + lines.length * NOTE_LINE + (lines.length > 0 ? 4 : 0);
  const height = Math.ceil(offset + (below ? below.height + 8 : 0));
  const text = [...title, describe(sheet, drawn)].join(' ');
  const root = el(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label': text,
      direction: 'ltr',
      'font-family': FONT,
      'font-size': 12,
    },
    [
      ...(options.theme === 'css' ? [] : [el('rect', { width, height, fill: paint('surface') })]),
      ...title.map((line, at) =>
        label(8, 17 + at * TITLE_LINE, line, { fill: paint('text'), weight: 640 }),
      ),
      ...(head === null
        ? []
        : [
            label(8, titleRoom + 17, fitted(head, width - 16), {
              ...{ fill: paint('text-2'), weight: 550 },
            }),
          ]),
      ...(top === 0
        ? [...drawn.nodes, ...notes]
        : [group([...drawn.nodes, ...notes], { transform: `translate(0 ${top})` })]),
      ...(below
        ? [group(below.root.children, { transform: `translate(0 ${Math.round(offset + 8)})` })]
        : []),
    ],
  );
  const marks = drawn.marks;
  return { width, height, label: text, root, marks, domain: drawn.domain };
}

/** Kinds that name their measures themselves. */
const NAMED: ReadonlySet<ChartKind> = new Set(['number', 'change', 'dots', 'histogram', 'panels']);

const titleOf = ({ data, words, width }: Sheet): readonly string[] =>
  data.chart.title === undefined ? [] : wrapped(words.quoted(data.chart.title), width - 16);

function headingOf(sheet: Sheet): string | null {
  const { chart } = sheet.data;
  if (NAMED.has(chart.kind)) return null;
  const measures = chart.y.map((name) => measureTitle(columnNamed(sheet.data, name))).join(', ');
  return sheet.words.by(measures, columnNamed(sheet.data, chart.x).title);
}

/** The bars of a breakdown, which stand below its number. */
function belowOf(
  { chart, breakdown }: ChartData,
  options: DrawOptions,
  width: number,
): Picture | null {
  if (!chart.breakdown || !breakdown) return null;
  return drawChart({ chart: chart.breakdown, ...breakdown }, { ...options, width });
}
