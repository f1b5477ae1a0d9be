import { lookupTable } from '#src/sql/lookup-table.ts';
import type { Parser } from './parser.ts';
import { notAllowed, syntax } from './refused.ts';

/** Clauses that follow a SELECT and do more than read, by the word that they begin with. */
const CLAUSES: Readonly<Record<string, string>> = lookupTable({
  into: 'INTO (a file or a variable)',
  for: 'FOR UPDATE, FOR SHARE or FOR SYSTEM_TIME',
  lock: 'LOCK IN SHARE MODE',
  procedure: 'PROCEDURE',
  partition: 'PARTITION ( … )',
  qualify: 'QUALIFY',
  tablesample: 'TABLESAMPLE',
});

/** Refuses what stands where the SELECT should be over, with the name of the clause where it is a known one. */
export function refuseTail(parser: Parser): never {
  const { kind, key } = parser.peek();
  const clause = kind === 'word' && Object.hasOwn(CLAUSES, key) ? CLAUSES[key] : undefined;
  if (clause !== undefined) notAllowed(clause);
  if (kind === 'end') syntax('The statement is incomplete.');
  parser.unexpected('the end of the SELECT');
}
