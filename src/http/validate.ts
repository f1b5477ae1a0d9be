import type { z } from 'zod';
import { AppError } from '#src/errors.ts';
import { withoutNulls } from '#src/left-out.ts';

export type Part = 'body' | 'query' | 'path' | 'header';

interface Problem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** Parses one part of a request; fails with 422 and the list of what is wrong. */
export function validate(schema: z.ZodType | undefined, value: unknown, part: Part): unknown {
  if (!schema) return undefined;
  const unfit = unfitIn(value, [part]);
  if (unfit) throw refused([unfit]);
  const result = schema.safeParse(withoutNulls(schema, value), { reportInput: true });
  if (!result.success) throw refused(result.error.issues.map((issue) => problemOf(issue, part)));
  const nul = nulIn(result.data, [part]);
  if (nul) throw refused([nul]);
  return result.data;
}

/** A part of a request that no schema can refuse alone. */
export const unprocessable = (loc: Problem['loc'], msg: string): AppError =>
  refused([{ loc, msg, type: 'value_error' }]);

function refused(detail: readonly Problem[]): AppError {
  return new AppError('unprocessable', detail[0]!.msg, { detail });
}

/** Types are named as users of FastAPI-style errors know them. */
function problemOf(issue: z.core.$ZodIssue, part: Part): Problem {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  const loc = [part, ...path];
  const missing = issue.code.startsWith('invalid_') && issue.input === undefined;
  if (!missing) return { loc, msg: issue.message, type: issue.code };
  const msg =
    loc.length > 1
      ? 'Field required'
      : 'The body is missing or unreadable. Send JSON with the header Content-Type: application/json.';
  return { loc, msg, type: 'missing' };
}

/** A field of this name is dropped by schemas without a word, and a row filter of it with it. */
const PROTO = '__proto__';

/** No document of ours has more levels; one that is an alias of itself (YAML) has no end of them. */
const MOST_LEVELS = 100;

function unfitIn(value: unknown, loc: readonly (string | number)[]): Problem | null {
  if (typeof value !== 'object' || value === null) return null;
  if (loc.length > MOST_LEVELS)
    return {
      loc: loc.slice(0, 1),
      msg: `The body is nested more than ${MOST_LEVELS} levels deep. Flatten it.`,
      type: 'too_deep',
    };
  if (Object.hasOwn(value, PROTO))
    return {
      loc: [...loc, PROTO],
      msg: `The name "${PROTO}" isn't allowed. Choose another name.`,
      type: 'value_error',
    };
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, inner] of entries) {
    const found = unfitIn(inner, [...loc, key]);
    if (found) return found;
  }
  return null;
}

/** PostgreSQL, as the metadata store or a connected database, takes no text with the character U+0000. */
function nulIn(value: unknown, loc: readonly (string | number)[]): Problem | null {
  if (typeof value === 'string')
    return value.includes('\0')
      ? { loc, msg: "The character U+0000 isn't allowed. Remove it.", type: 'string_nul' }
      : null;
  if (typeof value !== 'object' || value === null) return null;
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, inner] of entries) {
    const found = nulIn(inner, [...loc, key]) ?? (typeof key === 'string' ? nulIn(key, loc) : null);
    if (found) return found;
  }
  return null;
}
