/**
 * What is used of `node-llama-cpp` (https://node-llama-cpp.withcat.ai/api), which is installed by whoever wants it and
 * so is not there to be type-checked against.
 */
export interface NodeLlamaCpp {
  getLlama(options: {
    readonly gpu: 'auto' | false;
    /** `never`: no compiler is run and nothing downloaded where there is no prebuilt binary. */
    readonly build: 'never';
    readonly skipDownload: true;
    readonly progressLogs: false;
    readonly maxThreads: number;
    readonly logger: (level: string, message: string) => void;
  }): Promise<Llama>;
  readonly LlamaChat: new (options: { readonly contextSequence: Sequence }) => Chat;
}

export interface Llama {
  readonly gpu: string | false;
  loadModel(options: { readonly modelPath: string }): Promise<Model>;
  createGrammarForJsonSchema(schema: unknown): Promise<Grammar>;
}

export type Grammar = { readonly grammar: string };

export interface Model {
  readonly tokenizer: unknown;
  readonly trainContextSize: number;
  createContext(options: {
    readonly contextSize: number;
    readonly sequences: 1;
    readonly threads: number;
  }): Promise<{ readonly contextSize: number; getSequence(): Sequence }>;
}

export interface Sequence {
  readonly tokenMeter: {
    getState(): TokenCounts;
    diff(before: TokenCounts): TokenCounts;
  };
}

interface TokenCounts {
  readonly usedInputTokens: number;
  readonly usedOutputTokens: number;
}

export type HistoryItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };

export interface Chat {
  readonly chatWrapper: {
    generateContextState(options: { readonly chatHistory: readonly HistoryItem[] }): {
      readonly contextText: { tokenize(tokenizer: unknown): readonly number[] };
    };
  };
  generateResponse(
    history: readonly HistoryItem[],
    options: {
      readonly signal: AbortSignal;
      readonly stopOnAbortSignal: true;
      readonly maxTokens: number;
      readonly temperature?: number;
      readonly grammar?: Grammar;
      readonly budgets: { readonly thoughtTokens?: number };
      readonly onResponseChunk: (chunk: Chunk) => void;
    },
  ): Promise<{ readonly metadata: { readonly stopReason: string } }>;
}

interface Chunk {
  readonly type: 'segment' | undefined;
  readonly text: string;
  readonly tokens: readonly number[];
}
