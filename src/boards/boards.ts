import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { isMine, visibleBoard } from '#src/boards/access.ts';
import type { BoardFilter, NewFilter } from '#src/boards/filter-types.ts';
import type { ChosenFilter } from '#src/boards/filters/apply.ts';
import { definedFilters, shownFilters } from '#src/boards/filters/define.ts';
import { appliedValue } from '#src/boards/filters/limits.ts';
import { offeredFilters } from '#src/boards/filters/offer.ts';
import { type FilterValuesDeps, valuesOf } from '#src/boards/filters/values.ts';
import type { FilteredQuestion, SavedDeps, SavedLookup } from '#src/boards/saved.ts';
import type {
  Board,
  BoardReader,
  BoardSummary,
  Boards,
  FilterValuesById,
  NewTile,
  SavedQuestion,
  SavedQuestions,
  TextTile,
  Tile,
} from '#src/boards/types.ts';
import { timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import { dayFor } from '#src/planner/day.ts';
import { readableCatalog } from '#src/sql/guard-policy.ts';
import { readPage } from '#src/store/page.ts';
import { refuseTooMany } from '#src/store/refuse-too-many.ts';
import type { BoardRow, StoreSchema } from '#src/store/schema.ts';
import { takeTurn } from '#src/store/take-turn.ts';

type Trx = Transaction<StoreSchema>;
export type BoardsDeps = Pick<SavedDeps, 'store' | 'catalogOf'> &
  FilterValuesDeps & {
    readonly saved: SavedLookup & Pick<SavedQuestions, 'refresh'>;
  };

/** Boards in the metadata store. */
export function createBoards(deps: BoardsDeps): Boards {
  const { store, saved, config } = deps;

  const find = async (reader: BoardReader, id: string): Promise<BoardRow> => {
    const row = await store
      .selectFrom('boards')
      .selectAll()
      .where('id', '=', id)
      .where(visibleBoard(reader))
      .executeTakeFirst();
    if (!row) throw notFound();
    return row;
  };

  const findMine = async (reader: BoardReader, id: string) => {
    const row = await find(reader, id);
    if (!isMine(reader, row)) throw new AppError('forbidden', 'Only the owner can change a board.');
    return row;
  };

  const boardOf = async (reader: BoardReader, row: BoardRow): Promise<Board> => {
    const tiles = await tilesOf(deps, row);
    const found = await saved.byIds(reader, savedIds(tiles));
    const filters = shownFilters(await deps.catalogOf(reader.workspace), filtersOf(row));
    return withTiles(summaryOf(reader, row, tiles.length), { tiles, found, filters });
  };

  /** Filters as they are kept. */
  const defined = async (reader: BoardReader, filters: readonly NewFilter[]) => {
    if (filters.length === 0) return [];
    return definedFilters(await deps.catalogOf(reader.workspace), filters);
  };

  /** Tiles as they are kept: of questions that the reader sees, each once, and of texts, each with an id. */
  const checkedTiles = async (
    reader: BoardReader,
    sent: readonly NewTile[],
  ): Promise<readonly Tile[]> => {
    if (sent.length > config.boards.max_tiles)
      throw refusedTiles(`A board can have up to ${config.boards.max_tiles} tiles. Send fewer.`);
    const tiles = sent.map(
      (one): Tile => ('text' in one ? { ...one, id: one.id ?? randomUUID() } : one),
    );
    const texts = tiles.filter(isText);
    if (new Set(texts.map(({ id }) => id)).size < texts.length)
      throw refusedTiles('Two text cards have the same ID. Send each once.');
    const all = savedIds(tiles);
    const ids = new Set(all);
    if (ids.size < all.length)
      throw refusedTiles('A saved question can be on a board only once. Remove the duplicate.');
    const found = new Set((await saved.byIds(reader, [...ids])).map(({ id }) => id));
    const unknown = [...ids].find((id) => !found.has(id));
    if (unknown !== undefined)
      throw refusedTiles(`Saved question ${unknown.slice(0, 60)} doesn't exist. Check its ID.`);
    return tiles;
  };

  return {
    async list(reader, page) {
      const table = { table: 'boards', newestFirst: true };
      const { items, nextCursor } = await readPage(page, table, ({ after, limit }) =>
        store
          .selectFrom('boards')
          .selectAll('boards')
          .select((e) =>
            e
              .selectFrom('board_tiles')
              .select(({ fn }) => fn.countAll<number | string>().as('count'))
              .whereRef('board_tiles.board_id', '=', 'boards.id')
              .as('tiles'),
          )
          .where(visibleBoard(reader))
          .where(after)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute(),
      );
      const counted = items.map((row) =>
        summaryOf(reader, row, Number(row.tiles ?? 0) + textsOf(row).length),
      );
      return { items: counted, nextCursor };
    },

    async create(reader, { name, tiles: sent, filters = [] }, settle) {
      const tiles = await checkedTiles(reader, sent);
      const kept = await defined(reader, filters);
      const { principal, workspace } = reader;
      const now = timestamp(deps.clock.now());
      const row: BoardRow = {
        id: newId('brd'),
        client_id: workspace.clientId,
        workspace_id: workspace.workspaceId,
        end_user_id: principal.endUserId,
        name,
        shared: 0,
        filters: JSON.stringify(kept),
        texts: textsIn(tiles),
        version: 1,
        created_at: now,
        updated_at: now,
      };
      const found = await saved.byIds(reader, savedIds(tiles));
      const summary = summaryOf(reader, row, tiles.length);
      const board = withTiles(summary, { tiles, found, filters: kept });
      await store.transaction().execute(async (trx) => {
        await takeTurn(trx, workspace.accountId);
        await refuseTooMany(
          trx,
          {
            table: 'boards',
            column: 'workspace_id',
            value: row.workspace_id,
            most: config.boards.max_boards,
          },
          (count) => `The workspace has ${count} boards, the maximum. Delete one first.`,
        );
        await trx.insertInto('boards').values(row).execute();
        await putTiles(trx, row.id, tiles);
        await settle(trx, board);
      });
      return board;
    },

    read: async (reader, id) => boardOf(reader, await find(reader, id)),

    async change(reader, id, { name, shared, tiles: sent, filters, version }) {
      await findMine(reader, id);
      const tiles = sent && (await checkedTiles(reader, sent));
      const kept = filters && (await defined(reader, filters));
      await store.transaction().execute(async (trx) => {
        // The first statement locks the board: of two that arrange it at once, one comes after the other, whole.
        const changed = await trx
          .updateTable('boards')
          .set((e) => ({
            ...(name === undefined ? {} : { name }),
            ...(shared === undefined ? {} : { shared: shared ? 1 : 0 }),
            ...(kept === undefined ? {} : { filters: JSON.stringify(kept) }),
            ...(tiles === undefined ? {} : { texts: textsIn(tiles) }),
            version: e('version', '+', 1),
            updated_at: timestamp(deps.clock.now()),
          }))
          .where('id', '=', id)
          .$if(version !== undefined, (query) => query.where('version', '=', version!))
          .executeTakeFirst();
        if (changed.numUpdatedRows === 0n) {
          if (version === undefined) throw notFound();
          throw new AppError('conflict', 'Someone else changed the board. Load it again.');
        }
        if (tiles) await putTiles(trx, id, tiles);
      });
      return boardOf(reader, await find(reader, id));
    },

    async remove(reader, id) {
      await findMine(reader, id);
      await store.deleteFrom('boards').where('id', '=', id).execute();
    },

    async refresh(reader, id, signal, values = {}) {
      const row = await find(reader, id);
      const board = await boardOf(reader, row);
      const chosen = await chosenFilters(deps, reader, filtersOf(row), values);
      const waiting = board.tiles.flatMap((tile) =>
        !isText(tile) && tile.saved ? [tile.saved.id] : [],
      );
      const done = new Map<string, FilteredQuestion>();
      const work = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
          done.set(next, await refreshedTile(deps, reader, { id: next, chosen }, signal));
      };
      const count = Math.min(config.boards.concurrent_refreshes, waiting.length);
      await Promise.all(Array.from({ length: count }, work));
      return {
        ...board,
        filters: board.filters.map((filter) => ({
          ...filter,
          value: chosen.find(({ id: one }) => one === filter.id)?.value ?? null,
        })),
        tiles: board.tiles.map((tile) => {
          if (isText(tile)) return tile;
          const made = tile.saved ? done.get(tile.saved.id) : undefined;
          return { ...tile, saved: made?.saved ?? null, filters: made?.filters ?? [] };
        }),
      };
    },

    async offeredFilters(reader, id) {
      const row = await find(reader, id);
      const catalog = await deps.catalogOf(reader.workspace);
      if (!catalog) return [];
      const reads = await saved.readsOf(reader, savedIds(await tilesOf(deps, row)));
      return offeredFilters(readableCatalog(catalog, reader.principal.policy), reads);
    },

    async filterValues(reader, id, { filterId, search }, signal) {
      const filter = filtersOf(await find(reader, id)).find((one) => one.id === filterId);
      if (!filter)
        throw new AppError('not_found', "This board has no such filter. Check the filter's ID.");
      if (filter.kind === 'period')
        throw new AppError(
          'unprocessable',
          'A period filter has no list of values. Send days instead.',
        );
      const catalog = await deps.catalogOf(reader.workspace);
      if (!catalog) return { values: [], truncated: false };
      return valuesOf(deps, reader, { catalog, filter }, search, signal);
    },
  };
}

