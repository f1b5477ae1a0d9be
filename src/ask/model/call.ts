import type { AskContext } from '#src/ask/context.ts';
import { priceOf } from '#src/ask/model/price.ts';
import type { ModelRequest } from '#src/plugin-api/language-model.ts';

/**
 * One call: its thoughts are shown as they come, what it took is noted, its text is given. Fails with a `ModelError`.
 */
export async function callModel(
  { deps, emit, signal, use }: AskContext,
  request: ModelRequest,
): Promise<string> {
  const { model } = deps;
  if (!model) throw new TypeError('no model is configured');
  use.begun += 1;
  let text = '';
  for await (const part of model.service.generate(request, signal)) {
    if (part.kind === 'text') text += part.text;
    else if (part.kind === 'reasoning') emit({ event: 'thinking', content: part.text });
    else {
      use.add(part, priceOf(part, model.prices));
      if (part.kind === 'discarded') text = '';
    }
  }
  return text;
}
