import { isProse } from '#src/ask/explain/grounded.ts';
import { draftedSynonyms } from '#src/ask/model/drafted-synonyms.ts';
import type { ModelReply } from '#src/ask/model/reply.ts';
import type { DraftPlan } from '#src/ask/plan.ts';
import { labelOf, tableOf } from '#src/catalog/catalog-names.ts';
import { knownWords, untracedWord } from '#src/check/traced-words.ts';
import type { Plan } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { rowConditions } from '#src/sql/row-conditions.ts';

type ClarifyPlan = Extract<Plan, { readonly kind: 'clarify' }>;

const ASSUMPTION_CHARS = 300;
/** Joins from which a statement counts as hard. */
const HARD_JOINS = 3;

/** What assumptions are said with, beside the names of the data. */
const ASSUMING =
  'share ratio percent mean means refer refers count counts counted sum summed total average take taken use used only date dates year month column table';

/** A model's reply as the pipeline takes it on. Of assumptions those are taken whose
 * words and numbers are the data's, the question's or the statement's; they are marked as the model's. */
export function draftPlanOf(
  reply: ModelReply,
  question: string,
  facts: QueryFacts,
  catalog: Catalog,
): DraftPlan {
  const known = `${reply.sql} ${question}`;
  const words = knownWords([
    question,
    ...facts.tables.flatMap((table) => [table, tableOf(catalog, table)?.label ?? '']),
    ...facts.columns.flatMap((one) => [one.column, labelOf(catalog, one)]),
    ...facts.tables.flatMap((table) => shownColumns(table, catalog)),
    ...facts.functions,
    ...rowConditions(facts).flatMap(({ values }) => values),
    ASSUMING,
  ]);
  return {
    query: null,
    breakdown: null,
    restatement: reply.restatement,
    assumptions: [
      ...reply.assumptions
        .map((text) => text.replace(/\s+/g, ' ').trim())
        .filter((text) => text !== '' && text.length <= ASSUMPTION_CHARS)
        .filter(
          (text) => isProse(text) && numbersOf(text).every((number) => known.includes(number)),
        )
        .filter((text) => untracedWord(text, words) === null)
        .map((text) => `The model assumed: ${text}`),
      ...draftedSynonyms(question, facts, catalog),
    ],
    confidence: 0.5,
    complexity: complexityOf(facts.root),
  };
}

const shownColumns = (table: string, catalog: Catalog): readonly string[] =>
  (tableOf(catalog, table)?.columns ?? []).flatMap(({ hidden, label }) => (hidden ? [] : label));

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
