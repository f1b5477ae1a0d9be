import type { Board, Boards, SavedQuestion, SavedQuestions, Snapshots } from '#src/boards/types.ts';
import { AppError } from '#src/errors.ts';

const AT = '2026-11-01T00:00:00.000';
const SAVED: SavedQuestion = {
  id: 'sav_1',
  workspace_id: 'ws_1',
  name: 'Revenue',
  question: 'revenue by region',
  sql: 'SELECT 1',
  period: null,
  answer: null,
  columns: ['region', 'revenue'],
  chart: { kind: 'bars' },
  shared: false,
  mine: true,
  trace_id: 'tr_1',
  created_at: AT,
  updated_at: AT,
  stale: null,
  failure: null,
  result: null,
};
const ABOUT = {
  id: 'brd_1',
  workspace_id: 'ws_1',
  name: 'Sales',
  shared: false,
  mine: true,
  version: 1,
  created_at: AT,
  updated_at: AT,
};
const BOARD: Board = {
  ...ABOUT,
  tiles: [{ saved_id: 'sav_1', width: 1, saved: SAVED, filters: [] }],
  filters: [],
};

const SNAPSHOT = {
  snapshot_id: 'snp_1',
  source: 'answer',
  source_id: 'tr_1',
  title: 'revenue by region',
  maker: 'Ann',
  created_at: AT,
  expires_at: AT,
} as const;

/** One saved question on one board, whoever looks. */
export function createFakeBoards(): {
  readonly saved: SavedQuestions;
  readonly boards: Boards;
  readonly snapshots: Snapshots;
} {
  return {
    snapshots: {
      create: async () => ({ ...SNAPSHOT, token: 'plumb_share_1' }),
      list: async () => ({ items: [SNAPSHOT], nextCursor: null }),
      revoke: async () => {
        throw new AppError('not_found', "This snapshot doesn't exist. Check its ID.");
      },
      read: async () => {
        throw new AppError('link_not_found', 'This link no longer works.');
      },
    },
    saved: {
      list: async () => ({ items: [SAVED], nextCursor: null }),
      create: async () => SAVED,
      read: async () => SAVED,
      change: async () => SAVED,
      remove: async () => {},
      refresh: async () => SAVED,
    },
    boards: {
      list: async () => ({ items: [{ ...ABOUT, tiles: 1 }], nextCursor: null }),
      create: async () => BOARD,
      read: async () => BOARD,
      change: async () => BOARD,
      remove: async () => {},
      refresh: async () => BOARD,
      offeredFilters: async () => [],
      filterValues: async () => ({ values: [], truncated: false }),
    },
  };
}
