import type { AnswerTrace } from '#src/ask/types.ts';
import type { ChangeOutcome } from '#src/catalog/generations/change-document.ts';
import type { NewFeedback } from '#src/feedback/types.ts';
import { isFiltered, type Principal } from '#src/principal.ts';

/** Why feedback makes no approved example, whatever the data is; null where it may make one. */
export function whyNoExample(
  { key, policy }: Principal,
  trace: AnswerTrace,
  { rating, correctSql }: NewFeedback,
): string | null {
  const { agent, prior_turns } = trace.details;
  if (key.scope !== 'full') return 'Only a full-access key can approve answers.';
  if (isFiltered(policy, {}))
    return "Keys with a row filter can't approve answers, because others see different rows.";
  if (correctSql === null && rating === 'down')
    return 'An answer rated incorrect needs corrected SQL before it can become an example.';
  if (prior_turns === undefined)
    return 'The answer comes from an earlier version of Plumbline. Ask the question again.';
  if (prior_turns > 0)
    return 'The question may depend on earlier questions of its chat. Ask it in a new chat.';
  if (correctSql !== null) return null;
  if (trace.result !== 'success' || trace.sql === null)
    return 'Only an answer with rows can be approved. Send correct_sql instead.';
  if (agent === 'OwnSQL')
    return "Your SQL wasn't compared with a question. Send it as correct_sql of the answer to that question.";
  return agent === 'Text2SQL'
    ? null
    : "The answer uses more than one SQL statement, so it can't be approved. Send correct_sql instead.";
}

/** Why a change of the examples did not come about; null where they are as they should be. */
export function whyNotKept(outcome: ChangeOutcome): string | null {
  switch (outcome) {
    case 'changed':
    case 'unchanged':
      return null;
    case 'does not fit':
      return 'The definitions have too many examples, or examples that are too long. Remove one first.';
    case 'of the tenant':
      return 'This database serves all workspaces of the tenant. Approve with a tenant-level key.';
  }
}
