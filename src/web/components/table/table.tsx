import { useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { ColumnFormat } from '#src/charts/columns.ts';
import type { Cell } from '#src/charts/types.ts';
import { asTsv } from '../../format/copy.ts';
import { columnTexts } from '../../i18n/columns.ts';
import { words } from '../../i18n/index.ts';
import { Icon } from '../icon.tsx';
import { nextSorting, type Sorting } from './sort.ts';
import { widthsOf } from './widths.ts';
import { isApart, ROW_HEIGHT, type TableWindow, windowAt } from './window.ts';

type Row = readonly Cell[];

export interface TableProps {
  /** Names the region: what the rows are. */
  readonly label: string;
  readonly formats: readonly ColumnFormat[];
  /** In the order in which they are shown; holes are rows that are not here yet. */
  readonly rows: readonly (Row | undefined)[];
  /** Rows of the whole result. */
  readonly count: number;
  readonly sorting?: Sorting | null;
  /** Opens what can be done with a column; absent where only freezing it can. */
  readonly onMenu?: (column: number) => void;
  /** Columns that stay in view, where whoever draws the table decides it. */
  readonly pinned?: readonly number[];
  /** Absent where the order cannot be changed here. */
  readonly onSort?: (sorting: Sorting | null) => void;
  /** Called when rows up to this one are about to be seen. */
  readonly onNeed?: (row: number) => void;
  /** A row was clicked, by its place among those shown. */
  readonly onRow?: (place: number) => void;
  /** Decimal comma of what is copied. */
  readonly comma?: boolean;
  /** As high as its rows, without a scroll of its own. */
  readonly isWhole?: boolean;
}

/** Beyond so many rows a table is no way to read: the whole result is a download. */
export const MOST_ROWS = 400_000;
const FIRST_HEIGHT = 400;

/**
 * A native table of which only the rows in view are drawn, between two spacers. Rows are taken over in place while it
 * scrolls, and their texts are kept.
 */
export function Table(props: TableProps) {
  const { formats, rows, count, label, isWhole = false, onNeed } = props;
  const scroller = useRef<HTMLElement>(null);
  const shown = useSignal<TableWindow>(
    windowAt(0, isWhole ? count * ROW_HEIGHT : FIRST_HEIGHT, count),
  );
  const frozen = useSignal<ReadonlySet<number>>(new Set([0]));
  const pinned = useMemo(
    () => (props.pinned ? new Set(props.pinned) : frozen.value),
    [props.pinned?.join(), frozen.value],
  );
  const widths = useMemo(() => widthsOf(formats, rows), [formats]);
  const texts = useMemo(() => new WeakMap<Row, readonly string[]>(), [formats]);

  const height = Math.min(count, MOST_ROWS);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || isWhole) {
      shown.value = windowAt(0, height * ROW_HEIGHT, height);
      return undefined;
    }
    let frame = 0;
    const look = () => {
      frame = 0;
      const next = windowAt(box.scrollTop, box.clientHeight, height);
      const before = shown.peek();
      if (next.from === before.from && next.to === before.to) return;
      if (isApart(next, before)) {
        // A jump: what is in view first, the rest in the next frame.
        shown.value = windowAt(box.scrollTop, box.clientHeight, height, true);
        frame = requestAnimationFrame(look);
      } else shown.value = next;
      onNeed?.(Math.min(height, next.to + 200));
    };
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    look();
    const watching = new ResizeObserver(soon);
    watching.observe(box);
    box.addEventListener('scroll', soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      watching.disconnect();
      box.removeEventListener('scroll', soon);
    };
  }, [height, isWhole, onNeed]);

  const { from, to } = shown.value;
  const last = Math.min(to, height);
  const size = Math.max(1, last - from);
  const textsOf = (row: Row): readonly string[] => {
    const known = texts.get(row);
    if (known) return known;
    const made = formats.map(({ text }, at) => text(row[at] ?? null));
    texts.set(row, made);
    return made;
  };
  const offsets = useMemo(() => offsetsOf(widths, pinned), [widths, pinned]);
  return (
    <section
      ref={scroller}
      class={isWhole ? 'tw' : 'tw tall'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
      tabIndex={0}
      aria-label={label}
      onCopy={(event) => copySelected(event, props)}
    >
      <table aria-rowcount={count + 1} aria-colcount={formats.length}>
        <colgroup>
          {widths.map((width, at) => (
            <col key={at} style={{ width: `${width}px` }} />
          ))}
          <col />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {formats.map((format, at) => (
              <Heading
                key={at}
                at={at}
                format={format}
                table={props}
                offset={offsets[at]}
                onPin={() => {
                  const next = new Set(frozen.value);
                  if (!next.delete(at)) next.add(at);
                  frozen.value = next;
                }}
              />
            ))}
            <td class="fill" />
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a button below the table gives the same steps. */}
        <tbody
          class={props.onRow ? 'live' : undefined}
          onClick={(event) => chooseRow(event, props.onRow)}
        >
          {from > 0 && <Spacer key="above" rows={from} />}
          {Array.from({ length: last - from }, (_none, step) => {
            const place = from + step;
            const row = rows[place];
            return (
              <BodyRow
                key={place % size}
                place={place}
                row={row}
                texts={row ? textsOf(row) : null}
                formats={formats}
                offsets={offsets}
              />
            );
          })}
          {last < height && <Spacer key="below" rows={height - last} />}
        </tbody>
      </table>
    </section>
  );
}

