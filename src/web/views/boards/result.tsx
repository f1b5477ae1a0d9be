import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { aloneText } from '#src/charts/alone.ts';
import { columnFormats } from '#src/charts/columns.ts';
import { chartAsSet } from '#src/charts/settings.ts';
import type { SavedQuestion, SavedResult } from '../../api/saved.ts';
import { Button } from '../../components/button.tsx';
import { ChartFigure } from '../../components/chart.tsx';
import { Table } from '../../components/table/table.tsx';
import { Verdict } from '../../components/verdict.tsx';
import { countText } from '../../format/times.ts';
import { locale } from '../../i18n/index.ts';
import { boardTexts } from '../../i18n/pins.ts';
import { decimalComma } from '../../state/prefs.ts';

interface ResultProps {
  readonly saved: SavedQuestion;
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
}

/** What came of a pinned question on the data of today, or why there is nothing: never an old number. */
export function Result({ saved, isRefreshing, onRefresh }: ResultProps) {
  const text = boardTexts();
  if (saved.stale !== null)
    return (
      <div class="tile-told">
        <Verdict look="warning" text={text.staleTitle} />
        <p lang="en">{withCode(saved.stale.replace(/^Schema changed: /, ''))}</p>
        <p class="meta">{text.staleNote}</p>
        <a class="btn" href={`/?q=${encodeURIComponent(saved.question)}`}>
          {text.askAgain}
        </a>
      </div>
    );
  if (saved.failure !== null)
    return (
      <div class="tile-told">
        <Verdict look="error" text={text.failed} />
        <p lang="en">{saved.failure}</p>
        <Button icon="again" disabled={isRefreshing} onClick={onRefresh}>
          {text.refresh}
        </Button>
      </div>
    );
  if (!saved.result)
    return (
      <div class="tile-told">
        <p>{isRefreshing ? text.refreshing : text.due}</p>
        <Button icon="again" disabled={isRefreshing} onClick={onRefresh}>
          {text.refresh}
        </Button>
      </div>
    );
  return <Rows saved={saved} result={saved.result} />;
}

/** A sentence of the service, its `names` set as code. */
const withCode = (text: string) =>
  text.split('`').map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece));

const MOST_ROWS = 8;

function Rows({ saved, result }: { readonly saved: SavedQuestion; readonly result: SavedResult }) {
  const text = boardTexts();
  const lang = locale();
  const isUndrawable = useSignal(false);
  const { columns, rows, columns_info, total_rows, total_rows_exact } = result;
  const formats = useMemo(
    () => columnFormats(columns, columns_info ?? null, rows, lang),
    [result, lang],
  );
  const data = useMemo(() => {
    const chart = chartAsSet(result.chart ?? null, saved.chart);
    return chart && { chart, columns: formats.map(({ info }) => info), rows };
  }, [result, saved.chart, formats]);
  if (rows.length === 0) return <p class="tile-told">{text.noRows}</p>;
  const [only] = rows;
  if (rows.length === 1 && columns.length === 1 && formats[0]?.isNumber)
    return <p class="big">{aloneText(only?.[0] ?? null, formats[0].info, lang)}</p>;
  if (data && !isUndrawable.value)
    return (
      <ChartFigure
        data={data}
        onFailure={() => {
          isUndrawable.value = true;
        }}
      />
    );
  const shown = rows.slice(0, MOST_ROWS);
  const all = countText(total_rows, lang);
  return (
    <>
      <Table
        label={saved.name}
        formats={formats}
        rows={shown}
        count={shown.length}
        comma={decimalComma.value}
        isWhole
      />
      {total_rows > shown.length && (
        <p class="meta">
          {text.rows(countText(shown.length, lang), total_rows_exact ? all : text.atLeast(all))}
        </p>
      )}
    </>
  );
}
