import { type AskContext, onSource } from '#src/ask/context.ts';
import { startDeadline } from '#src/ask/deadline.ts';
import { guardSql } from '#src/ask/draft.ts';
import { examplesFor, similarExamples } from '#src/ask/examples.ts';
import { setAside } from '#src/ask/model/call.ts';
import { cosine, type Embeddings } from '#src/ask/model-use/embeddings.ts';
import { priceOfInput } from '#src/ask/model-use/price.ts';
import type { ApprovedExample, Catalog } from '#src/plugin-api/catalog.ts';
import type { Embedded } from '#src/plugin-api/language-model.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';

/** Approved examples that a prompt holds at the most. */
const EXAMPLES = 3;
/** Cosine from which an example may help to read a question. */
const NEAR = 0.4;
/** Characters of a token at the fewest, for what vectors may cost. */
const CHARS_PER_TOKEN = 2;

/**
 * The approved examples most like a question, for its prompt: by embeddings where a model for them is configured and
 * answers in time, else by their words. Only those whose SQL the caller may run as the data is now: the words and values
 * of one over a column that was hidden since stay here.
 */
export async function shownExamples(
  context: AskContext,
  catalog: Catalog,
): Promise<readonly ApprovedExample[]> {
  const { question, principal } = context.state.request;
  const all = examplesFor(catalog, principal.policy);
  const similar = similarExamples(question, all);
  const embeddings = context.deps.model?.embeddings;
  if (!embeddings || all.length === 0) return runnable(context, catalog, similar, EXAMPLES);
  const pool = await runnable(
    context,
    catalog,
    [...new Set([...similar, ...all.toReversed()])],
    embeddings.most,
  );
  const nearest = await nearestOf(context, pool, embeddings);
  return (nearest ?? pool.filter((one) => similar.includes(one))).slice(0, EXAMPLES);
}

/** The first of the examples whose SQL the caller may run. */
async function runnable(
  context: AskContext,
  catalog: Catalog,
  examples: readonly ApprovedExample[],
  most: number,
): Promise<readonly ApprovedExample[]> {
  if (examples.length === 0) return [];
  const on = await onSource(context, catalog);
  const shown: ApprovedExample[] = [];
  for (const example of examples) {
    const guarded = await guardSql(on, example.sql, context.deps.limits.maxResultRows);
    if (!('refused' in guarded)) shown.push(example);
    if (shown.length === most) break;
  }
  return shown;
}

/** The examples by how near their questions are, nearest first; null where their vectors aren't known in time. */
async function nearestOf(
  context: AskContext,
  examples: readonly ApprovedExample[],
  embeddings: Embeddings,
): Promise<readonly ApprovedExample[] | null> {
  const { deps, signal, state, use } = context;
  if (examples.length === 0) return [];
  const texts = [state.request.question, ...examples.map(({ question }) => question)];
  const { prices = null } = deps.model ?? {};
  const costOf = (tokens: number) => priceOfInput(embeddings.writer, tokens, prices);
  const bill = ({ inputTokens }: Embedded) => use.addEmbedded(inputTokens, costOf(inputTokens));
  const limit = startDeadline(signal, embeddings.timeoutMs);
  try {
    const chars = embeddings.missing(texts).reduce((sum, text) => sum + text.length, 0);
    if (chars > 0) await setAside(context, costOf(Math.ceil(chars / CHARS_PER_TOKEN)));
    const [asked, ...others] = await embeddings.vectors(texts, bill, limit.signal);
    if (!asked) return null;
    return examples
      .map((example, at) => ({ example, score: cosine(asked, others[at] ?? asked) }))
      .filter(({ score }) => score >= NEAR)
      .sort((a, b) => b.score - a.score)
      .map(({ example }) => example);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelError)) throw error;
    deps.log.warn({ err: error, trace: state.traceId }, 'examples are compared by their words');
    return null;
  } finally {
    limit.clear();
  }
}
