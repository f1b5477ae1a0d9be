import { LONGEST_TITLE } from '#src/charts/settings.ts';
import { CHART_KINDS, type ChartSettings, PALETTES } from '#src/charts/types.ts';
import { ofTab, readStored, writeStored } from './stored.ts';

const NAMES = ['kind', 'x', 'y', 'series', 'title', 'palette'] as const;

/** How an address says that a chart is drawn; null where it says nothing. What it names may not fit the rows. */
export function settingsIn(search: string): ChartSettings | null {
  const found = new URLSearchParams(search);
  const kind = CHART_KINDS.find((one) => one === found.get('kind'));
  const palette = PALETTES.find((one) => one === found.get('palette'));
  const [x, series] = [found.get('x'), found.get('series')];
  const title = found.get('title')?.trim().slice(0, LONGEST_TITLE);
  const y = found.getAll('y');
  const settings: ChartSettings = {
    ...(kind && { kind }),
    ...(x && { x }),
    ...(y.length > 0 && { y }),
    ...(series !== null && { series: series === '' ? null : series }),
    ...(title && { title }),
    ...(palette && { palette }),
  };
  return Object.keys(settings).length > 0 ? settings : null;
}

/** Writes the settings of a chart into an address, in the place of those before. */
export function putSettings(search: URLSearchParams, settings: ChartSettings | null): void {
  for (const name of NAMES) {
    search.delete(name);
    const value = settings?.[name];
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value ?? '']) search.append(name, one);
  }
}

const keptAs = (traceId: string): string => `chart ${traceId}`;

/** How the chart of an answer was drawn in this tab: an address has room for the newest answer alone. */
export const keptSettings = (traceId: string): ChartSettings | null =>
  settingsIn(readStored(ofTab, keptAs(traceId)) ?? '');

export function keepSettings(traceId: string, settings: ChartSettings | null): void {
  const search = new URLSearchParams();
  putSettings(search, settings);
  writeStored(ofTab, keptAs(traceId), settings && search.toString());
}
