import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import { priceOf } from '#src/ask/model/price.ts';
import { questionPrompt, repairPrompt, systemPrompt } from '#src/ask/model/prompt.ts';
import { type ModelReply, REPLY_JSON_SCHEMA, readReply } from '#src/ask/model/reply.ts';
import { today } from '#src/planner/day.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { ModelRequest } from '#src/plugin-api/language-model.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';

type Message = ModelRequest['messages'][number];

/** A statement that did not work, and why, in words that may be sent to a model. */
export interface FailedStatement {
  readonly reply: ModelReply;
  readonly problem: string;
}

/**
 * Asks the model for a statement, or for a better one than those that failed. Thoughts are shown as they come. What the
 * calls took is noted. Fails with a `ModelError`.
 */
export async function askModel(
  context: AskContext,
  catalog: Catalog,
  failed: FailedStatement | null,
): Promise<ModelReply> {
  const { deps, state, emit, signal, use } = context;
  const { model } = deps;
  if (!model) throw new TypeError('no model is configured');
  const first = await question(context, catalog);
  const messages: Message[] = [{ role: 'user', text: first }];
  if (failed)
    messages.push(
      { role: 'assistant', text: JSON.stringify(failed.reply) },
      { role: 'user', text: repairPrompt(failed.reply.sql, failed.problem) },
    );
  const request: ModelRequest = {
    system: systemPrompt(catalog, state.request.principal.policy),
    messages,
    schema: REPLY_JSON_SCHEMA,
    reasoning: failed ? 'high' : 'low',
    maxOutputTokens: model.maxOutputTokens,
  };
  let text = '';
  for await (const part of model.service.generate(request, signal)) {
    if (part.kind === 'text') text += part.text;
    else if (part.kind === 'reasoning') emit({ event: 'thinking', content: part.text });
    else use.add(part, priceOf(part, model.prices));
  }
  const reply = readReply(text);
  if (!reply) throw new ModelError('malformed', 'the model gave no answer in the wanted form');
  return reply;
}

async function question(context: AskContext, catalog: Catalog): Promise<string> {
  const { deps, state, signal } = context;
  const { principal, question: text } = state.request;
  const about = { catalog, policy: principal.policy };
  const hits = await abortable(deps.planning.hits(about, text, signal), signal).catch(() => []);
  signal.throwIfAborted();
  return questionPrompt({
    question: text,
    today: catalog.asOf ?? today(deps.clock.now(), catalog.timezone),
    hits,
    history: state.history.map(({ question: asked, sql }) => ({
      question: asked,
      sql: sql ?? null,
    })),
  });
}
