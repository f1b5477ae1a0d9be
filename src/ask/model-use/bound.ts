import { type ModelPrices, priceOf } from '#src/ask/model-use/price.ts';
import type { ModelRequest } from '#src/plugin-api/language-model.ts';

/** Who may answer a call, and for what price. */
export interface PricedModels {
  /** The configured model and those behind it. */
  readonly candidates: readonly { readonly provider: string; readonly model: string }[];
  readonly prices: ModelPrices | null;
}

/** Tokens are three to four bytes of English or SQL; two are assumed where the cost must not be underestimated. */
const BYTES_PER_TOKEN = 2;

/**
 * The most that one try of a call costs (US dollars): its whole prompt, billed as new, and the longest answer that it
 * may have, by the dearest model that may answer. 0 where no price is known.
 */
export function boundOf(models: PricedModels, request: ModelRequest): number {
  const texts = [request.system, ...request.messages.map(({ text }) => text)];
  if (request.schema) texts.push(JSON.stringify(request.schema));
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return boundOfTokens(
    models,
    Math.ceil(bytes / BYTES_PER_TOKEN),
    request.maxOutputTokens + request.thinkingTokens,
  );
}

/** The same of a prompt that is not written yet (tokens in, tokens out). */
export function boundOfTokens(
  { candidates, prices }: PricedModels,
  inputTokens: number,
  outputTokens: number,
): number {
  const usage = { inputTokens, outputTokens, cachedInputTokens: 0, reasoningTokens: 0 };
  const costs = candidates.map((one) => priceOf({ usage, ...one }, prices));
  return Math.max(0, ...costs);
}
