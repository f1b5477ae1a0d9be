export { drawChart, LEAST_WIDTH, MOST_WIDTH } from './draw.ts';
export { nameText, numberText, timeText, titleText } from './format.ts';
export { toElements, toSvg } from './svg.ts';
export type {
  Cell,
  Chart,
  ChartData,
  ChartKind,
  ChartNode,
  ColumnInfo,
  DrawOptions,
  Grain,
  Mark,
  Picture,
} from './types.ts';
export { CHART_KINDS } from './types.ts';
export { wordsOf } from './words.ts';
