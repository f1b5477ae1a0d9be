import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { aloneText } from '#src/charts/alone.ts';
import { columnFormats } from '#src/charts/columns.ts';
import type { Cell, Chart, ColumnInfo } from '#src/charts/types.ts';
import { ChartFigure } from '../../components/chart.tsx';
import { Table } from '../../components/table/table.tsx';
import { countText } from '../../format/times.ts';
import { locale } from '../../i18n/index.ts';
import { shareTexts } from '../../i18n/share.ts';
import { decimalComma } from '../../state/prefs.ts';

interface DrawnProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly totalRows: number;
  readonly columnsInfo: readonly ColumnInfo[] | null;
  readonly chart: Chart | null;
}

/** Rows that are shared: one number, or their chart with the table below. */
export function DrawnRows({ label, columns, rows, totalRows, columnsInfo, chart }: DrawnProps) {
  const text = shareTexts();
  const lang = locale();
  const isUndrawable = useSignal(false);
  const formats = useMemo(
    () => columnFormats(columns, columnsInfo, rows, lang),
    [columns, rows, lang],
  );
  const data = useMemo(
    () => chart && { chart, columns: formats.map(({ info }) => info), rows },
    [chart, formats],
  );
  if (rows.length === 0) return <p class="meta">{text.noRows}</p>;
  if (rows.length === 1 && columns.length === 1 && formats[0]?.isNumber)
    return <p class="big">{aloneText(rows[0]?.[0] ?? null, formats[0].info, lang)}</p>;
  return (
    <>
      {data && !isUndrawable.value && (
        <ChartFigure
          data={data}
          onFailure={() => {
            isUndrawable.value = true;
          }}
        />
      )}
      <Table
        label={label}
        formats={formats}
        rows={rows}
        count={rows.length}
        comma={decimalComma.value}
        isWhole
      />
      {totalRows > rows.length && (
        <p class="meta">{text.rows(countText(rows.length, lang), countText(totalRows, lang))}</p>
      )}
    </>
  );
}
