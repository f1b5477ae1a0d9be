import { Refused } from '#src/plugin-api/refused.ts';

/**
 * Operators, casts, joins and the like that may follow each other without a comma, AND or OR between them. Each nests
 * in the one before (`1 + 1 + 1`), and PostgreSQL's parser runs out of stack at some 5,000.
 */
const MAX_CHAIN = 2_000;

const TOKENS =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|\w+|[^\s\w]/g;

/** Refuses a text with a chain that is too long, before a parser sees it. */
export function checkChains(sql: string): void {
  // A chain has a token in three characters at least.
  if (sql.length < MAX_CHAIN) return;
  const counts = [0];
  for (const [token] of sql.matchAll(TOKENS)) {
    if (/^[([]$/.test(token)) counts.push(0);
    else if (/^[)\]]$/.test(token)) closeBracket(counts);
    else if (/^(,|and|or)$/i.test(token)) counts[counts.length - 1] = 0;
    else count(counts);
  }
}

/** What stands in brackets is one more link of the chain around it. */
function closeBracket(counts: number[]): void {
  if (counts.length > 1) counts.pop();
  count(counts);
}

function count(counts: number[]): void {
  const last = counts.length - 1;
  counts[last] = counts[last]! + 1;
  if (counts[last]! > MAX_CHAIN)
    throw new Refused(
      'too_deep',
      `The statement has a chain of more than ${MAX_CHAIN} parts. Split it into steps.`,
    );
}
