import { isPlain, isProse, sentencesIn } from '#src/ask/explain/grounded.ts';
import { draftedSynonyms } from '#src/ask/model/drafted-synonyms.ts';
import type { ModelReply } from '#src/ask/model/reply.ts';
import type { DraftPlan } from '#src/ask/plan.ts';
import { numbersInWords } from '#src/ask/trace/number-words.ts';
import { labelOf, tableOf } from '#src/catalog/catalog-names.ts';
import { knownWords, untracedWord } from '#src/check/traced-words.ts';
import { COUNTED_READINGS, claimsOfRows, NO_OPTION } from '#src/language/model-texts.ts';
import { languageOf } from '#src/language/recognise.ts';
import type { Plan } from '#src/planner/plan.ts';
import { WRITING } from '#src/planner/words.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { rowConditions } from '#src/sql/row-conditions.ts';

type ClarifyPlan = Extract<Plan, { readonly kind: 'clarify' }>;

const ASSUMPTION_CHARS = 300;
/** Joins from which a statement counts as hard. */
const HARD_JOINS = 3;

/** What assumptions are said with, beside the names of the data. */
const ASSUMING =
  'left out excluded included excludes includes ignored leaves highest lowest largest smallest top first share ratio percent mean means refer refers count counts counted sum summed total average take taken use used only date dates year month column table';

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
        .filter((text) => untracedWord(text, words) === null && !claimsOfRows(text))
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
  const asked = shownWords(clarification, question);
  if (asked === null) return null;
  const offered = [...new Set(options.flatMap((option) => plainOption(option, question) ?? []))];
  if (offered.length < 2 && !ASKS.test(asked)) return null;
  return {
    kind: 'clarify',
    question: asked,
    options: offered.slice(0, MOST_OPTIONS).map((option) => ({ label: option, question: option })),
  };
}

/** An option is sent as a question: all of it traces, and it asks for nothing to be written. */
function plainOption(option: string, question: string): string | null {
  const text = shownWords(option, question);
  const [first = ''] = option.trim().toLowerCase().split(/\s+/);
  return text === option.replace(/\s+/g, ' ').trim() && !WRITING.has(first) && !NO_OPTION.test(text)
    ? text
    : null;
}

/** What a model says of a question that it does not answer, without what nobody can trace; null where nothing is left. */
export function reasonOf({ clarification }: ModelReply, question: string): string | null {
  return shownWords(clarification, question);
}

/**
 * A model's words without the sentences that are no plain prose, hold a number that the question does not, or say
 * something of rows: no statement was run that could bear it out. Null where nothing is left.
 */
export function shownWords(said: string, question: string): string | null {
  const text = said.replace(/\s+/g, ' ').trim();
  if (text === '' || text.length > ASSUMPTION_CHARS || !isPlain(text)) return null;
  const kept = sentencesIn(text).filter((one) => isTraceable(one, question));
  return kept.length > 0 ? kept.join(' ').replace(/;$/, '.') : null;
}

const isTraceable = (sentence: string, question: string): boolean =>
  isProse(sentence) && hasOwnNumbers(sentence, question) && !claimsOfRows(sentence);

/** Whether the numbers of a sentence, in digits or words, are the question's. "Two meanings" counts the question's own. */
function hasOwnNumbers(sentence: string, question: string): boolean {
  if (!numbersOf(sentence).every((number) => question.includes(number))) return false;
  const asked = new Set(numbersInWords(question, 'en').map(({ value }) => value));
  return numbersInWords(sentence, languageOf(sentence) ?? 'en').every(
    ({ value, end }) =>
      value <= 1 ||
      asked.has(value) ||
      question.includes(String(value)) ||
      COUNTED_READINGS.test(sentence.slice(end)),
  );
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
