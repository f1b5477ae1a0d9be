import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { useLocation } from 'preact-iso/router';
import { deleteBoard, type SavedQuestion, updateBoard, updateSaved } from '../../api/saved.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Switch } from '../../components/field.tsx';
import { dayTime } from '../../format/times.ts';
import { locale } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { boardTexts } from '../../i18n/pins.ts';
import { shareTexts } from '../../i18n/share.ts';
import { searchOf, withChosen } from '../../state/board-filters.ts';
import { isText, type ShownTile, tileId } from '../../state/board-tiles.ts';
import { mayManage } from '../../state/session.ts';
import { ActionDialog } from '../action-dialog.tsx';
import { place } from '../data/place.ts';
import { NameDialog } from '../name-dialog.tsx';
import { Screen } from '../screen.tsx';
import { BoardCard, nameOf } from './board-card.tsx';
import { TextForm } from './text-form.tsx';
import { moved, useBoard } from './use-board.ts';

const AddDialog = lazy(() => import('./add-dialog.tsx').then((made) => made.AddDialog));
const ShareDialog = lazy(() =>
  import('../share/share-dialog.tsx').then((made) => made.ShareDialog),
);
const ScheduleDialog = lazy(() =>
  import('./schedule-dialog.tsx').then((made) => made.ScheduleDialog),
);

const CardChart = lazy(() => import('./card-chart.tsx').then((made) => made.CardChart));
const FilterBar = lazy(() => import('./filter-bar.tsx').then((made) => made.FilterBar));
const FiltersDialog = lazy(() => import('./filters-dialog.tsx').then((made) => made.FiltersDialog));

type Open =
  | { readonly kind: 'rename' | 'remove' | 'add' | 'text' | 'share' | 'schedule' | 'filters' }
  | { readonly kind: 'alert' | 'chart'; readonly saved: SavedQuestion }
  | { readonly kind: 'renameSaved'; readonly saved: SavedQuestion };

/** What was changed last, and how the tiles are without it. */
interface Undo {
  readonly said: string;
  readonly back: (tiles: readonly ShownTile[]) => readonly ShownTile[];
}

