import { declines } from '#src/language/declines.ts';
import { trimmed } from '#src/objects-in-text.ts';

/** The last statement of a text without JSON, in a fence or bare; null where there is none, or the words around it decline. */
export function statementIn(text: string): string | null {
  const fences = [...text.matchAll(FENCE)].map((match) =>
    bare(match[2] ?? match[3] ?? match[4] ?? ''),
  );
  const statements = fences.filter(isStatement);
  const found = statements.at(-1) ?? (fences.length > 0 ? null : bareStatement(text));
  if (!found) return null;
  const around = text.replace(FENCE, (fence) => (isStatement(bare(fence)) ? ' ' : fence));
  const said = `${statements.length > 0 ? around : text.replace(found, ' ')} ${commentsBefore(found)}`;
  return declines(said) ? null : withoutComments(found);
}

/** A statement without the fence, label and semicolon that stand around it. */
export function bare(sql: string): string {
  return (
    trimmed(sql)
      .replace(/^(?:```|~~~|`)+/, '')
      .replace(/(?:```|~~~|`)+$/, '')
      .replace(LABEL, '')
      .trim()
      .replace(/(?:;\s*)+$/, '')
      // Line ends that were escaped twice; in a literal they are text.
      .replace(/('(?:[^']|'')*')|\\n/g, (_, literal: string | undefined) => literal ?? '\n')
      .trim()
  );
}

/** Whether a text begins as a SELECT does. Prose such as "With this query" does not. */
export const isStatement = (sql: string): boolean => STATEMENT.test(withoutComments(sql));

/** A fence, whatever its label, on one line or more; or a statement between single backticks. */
const FENCE = /(```|~~~)([\s\S]*?)\1|<sql>([\s\S]*?)<\/sql>|`((?:select|with)\b[^`]*)`/gi;
/** The language before a statement in a fence, or its name before a bare one. */
const LABEL =
  /^\s*(?!select\b|with\b)(?:\w+(?=\s*\n)|(?:\w*sql|query|duckdb|sqlite|alasql|text|plain)\b[\s:]*)/i;
const STATEMENT =
  /^\(?\s*(?:select\b|with\s+(?:recursive\s+)?["\w]+\s*(?:\([^)]*\)\s*)?as\b|from\s+\w+\s+select\b)/i;
const COMMENTS = /^(?:\s*(?:--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/))+/;

const withoutComments = (sql: string) => sql.replace(COMMENTS, '').trim();
const commentsBefore = (sql: string) => COMMENTS.exec(sql)?.[0] ?? '';

/** From the first line that begins a statement to its semicolon, or to where prose goes on after an empty line. */
function bareStatement(text: string): string | null {
  const lines = text.split('\n');
  const at = lines.findIndex(
    (line, index) => isStatement(lines.slice(index).join('\n').replace(LABEL, '')) && line !== '',
  );
  if (at < 0) return null;
  const rest = lines.slice(at).join('\n').replace(LABEL, '');
  const ends = /;[ \t]*(?:\n|$)/.exec(rest);
  // A fence that is not closed may be cut anywhere.
  if (!ends && /```|~~~/.test(text)) return null;
  if (!ends && !/\bfrom\b/i.test(rest)) return null;
  const [whole = ''] = (ends ? rest.slice(0, ends.index) : rest).split(NEXT_FIELD);
  const paragraphs = whole.split(/\n\s*\n/);
  const prose = paragraphs.findIndex((one, index) => index > 0 && /^\s*[A-Z][a-z]+[ ,:]/.test(one));
  return bare(paragraphs.slice(0, prose < 0 ? undefined : prose).join('\n\n'));
}

/** A line that names another field of the reply. */
const NEXT_FIELD = /\n\w+:(?=\s|$)/;
