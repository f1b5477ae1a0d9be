import { type AskContext, onSource } from '#src/ask/context.ts';
import { guardSql } from '#src/ask/draft.ts';
import { examplesFor, similarExamples } from '#src/ask/examples.ts';
import type { ApprovedExample, Catalog } from '#src/plugin-api/catalog.ts';

/** Approved examples that a prompt holds at the most. */
const EXAMPLES = 3;

/**
 * The approved examples most like a question, for its prompt. Only those whose SQL the caller may run as the data is now:
 * the words and values of one over a column that was hidden since stay here.
 */
export async function shownExamples(
  context: AskContext,
  catalog: Catalog,
): Promise<readonly ApprovedExample[]> {
  const { question, principal } = context.state.request;
  const similar = similarExamples(question, examplesFor(catalog, principal.policy));
  if (similar.length === 0) return [];
  const on = await onSource(context, catalog);
  const shown: ApprovedExample[] = [];
  for (const example of similar) {
    const guarded = await guardSql(on, example.sql, context.deps.limits.maxResultRows);
    if (!('refused' in guarded)) shown.push(example);
    if (shown.length === EXAMPLES) break;
  }
  return shown;
}
