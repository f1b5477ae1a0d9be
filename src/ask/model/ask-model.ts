import type { AskContext } from '#src/ask/context.ts';
import { chooseTables } from '#src/ask/model/choose-tables.ts';
import { isDated } from '#src/ask/model/dated.ts';
import { lookUp } from '#src/ask/model/lookups.ts';
import {
  foundPrompt,
  otherSystemPrompt,
  type PromptQuestion,
  questionPrompt,
  repairPrompt,
  systemPrompt,
} from '#src/ask/model/prompt.ts';
import { recallOrCall } from '#src/ask/model/recall.ts';
import {
  LOOKING_JSON_SCHEMA,
  type ModelReply,
  REPLY_JSON_SCHEMA,
  readReply,
} from '#src/ask/model/reply.ts';
import { shownExamples } from '#src/ask/model/shown-examples.ts';
import { possibleHits } from '#src/ask/value-hits.ts';
import { dayFor } from '#src/planner/day.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { ModelRequest } from '#src/plugin-api/language-model.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';
import { isFiltered } from '#src/principal.ts';
import { readableCatalog } from '#src/sql/guard-policy.ts';

/** Earlier turns that a prompt shows; the built-in planner reads more of them again. */
const SHOWN_TURNS = 5;

type Message = ModelRequest['messages'][number];

export type Asking =
  | { readonly kind: 'first' }
  /** A statement that did not work, and why, in words that may be sent to a model. */
  | { readonly kind: 'repair'; readonly reply: ModelReply; readonly problem: string }
  /** Anew, with the schema in another form and without what was said before. */
  | { readonly kind: 'independent' };

/** What the model wanted to look at, and what it was shown. */
interface Looked {
  readonly reply: ModelReply;
  readonly found: string;
}

/**
 * Asks the model for a statement, or takes the one that it gave when the question came before. It may look at the data
 * first, `lookups` times for a question. Thoughts are shown as they come. What the calls took is noted. Fails with a
 * `ModelError`.
 */
export async function askModel(
  context: AskContext,
  catalog: Catalog,
  asking: Asking,
): Promise<ModelReply> {
  const looked: Looked[] = [];
  for (;;) {
    const reply = await readableReply(context, catalog, asking, looked);
    if (!reply.look) return reply;
    const left = lookupsLeft(context);
    const found = await lookUp(context, catalog, reply.look.slice(0, left));
    looked.push({ reply, found });
  }
}

/** Lookups that the question still has, where a call is left to tell what they found. */
const lookupsLeft = ({ deps: { model }, use }: AskContext): number =>
  model && use.mayCall(model.maxCalls) ? Math.max(0, model.lookups - use.lookups.length) : 0;

async function readableReply(
  context: AskContext,
  catalog: Catalog,
  asking: Asking,
  looked: readonly Looked[],
): Promise<ModelReply> {
  const { question } = context.state.request;
  const ask = () =>
    recallOrCall(context, catalog, {
      purpose: looked.length > 0 ? { asking, looked } : asking,
      step: asking.kind === 'repair' ? 'repair' : undefined,
      request: () => requestOf(context, catalog, asking, looked),
      read(text) {
        const reply = readReply(text);
        if (!reply || (reply.look && lookupsLeft(context) === 0)) throw new UnreadableReply();
        return reply;
      },
      dated: ({ sql }) => isDated(sql, question, catalog),
    });
  try {
    return await ask();
  } catch (error) {
    const mayAgain = context.use.mayCall(context.deps.model?.maxCalls ?? 0);
    if (!(error instanceof UnreadableReply) || !mayAgain) throw error;
    return ask();
  }
}

/** A model that speaks its provider's protocol, and says something else than was asked for. */
class UnreadableReply extends ModelError {
  constructor() {
    super('malformed', "the model didn't answer in the expected format");
  }
}

async function requestOf(
  context: AskContext,
  catalog: Catalog,
  asking: Asking,
  looked: readonly Looked[],
): Promise<ModelRequest> {
  const { deps, state } = context;
  if (!deps.model) throw new TypeError('no model is configured');
  const { policy } = state.request.principal;
  const asked = await questionOf(context, catalog);
  const maxTokens = deps.model.schemaTokens * (asking.kind === 'independent' ? 2 : 1);
  const filtered = isFiltered(policy, catalog);
  const shown = chooseTables(readableCatalog(catalog, policy), { ...asked, filtered, maxTokens });
  context.use.schemaCut ||= shown.cut;
  const messages: Message[] = [{ role: 'user', text: questionPrompt(asked) }];
  if (asking.kind === 'repair')
    messages.push(
      { role: 'assistant', text: JSON.stringify(asking.reply) },
      { role: 'user', text: repairPrompt(asking.reply.sql, asking.problem) },
    );
  const { lookups, tableTokens } = deps.model;
  for (const { reply, found } of looked)
    messages.push(
      { role: 'assistant', text: JSON.stringify(reply) },
      { role: 'user', text: foundPrompt(found, lookupsLeft(context)) },
    );
  return {
    system: (asking.kind === 'independent' ? otherSystemPrompt : systemPrompt)(
      { ...shown, tableTokens, lookups },
      policy,
    ),
    messages,
    schema: lookups > 0 ? LOOKING_JSON_SCHEMA : REPLY_JSON_SCHEMA,
    reasoning: asking.kind === 'first' ? 'low' : 'high',
    maxOutputTokens: deps.model.maxOutputTokens,
    thinkingTokens: deps.model.thinkingTokens,
  };
}

async function questionOf(context: AskContext, catalog: Catalog): Promise<PromptQuestion> {
  const { deps, state } = context;
  const { question: text } = state.request;
  return {
    question: text,
    today: dayFor(catalog, deps.clock.now()),
    hits: await possibleHits(context, catalog, text),
    examples: await shownExamples(context, catalog),
    history: state.history.slice(-SHOWN_TURNS).map(({ question: asked, sql }) => ({
      question: asked,
      sql: sql ?? null,
    })),
  };
}
