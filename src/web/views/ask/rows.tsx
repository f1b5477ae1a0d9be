import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import type { Cell } from '#src/charts/types.ts';
import { Button } from '../../components/button.tsx';
import { filterValue, meets, type TableFilter } from '../../components/table/filter.ts';
import { type Sorting, sortedPlaces } from '../../components/table/sort.ts';
import { MOST_ROWS, Table } from '../../components/table/table.tsx';
import { asTsv } from '../../format/copy.ts';
import { columnTexts } from '../../i18n/columns.ts';
import { locale, words } from '../../i18n/index.ts';
import { decimalComma } from '../../state/prefs.ts';
import type { ResultRows } from '../../state/rows.ts';
import { openView, type ServedView } from '../../state/served-view.ts';
import { lineageOf, type Turn } from '../../state/thread.ts';
import type { AnswerView, Shown } from './answer-view.ts';

const ColumnDialog = lazy(() => import('./column-dialog.tsx').then((made) => made.ColumnDialog));

interface RowsProps {
  readonly turn: Turn;
  readonly about: AnswerView;
  readonly rows: ResultRows | null;
  /** Below the chart: whole, and in the answer's order. */
  readonly isBelow: boolean;
  readonly shown: Shown;
  readonly onShow: (change: Partial<Shown>) => void;
  readonly onAsk: (question: string) => void;
  /** Shows what is behind a row; absent where nothing is offered. */
  readonly onDrill?: (row: readonly Cell[]) => void;
}

type Row = readonly Cell[] | undefined;

const NO_FILTERS: readonly TableFilter[] = [];

/** The rows of an answer, sorted and filtered here where all of them are here, and by the service where not. */
export function Rows(props: RowsProps) {
  const { turn, about, rows: all, isBelow, shown, onShow, onAsk, onDrill } = props;
  const text = words().table;
  const lang = locale();
  const { result } = turn.answer;
  const sorting = isBelow ? null : shown.sorting;
  const filters = useSignal(NO_FILTERS);
  const hidden = useSignal<readonly number[]>([]);
  const pinned = useSignal<readonly number[]>([0]);
  const opened = useSignal<number | null>(null);
  const isWhole = all?.isWhole() ?? true;
  const served = useServed(turn, isWhole || isBelow, sorting, filters.value);
  const rows = served.view?.rows ?? all;
  const here: readonly Row[] = rows?.rows.value ?? [];
  const shownHere = useMemo(
    () => (isWhole ? arranged(here, sorting, filters.value, lang) : here),
    [here, isWhole, sorting, filters.value, lang],
  );
  const columns = about.formats.map((_, at) => at).filter((at) => !hidden.value.includes(at));
  const formats = useMemo(
    () => columns.map((at) => about.formats[at]).filter((one) => one !== undefined),
    [about.formats, hidden.value],
  );
  const cells = useMemo(
    () =>
      hidden.value.length === 0
        ? shownHere
        : shownHere.map((row) => row && columns.map((at) => row[at] ?? null)),
    [shownHere, hidden.value],
  );
  if (!result || !rows) return null;
  const number = new Intl.NumberFormat(lang);
  const total = Math.max(result.total_rows ?? 0, all?.rows.value.length ?? 0);
  const count = isWhole ? shownHere.length : (served.view?.total ?? total);
  const placeOf = (at: number) => columns[at] ?? 0;
  const column = opened.value;
  const heading = column === null ? null : about.formats[column];
  const named = columnTexts();
  return (
    <>
      {!isBelow && (filters.value.length > 0 || hidden.value.length > 0) && (
        <div class="row part-of">
          {filters.value.map((one) => {
            const label = [about.formats[one.column]?.heading, named.kinds[one.is], one.value]
              .filter(Boolean)
              .join(' ');
            return (
              <Button
                key={label}
                icon="close"
                aria-label={named.without(label)}
                onClick={() => {
                  filters.value = filters.value.filter((other) => other !== one);
                }}
              >
                {label}
              </Button>
            );
          })}
          {hidden.value.length > 0 && (
            <Button
              onClick={() => {
                hidden.value = [];
              }}
            >
              {named.hidden(hidden.value.length)}
            </Button>
          )}
          {filters.value.length > 0 && (
            <span class="meta num" role="status">
              {served.isBusy
                ? named.working
                : named.left(number.format(count), number.format(total))}
            </span>
          )}
        </div>
      )}
      <Table
        label={text.label(lineageOf(turn.answer)?.text ?? turn.question)}
        formats={formats}
        rows={cells}
        count={count}
        sorting={sorting && { ...sorting, column: columns.indexOf(sorting.column) }}
        {...(isBelow
          ? {}
          : {
              onSort: (next: Sorting | null) =>
                onShow({ sorting: next && { ...next, column: placeOf(next.column) } }),
              onMenu: (at: number) => {
                opened.value = placeOf(at);
              },
              pinned: pinned.value.map((at) => columns.indexOf(at)),
            })}
        onNeed={rows.need}
        {...(onDrill && {
          onRow: (place: number) => {
            const row = shownHere[place];
            if (row) onDrill(row);
          },
        })}
        comma={decimalComma.value}
        isWhole={isBelow || total <= 8}
      />
      <ErrorBoundary>
        {column !== null && heading && (
          <ColumnDialog
            heading={heading.heading}
            isNumber={heading.isNumber}
            column={column}
            sorting={sorting}
            isPinned={pinned.value.includes(column)}
            canHide={columns.length > 1}
            onSort={(next) => onShow({ sorting: next })}
            onFilter={(filter) => {
              filters.value = [...filters.value, filter];
            }}
            onHide={() => {
              hidden.value = [...hidden.value, column];
            }}
            onPin={() => {
              const { value } = pinned;
              pinned.value = value.includes(column)
                ? value.filter((at) => at !== column)
                : [...value, column];
            }}
            onCopy={() => {
              const values = shownHere.flatMap((row) => (row ? [[row[column] ?? null]] : []));
              navigator.clipboard.writeText(
                asTsv([heading.info.name], values, { comma: decimalComma.value }),
              );
            }}
            onClose={() => {
              opened.value = null;
            }}
          />
        )}
      </ErrorBoundary>
      {served.failure !== null && (
        <p class="meta note" role="status">
          <span lang="en">{served.failure}</span>{' '}
          <Button onClick={() => onAsk(turn.question)}>{words().thread.again}</Button>
        </p>
      )}
      {rows.failure.value && (
        <p class="meta note" role="status">
          {rows.failure.value === 'expired' ? text.expired : text.failed}{' '}
          {rows.failure.value === 'expired' ? (
            <Button onClick={() => onAsk(turn.question)}>{words().thread.again}</Button>
          ) : (
            <Button onClick={rows.retry}>{text.more}</Button>
          )}
        </p>
      )}
      {total > MOST_ROWS && <p class="meta note">{words().answer.tooMany(number.format(total))}</p>}
      {(result.cut_cells?.length ?? 0) > 0 && <p class="meta note">{words().answer.cutCells}</p>}
    </>
  );
}

