import { signal } from '@preact/signals';
import { type Feedback, sendFeedback } from '../api/answers.ts';
import { words } from '../i18n/index.ts';
import { caller } from './session.ts';

const given = signal<ReadonlyMap<string, Feedback['rating']>>(new Map());

/** What was said of an answer in this tab. */
export const ratingOf = (traceId: string): Feedback['rating'] | null =>
  given.value.get(traceId) ?? null;

/** Sends what is said of an answer; gives a sentence that says what became of it. */
export async function giveRating(traceId: string, feedback: Feedback): Promise<string> {
  const who = caller.peek();
  if (who === null) return words().says.permissionNote;
  const text = words().rated;
  try {
    const kept = await sendFeedback(who, traceId, feedback);
    given.value = new Map(given.peek()).set(traceId, feedback.rating);
    if (kept.example) return text.example;
    return kept.example_reason ? text.notExample(kept.example_reason) : text.thanks;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
