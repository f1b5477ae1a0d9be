import type { ModelErrorKind } from './model-error.ts';

/** A model service. Streams parts as they come; every call takes a signal. */
export interface LanguageModel {
  /** Shown as `model_used` until a call says which one answered. */
  readonly name: string;
  /**
   * One answer. Ends with `finish`, or fails with a `ModelError`. Before a further try, and before the failure, a call
   * that broke off after it gave something says `discarded`: what came before it is void, but billed.
   */
  generate(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>;
  /** One vector for each text, by which texts are compared; absent where the service gives none. Fails with a `ModelError`. */
  embed?(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
  /** The models that it asks, and whether each is left out after failures in a row; for measurements. */
  breakers?(): readonly { readonly model: string; readonly isOpen: boolean }[];
  close(): Promise<void>;
}

export interface ModelRequest {
  /** The part that is the same for many questions comes first: providers keep it and bill it less. */
  readonly system: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  /** JSON schema of the wanted output; null for text. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  readonly reasoning: 'none' | 'low' | 'high';
  /** Of the answer, without thoughts. */
  readonly maxOutputTokens: number;
  /** For thoughts in addition, where the model thinks. */
  readonly thinkingTokens: number;
}

export type ModelPart =
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'discarded';
      /** As the provider reported it, else estimated from the lengths of prompt and answer. */
      readonly usage: ModelUsage;
      readonly provider: string;
      readonly model: string;
    }
  | {
      readonly kind: 'finish';
      readonly usage: ModelUsage;
      /** Who answered, where several stand in a row. */
      readonly provider: string;
      readonly model: string;
      /** Why another model than the first answers; null where the first does. */
      readonly insteadOf: ModelErrorKind | null;
      /** `length`: the answer was cut at `maxOutputTokens`. */
      readonly reason: 'stop' | 'length' | 'other';
    };

export interface Embedded {
  readonly vectors: readonly (readonly number[])[];
  readonly inputTokens: number;
  readonly provider: string;
  readonly model: string;
}

/** Tokens as the provider reports them; 0 where it reports nothing. */
export interface ModelUsage {
  /** All of the prompt, cached ones included. */
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  /** All of the answer, reasoning included. */
  readonly outputTokens: number;
  readonly reasoningTokens: number;
}
