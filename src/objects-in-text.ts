import { jsonrepair } from 'jsonrepair';

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

/** Without white space, visible or not, around it. */
export const trimmed = (text: string): string =>
  text.replace(/^[\s\u200b\u2060\ufeff]+|[\s\u200b\u2060\ufeff]+$/g, '');

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
