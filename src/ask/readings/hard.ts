import type { Answered } from '#src/ask/run-draft.ts';

/** Words that ask how something changed: readings of them differ more often than of any other. */
const GROWTH =
  /\b(?:growth|grew|grow(?:s|n|ing)?|increase[ds]?|decrease[ds]?|declin(?:e|es|ed|ing)|chang(?:e|es|ed)|compared (?:to|with)|versus|vs|(?:year|month|quarter|week)[- ](?:over|on)[- ](?:year|month|quarter|week)|yoy|mom|qoq|wachstum|croissance|crecimiento|crescita|crescimento)\b/i;

/** Why one reading of a question is not enough; null where it is. */
export function hardBecause(
  { draft }: Answered,
  question: string,
  schemaCut: boolean,
): 'nesting_or_joins' | 'growth' | 'schema_cut' | null {
  if (draft.plan.complexity === 'hard') return 'nesting_or_joins';
  if (GROWTH.test(question)) return 'growth';
  return schemaCut ? 'schema_cut' : null;
}
