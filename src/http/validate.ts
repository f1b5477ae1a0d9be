import type { z } from 'zod';
import { AppError } from '#src/errors.ts';

export type Part = 'body' | 'query' | 'path' | 'header';

/** Parses one part of a request; fails with 422 and the list of what is wrong. */
export function validate(schema: z.ZodType | undefined, value: unknown, part: Part): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const detail = result.error.issues.map((issue) => ({
    loc: [part, ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))],
    msg: issue.message,
    type: issueType(issue),
  }));
  throw new AppError('unprocessable', detail[0]!.msg, { detail });
}

/** Names as users of FastAPI-style errors know them. */
function issueType(issue: z.core.$ZodIssue): string {
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  return missing ? 'missing' : issue.code;
}
