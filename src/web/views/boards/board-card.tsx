import { type Signal, useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import type { Board, SavedQuestion } from '../../api/saved.ts';
import { Icon } from '../../components/icon.tsx';
import { Menu, type MenuItem } from '../../components/menu.tsx';
import { Verdict } from '../../components/verdict.tsx';
import { dayTime } from '../../format/times.ts';
import { filterTexts } from '../../i18n/board-filters.ts';
import { chartEditorTexts } from '../../i18n/chart-editor.ts';
import { locale } from '../../i18n/index.ts';
import { boardTexts } from '../../i18n/pins.ts';
import { mayManage } from '../../state/session.ts';
import { verdictOf, verdictTime } from '../saved-verdict.ts';
import { Result } from './result.tsx';
import type { ShownTile } from './use-board.ts';

interface BoardCardProps {
  readonly tile: ShownTile;
  /** Of the board. */
  readonly filters: Board['filters'];
  readonly at: number;
  readonly of: number;
  /** Whether the reader arranges the board. */
  readonly isMine: boolean;
  readonly isRefreshing: boolean;
  /** Id of the card that is being dragged. */
  readonly dragged: Signal<string | null>;
  readonly onMove: (to: number) => void;
  readonly onDropped: () => void;
  readonly onRefresh: () => void;
  readonly onWidth: (width: 1 | 2) => void;
  readonly onTakeOff: () => void;
  readonly onRename: (saved: SavedQuestion) => void;
  readonly onChart: (saved: SavedQuestion) => void;
  readonly onAlert: (saved: SavedQuestion) => void;
}

/** A pinned question on its board: its name, what came of it, and how far that can be relied on. */
export function BoardCard(props: BoardCardProps) {
  const { tile, isMine, dragged, isRefreshing, onDropped } = props;
  const { saved, width } = tile;
  const text = boardTexts();
  const isOver = useSignal(false);
  const canDrop = () => dragged.peek() !== null && dragged.peek() !== tile.saved_id;
  const classes = ['card tile', width === 2 ? 'both' : '', isOver.value ? 'over' : ''];
  const title = `tile-${tile.saved_id}`;
  const verdict = saved && verdictOf(saved);
  const problem = tile.filters.find((one) => one.problem !== null);
  const nameOf = (id: string) => props.filters.find((one) => one.id === id)?.name ?? id;
  return (
    <article
      class={classes.filter(Boolean).join(' ')}
      aria-labelledby={title}
      aria-busy={isRefreshing}
      onDragOver={(event) => {
        if (!canDrop()) return;
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        onDropped();
      }}
    >
      <header>
        {isMine && saved && <Grip {...props} name={saved.name} />}
        <h2 id={title} dir="auto">
          {saved?.name ?? text.hidden}
        </h2>
        {(saved || isMine) && <CardMenu {...props} />}
      </header>
      {saved && (
        <>
          <div class="tile-body">
            {problem ? (
              <NotFiltered problem={problem} name={nameOf(problem.id)} />
            ) : (
              <Result saved={saved} isRefreshing={isRefreshing} onRefresh={props.onRefresh} />
            )}
          </div>
          <footer>
            {verdict && <Verdict look={verdict} />}
            {saved.result && (
              <p class="meta num">
                {text.asOf(dayTime(saved.result.as_of, locale()))}
                {verdictTime(saved)}
              </p>
            )}
            {saved.result && <Filtered filters={tile.filters} />}
          </footer>
        </>
      )}
    </article>
  );
}

type CardFilter = ShownTile['filters'][number];

/** Why a card has no number while a filter is on that can't apply to it. */
function NotFiltered({ problem, name }: { readonly problem: CardFilter; readonly name: string }) {
  const text = filterTexts();
  return (
    <div class="tile-told">
      <Verdict look="declined" text={text.notApplied} />
      <p>{text.problems[problem.problem ?? 'unknown'](name)}</p>
      <p class="meta">{text.noNumber}</p>
    </div>
  );
}

/** Which columns a card's rows were chosen by, and what follows of it. */
function Filtered({ filters }: Pick<ShownTile, 'filters'>) {
  const text = filterTexts();
  const columns = filters.flatMap((one) =>
    one.columns.map(({ table, column }) => `${table}.${column}`),
  );
  if (columns.length === 0) return null;
  const notes = [
    ...(filters.some((one) => one.limited_already) ? [text.limitedAlready] : []),
    ...(filters.some((one) => one.leaves_out_empty) ? [text.leavesOut] : []),
    ...(filters.some((one) => one.days_in_utc) ? [text.inUtc] : []),
  ];
  return (
    <p class="meta">
      {text.applied(columns.join(', '))}
      {notes.length > 0 && `. ${notes.join(' ')}`}
    </p>
  );
}

/** What a card is moved by: arrow keys, or the pointer. */
function Grip({ tile, at, of, name, dragged, onMove }: BoardCardProps & { readonly name: string }) {
  const text = boardTexts();
  return (
    <button
      type="button"
      class="btn bare icon grip"
      draggable
      aria-label={text.move(name, at + 1, of)}
      title={text.move(name, at + 1, of)}
      onKeyDown={(event) => {
        const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
        const steps: Readonly<Record<string, number>> = {
          ArrowUp: -1,
          ArrowDown: 1,
          ArrowLeft: isRtl ? 1 : -1,
          ArrowRight: isRtl ? -1 : 1,
        };
        const step = steps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        onMove(Math.max(0, at + step));
      }}
      onDragStart={(event) => {
        dragged.value = tile.saved_id;
        const card = event.currentTarget.closest('article');
        event.dataTransfer?.setData('text/plain', name);
        if (card) event.dataTransfer?.setDragImage(card, 24, 24);
      }}
      onDragEnd={() => {
        dragged.value = null;
      }}
    >
      <Icon name="grip" />
    </button>
  );
}

function CardMenu(props: BoardCardProps) {
  const { tile, at, of, isMine } = props;
  const { saved, width } = tile;
  const text = boardTexts();
  const { route } = useLocation();
  const items: MenuItem[] = [];
  if (saved) {
    items.push(
      { label: text.refresh, icon: 'again', onChoose: props.onRefresh },
      {
        label: text.askAgain,
        icon: 'ask',
        onChoose: () => route(`/?q=${encodeURIComponent(saved.question)}`),
      },
    );
    const { trace_id, mine } = saved;
    if (trace_id && mine)
      items.push({
        label: text.openAnswer,
        icon: 'link',
        onChoose: () => route(`/a/${trace_id}`),
      });
    if (mayManage.value) items.push({ label: text.alert, onChoose: () => props.onAlert(saved) });
    if (mine && saved.result?.chart)
      items.push({ label: chartEditorTexts().edit, onChoose: () => props.onChart(saved) });
    if (mine) items.push({ label: text.rename, onChoose: () => props.onRename(saved) });
  }
  if (isMine && saved) {
    items.push({
      label: width === 2 ? text.narrower : text.wider,
      onChoose: () => props.onWidth(width === 2 ? 1 : 2),
    });
    if (at > 0) items.push({ label: text.earlier, onChoose: () => props.onMove(at - 1) });
    if (at < of - 1) items.push({ label: text.later, onChoose: () => props.onMove(at + 1) });
  }
  if (isMine) items.push({ label: text.takeOff, icon: 'close', onChoose: props.onTakeOff });
  return <Menu icon="more" label={text.options(saved?.name ?? text.hidden)} items={items} />;
}
