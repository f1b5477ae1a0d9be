import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { ApiError } from '../../api/http.ts';
import {
  type Board,
  getBoard,
  refreshBoard,
  refreshSaved,
  type SavedQuestion,
  updateBoard,
} from '../../api/saved.ts';
import { boardTexts } from '../../i18n/pins.ts';
import { chosenIn } from '../../state/board-filters.ts';
import { isText, type ShownTile, sentTiles } from '../../state/board-tiles.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { place } from '../data/place.ts';

export type Filter = Board['filters'][number];
type Change = NonNullable<Parameters<typeof updateBoard>[1]>['body'];

/** The tiles with the one at `from` at `to`, which is kept within them. */
export function moved<T>(tiles: readonly T[], from: number, to: number): readonly T[] {
  const tile = tiles[from];
  if (tile === undefined) return tiles;
  const others = tiles.toSpliced(from, 1);
  return others.toSpliced(Math.max(0, Math.min(others.length, to)), 0, tile);
}

/**
 * A board and what can be done with it. What is arranged is shown at once and sent in order, one change after the other,
 * each with the version that it was made on; where that is refused, the board is read again and shown as it is. With
 * filters in `search` its cards are run on the rows that these leave; until then they show no number.
 */
export function useBoard(id: string, search: string) {
  const board = useSignal<Board | null>(null);
  const problem = useSignal<unknown>(null);
  const said = useSignal('');
  const refreshing = useSignal<ReadonlySet<string>>(new Set());
  const sent = useRef(Promise.resolve());
  const all = useAction();
  const read = async (signal?: AbortSignal) => {
    const { service, at } = place();
    const found = await getBoard(service, { ...at, board_id: id }, signal ? { signal } : {});
    const filters = chosenOf(found, search);
    if (Object.keys(filters).length === 0) {
      board.value = found;
      // The data was replaced since: its numbers are made anew for whoever looks first.
      if (found.tiles.some(isDue)) await all.run(refreshAll);
      return found;
    }
    board.value = withoutResults(found);
    said.value = boardTexts().refreshing;
    const about = { ...at, board_id: id, body: { filters } };
    const made = await refreshBoard(service, about, signal ? { signal } : {});
    board.value = made;
    said.value = boardTexts().refreshed;
    return made;
  };
  const loaded = useLoaded(read, [id, search]);
  const isFiltered = search !== '';

  /** The board as the service has it now, with the cards as they are on screen. */
  const put = (made: Board) => {
    board.value = { ...made, tiles: board.peek()?.tiles ?? made.tiles };
  };
  const putSaved = (savedId: string, as: (saved: SavedQuestion) => SavedQuestion) => {
    const now = board.peek();
    if (!now) return;
    const tiles = now.tiles.map((tile) =>
      !isText(tile) && tile.saved_id === savedId && tile.saved
        ? { ...tile, saved: as(tile.saved) }
        : tile,
    );
    board.value = { ...now, tiles };
  };

  async function send(bodyOf: (now: Board) => Change): Promise<void> {
    const now = board.peek();
    if (!now) return;
    const { service, at } = place();
    problem.value = null;
    try {
      const body = { ...bodyOf(now), version: now.version };
      put(await updateBoard(service, { ...at, board_id: id, body }));
    } catch (error) {
      const isConflict = error instanceof ApiError && error.status === 409;
      problem.value = isConflict ? new Error(boardTexts().conflict) : error;
      await read().catch(() => undefined);
    }
  }
  const change = (bodyOf: (now: Board) => Change) => {
    sent.current = sent.current.then(() => send(bodyOf));
  };

  async function refreshOne(savedId: string): Promise<void> {
    if (refreshing.peek().has(savedId)) return;
    refreshing.value = new Set(refreshing.peek()).add(savedId);
    said.value = boardTexts().refreshing;
    try {
      const { service, at } = place();
      const made = await refreshSaved(service, { ...at, saved_id: savedId });
      putSaved(savedId, () => made);
      said.value = boardTexts().refreshed;
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      putSaved(savedId, (saved) => ({ ...saved, failure }));
      said.value = failure;
    } finally {
      const rest = new Set(refreshing.peek());
      rest.delete(savedId);
      refreshing.value = rest;
    }
  }

  async function refreshAll(): Promise<void> {
    said.value = boardTexts().refreshing;
    const { service, at } = place();
    const made = await refreshBoard(service, { ...at, board_id: id, body: {} });
    for (const tile of made.tiles) {
      const saved = isText(tile) ? null : tile.saved;
      if (saved) putSaved(saved.id, () => saved);
    }
    said.value = boardTexts().refreshed;
  }

  return {
    board: board.value,
    problem: problem.value ?? loaded.error ?? all.error,
    isLost: loaded.error instanceof ApiError && loaded.error.status === 404,
    isBusy: all.isBusy || (isFiltered && loaded.isBusy),
    chosen: board.value ? chosenOf(board.value, search) : {},
    refreshing: refreshing.value,
    said: said.value,
    say: (what: string) => {
      said.value = what;
    },
    again: loaded.again,
    put,
    putSaved,
    change,
    /** Shows the tiles so, and keeps it. */
    arrange(tiles: readonly ShownTile[]) {
      const now = board.peek();
      if (!now) return;
      board.value = { ...now, tiles };
      change((latest) => ({ tiles: sentTiles(latest.tiles) }));
    },
    refreshOne: isFiltered ? async () => loaded.again() : refreshOne,
    refreshAll: async () => (isFiltered ? loaded.again() : all.run(refreshAll)),
  };
}

const chosenOf = ({ filters }: Board, search: string) =>
  chosenIn(search, new Set(filters.flatMap(({ id, kind }) => (kind === 'period' ? [id] : []))));

const isDue = (tile: ShownTile): boolean =>
  !isText(tile) && tile.saved !== null && tile.saved.result === null && tile.saved.stale === null;

/** Numbers of all rows are not shown beside filters. */
const withoutResults = (board: Board): Board => ({
  ...board,
  tiles: board.tiles.map((tile) =>
    isText(tile)
      ? tile
      : { ...tile, saved: tile.saved && { ...tile.saved, result: null, failure: null } },
  ),
});
