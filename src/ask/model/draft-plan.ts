import { draftedSynonyms } from '#src/ask/model/drafted-synonyms.ts';
import type { ModelReply } from '#src/ask/model/reply.ts';
import type { DraftPlan } from '#src/ask/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';

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

/** What a model says of a question that it does not answer, where it says it without numbers; null otherwise. */
export function reasonOf({ clarification }: ModelReply): string | null {
  const text = clarification.replace(/\s+/g, ' ').trim();
  const fits = text !== '' && text.length <= ASSUMPTION_CHARS && numbersOf(text).length === 0;
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
