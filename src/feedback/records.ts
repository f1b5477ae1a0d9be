import type { Kysely } from 'kysely';
import type { KeptFeedback } from '#src/feedback/types.ts';
import type { ApprovedExample } from '#src/plugin-api/catalog.ts';
import type { FeedbackRow, StoreSchema } from '#src/store/schema.ts';

/** Feedback with the example that it made; null where it made none. */
export interface FeedbackRecord extends KeptFeedback {
  readonly example: ApprovedExample | null;
}

/** What stands in the key for the whole account: no end user has that id. */
const NOBODY = '';

export async function readFeedback(
  db: Kysely<StoreSchema>,
  traceId: string,
  endUserId: string | null,
): Promise<FeedbackRecord | null> {
  const row = await db
    .selectFrom('feedback')
    .selectAll()
    .where('trace_id', '=', traceId)
    .where('end_user_id', '=', endUserId ?? NOBODY)
    .executeTakeFirst();
  return row ? recordOf(row) : null;
}

export async function listFeedback(
  db: Kysely<StoreSchema>,
  traceId: string,
  endUserId: string | null,
): Promise<readonly FeedbackRecord[]> {
  let query = db.selectFrom('feedback').selectAll().where('trace_id', '=', traceId);
  if (endUserId !== null) query = query.where('end_user_id', '=', endUserId);
  return (await query.orderBy('updated_at').orderBy('end_user_id').execute()).map(recordOf);
}

/** Puts it in the place of what the same person said of the answer before. */
export async function saveFeedback(
  db: Kysely<StoreSchema>,
  about: Pick<FeedbackRow, 'trace_id' | 'client_id' | 'workspace_id' | 'key_id' | 'answered_at'>,
  { endUserId, rating, comment, correctSql, example, at }: FeedbackRecord,
): Promise<void> {
  const said = {
    key_id: about.key_id,
    rating,
    comment,
    correct_sql: correctSql,
    example: example && JSON.stringify(example),
    updated_at: at,
  };
  await db
    .insertInto('feedback')
    .values({ ...about, ...said, end_user_id: endUserId ?? NOBODY })
    .onConflict((conflict) => conflict.columns(['trace_id', 'end_user_id']).doUpdateSet(said))
    .execute();
}

const recordOf = (row: FeedbackRow): FeedbackRecord => ({
  endUserId: row.end_user_id === NOBODY ? null : row.end_user_id,
  rating: row.rating,
  comment: row.comment,
  correctSql: row.correct_sql,
  example: row.example === null ? null : (JSON.parse(row.example) as ApprovedExample),
  at: row.updated_at,
});
