import { calcPrice } from '@pydantic/genai-prices';
import type { ModelPart } from '#src/plugin-api/language-model.ts';

/** US dollars a million tokens; null: the price list that ships with the service. */
export interface ModelPrices {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
}

type Billed = Extract<ModelPart, { kind: 'finish' | 'discarded' }>;

const MILLION = 1_000_000;

/** What tokens in cost where none come out (US dollars), as those of vectors. */
export function priceOfInput(
  { provider, model }: Pick<Billed, 'provider' | 'model'>,
  inputTokens: number,
  own: ModelPrices | null,
): number {
  const usage = { inputTokens, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  return priceOf({ usage, provider, model }, own);
}

/** What a call cost (US dollars); 0 where the price list does not know the model and none is set. */
export function priceOf(
  { usage, provider, model }: Pick<Billed, 'usage' | 'provider' | 'model'>,
  own: ModelPrices | null,
): number {
  const { inputTokens, cachedInputTokens, outputTokens } = usage;
  if (own) {
    const fresh = inputTokens - cachedInputTokens;
    return (
      (fresh * own.input + cachedInputTokens * own.cachedInput + outputTokens * own.output) /
      MILLION
    );
  }
  // A file on this machine costs nobody anything, whatever it is called.
  if (provider === 'llama-cpp') return 0;
  const counted = {
    input_tokens: inputTokens,
    cache_read_tokens: cachedInputTokens,
    output_tokens: outputTokens,
  };
  return calcPrice(counted, model, { providerId: provider })?.total_price ?? 0;
}