const filtersOf = ({ filters }: BoardRow) => JSON.parse(filters) as readonly BoardFilter[];

/** What a reader chose, with the days of today. A filter that the board hasn't any more is one that no card has. */
async function chosenFilters(
  { catalogOf, clock }: BoardsDeps,
  reader: BoardReader,
  filters: readonly BoardFilter[],
  values: FilterValuesById,
): Promise<readonly ChosenFilter[]> {
  const catalog = await catalogOf(reader.workspace);
  const today = dayFor(catalog ?? { asOf: null, timezone: 'UTC' }, clock.now());
  return Object.entries(values).map(([id, value]) => ({
    id,
    filter: filters.find((one) => one.id === id) ?? null,
    value: appliedValue(value, today),
  }));
}

/** A tile that is removed meanwhile is none; nothing else of one takes the others along. */
async function refreshedTile(
  { saved }: BoardsDeps,
  reader: BoardReader,
  { id, chosen }: { readonly id: string; readonly chosen: readonly ChosenFilter[] },
  signal: AbortSignal,
): Promise<FilteredQuestion> {
  try {
    return chosen.length > 0
      ? await saved.filtered(reader, id, chosen, signal)
      : { saved: await saved.refresh(reader, id, signal), filters: [] };
  } catch (error) {
    signal.throwIfAborted();
    const [left] = await saved.byIds(reader, [id]);
    if (!left || !(error instanceof AppError)) throw error;
    // An earlier result isn't shown as if it were filtered.
    const result = chosen.length > 0 ? null : left.result;
    return { saved: { ...left, result, failure: error.message }, filters: [] };
  }
}

