import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { redactor, secretsOf } from '#config/secrets.ts';
import { REPLY_JSON_SCHEMA, readReply } from '#src/ask/model/reply.ts';
import { priceOf } from '#src/ask/model-use/price.ts';
import type { Clock } from '#src/clock.ts';
import { BUILT_IN, hasModel, modelPlugin, settingsOf } from '#src/compose/plugins.ts';
import { waitingLimits } from '#src/places.ts';
import type { ModelPart } from '#src/plugin-api/language-model.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';
import { createPluginHost } from '#src/plugin-host.ts';
import { StartError } from '#src/start-error.ts';

const REQUEST = {
  system:
    'You turn a question into one SQL SELECT. Reply with one JSON object: restatement, answerable, sql, assumptions, clarification, options.',
  messages: [{ role: 'user' as const, text: 'Table t(a integer). Question: how many rows?' }],
  schema: REPLY_JSON_SCHEMA,
  reasoning: 'low' as const,
};

/**
 * Sends the configured model one small question and says in lines for people whether it answers, how fast, in the
 * wanted form, and what that cost. Fails with a `StartError` that says what to change.
 */
export async function checkModel(
  config: Config,
  { log, clock }: { readonly log: Logger; readonly clock: Clock },
): Promise<string> {
  const { model } = config;
  if (!hasModel(model))
    throw new StartError(
      'No model is configured. Set model.provider, model.model and model.api_key (docs/models.md).',
    );
  const host = createPluginHost({
    log,
    clock,
    dataDir: config.data_dir,
    processTag: '',
    waiting: waitingLimits(config),
    builtIn: BUILT_IN,
  });
  try {
    const service = await (
      await host.load('model', modelPlugin(model), settingsOf(config, 'model', modelPlugin(model)))
    ).open();
    const began = performance.now();
    let first = 0;
    let text = '';
    let finish: Extract<ModelPart, { kind: 'finish' }> | null = null;
    const request = {
      ...REQUEST,
      maxOutputTokens: model.max_output_tokens,
      thinkingTokens: model.thinking_tokens,
    };
    for await (const part of service.generate(request, new AbortController().signal)) {
      first ||= performance.now() - began;
      if (part.kind === 'text') text += part.text;
      else if (part.kind === 'discarded') text = '';
      else if (part.kind === 'finish') finish = part;
    }
    return report(finish!, { first, whole: performance.now() - began, text }, config);
  } catch (error) {
    if (error instanceof ModelError) throw new StartError(adviceOn(error, config));
    throw error;
  } finally {
    await host.close();
  }
}

function report(
  finish: Extract<ModelPart, { kind: 'finish' }>,
  call: { readonly first: number; readonly whole: number; readonly text: string },
  { model }: Pick<Config, 'model'>,
): string {
  const own = model.prices && {
    input: model.prices.input,
    cachedInput: model.prices.cached_input,
    output: model.prices.output,
  };
  const { usage } = finish;
  const cost = priceOf(finish, own);
  const form = readReply(call.text)
    ? 'in the expected format'
    : 'but NOT in the expected format. Questions will be declined; choose another model';
  return [
    `${finish.provider} ${finish.model} answers ${form}.`,
    `First token after ${Math.round(call.first)} ms, full answer after ${Math.round(call.whole)} ms.`,
    `${usage.inputTokens} tokens in, ${usage.outputTokens} out (${usage.reasoningTokens} of them for reasoning): ${
      cost > 0 ? `$${cost.toFixed(6)}` : 'price unknown; set model.prices to track costs'
    }.`,
  ].join('\n');
}

const ADVICE: Readonly<Partial<Record<ModelError['kind'], string>>> = {
  auth: 'Check model.api_key or the file in PLUMBLINE_MODEL__API_KEY_FILE.',
  quota: 'Add credit or raise the quota of your account with the provider, or set model.fallbacks.',
  request: "Check model.model. The provider doesn't know it or rejects these settings.",
  network: 'Check model.base_url and that this machine can reach it.',
  timeout: 'The model is too slow. Raise model.first_token_timeout_ms or model.call_timeout_ms.',
  rate_limited: 'Your account reached its limit. Wait, or raise it with the provider.',
  overloaded: 'The provider is overloaded. Try again later, or set model.fallbacks.',
  malformed: "The server doesn't speak this protocol. Check model.provider and model.base_url.",
};

/** What the provider said may quote the key that it was sent. */
function adviceOn({ message, detail, kind }: ModelError, config: Pick<Config, 'model'>): string {
  const said = detail === null ? '' : `: ${redactor(secretsOf(config))(detail)}`;
  return `${message}${said}\n${ADVICE[kind] ?? ''}`.trim();
}
