/**
 * JSON of DuckDB's syntax tree without loss: integers beyond 2^53 (64- and 128-bit constants) become `bigint` and are
 * written back digit by digit. Everything else is as in `JSON`.
 */

interface LosslessJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
}

// ECMAScript "JSON.parse source text access" (V8 11.4 and later); TypeScript's library does not name it yet.
const lossless = JSON as unknown as LosslessJson;

const UNKNOWN_LOCATION = '"query_location":18446744073709551615';
const LONG_NUMBER = /[:[,]-?\d{16}/;

export function parseTree(text: string): unknown {
  const json = text.replaceAll(UNKNOWN_LOCATION, '"query_location":0');
  if (!LONG_NUMBER.test(json)) return JSON.parse(json);
  return lossless.parse(json, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && /^-?\d{16,}$/.test(source)
      ? BigInt(source)
      : value,
  );
}

export function writeTree(tree: unknown): string {
  try {
    return JSON.stringify(tree);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  // A `bigint` is in it. The replacer makes writing several times slower, so it is only used then.
  return JSON.stringify(tree, (_key, value: unknown) =>
    typeof value === 'bigint' ? lossless.rawJSON(value.toString()) : value,
  );
}
