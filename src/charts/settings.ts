import type { Chart, ChartSettings } from './types.ts';

/** Characters of a title that somebody gives a chart. */
export const LONGEST_TITLE = 120;

const groupsOf = ({ kind, breakdown }: Chart) => (kind === 'number' ? breakdown : undefined);

/** The charts that rows can be drawn as, the one that fits best first. A number's groups are what can be drawn. */
export function chartsOf(best: Chart): readonly Chart[] {
  const { alternatives = [], ...own } = groupsOf(best) ?? best;
  return [own, ...alternatives];
}

/** Those of the charts that settings allow. */
export const fitting = (
  charts: readonly Chart[],
  { kind, x, y, series }: ChartSettings,
): readonly Chart[] =>
  charts.filter(
    (one) =>
      (kind === undefined || one.kind === kind) &&
      (x === undefined || one.x === x) &&
      (series === undefined || one.series === series) &&
      (y === undefined || (y.length === one.y.length && y.every((name) => one.y.includes(name)))),
  );

/** The chart as somebody set it, as far as its rows still allow that; null: a table. */
export function chartAsSet(best: Chart | null, settings: ChartSettings | null): Chart | null {
  if (!best || !settings) return best;
  if (settings.kind === 'table') return null;
  const charts = chartsOf(best);
  const { title, palette } = settings;
  const chosen = fitting(charts, settings)[0] ?? charts[0] ?? best;
  const made = { ...chosen, ...(title && { title }), ...(palette && { palette }) };
  return groupsOf(best) ? { ...best, breakdown: made } : made;
}

/** Why rows can't be drawn as somebody wants it, as a sentence; null: they can. */
export function settingsProblem(
  best: Chart | null,
  columns: readonly string[],
  settings: ChartSettings,
): string | null {
  if (settings.kind === 'table' || (best && settings.kind === best.kind && groupsOf(best)))
    return null;
  if (!best) return 'These rows can\'t be charted. Send null, or use the kind "table".';
  const { x, y = [], series } = settings;
  const unknown = [x, ...y, series].find((one) => one != null && !columns.includes(one));
  const charts = chartsOf(best);
  if (unknown != null && charts.every((one) => ![one.x, one.series, ...one.y].includes(unknown)))
    return `There's no column ${unknown}. Available columns: ${columns.join(', ')}.`;
  if (fitting(charts, settings).length > 0) return null;
  const kinds = [...new Set(charts.map(({ kind }) => kind))];
  return `These rows can't be drawn that way. Charts that fit: ${kinds.join(', ')}.`;
}
