import type { AnswerTraceDetails } from '#src/ask/types.ts';
import { tellingWordsOf } from '#src/check/name-words.ts';
import type { DraftEvidence, FailureKind } from '#src/feedback/types.ts';
import type { Store } from '#src/store/schema.ts';

/** A failed question with the statement that is right for it. */
export interface FailedQuestion extends DraftEvidence {
  readonly sql: string;
}

interface Wanted {
  readonly workspaceId: string;
  /** Null: everybody's. */
  readonly endUserId: string | null;
  /** Failed questions that are looked at, the newest ones. */
  readonly most: number;
  /** How soon the same person asks again in other words (milliseconds). */
  readonly rephrasedMs: number;
}

/** Answered questions that are looked through for each failed one. */
const ANSWERS_FOR_EACH = 5;

interface Asked {
  readonly question: string;
  readonly key_id: string;
  readonly end_user_id: string | null;
}

/**
 * The failed questions of a workspace with a known right statement: somebody's correction, or the SQL of the answer that
 * the same person got soon after, when they asked again with other words in one place. Follow-ups are left out: their
 * words say only a part.
 */
export async function failedQuestions(
  store: Store,
  { workspaceId, endUserId, most, rephrasedMs }: Wanted,
): Promise<readonly FailedQuestion[]> {
  let failures = store
    .selectFrom('answers')
    .leftJoin('feedback', 'feedback.trace_id', 'answers.trace_id')
    .select(['answers.trace_id', 'answers.question', 'answers.result', 'answers.trace'])
    .select(['answers.key_id', 'answers.end_user_id', 'answers.created_at'])
    .select(['feedback.rating', 'feedback.correct_sql'])
    .where('answers.workspace_id', '=', workspaceId)
    .where((one) =>
      one.or([
        one('answers.result', '=', 'error'),
        one('feedback.rating', '=', 'down'),
        one('feedback.correct_sql', 'is not', null),
      ]),
    );
  let answered = store
    .selectFrom('answers')
    .select(['question', 'sql', 'key_id', 'end_user_id', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('result', '=', 'success')
    .where('sql', 'is not', null);
  if (endUserId !== null) {
    failures = failures.where('answers.end_user_id', '=', endUserId);
    answered = answered.where('end_user_id', '=', endUserId);
  }
  const failed = await failures.orderBy('answers.created_at', 'desc').limit(most).execute();
  const oldest = failed.at(-1)?.created_at;
  if (oldest === undefined) return [];
  const after = await answered
    .where('created_at', '>=', oldest)
    .orderBy('created_at', 'desc')
    .limit(most * ANSWERS_FOR_EACH)
    .execute();
  const answers = after.reverse().map((one) => ({ ...one, at: Date.parse(one.created_at) }));
  return failed.flatMap((row): FailedQuestion[] => {
    const details = JSON.parse(row.trace) as AnswerTraceDetails;
    const failure = failureOf(row, details);
    if (failure === null || details.prior_turns !== 0) return [];
    const at = Date.parse(row.created_at);
    const soon = ({ at: next }: { readonly at: number }) => next > at && next - at <= rephrasedMs;
    const rephrased = () => answers.find((one) => soon(one) && isRephrased(row, one));
    const sql = row.correct_sql ?? rephrased()?.sql;
    if (!sql) return [];
    const { trace_id: traceId, question, created_at: askedAt } = row;
    return [{ traceId, question, failure, askedAt, sql }];
  });
}

function failureOf(
  {
    rating,
    correct_sql,
  }: { readonly rating: 'up' | 'down' | null; readonly correct_sql: string | null },
  { error_type }: AnswerTraceDetails,
): FailureKind | null {
  if (correct_sql !== null) return 'corrected';
  if (rating === 'down') return 'rated_down';
  return error_type === 'DECLINED' ? 'declined' : null;
}

/** Whether a question says all of another but for one place, for the same person. */
function isRephrased(failed: Asked, next: Asked): boolean {
  if (failed.key_id !== next.key_id || failed.end_user_id !== next.end_user_id) return false;
  const [before, after] = [tellingWordsOf(failed.question), tellingWordsOf(next.question)];
  const lost = before.flatMap((word, at) => (after.includes(word) ? [] : [at]));
  const isOnePlace = lost.every((at, index) => at === (lost[0] ?? 0) + index);
  return lost.length > 0 && lost.length < before.length && isOnePlace;
}
