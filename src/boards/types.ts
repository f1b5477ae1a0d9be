import type { AccountsService, Actor } from '#src/accounts/types.ts';
import type { KeptForm } from '#src/ask/types.ts';
import type {
  AppliedValue,
  BoardFilter,
  CardFilter,
  FilterValue,
  NewFilter,
  OfferedFilter,
} from '#src/boards/filter-types.ts';
import type { Chart, ChartSettings, ColumnInfo } from '#src/charts/types.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { Principal } from '#src/principal.ts';
import type { Page, PageRequest } from '#src/store/page.ts';
import type { Settle } from '#src/store/settle.ts';

/** Who works on saved questions and boards, and where: the workspace is one that the caller reaches. */
export interface BoardReader {
  readonly principal: Principal;
  readonly workspace: Awaited<ReturnType<AccountsService['workspace']>>;
}

/** A result of today, or the last one. */
export interface SavedResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CellValue[])[];
  readonly total_rows: number;
  readonly total_rows_exact: boolean;
  readonly truncated: boolean;
  readonly result_token: string | null;
  /** Absent in results that were kept before there was one. */
  readonly columns_info?: readonly ColumnInfo[];
  /** How these rows are drawn; null where a table is better. */
  readonly chart?: Chart | null;
  /** When it was read, as `timestamp` writes it. */
  readonly as_of: string;
  /** The day that its relative periods were counted from; absent in results that were kept before there was one. */
  readonly day?: string;
}

export interface SavedPeriod {
  /** `2026-11-01 to 2026-11-30`. */
  readonly days: string;
  /** Whether they move with today; else they stay as they were when it was saved. */
  readonly rolls: boolean;
}

export interface SavedQuestion {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  /** For readers who see no SQL its name, or that it is one. */
  readonly question: string;
  /** What its result was read with. Null for readers under another row filter than the maker's: it may name values of rows that they do not see. */
  readonly sql: string | null;
  /** The days of its result where the question leaves them to be said; null: it doesn't. */
  readonly period: SavedPeriod | null;
  /** The answer that it was made of, without rows; null as `sql` is. */
  readonly answer: KeptForm | null;
  readonly columns: readonly string[];
  readonly chart: ChartSettings | null;
  readonly shared: boolean;
  /** Whether the reader may change it. */
  readonly mine: boolean;
  readonly trace_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** Why its statement no longer fits the tables; null: it does. */
  readonly stale: string | null;
  /** Why it could not be refreshed just now; null: it could, or was not tried. */
  readonly failure: string | null;
  /** The last result on the data that is shown now, for the rows that the reader sees. */
  readonly result: SavedResult | null;
}

export interface NewSaved {
  readonly traceId: string;
  readonly name: string | null;
  readonly chart: ChartSettings | null;
}

export interface SavedChange {
  readonly name?: string | undefined;
  readonly chart?: ChartSettings | null | undefined;
  readonly shared?: boolean | undefined;
}

/**
 * Questions that people keep. They belong to the end user who made them, or to the whole account; others read them
 * where they are shared, or stand on a shared board of their maker. A key without an end user acts for the whole account.
 * All but `list` and `create` fail with `not_found` for what the reader does not see, and for changes of others'.
 */
export interface SavedQuestions {
  list(reader: BoardReader, page: PageRequest): Promise<Page<SavedQuestion>>;
  /** The one that there is, where the same person saved the same. Fails with `not_found` (the trace), `unprocessable` (no answer of one statement) and `conflict` (one too many). */
  create(
    reader: BoardReader,
    request: NewSaved,
    signal: AbortSignal,
    settle: Settle<SavedQuestion>,
  ): Promise<SavedQuestion>;
  read(reader: BoardReader, id: string): Promise<SavedQuestion>;
  change(reader: BoardReader, id: string, change: SavedChange): Promise<SavedQuestion>;
  remove(reader: BoardReader, id: string): Promise<void>;
  /** Runs its statement on the data of now, through the guard, for the rows that the reader sees. */
  refresh(reader: BoardReader, id: string, signal: AbortSignal): Promise<SavedQuestion>;
}

/** A saved question on a board. */
interface QuestionTile {
  readonly saved_id: string;
  /** 1 or 2 columns. */
  readonly width: number;
}

/** A text on a board, as somebody wrote it: paragraphs, and nothing that is run. */
export interface TextTile {
  /** Its own among those of the board. */
  readonly id: string;
  readonly text: string;
  readonly width: number;
}

export type Tile = QuestionTile | TextTile;

/** A text without an id gets one. */
export type NewTile = QuestionTile | (Omit<TextTile, 'id'> & { readonly id?: string | undefined });

export interface BoardSummary {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly shared: boolean;
  readonly mine: boolean;
  readonly version: number;
  readonly tiles: number;
  readonly created_at: string;
  readonly updated_at: string;
}

