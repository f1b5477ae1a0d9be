/** Ids (`tr_…`, `ws_…`), tokens of results, hashes, ids of requests, and how long something took. */
const MADE_UP = [
  /\b[a-z]+_[0-9a-f]{24}\b/g,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g,
  /\b[0-9a-f]{64}\b/g,
  /"result_token":"[\w-]*"/g,
  /"(?:\w+_ms|timings)":(?:[\d.]+|\{[^}]*\})/g,
];

/**
 * A response without what the service makes up anew each time: whose digits may be any, and stand for nothing that a
 * test looks for.
 */
export const withoutMadeUp = (text: string): string =>
  MADE_UP.reduce((rest, pattern) => rest.replaceAll(pattern, '…'), text);
