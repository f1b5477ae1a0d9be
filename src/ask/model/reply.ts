import { z } from 'zod';

/** What a model is asked to say, as it says it. */
export interface ModelReply {
  readonly answerable: boolean;
  /** The question said again, as it was understood. */
  readonly restatement: string;
  readonly sql: string;
  readonly assumptions: readonly string[];
  /** What to ask back, or why it cannot be answered; empty otherwise. */
  readonly clarification: string;
}

const MAX_TEXT = 2_000;
const text = z.string().max(MAX_TEXT);

const replySchema = z.object({
  answerable: z.boolean(),
  restatement: text.default(''),
  sql: z
    .string()
    .max(64 * 1_024)
    .default(''),
  assumptions: z.array(text).max(10).default([]),
  clarification: text.default(''),
});

/** The same for providers that hold an answer to a JSON schema: strict, so every field is required. */
export const REPLY_JSON_SCHEMA = {
  type: 'object',
  properties: {
    restatement: { type: 'string' },
    answerable: { type: 'boolean' },
    sql: { type: 'string' },
    assumptions: { type: 'array', items: { type: 'string' } },
    clarification: { type: 'string' },
  },
  required: ['restatement', 'answerable', 'sql', 'assumptions', 'clarification'],
  additionalProperties: false,
} as const;

/** The reply in a model's text; null where there is none. Fences and words around the object are looked over. */
export function readReply(answer: string): ModelReply | null {
  const from = answer.indexOf('{');
  const to = answer.lastIndexOf('}');
  if (from < 0 || to < from) return null;
  try {
    const parsed = replySchema.safeParse(JSON.parse(answer.slice(from, to + 1)));
    return parsed.success ? withoutEnd(parsed.data) : null;
  } catch {
    return null;
  }
}

/** A semicolon at the end says nothing. */
const withoutEnd = (reply: ModelReply): ModelReply => ({
  ...reply,
  sql: reply.sql.trim().replace(/;+$/, '').trim(),
});