const isText = (tile: Tile): tile is TextTile => 'text' in tile;

const savedIds = (tiles: readonly Tile[]): readonly string[] =>
  tiles.flatMap((tile) => (isText(tile) ? [] : [tile.saved_id]));

type PlacedText = TextTile & { readonly position: number };

const textsOf = ({ texts }: Pick<BoardRow, 'texts'>) => JSON.parse(texts) as readonly PlacedText[];

/** Texts as a board keeps them, each with its position among all tiles. */
const textsIn = (tiles: readonly Tile[]): string =>
  JSON.stringify(
    tiles.flatMap((tile, position): PlacedText[] => (isText(tile) ? [{ ...tile, position }] : [])),
  );

async function tilesOf({ store }: BoardsDeps, row: BoardRow): Promise<readonly Tile[]> {
  const questions = await store
    .selectFrom('board_tiles')
    .select(['position', 'saved_id', 'width'])
    .where('board_id', '=', row.id)
    .execute();
  return [...questions, ...textsOf(row)]
    .toSorted((one, other) => one.position - other.position)
    .map(({ position: _, ...tile }) => tile);
}

async function putTiles(trx: Trx, boardId: string, tiles: readonly Tile[]): Promise<void> {
  await trx.deleteFrom('board_tiles').where('board_id', '=', boardId).execute();
  const sent = savedIds(tiles);
  if (sent.length === 0) return;
  const known = await trx
    .selectFrom('saved_questions')
    .select('id')
    .where('id', 'in', sent)
    .execute();
  const ids = new Set(known.map(({ id }) => id));
  const rows = tiles.flatMap((tile, position) =>
    // One that was deleted since the tiles were looked at stands on no board.
    !isText(tile) && ids.has(tile.saved_id) ? [{ board_id: boardId, position, ...tile }] : [],
  );
  if (rows.length > 0) await trx.insertInto('board_tiles').values(rows).execute();
}

function summaryOf(reader: BoardReader, row: BoardRow, tiles: number): BoardSummary {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    name: row.name,
    shared: row.shared === 1,
    mine: isMine(reader, row),
    version: Number(row.version),
    tiles,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function withTiles(
  summary: BoardSummary,
  {
    tiles,
    found,
    filters,
  }: {
    readonly tiles: readonly Tile[];
    readonly found: readonly SavedQuestion[];
    readonly filters: readonly BoardFilter[];
  },
): Board {
  const byId = new Map(found.map((saved) => [saved.id, saved]));
  return {
    ...summary,
    tiles: tiles.map((tile) =>
      isText(tile)
        ? tile
        : {
            saved_id: tile.saved_id,
            width: tile.width,
            saved: byId.get(tile.saved_id) ?? null,
            filters: [],
          },
    ),
    filters: filters.map((filter) => ({ ...filter, value: null })),
  };
}

const refusedTiles = (msg: string) =>
  new AppError('unprocessable', msg, { detail: [{ loc: ['body', 'tiles'], msg, type: 'tiles' }] });
const notFound = () => new AppError('not_found', "This board doesn't exist. Check its ID.");
