/** A model service. Streams parts as they come; every call takes a signal. */
export interface LanguageModel {
  /** Shown as `model_used`. */
  readonly name: string;
  generate(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>;
  close(): Promise<void>;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  /** JSON schema of the wanted output; null for text. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  readonly reasoning: 'none' | 'low' | 'high';
  readonly maxOutputTokens: number;
}

export type ModelPart =
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'finish'; readonly usage: ModelUsage };

export interface ModelUsage {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
}
