import { isProse } from '#src/ask/explain/grounded.ts';
import { draftedSynonyms } from '#src/ask/model/drafted-synonyms.ts';
import type { ModelReply } from '#src/ask/model/reply.ts';
import type { DraftPlan } from '#src/ask/plan.ts';
import type { Plan } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';

type ClarifyPlan = Extract<Plan, { readonly kind: 'clarify' }>;

const ASSUMPTION_CHARS = 300;
/** Joins from which a statement counts as hard. */
const HARD_JOINS = 3;

/** A model's reply as the pipeline takes it on. Assumptions with a number of the model's own are left out. */
export function draftPlanOf(
  reply: ModelReply,
  question: string,
  facts: QueryFacts,
  catalog: Catalog,
): DraftPlan {
  const known = `${reply.sql} ${question}`;
  return {
    query: null,
    breakdown: null,
    restatement: reply.restatement,
    assumptions: [
      ...reply.assumptions
        .map((text) => text.replace(/\s+/g, ' ').trim())
        .filter((text) => text !== '' && text.length <= ASSUMPTION_CHARS)
        .filter((text) => numbersOf(text).every((number) => known.includes(number))),
      ...draftedSynonyms(question, facts, catalog),
    ],
    confidence: 0.5,
    complexity: complexityOf(facts.root),
  };
}

/** A question mark of any script at the end of a text. */
const ASKS = /[?？؟]\s*$/u;
/** Options that can be taken in at a glance. */
const MOST_OPTIONS = 6;

/**
 * The question that a model asks back; null where it gives a reason instead. Its options are sent back as they are, so
 * that one is left out which is no plain text or holds a number that nobody said.
 */
export function askedBack(
  { clarification, options }: ModelReply,
  question: string,
): ClarifyPlan | null {
  const asked = plainText(clarification);
  if (asked === null) return null;
  const offered = [...new Set(options.flatMap((option) => plainText(option, question) ?? []))];
  if (offered.length < 2 && !ASKS.test(asked)) return null;
  return {
    kind: 'clarify',
    question: asked,
    options: offered.slice(0, MOST_OPTIONS).map((option) => ({ label: option, question: option })),
  };
}

/** What a model says of a question that it does not answer, where it says it without numbers; null otherwise. */
export function reasonOf({ clarification }: ModelReply): string | null {
  return plainText(clarification);
}

/** A model's words where they are short plain prose without a number that `known` does not hold; null otherwise. */
function plainText(said: string, known = ''): string | null {
  const text = said.replace(/\s+/g, ' ').trim();
  const fits =
    text !== '' &&
    text.length <= ASSUMPTION_CHARS &&
    isProse(text) &&
    numbersOf(text).every((number) => known.includes(number));
  return fits ? text : null;
}

const numbersOf = (text: string): readonly string[] => text.match(/\d+(?:[.,]\d+)*/g) ?? [];

/** How much a statement does, by what it is made of. */
export function complexityOf(root: SelectFacts): DraftPlan['complexity'] {
  const nested =
    root.setOperation !== null ||
    root.subqueries.length > 0 ||
    root.sources.some(({ derived }) => derived !== null);
  if (nested || root.joins.length >= HARD_JOINS) return 'hard';
  return root.joins.length > 0 || root.groupBy.length > 0 ? 'medium' : 'easy';
}
