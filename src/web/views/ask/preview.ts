import { columnFormats } from '#src/charts/columns.ts';
import type { Starter } from '../../api/identity.ts';
import { words } from '../../i18n/index.ts';
import type { Drawn } from '../../state/thread.ts';

/** What a starter shows of its answer. */
export type Preview =
  | { readonly kind: 'number'; readonly text: string; readonly note: string }
  | {
      readonly kind: 'line' | 'columns' | 'bars';
      /** One list of values a line. */
      readonly series: readonly (readonly number[])[];
      readonly note: string;
    };

const MOST_BARS = 8;
const AS_COLUMNS = ['columns', 'histogram'];

/** The true values of an answer, small; null where it has none that can be drawn so. */
export function previewOf(
  answer: (NonNullable<Starter['answer']> & Drawn) | null,
  lang: string,
): Preview | null {
  if (!answer?.data?.rows || !answer.chart) return null;
  const { chart, data, columns_info } = answer;
  const { columns, rows } = data;
  const formats = columnFormats(columns, columns_info ?? null, rows, lang);
  const x = columns.indexOf(chart.x ?? '');
  const y = columns.indexOf(chart.y[0] ?? '');
  if (chart.kind === 'number') {
    const lineage = answer.lineage;
    const note = lineage?.measures[0] ?? '';
    return { kind: 'number', text: formats[y]?.text(rows[0]?.[y] ?? null) ?? '', note };
  }
  if (y < 0) return null;
  const by = columns.indexOf(chart.series ?? '');
  const lines = new Map<string, number[]>();
  for (const row of rows) {
    const name = by < 0 ? '' : String(row[by]);
    lines.set(name, [...(lines.get(name) ?? []), Number(row[y] ?? 0)]);
  }
  const kind =
    chart.kind === 'line' ? 'line' : AS_COLUMNS.includes(chart.kind) ? 'columns' : 'bars';
  const series = [...lines.values()];
  const number = new Intl.NumberFormat(lang);
  return {
    kind,
    series: kind === 'line' ? series : [(series[0] ?? []).slice(0, MOST_BARS)],
    note:
      formats[x]?.info.grain === 'month'
        ? words().start.notes.months(rows.length)
        : words().start.notes.rows(number.format(rows.length)),
  };
}
