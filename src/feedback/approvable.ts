import type { AnswerTrace } from '#src/ask/types.ts';
import type { ExampleOutcome } from '#src/catalog/generations/edit-examples.ts';
import type { NewFeedback } from '#src/feedback/types.ts';
import { isFiltered, type Principal } from '#src/principal.ts';

/** Why feedback makes no approved example, whatever the data is; null where it may make one. */
export function whyNoExample(
  { key, policy }: Principal,
  trace: AnswerTrace,
  { rating, correctSql }: NewFeedback,
): string | null {
  const { agent, prior_turns } = trace.details;
  if (key.scope !== 'full') return 'Answers are approved with a full-access key.';
  if (isFiltered(policy, {}))
    return 'A key with a row filter approves no answers: others see other rows.';
  if (correctSql === null && rating === 'down')
    return 'An answer that is rated down and not corrected is no example.';
  if (prior_turns === undefined)
    return 'The answer is one of an earlier version of the service: ask the question again.';
  if (prior_turns > 0)
    return 'The question came after others of its chat and may depend on them: ask it in a new chat.';
  if (correctSql !== null) return null;
  if (trace.result !== 'success' || trace.sql === null)
    return 'Only an answer with rows can be approved as it is; send correct_sql.';
  return agent === 'Text2SQL' ? null : 'The answer is not that of one statement.';
}

/** Why a change of the examples did not come about; null where they are as they should be. */
export function whyNotKept(outcome: ExampleOutcome): string | null {
  switch (outcome) {
    case 'changed':
    case 'unchanged':
      return null;
    case 'does not fit':
      return 'The semantics take no further example of this length or number.';
    case 'of the tenant':
      return 'This database serves all workspaces of the tenant: approve with a key of the whole tenant.';
  }
}
