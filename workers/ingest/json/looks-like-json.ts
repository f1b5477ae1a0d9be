import { type JsonBounds, JsonReader, Unfinished } from '#workers/ingest/json/json-reader.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import { headText } from '#workers/ingest/text-encoding.ts';

/** Begins like an object or an array; the bytes may be those of UTF-16, too. */
const OPENS = /^(?:\ufeff)?\s*[[{]/;
const NAMED = /\.(?:json|jsonl|ndjson)(?:\.gz)?$/i;
const ANY: JsonBounds = { maxDepth: 64, maxChars: Number.POSITIVE_INFINITY };

/**
 * Whether a file is JSON as far as its beginning shows: a CSV may begin with a bracket, too. Where that has a fault, the
 * name of the file decides.
 */
export function looksLikeJson(file: string, filename: string): boolean {
  const text = headText(file);
  if (!OPENS.test(text)) return false;
  const reader = new JsonReader(ANY);
  reader.text = text.replace(/^\ufeff/, '');
  try {
    reader.skim();
    // What follows is another line of JSON, not a cell.
    return '{['.includes(String.fromCharCode(reader.peek())) || NAMED.test(filename);
  } catch (error) {
    // The beginning may be cut off within the value, or be deeper than is looked at here.
    return error instanceof Unfinished || error instanceof Refusal || NAMED.test(filename);
  }
}
