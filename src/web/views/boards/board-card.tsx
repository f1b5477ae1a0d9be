import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
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
import {
  isText,
  type QuestionCard as Question,
  type ShownTile,
  type TextCard as Text,
  tileId,
} from '../../state/board-tiles.ts';
import { mayManage } from '../../state/session.ts';
import { Paragraphs } from '../paragraphs.tsx';
import { verdictOf, verdictTime } from '../saved-verdict.ts';
import { Result } from './result.tsx';
import { TextForm } from './text-form.tsx';

interface BoardCardProps {
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
  readonly onText: (text: string) => void;
  readonly onRefresh: () => void;
  readonly onWidth: (width: 1 | 2) => void;
  readonly onTakeOff: () => void;
  readonly onRename: (saved: SavedQuestion) => void;
  readonly onChart: (saved: SavedQuestion) => void;
  readonly onAlert: (saved: SavedQuestion) => void;
}

/** A card of a board: a pinned question or a text. */
export function BoardCard({ tile, ...rest }: BoardCardProps & { readonly tile: ShownTile }) {
  return isText(tile) ? <TextCard {...rest} tile={tile} /> : <QuestionCard {...rest} tile={tile} />;
}

/** What a card is called: the name of its question with its days, or how its text begins. */
export function nameOf(tile: ShownTile): string {
  if (!isText(tile)) return tile.saved ? titleOf(tile.saved) : boardTexts().hidden;
  const [line = ''] = tile.text.split('\n');
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME).toWellFormed()}…` : line;
}
const LONGEST_NAME = 60;
const titleOf = ({ name, period }: SavedQuestion) => (period ? `${name} (${period.days})` : name);

interface FrameProps extends BoardCardProps {
  readonly tile: ShownTile;
  readonly heading: ComponentChildren;
  readonly labelledBy?: string;
  readonly items: readonly MenuItem[];
  readonly children: ComponentChildren;
}

/** What all cards have: a place that can be dropped on, a grip and a menu. */
function Frame({ heading, labelledBy, items, children, ...props }: FrameProps) {
  const { tile, isMine, dragged, isRefreshing, onDropped } = props;
  const isOver = useSignal(false);
  const canDrop = () => dragged.peek() !== null && dragged.peek() !== tileId(tile);
  const classes = [
    'card tile',
    tile.width === 2 ? 'both' : '',
    isText(tile) ? 'text' : '',
    isOver.value ? 'over' : '',
  ];
  return (
    <article
      class={classes.filter(Boolean).join(' ')}
      {...(labelledBy ? { 'aria-labelledby': labelledBy } : { 'aria-label': nameOf(tile) })}
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
      {(isMine || !isText(tile)) && (
        <header>
          {isMine && (isText(tile) || tile.saved) && <Grip {...props} />}
          {heading}
          {items.length > 0 && (
            <Menu icon="more" label={boardTexts().options(nameOf(tile))} items={items} />
          )}
        </header>
      )}
      {children}
    </article>
  );
}

/** A pinned question on its board: its name, what came of it, and how far that can be relied on. */
function QuestionCard(props: BoardCardProps & { readonly tile: Question }) {
  const { tile, isRefreshing } = props;
  const { saved } = tile;
  const text = boardTexts();
  const title = `tile-${tile.saved_id}`;
  const verdict = saved && verdictOf(saved);
  const problem = tile.filters.find((one) => one.problem !== null);
  const filterName = (id: string) => props.filters.find((one) => one.id === id)?.name ?? id;
  return (
    <Frame
      {...props}
      labelledBy={title}
      heading={
        <h2 id={title} dir="auto">
          {nameOf(tile)}
        </h2>
      }
      items={useQuestionItems(props)}
    >
      {saved && (
        <>
          <div class="tile-body">
            {problem ? (
              <NotFiltered problem={problem} name={filterName(problem.id)} />
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
                {saved.period?.rolls === false && ` · ${text.fixedDays}`}
              </p>
            )}
            {saved.result && <Filtered filters={tile.filters} />}
          </footer>
        </>
      )}
    </Frame>
  );
}

/** A text on its board, edited where it stands. */
function TextCard(props: BoardCardProps & { readonly tile: Text }) {
  const { tile, isMine, onText } = props;
  const text = boardTexts();
  const isEdited = useSignal(false);
  const close = () => {
    isEdited.value = false;
  };
  const items: MenuItem[] = isMine
    ? [
        {
          label: text.editText,
          onChoose: () => {
            isEdited.value = true;
          },
        },
        ...placeItems(props),
      ]
    : [];
  return (
    <Frame {...props} heading={<span class="fill" />} items={items}>
      <div class="tile-text">
        {isEdited.value ? (
          <TextForm
            text={tile.text}
            onCancel={close}
            onSave={(written) => {
              close();
              onText(written);
            }}
          />
        ) : (
          <Paragraphs text={tile.text} />
        )}
      </div>
    </Frame>
  );
}

type CardFilter = Question['filters'][number];

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
function Filtered({ filters }: Pick<Question, 'filters'>) {
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
function Grip({ tile, at, of, dragged, onMove }: BoardCardProps & { readonly tile: ShownTile }) {
  const text = boardTexts();
  const name = nameOf(tile);
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
        dragged.value = tileId(tile);
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

/** Where a card stands, and how wide. */
function placeItems(props: BoardCardProps & { readonly tile: ShownTile }): readonly MenuItem[] {
  const { tile, at, of, onMove, onWidth, onTakeOff } = props;
  const text = boardTexts();
  const isWide = tile.width === 2;
  return [
    { label: isWide ? text.narrower : text.wider, onChoose: () => onWidth(isWide ? 1 : 2) },
    ...(at > 0 ? [{ label: text.earlier, onChoose: () => onMove(at - 1) }] : []),
    ...(at < of - 1 ? [{ label: text.later, onChoose: () => onMove(at + 1) }] : []),
    { label: text.takeOff, icon: 'close', onChoose: onTakeOff },
  ];
}

function useQuestionItems(
  props: BoardCardProps & { readonly tile: Question },
): readonly MenuItem[] {
  const { tile, isMine } = props;
  const { saved } = tile;
  const text = boardTexts();
  const { route } = useLocation();
  if (!saved)
    return isMine ? [{ label: text.takeOff, icon: 'close', onChoose: props.onTakeOff }] : [];
  const { trace_id, mine } = saved;
  const items: MenuItem[] = [
    { label: text.refresh, icon: 'again', onChoose: props.onRefresh },
    {
      label: text.askAgain,
      icon: 'ask',
      onChoose: () => route(`/?q=${encodeURIComponent(saved.question)}`),
    },
  ];
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
  return isMine ? [...items, ...placeItems(props)] : items;
}
