import type { LanguageModelV4 } from '@ai-sdk/provider';

/** What is asked of a client. */
export type ModelClient = Pick<LanguageModelV4, 'doStream'>;