function Spacer({ rows }: { readonly rows: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus.
    <tr aria-hidden="true" class="spacer" style={{ height: `${rows * ROW_HEIGHT}px` }}>
      <td />
    </tr>
  );
}

interface HeadingProps {
  readonly at: number;
  readonly format: ColumnFormat;
  readonly table: TableProps;
  readonly offset: number | undefined;
  readonly onPin: () => void;
}

function Heading({ at, format, table, offset, onPin }: HeadingProps) {
  const text = words().table;
  const { sorting = null, onSort, onMenu } = table;
  const direction = sorting?.column === at ? sorting.direction : null;
  const isPinned = offset !== undefined;
  return (
    <th
      scope="col"
      class={`${format.isNumber ? 'n' : ''}${isPinned ? ' pinned' : ''}`}
      style={isPinned ? { insetInlineStart: `${offset}px` } : undefined}
      aria-sort={direction === null ? undefined : direction === 'down' ? 'descending' : 'ascending'}
    >
      {onSort ? (
        <button
          type="button"
          class={`sort ${direction ?? ''}`}
          title={format.info.name}
          onClick={() => onSort(nextSorting(sorting, at))}
        >
          <span dir="auto">{format.heading}</span>
          {direction && <Icon name="sort" />}
        </button>
      ) : (
        <span dir="auto" title={format.info.name}>
          {format.heading}
        </span>
      )}
      {onMenu && (
        <button
          type="button"
          class="pin"
          aria-haspopup="dialog"
          aria-label={columnTexts().menu(format.heading)}
          onClick={() => onMenu(at)}
        >
          <Icon name="more" />
        </button>
      )}
      {!onMenu && at > 0 && (
        <button
          type="button"
          class="pin"
          aria-pressed={isPinned}
          aria-label={text.pin(format.heading)}
          title={text.pin(format.heading)}
          onClick={onPin}
        >
          <Icon name="pin" />
        </button>
      )}
    </th>
  );
}

interface BodyRowProps {
  readonly place: number;
  readonly row: Row | undefined;
  readonly texts: readonly string[] | null;
  readonly formats: readonly ColumnFormat[];
  readonly offsets: readonly (number | undefined)[];
}

function BodyRow({ place, row, texts, formats, offsets }: BodyRowProps) {
  const { empty } = words().table;
  // A row that stays in view is not drawn again: Preact leaves what is the same node alone.
  return useMemo(
    () => (
      <tr aria-rowindex={place + 2} data-row={place}>
        {formats.map(({ isNumber }, at) => {
          const isNull = row !== undefined && (row[at] ?? null) === null;
          const offset = offsets[at];
          const text = isNull ? empty : (texts?.[at] ?? '…');
          const raw = row === undefined || isNull ? text : String(row[at]);
          return (
            <td
              key={at}
              class={`${isNumber ? 'n' : ''}${isNull ? ' nul' : ''}${offset === undefined ? '' : ' pinned'}`}
              style={offset === undefined ? undefined : { insetInlineStart: `${offset}px` }}
              dir={isNumber ? undefined : 'auto'}
              title={raw === text && text.length < 24 ? undefined : raw}
            >
              {text}
            </td>
          );
        })}
        <td class="fill" />
      </tr>
    ),
    [place, row, texts, formats, offsets, empty],
  );
}

/** Where pinned columns stay, in pixels from the start; undefined for the others. */
function offsetsOf(
  widths: readonly number[],
  pinned: ReadonlySet<number>,
): readonly (number | undefined)[] {
  let at = 0;
  return widths.map((width, column) => {
    if (!pinned.has(column)) return undefined;
    const offset = at;
    at += width;
    return offset;
  });
}

/** A selection inside the table is copied as cells: what they hold, not what they look like. */
function copySelected(
  event: ClipboardEvent & { readonly currentTarget: HTMLElement },
  { formats, rows, comma = false }: TableProps,
): void {
  const selection = getSelection();
  const anchor = placeOf(selection?.anchorNode ?? null);
  const focus = placeOf(selection?.focusNode ?? null);
  if (!anchor || !focus || (anchor.row === focus.row && anchor.column === focus.column)) return;
  const [top, bottom] = ordered(anchor.row, focus.row);
  // Over several rows a selection of the browser holds them whole.
  const [left, right] =
    top === bottom ? ordered(anchor.column, focus.column) : [0, formats.length - 1];
  const cells = rows.slice(top, bottom + 1).map((row) => (row ?? []).slice(left, right + 1));
  const [, ...lines] = asTsv([], cells, { comma }).split('\n');
  event.clipboardData?.setData('text/plain', lines.join('\n'));
  event.preventDefault();
}

/** One listener for all rows. A click that ends a selection chooses nothing. */
function chooseRow({ target }: MouseEvent, onRow: TableProps['onRow']): void {
  const row = target instanceof Element ? target.closest('tr')?.dataset['row'] : undefined;
  if (onRow && row !== undefined && getSelection()?.isCollapsed !== false) onRow(Number(row));
}

const ordered = (a: number, b: number): readonly [number, number] => (a < b ? [a, b] : [b, a]);

function placeOf(node: Node | null): { readonly row: number; readonly column: number } | null {
  const cell = (node instanceof Element ? node : node?.parentElement)?.closest('td');
  const row = cell?.parentElement?.dataset['row'];
  return cell && row !== undefined ? { row: Number(row), column: cell.cellIndex } : null;
}