interface ShownQuestion extends QuestionTile {
  /** Null where the reader may not see it (any more). */
  readonly saved: SavedQuestion | null;
  /** What each chosen filter did to it; empty where none was chosen. */
  readonly filters: readonly CardFilter[];
}

export interface Board extends Omit<BoardSummary, 'tiles'> {
  /** In their order. */
  readonly tiles: readonly (ShownQuestion | TextTile)[];
  readonly filters: readonly (BoardFilter & {
    /** What it was run with just now; null: it wasn't. */
    readonly value: AppliedValue | null;
  })[];
}

/** What a reader chose, by the ids of filters. */
export type FilterValuesById = Readonly<Record<string, FilterValue>>;

/** Values that people can choose of. */
export interface FilterValues {
  readonly values: readonly CellValue[];
  /** Whether there are more: search for them. */
  readonly truncated: boolean;
}

interface BoardChange {
  readonly name?: string | undefined;
  readonly shared?: boolean | undefined;
  readonly tiles?: readonly NewTile[] | undefined;
  readonly filters?: readonly NewFilter[] | undefined;
  /** That of the board as it was read: another one is a `conflict`. */
  readonly version?: number | undefined;
}

/** Boards: of whom they are and who reads them is as with saved questions. */
export interface Boards {
  list(reader: BoardReader, page: PageRequest): Promise<Page<BoardSummary>>;
  /** Fails with `unprocessable` for tiles that are none of the reader's, and `conflict` for one too many. */
  create(
    reader: BoardReader,
    request: {
      readonly name: string;
      readonly tiles: readonly NewTile[];
      readonly filters?: readonly NewFilter[] | undefined;
    },
    settle: Settle<Board>,
  ): Promise<Board>;
  read(reader: BoardReader, id: string): Promise<Board>;
  change(reader: BoardReader, id: string, change: BoardChange): Promise<Board>;
  remove(reader: BoardReader, id: string): Promise<void>;
  /**
   * Refreshes its tiles, a few at a time; those that cannot be say why. With `chosen` they are run on the rows that these
   * filters leave, which is kept nowhere.
   */
  refresh(
    reader: BoardReader,
    id: string,
    signal: AbortSignal,
    chosen?: FilterValuesById,
  ): Promise<Board>;
  /** The filters that its cards allow. */
  offeredFilters(reader: BoardReader, id: string): Promise<readonly OfferedFilter[]>;
  /** Fails with `not_found` for a filter that it hasn't, and `unprocessable` for one of a period. */
  filterValues(
    reader: BoardReader,
    id: string,
    about: { readonly filterId: string; readonly search: string | null },
    signal: AbortSignal,
  ): Promise<FilterValues>;
}

/** A text of a board, or a result as it was, without anything that leads further into the data. */
export type SnapshotCard = SnapshotResult | Pick<TextTile, 'text'>;

export interface SnapshotResult {
  readonly title: string;
  readonly explanation: string | null;
  readonly verdict: { readonly status: string; readonly reason: string } | null;
  readonly assumptions: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly total_rows: number;
  readonly columns_info: readonly ColumnInfo[] | null;
  readonly chart: Chart | null;
  /** Null where its maker did not choose to show it. */
  readonly sql: string | null;
  readonly as_of: string;
}

export interface NewSnapshot {
  readonly source: 'answer' | 'board';
  /** Id of the trace or board. */
  readonly sourceId: string;
  readonly title: string;
  readonly cards: readonly SnapshotCard[];
  /** What the cards were computed by: the snapshot ends when a column that they read is gone or hidden. */
  readonly statements: readonly string[];
  /** Tables that are read in whole, for want of one statement. */
  readonly tables: readonly string[];
  readonly days: number;
  readonly allowRowFilter: boolean;
}

export interface SnapshotRecord {
  readonly snapshot_id: string;
  readonly source: 'answer' | 'board';
  readonly source_id: string;
  readonly title: string;
  readonly maker: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/** With the secret part of its link, for the only time. */
export interface NewSnapshotRecord extends SnapshotRecord {
  readonly token: string;
}

/** Answers and boards as they were, for whoever has the link. */
export interface Snapshots {
  /** Fails with `forbidden` (a row filter), `unprocessable` (nothing that can be shown) and `conflict` (one too many). */
  create(
    reader: BoardReader,
    request: NewSnapshot,
    about: {
      readonly by: Actor;
      readonly signal: AbortSignal;
      readonly settle: Settle<NewSnapshotRecord>;
    },
  ): Promise<NewSnapshotRecord>;
  /** Those that have not ended, newest first; null: of all answers and boards. */
  list(
    reader: BoardReader,
    sourceId: string | null,
    page: PageRequest,
  ): Promise<Page<SnapshotRecord>>;
  /** Ends one at once. Fails with `not_found`. */
  revoke(reader: BoardReader, id: string, by: Actor): Promise<void>;
  /** What a link shows. Fails with `link_not_found`: it has ended, by its time or with what it was made of. */
  read(token: string): Promise<SnapshotRecord & { readonly cards: readonly SnapshotCard[] }>;
}