/** Rows that are all here, as they are to be seen. */
function arranged(
  rows: readonly Row[],
  sorting: Sorting | null,
  filters: readonly TableFilter[],
  lang: string,
): readonly Row[] {
  const kept = filters.length === 0 ? rows : rows.filter((row) => row && meets(row, filters));
  if (!sorting) return kept;
  return sortedPlaces(kept as readonly (readonly Cell[])[], sorting, lang).map((at) => kept[at]);
}

interface Served {
  readonly view: ServedView | null;
  readonly isBusy: boolean;
  readonly failure: string | null;
}

/** Has the service sort and filter the rows of an answer of which only some are here. */
function useServed(
  { answer: { result } }: Turn,
  isHere: boolean,
  sorting: Sorting | null,
  filters: readonly TableFilter[],
): Served {
  const found = useSignal<Served>({ view: null, isBusy: false, failure: null });
  const names = result?.columns ?? [];
  const token = result?.result_token ?? null;
  const isWanted = !isHere && token !== null && (sorting !== null || filters.length > 0);
  useEffect(() => {
    if (!isWanted) {
      found.value = { view: null, isBusy: false, failure: null };
      return undefined;
    }
    const ending = new AbortController();
    let view: ServedView | null = null;
    found.value = { ...found.peek(), isBusy: true, failure: null };
    const body = {
      sort: sorting
        ? [{ column: names[sorting.column] ?? '', descending: sorting.direction === 'down' }]
        : [],
      filters: filters.map(({ column, is, value }) =>
        is === 'empty' || is === 'not_empty'
          ? { column: names[column] ?? '', is }
          : { column: names[column] ?? '', is, value: filterValue(value ?? '') },
      ),
    };
    openView(token, body, ending.signal).then(
      (made) => {
        if (ending.signal.aborted) return made.rows.close();
        view = made;
        found.value = { view, isBusy: false, failure: null };
      },
      (error: unknown) => {
        if (ending.signal.aborted) return;
        const failure = error instanceof Error ? error.message : String(error);
        found.value = { view: null, isBusy: false, failure };
      },
    );
    return () => {
      ending.abort();
      view?.rows.close();
    };
  }, [isWanted, token, sorting?.column, sorting?.direction, filters]);
  return found.value;
}
