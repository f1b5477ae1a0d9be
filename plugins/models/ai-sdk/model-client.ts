import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider';

/** What is asked of a client. */
export type ModelClient = Pick<LanguageModelV4, 'doStream'>;
/** The same of one that gives vectors. */
export type EmbeddingClient = Pick<EmbeddingModelV4, 'doEmbed'>;
