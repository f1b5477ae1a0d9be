import type { ModelEntry } from './settings.ts';

/** Model families that think before they answer, by the names that their providers give them. */
const THINKING: readonly RegExp[] = [
  /(^|[/:])(gpt-[5-9]|gpt-oss|o[1-9](-|$|\b))/i,
  /gemini-(2\.5|[3-9])/i,
  /claude-(3-7|(opus|sonnet|haiku)-[4-9]|[4-9])/i,
  /deepseek-(r\d|reasoner)|(^|[/:])(qwen3|qwq|magistral|grok-[3-9]|glm-[4-9]|kimi-k2)|thinking|reasoning/i,
];

/** Whether a model is known to think, so that it takes an effort and needs room for thoughts in its output. */
export function thinks({ model, reasoning }: Pick<ModelEntry, 'model' | 'reasoning'>): boolean {
  return reasoning === 'auto' ? THINKING.some((one) => one.test(model)) : reasoning === 'on';
}
