import { untracedNumbers } from '#src/ask/number-trace.ts';
import type { Answer } from '#src/ask/types.ts';
import type { PlantedQuestion } from '../../../fixtures/analytics/questions.ts';

export type PlantedOutcome =
  | 'found'
  | 'said none'
  | 'missed'
  | 'false alarm'
  | 'declined'
  | 'untraced';

/** What an answer is against what was planted. */
export function outcomeOf(answer: Answer, { finds }: PlantedQuestion): PlantedOutcome {
  if (answer.result !== 'success' || answer.type !== 'analytics') return 'declined';
  const check = (name: string) =>
    answer.verification.checks.find((one) => one.name === name)?.detail ?? '';
  const data = {
    rows: answer.data!.rows,
    counts: [answer.data!.rows.length],
    context: [check('figures')],
  };
  if (untracedNumbers(answer.explanation, data).length > 0) return 'untraced';
  const isClaimed = check('stands_out').startsWith('The values named');
  if (finds === null) return isClaimed ? 'false alarm' : 'said none';
  return isClaimed && finds.test(answer.explanation) ? 'found' : 'missed';
}
