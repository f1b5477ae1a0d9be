import { bytes, count, KIB, MIB, section } from '../units.ts';

export const boards = section({
  max_saved: count(2_000, 1, 1_000_000, 'Maximum saved questions per workspace'),
  max_boards: count(200, 1, 100_000, 'Maximum boards per workspace'),
  max_tiles: count(50, 1, 500, 'Maximum tiles per board'),
  max_text_chars: count(5_000, 100, 100_000, 'Maximum length of a text card, in characters'),
  max_rows: count(
    1_000,
    1,
    10_000,
    'Maximum rows of a refreshed question; its `result_token` gives the rest',
  ),
  max_result_bytes: bytes(
    256 * KIB,
    KIB,
    8 * MIB,
    'Maximum size of the rows of a refreshed question and its stored result, as JSON',
  ),
  max_filters: count(8, 1, 50, 'Maximum filters per board'),
  max_filter_values: count(200, 1, 1_000, 'Maximum values offered for a filter of a board'),
  concurrent_refreshes: count(4, 1, 64, 'Tiles of a board refreshed at the same time'),
});
