import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { PricedModels } from '#src/ask/model-use/bound.ts';
import { priceOf, priceOfInput } from '#src/ask/model-use/price.ts';
import type {
  Embedded,
  LanguageModel,
  ModelPart,
  ModelRequest,
} from '#src/plugin-api/language-model.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';
import { openSpan } from '#src/tracing.ts';

/** From a small hosted model to the longest call that is usual, in seconds. */
const BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60, 120];

/** Gives the same model, with its calls, tokens and costs counted for `/metrics`. */
export type MeterModel = (model: LanguageModel, prices: PricedModels['prices']) => LanguageModel;

/** `configured`: the deployment's model and those behind it, which have lines of their own. */
export function createModelMeter(
  configured: LanguageModel | null,
  candidates: PricedModels['candidates'],
  registry: Registry,
): MeterModel {
  const registers = [registry];
  const duration = new Histogram({
    name: 'plumbline_model_call_duration_seconds',
    help: 'Duration of model calls, including retries and fallback models, by answering model and outcome',
    labelNames: ['model', 'outcome'] as const,
    ...{ buckets: BUCKETS, registers },
  });
  const tokens = new Counter({
    name: 'plumbline_model_tokens_total',
    help: 'Billed tokens by kind: input (excluding cached), cached and output',
    labelNames: ['model', 'kind'] as const,
    registers,
  });
  const cost = new Counter({
    name: 'plumbline_model_cost_usd_total',
    help: 'Cost of model calls in US dollars, if prices are known',
    labelNames: ['model'] as const,
    registers,
  });
  new Gauge({
    name: 'plumbline_model_breaker_open',
    help: '1 while a model is skipped after repeated failures or tested with single calls; otherwise 0',
    labelNames: ['model'] as const,
    registers,
    collect() {
      for (const { model: name, isOpen } of configured?.breakers?.() ?? [])
        this.labels(labelOf(name)).set(isOpen ? 1 : 0);
    },
  });
  // A service may say of itself that it is any model: those of the configuration have lines, all others one together.
  const known = new Set([configured?.name, ...candidates.map((one) => one.model)]);
  const labelOf = (name: string) => (known.has(name) ? name : 'other');
  return (model, prices) => {
    const bill = (part: Extract<ModelPart, { kind: 'finish' | 'discarded' }>) => {
      const name = labelOf(part.model);
      const { inputTokens, cachedInputTokens, outputTokens } = part.usage;
      tokens.labels(name, 'input').inc(Math.max(0, inputTokens - cachedInputTokens));
      tokens.labels(name, 'cached').inc(cachedInputTokens);
      tokens.labels(name, 'output').inc(outputTokens);
      cost.labels(name).inc(priceOf(part, prices));
    };
    async function* generate(
      request: ModelRequest,
      signal: AbortSignal,
    ): AsyncGenerator<ModelPart> {
      const span = openSpan('model call', 'client');
      const began = performance.now();
      let answeredBy = model.name;
      // A caller that goes on without the rest of the parts has left.
      let outcome = 'cancelled';
      try {
        for await (const part of model.generate(request, signal)) {
          if (part.kind === 'finish' || part.kind === 'discarded') bill(part);
          if (part.kind === 'finish') {
            span?.set({
              'gen_ai.usage.input_tokens': part.usage.inputTokens,
              'gen_ai.usage.output_tokens': part.usage.outputTokens,
            });
            answeredBy = part.model;
            outcome = part.insteadOf === null ? 'answered' : 'fallback';
          }
          yield part;
        }
      } catch (error) {
        outcome = error instanceof ModelError ? error.kind : 'failed';
        throw error;
      } finally {
        span?.set({ 'gen_ai.request.model': labelOf(answeredBy), 'plumbline.outcome': outcome });
        span?.end(outcome !== 'answered' && outcome !== 'fallback');
        duration.labels(labelOf(answeredBy), outcome).observe((performance.now() - began) / 1_000);
      }
    }
    const embed = async (texts: readonly string[], signal: AbortSignal): Promise<Embedded> => {
      if (!model.embed) throw new TypeError('the model gives no vectors');
      const made = await model.embed(texts, signal);
      tokens.labels(labelOf(made.model), 'input').inc(made.inputTokens);
      cost.labels(labelOf(made.model)).inc(priceOfInput(made, made.inputTokens, prices));
      return made;
    };
    return {
      name: model.name,
      generate,
      ...(model.embed && { embed }),
      breakers: () => model.breakers?.() ?? [],
      close: () => model.close(),
    };
  };
}