/** One board: its cards, what can be done with them, and who may read it. */
export function BoardView({ id }: { readonly id: string }) {
  const text = boardTexts();
  const manage = manageTexts();
  const { route, url } = useLocation();
  const search = searchOf(url.split('?')[1] ?? '', 'choices');
  const { board, problem, isLost, isBusy, refreshing, said, chosen, ...does } = useBoard(
    id,
    search,
  );
  const go = (query: string) => route(`/boards/${id}${query === '' ? '' : `?${query}`}`);
  const query = () => location.search.slice(1);
  const open = useSignal<Open | null>(null);
  const dragged = useSignal<string | null>(null);
  const undo = useSignal<Undo | null>(null);
  const close = () => {
    open.value = null;
  };
  // What is moved in the document loses the focus: it gets it back, and the card is in view.
  const focused = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    focused.current?.focus();
    focused.current = null;
  });
  if (!board) return <NotHere isGone={isLost} error={problem} onRetry={does.again} />;
  const { tiles, mine } = board;
  const move = (tile: ShownTile, to: number) => {
    const next = moved(tiles, tiles.indexOf(tile), to);
    const at = next.indexOf(tile);
    if (at === tiles.indexOf(tile)) return;
    focused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    does.arrange(next);
    does.say(text.moved(nameOf(tile), at + 1, tiles.length));
  };
  const replaced = (tile: ShownTile, by: ShownTile) =>
    tiles.map((one) => (one === tile ? by : one));
  const times = tiles
    .flatMap((tile) => (isText(tile) ? [] : (tile.saved?.result?.as_of ?? [])))
    .toSorted();
  const { value: opened } = open;
  const actions = (
    [
      ['add', text.add],
      ['text', text.addText],
      ['share', shareTexts().share],
      ['schedule', text.schedule],
      ['rename', text.rename],
      ['remove', text.remove],
    ] as const
  ).filter(([kind]) => (kind === 'schedule' ? mayManage.value : mine));
  return (
    <Screen
      title={board.name}
      actions={
        tiles.length > 0 && (
          <Button icon="again" look="primary" disabled={isBusy} onClick={does.refreshAll}>
            {text.refreshAll}
          </Button>
        )
      }
    >
      <div class="row board-about">
        <a href="/boards">{text.all}</a>
        {times[0] && <span class="meta num">{text.asOf(dayTime(times[0], locale()))}</span>}
        {!mine && <span class="meta">{text.readOnly}</span>}
        {mine && (
          <div class="end">
            <Switch
              label={text.share}
              isOn={board.shared}
              onSwitch={(shared) => does.change(() => ({ shared }))}
            />
          </div>
        )}
      </div>
      {actions.length > 0 && (
        <div class="row board-about">
          {actions.map(([kind, label]) => (
            <Button
              key={kind}
              onClick={() => {
                open.value = { kind };
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {(board.filters.length > 0 || (mine && tiles.length > 0)) && (
        <ErrorBoundary>
          <FilterBar
            boardId={id}
            filters={board.filters}
            chosen={chosen}
            onChoose={(one, value) => go(withChosen(query(), one, value))}
            onClear={() => go(searchOf(query(), 'others'))}
            onEdit={
              mine
                ? () => {
                    open.value = { kind: 'filters' };
                  }
                : undefined
            }
          />
        </ErrorBoundary>
      )}
      <Failure error={problem} />
      {tiles.length === 0 && (
        <section class="card pad gate">
          <p>{mine ? text.empty : text.emptyOfOthers}</p>
          <p>
            <a class="btn primary" href="/">
              {text.ask}
            </a>
          </p>
        </section>
      )}
      <div class="board">
        {tiles.map((tile, at) => (
          <BoardCard
            key={tileId(tile)}
            tile={tile}
            filters={board.filters}
            at={at}
            of={tiles.length}
            isMine={mine}
            isRefreshing={isBusy || refreshing.has(tileId(tile))}
            dragged={dragged}
            onMove={(to) => move(tile, to)}
            onDropped={() => {
              const from = tiles.find((one) => tileId(one) === dragged.peek());
              dragged.value = null;
              if (from) move(from, at);
            }}
            onRefresh={() => does.refreshOne(tileId(tile))}
            onText={(written) => {
              if (!isText(tile)) return;
              does.arrange(replaced(tile, { ...tile, text: written }));
              undo.value = {
                said: text.textChanged,
                back: (now) =>
                  now.map((one) =>
                    isText(one) && one.id === tile.id ? { ...one, text: tile.text } : one,
                  ),
              };
            }}
            onWidth={(width) => does.arrange(replaced(tile, { ...tile, width }))}
            onTakeOff={() => {
              does.arrange(tiles.filter((one) => one !== tile));
              undo.value = {
                said: text.takenOff(nameOf(tile)),
                back: (now) => now.toSpliced(at, 0, tile),
              };
            }}
            onChart={(saved) => {
              open.value = { kind: 'chart', saved };
            }}
            onAlert={(saved) => {
              open.value = { kind: 'alert', saved };
            }}
            onRename={(saved) => {
              open.value = { kind: 'renameSaved', saved };
            }}
          />
        ))}
        {opened?.kind === 'text' && (
          <section class="card tile both pad" aria-label={text.addText}>
            <TextForm
              text=""
              onCancel={close}
              onSave={(written) => {
                close();
                const made = crypto.randomUUID?.() ?? `${Date.now()}`;
                does.arrange([...tiles, { id: made, text: written, width: 2 }]);
              }}
            />
          </section>
        )}
      </div>
      {undo.value && (
        <p class="row undone" role="status">
          {undo.value.said}
          <Button
            onClick={() => {
              if (undo.value) does.arrange(undo.value.back(tiles));
              undo.value = null;
            }}
          >
            {text.undo}
          </Button>
        </p>
      )}
      <p class="vh" role="status">
        {said}
      </p>
      <ErrorBoundary>
        {opened?.kind === 'share' && (
          <ShareDialog
            what={{ kind: 'board', boardId: id, name: board.name, search }}
            onClose={() => {
              close();
              does.again();
            }}
          />
        )}
        {opened?.kind === 'add' && (
          <AddDialog
            tiles={tiles}
            onClose={close}
            onAdd={(saved) => {
              close();
              does.arrange([...tiles, { saved_id: saved.id, width: 1, saved, filters: [] }]);
            }}
          />
        )}
        {opened?.kind === 'schedule' && (
          <ScheduleDialog of={{ board_id: id }} name={board.name} onClose={close} />
        )}
        {opened?.kind === 'filters' && (
          <FiltersDialog
            board={board}
            onClose={close}
            onSaved={(saved) => {
              close();
              does.put(saved);
              // What was chosen may be of a filter that is gone.
              if (search !== '') does.again();
            }}
          />
        )}
        {opened?.kind === 'chart' && (
          <CardChart saved={opened.saved} onClose={close} onSaved={does.putSaved} />
        )}
        {opened?.kind === 'alert' && (
          <ScheduleDialog
            of={{ saved_id: opened.saved.id }}
            name={opened.saved.name}
            columns={opened.saved.columns}
            isNumber={opened.saved.result?.total_rows === 1}
            onClose={close}
          />
        )}
      </ErrorBoundary>
      {opened?.kind === 'rename' && (
        <NameDialog
          title={text.renameOf(board.name)}
          does={manage.save}
          name={board.name}
          onClose={close}
          onName={async (name) => {
            const { service, at } = place();
            does.put(await updateBoard(service, { ...at, board_id: id, body: { name } }));
          }}
        />
      )}
      {opened?.kind === 'renameSaved' && (
        <NameDialog
          title={text.renameOf(opened.saved.name)}
          does={manage.save}
          name={opened.saved.name}
          onClose={close}
          onName={async (name) => {
            const { service, at } = place();
            const { id: saved_id } = opened.saved;
            await updateSaved(service, { ...at, saved_id, body: { name } });
            does.putSaved(saved_id, (saved) => ({ ...saved, name }));
          }}
        />
      )}
      {opened?.kind === 'remove' && (
        <ActionDialog
          title={text.removeOf(board.name)}
          does={text.remove}
          onClose={close}
          onConfirm={async () => {
            const { service, at } = place();
            await deleteBoard(service, { ...at, board_id: id });
            route('/boards');
          }}
        >
          <p>{text.removeBoardNote}</p>
        </ActionDialog>
      )}
    </Screen>
  );
}

interface NotHereProps {
  readonly isGone: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** It is still read, it could not be, or there is none. */
function NotHere({ isGone, error, onRetry }: NotHereProps) {
  const text = boardTexts();
  if (isGone)
    return (
      <Screen title={text.gone}>
        <p class="lead">{text.goneNote}</p>
        <p class="part">
          <a class="btn" href="/boards">
            {text.all}
          </a>
        </p>
      </Screen>
    );
  return (
    <Screen title={text.title}>
      <Failure error={error} onRetry={onRetry} />
      {error === null && <p class="meta">{manageTexts().loading}</p>}
    </Screen>
  );
}
