import { timeText } from './format.ts';
import { columnNamed, type Drawn, namesOf, type Sheet, valuesNamed } from './sheet.ts';
import { oneLine } from './text.ts';
import { timeOf } from './values.ts';

const MOST_NAME = 60;

/** Kind, extremes and period of a picture in one sentence, for those who do not see it. */
export function describe(sheet: Sheet, { notes }: Drawn): string {
  const { data, words, lang } = sheet;
  const { chart } = data;
  const kind = words.kinds[chart.kind];
  const values = valuesNamed(sheet, chart.y[0] ?? null);
  const titles = chart.y.map((name) => columnNamed(data, name).title).join(', ');
  if (chart.x === null) {
    const said = chart.y.map((name) => {
      const one = valuesNamed(sheet, name);
      return `${one.title} ${one.text.full(one.cells[0] ?? null) || words.empty}`;
    });
    return `${kind}: ${said.join(', ')}.`;
  }
  const keys = columnNamed(data, chart.x);
  const name = namesOf(sheet, keys);
  const shown = values.numbers.flatMap((value, row) => (value === null ? [] : [{ value, row }]));
  const parts = [`${kind}: ${words.by(titles, keys.title)}`];
  if (keys.info.kind === 'time') {
    const times = keys.cells.flatMap((cell) => timeOf(cell) ?? []).sort((a, b) => a - b);
    const [first] = times;
    const last = times.at(-1);
    if (first !== undefined && last !== undefined) {
      const text = (at: number) => timeText(at, keys.info.grain, lang);
      parts.push(words.span(text(first), text(last)));
    }
  }
  if (shown.length > 1 && chart.kind !== 'histogram' && chart.kind !== 'dots') {
    const highest = shown.reduce((most, one) => (one.value > most.value ? one : most));
    const lowest = shown.reduce((least, one) => (one.value < least.value ? one : least));
    const said = ({ row }: { row: number }) =>
      [values.text.full(values.cells[row] ?? null), short(name(keys.cells[row] ?? null))] as const;
    parts.push(words.highest(...said(highest)), words.lowest(...said(lowest)));
  }
  parts.push(words.rows(new Intl.NumberFormat(lang).format(data.rows.length)));
  return [`${parts.join('; ')}.`, ...notes].join(' ');
}

const short = (text: string): string => {
  const line = oneLine(text);
  return line.length > MOST_NAME ? `${line.slice(0, MOST_NAME).toWellFormed()}…` : line;
};
