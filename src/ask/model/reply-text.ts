import { jsonrepair } from 'jsonrepair';
import { declines } from '#src/language/declines.ts';

/** Longest text that is looked into (characters), and braces from which an object is looked for. */
const MOST_TEXT = 256 * 1_024;
const MOST_STARTS = 20;

/** Marks after which the thoughts of a model are over, of all families that write theirs into the answer. */
const THOUGHTS_END =
  /<\/(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad)>|\[\/THINK\]|◁\/think▷|<\|channel\|>final<\|message\|>/gi;
const THOUGHTS_BEGIN =
  /<(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad)>|\[THINK\]|◁think▷|<\|channel\|>analysis/i;

/** What a model says after its thoughts; empty where the thoughts never end, or the text is longer than any answer. */
export function withoutThoughts(answer: string): string {
  if (answer.length > MOST_TEXT) return '';
  const ends = [...answer.matchAll(THOUGHTS_END)].at(-1);
  const said = ends ? answer.slice(ends.index + ends[0].length) : answer;
  const again = said.search(THOUGHTS_BEGIN);
  return trimmed(again < 0 ? said : said.slice(0, again));
}

export interface FoundObject {
  readonly value: unknown;
  /** Whether the text ends within it: its last member may be cut. */
  readonly isCut: boolean;
}

/** The JSON objects of a text in their order, mended where they are written in another notation. */
export function objectsIn(text: string): readonly FoundObject[] {
  const whole = parsed(text);
  if (whole !== undefined && whole !== null) return [{ value: whole, isCut: false }];
  const json = withPlainTexts(text);
  const found: FoundObject[] = [];
  let from = json.indexOf('{');
  for (let starts = 0; from >= 0 && starts < MOST_STARTS; starts += 1) {
    const to = endOfObject(json, from) ?? lastBrace(json, from);
    const part = json.slice(from, to ?? json.length);
    const value = parsed(part) ?? mended(part);
    if (value !== undefined) found.push({ value, isCut: to === null });
    if (to === null) break;
    from = json.indexOf('{', value === undefined ? from + 1 : to);
  }
  return found;
}

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

const trimmed = (text: string) =>
  text.replace(/^[\s\u200b\u2060\ufeff]+|[\s\u200b\u2060\ufeff]+$/g, '');

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

/** Texts between three quotes, as Python has them, with their marks escaped. */
const withPlainTexts = (text: string) =>
  text.replace(/("""|''')([\s\S]*?)\1/g, (_, _quotes, inner: string) =>
    JSON.stringify(trimmed(inner)),
  );

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function mended(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}

/** Where the object that begins at `from` ends; null where it does not. Braces inside texts are text. */
function endOfObject(text: string, from: number): number | null {
  let depth = 0;
  let inText = false;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (inText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inText = false;
    } else if (sign === '"') inText = true;
    else if (sign === '{') depth += 1;
    else if (sign === '}' && --depth === 0) return at + 1;
  }
  return null;
}

/** The end of an object whose quotes do not pair: the last brace, where it ends the text. */
function lastBrace(text: string, from: number): number | null {
  const at = text.lastIndexOf('}');
  return at > from && /^[\s`~"\]]*(?:<\/?\w+>)?$/.test(text.slice(at + 1)) ? at + 1 : null;
}
