/** What the service and the process of a model file send each other. */

export interface LlamaSetup {
  /** URL of the entry of `node-llama-cpp`. */
  readonly package: string;
  /** Path of the GGUF file. */
  readonly file: string;
  /** Tokens of a prompt and its answer together. */
  readonly contextTokens: number;
  readonly threads: number;
  readonly gpu: boolean;
  /** Resident memory beyond which the process asks to be ended (MiB). */
  readonly memoryMb: number;
}

export interface LlamaTask {
  readonly system: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  /** The answer is held to it; null: free text. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  readonly maxTokens: number;
  /** Null: as the library has it. */
  readonly temperature: number | null;
  readonly mayThink: boolean;
}

export type ToLlama =
  | { readonly kind: 'generate'; readonly id: number; readonly task: LlamaTask }
  | { readonly kind: 'stop'; readonly id: number };

interface LlamaUsage {
  /** Tokens of the prompt, and those of them that were still in the context. */
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  /** Those of the output that were thoughts. */
  readonly thoughts: number;
}

export type FromLlama =
  | { readonly kind: 'ready'; readonly gpu: string | null }
  /** The file cannot be loaded; the process ends. */
  | {
      readonly kind: 'unusable';
      readonly why: 'memory' | 'file' | 'package';
      readonly detail: string;
    }
  /** More than `memoryMb` is in use. */
  | { readonly kind: 'memory'; readonly mb: number }
  | {
      readonly kind: 'piece';
      readonly id: number;
      readonly isThought: boolean;
      readonly text: string;
    }
  | {
      readonly kind: 'finish';
      readonly id: number;
      readonly reason: 'stop' | 'length' | 'aborted';
      readonly usage: LlamaUsage;
    }
  /** `tokens`: those of a prompt that leaves no room for its answer. */
  | {
      readonly kind: 'error';
      readonly id: number;
      readonly tokens: number | null;
      readonly detail: string;
    };
