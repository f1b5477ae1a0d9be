import type { ModelRequest } from '#src/plugin-api/language-model.ts';

/** A text that a model is asked to translate. */
export interface AskedText {
  readonly id: number;
  readonly kind: string;
  readonly text: string;
  readonly places?: readonly string[];
  readonly count?: number;
}

/** The texts of a request for translations; null for any other request. */
export function textsToTranslate({ messages }: ModelRequest): readonly AskedText[] | null {
  const [first, ...lines] = (messages[0]?.text ?? '').split('\n');
  if (!first?.startsWith('Translate from English into ')) return null;
  return lines.map((line) => JSON.parse(line) as AskedText);
}

/** A reply as a model gives it; what is undefined it leaves out. */
export const translationReply = (
  texts: readonly AskedText[],
  translate: (asked: AskedText) => string | undefined,
): string =>
  JSON.stringify({ texts: texts.map((asked) => ({ id: asked.id, text: translate(asked) })) });

/** A made-up text in French with the placeholders and numbers of the English one, the last first. */
export function asFrench({ text }: AskedText): string {
  const kept = text.match(/\{\d+\}|\d+(?:\.\d+)?/g) ?? [];
  return ['le texte de la', ...kept.toReversed()].join(' ');
}
