import { sql } from 'kysely';
import type { BoardReader } from '#src/boards/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { NO_ROW_POLICY, readsWordsOf } from '#src/principal.ts';
import type { SavedQuestionRow } from '#src/store/schema.ts';

/** Whether somebody acts for the whole account, and so for everybody in it: as with chats. */
const actsForAll = ({ principal }: BoardReader) =>
  principal.endUserId === null && principal.policy.hash === NO_ROW_POLICY.hash;

/** Whether a thing is the reader's own, to be changed. */
export const isMine = (reader: BoardReader, thing: { readonly end_user_id: string | null }) =>
  actsForAll(reader) || thing.end_user_id === reader.principal.endUserId;

/** Rows of `saved_questions` or `boards` of the workspace that are the reader's own. */
const own = (reader: BoardReader, table: 'saved_questions' | 'boards') =>
  actsForAll(reader)
    ? sql<boolean>`1 = 1`
    : reader.principal.endUserId === null
      ? sql<boolean>`${sql.ref(`${table}.end_user_id`)} is null`
      : sql<boolean>`${sql.ref(`${table}.end_user_id`)} = ${reader.principal.endUserId}`;

/** Boards of the workspace that the reader sees. */
export const visibleBoard = (reader: BoardReader) =>
  sql<boolean>`(boards.workspace_id = ${reader.workspace.workspaceId}
    and (boards.shared = 1 or ${own(reader, 'boards')}))`;

/** Saved questions of the workspace that the reader sees: shared, or on a shared board of the same maker, or own. */
export const visibleSaved = (reader: BoardReader) =>
  sql<boolean>`(saved_questions.workspace_id = ${reader.workspace.workspaceId}
    and (saved_questions.shared = 1 or ${own(reader, 'saved_questions')} or exists (
      select 1 from board_tiles join boards on boards.id = board_tiles.board_id
      where board_tiles.saved_id = saved_questions.id and boards.shared = 1
        and coalesce(boards.end_user_id, '') = coalesce(saved_questions.end_user_id, ''))))`;

/** Whether the reader may see the statement and words. */
export const seesWords = (
  { principal }: BoardReader,
  row: SavedQuestionRow,
  catalog: Catalog | null,
) => readsWordsOf(principal, catalog ?? {}, row.policy_hash);
