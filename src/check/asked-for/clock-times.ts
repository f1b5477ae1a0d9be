import { allNodes } from '#src/check/asked-for/texts.ts';
import { conditionsOf } from '#src/check/conditions.ts';
import { FULL_HOUR } from '#src/language/en/asked-for.ts';
import type { ExprNode, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { bare, nodesIn, numberOf } from '#src/sql/nodes.ts';

/**
 * An hour of the day that lies on the other side of the time that the question names: `HOUR > 18` leaves out all from
 * 18:00 to 18:59, `HOUR <= 9` lets 9:00 to 9:59 in.
 */
export function missedHour(facts: QueryFacts, question: string): string | null {
  const asked = new Set(
    [...question.matchAll(FULL_HOUR)].map(([, hour, half, pm]) => {
      const number = Number(hour);
      return (half?.toLowerCase() === 'pm' || pm) && number < 12 ? number + 12 : number;
    }),
  );
  if (asked.size === 0) return null;
  const nodes = [...conditionsOf(facts).map(({ node }) => node), ...allNodes(facts)];
  for (const node of nodes.flatMap((one) => [...nodesIn(one)])) {
    if (node.kind !== 'operation' || (node.op !== '>' && node.op !== '<=')) continue;
    const [left, right] = node.args;
    const hour = left && right && isHour(left) ? numberOf(right) : null;
    if (hour === null || !asked.has(hour)) continue;
    return node.op === '>'
      ? `Rows from ${hour}:00 to ${hour}:59 are left out, because the SQL starts at ${hour + 1}:00.`
      : `Rows from ${hour}:00 to ${hour}:59 are included, because the SQL ends at ${hour + 1}:00.`;
  }
  return null;
}

function isHour(node: ExprNode): boolean {
  const plain = bare(node);
  if (plain.kind !== 'call') return false;
  const [unit] = plain.args;
  return plain.name === 'hour' || (unit?.kind === 'literal' && /^hours?$/i.test(unit.text));
}
