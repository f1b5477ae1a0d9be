import { bytes, count, KIB, MIB, section } from '../units.ts';

export const boards = section({
  max_saved: count(2_000, 1, 1_000_000, 'Saved questions of a workspace'),
  max_boards: count(200, 1, 100_000, 'Boards of a workspace'),
  max_tiles: count(50, 1, 500, 'Tiles of a board'),
  max_rows: count(
    1_000,
    1,
    10_000,
    'Rows that a refreshed question shows; the rest is behind its `result_token`',
  ),
  max_result_bytes: bytes(
    256 * KIB,
    KIB,
    8 * MIB,
    'Rows that a refreshed question shows and that are kept as its last result, as JSON',
  ),
  concurrent_refreshes: count(4, 1, 64, 'Tiles of a board that are refreshed at once'),
});
