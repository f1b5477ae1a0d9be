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
  /** Each reading as a question of its own, where it asks back. */
  readonly options: readonly string[];
}

const MAX_TEXT = 2_000;
const MAX_SQL = 64 * 1_024;
const MAX_TEXTS = 10;

/** What a reply leaves out, or says as null, it does not say. */
const text = z
  .string()
  .nullish()
  .transform((said) => (said ?? '').slice(0, MAX_TEXT));
const texts = z
  .union([z.array(text), text])
  .nullish()
  .transform((said) =>
    (typeof said === 'string' ? [said] : (said ?? []))
      .filter((one) => one !== '')
      .slice(0, MAX_TEXTS),
  );

const replySchema = z
  .object({
    answerable: z.boolean().nullish(),
    restatement: text,
    sql: z
      .string()
      .max(MAX_SQL)
      .nullish()
      .transform((said) => withoutEnd(said ?? '')),
    assumptions: texts,
    clarification: text,
    options: texts,
  })
  // Says neither a statement nor why there is none.
  .refine(
    ({ answerable, sql, clarification }) =>
      answerable != null || sql !== '' || clarification !== '',
  )
  .transform((said): ModelReply => ({ ...said, answerable: said.answerable ?? said.sql !== '' }));

/** The same for providers that hold an answer to a JSON schema: strict, so every field is required. */
export const REPLY_JSON_SCHEMA = {
  type: 'object',
  properties: {
    restatement: { type: 'string' },
    answerable: { type: 'boolean' },
    sql: { type: 'string' },
    assumptions: { type: 'array', items: { type: 'string' } },
    clarification: { type: 'string' },
    options: { type: 'array', items: { type: 'string' } },
  },
  required: ['restatement', 'answerable', 'sql', 'assumptions', 'clarification', 'options'],
  additionalProperties: false,
} as const;

/**
 * The reply in a model's text: the first JSON object that is one, whatever stands around it; else a statement alone,
 * in a fence or bare. Null where there is neither.
 */
export function readReply(answer: string): ModelReply | null {
  for (const object of objectsIn(answer)) {
    const parsed = replySchema.safeParse(object);
    if (parsed.success) return parsed.data;
  }
  const sql = statementIn(answer);
  return sql === null ? null : { ...EMPTY, answerable: true, sql };
}

const EMPTY = { restatement: '', assumptions: [], clarification: '', options: [] };

/** Braces from which an object is looked for at the most: a text of braces alone costs no more. */
const MOST_STARTS = 20;

function* objectsIn(answer: string): Generator<unknown> {
  let from = answer.indexOf('{');
  for (let starts = 0; from >= 0 && starts < MOST_STARTS; starts += 1) {
    const to = endOfObject(answer, from);
    const object = to === null ? undefined : parsed(answer.slice(from, to));
    if (object !== undefined) yield object;
    from = answer.indexOf('{', object === undefined || to === null ? from + 1 : to);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where the object that begins at `from` ends; null where it does not. Braces inside texts are text. */
function endOfObject(answer: string, from: number): number | null {
  let depth = 0;
  let inText = false;
  for (let at = from; at < answer.length; at += 1) {
    const sign = answer[at];
    if (inText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inText = false;
    } else if (sign === '"') inText = true;
    else if (sign === '{') depth += 1;
    else if (sign === '}' && --depth === 0) return at + 1;
  }
  return null;
}

function statementIn(answer: string): string | null {
  const fenced = /```(?:sql)?\s*\n([\s\S]*?)```/i.exec(answer)?.[1];
  const sql = withoutEnd(fenced ?? answer);
  return /^(select|with)\b/i.test(sql) && sql.length <= MAX_SQL ? sql : null;
}

/** A semicolon at the end says nothing. */
function withoutEnd(sql: string): string {
  return sql.trim().replace(/;+$/, '').trim();
}
