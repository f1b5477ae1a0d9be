import { readable } from '#src/catalog/catalog-names.ts';
import { allNodes } from '#src/check/asked-for/texts.ts';
import { timeColumn } from '#src/check/timeline.ts';
import { ASKS_AGE } from '#src/language/en/asked-for.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { CallNode, ExprNode, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { readsClock } from '#src/sql/date-parts.ts';
import { bare, columnNodes, nodesIn } from '#src/sql/nodes.ts';

/** Count the turns of years between two dates; `date_sub` and `timestampdiff` count whole ones. */
const TURNS: ReadonlySet<string> = new Set(['date_diff', 'datediff']);

/** An age as the difference of two calendar years: one too many until the day of the year has come. */
export function ageByYears(facts: QueryFacts, catalog: Catalog, question: string): string | null {
  if (!ASKS_AGE.test(question)) return null;
  const dated = (node: ExprNode) =>
    columnNodes(node).find(({ column }) => timeColumn(catalog, column) !== null);
  for (const node of allNodes(facts).flatMap((one) => [...nodesIn(one)])) {
    const sides =
      node.kind === 'operation' && node.op === '-'
        ? node.args.filter(isYear)
        : node.kind === 'call' && TURNS.has(node.name) && unitOf(node) === 'year'
          ? node.args.slice(1)
          : [];
    const since = sides.map(dated).find((one) => one !== undefined);
    if (sides.length === 2 && since && (sides.some(readsClock) || sides.some(isLiteral)))
      return `Ages are calculated from calendar years, so they're one year too high before the anniversary of ${readable(since.name)}.`;
  }
  return null;
}

const isLiteral = (node: ExprNode) => bare(node).kind === 'literal';
const unitOf = ({ args: [unit] }: CallNode) =>
  unit?.kind === 'literal' ? unit.text.toLowerCase().replace(/s$/, '') : '';

/** The year of a date. */
function isYear(node: ExprNode): boolean {
  const plain = bare(node);
  return plain.kind === 'call' && (plain.name === 'year' || unitOf(plain) === 'year');
}
