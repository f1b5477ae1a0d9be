import type { AskContext } from '#src/ask/context.ts';
import type { Draft } from '#src/ask/draft.ts';
import { examplesFor } from '#src/ask/examples.ts';
import { valueHits } from '#src/ask/value-hits.ts';
import { fragmentText } from '#src/catalog/semantics/fragment.ts';
import type { WrittenFor } from '#src/check/asked.ts';
import type { InEnglish } from '#src/check/in-english.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/**
 * What a model's statement is held to; nothing for those of the planner and of approved examples.
 *
 * @param english - The question in English, where it was asked in another language.
 */
export async function writtenFor(
  context: AskContext,
  catalog: Catalog,
  { plan }: Draft,
  english: InEnglish | null,
): Promise<{ readonly writtenFor?: WrittenFor }> {
  if (plan.query !== null || plan.example) return {};
  const { question } = context.state.request;
  const found = await Promise.all(
    [question, ...(english === null ? [] : [english.text])].map((text) =>
      valueHits(context, catalog, text),
    ),
  );
  const known = knownOf(context, catalog);
  return {
    writtenFor: {
      hits: found.flat(),
      context: english === null ? known : `${question} \n${known}`,
    },
  };
}

/** What a condition may come from beside the question: earlier turns, and what people said of the data. */
function knownOf({ state }: AskContext, catalog: Catalog): string {
  const { metrics = [], rules = [], values = [] } = catalog.meaning ?? {};
  const { policy } = state.request.principal;
  return [
    ...state.history.flatMap(({ question, sql }) => [question, sql ?? '']),
    ...metrics.flatMap(({ expression, filters }) => [expression, ...filters].map(fragmentText)),
    ...rules,
    ...values.flatMap(({ value, synonyms }) => [value, ...synonyms]),
    ...examplesFor(catalog, policy).map(({ sql }) => sql),
    ...catalog.tables.flatMap(({ description, columns }) => [
      description ?? '',
      ...columns.map((column) => (column.hidden ? '' : (column.description ?? ''))),
    ]),
  ].join(' \n');
}
