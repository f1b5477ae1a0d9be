import { type Feedback, sendFeedback } from '../api/answers.ts';
import { feedbackWords } from '../i18n/feedback.ts';
import { words } from '../i18n/index.ts';
import { ratings } from './ratings.ts';
import { caller } from './session.ts';

/** Sends what is said of an answer; gives a sentence that says what became of it. */
export async function giveRating(traceId: string, feedback: Feedback): Promise<string> {
  const who = caller.peek();
  if (who === null) return words().says.permissionNote;
  const text = feedbackWords();
  try {
    const kept = await sendFeedback(who, traceId, feedback);
    ratings.value = new Map(ratings.peek()).set(traceId, feedback.rating);
    if (kept.example) return text.example;
    return kept.example_reason ? text.notExample(kept.example_reason) : text.thanks;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
