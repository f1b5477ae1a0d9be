import { columnOf, labelOf } from '#src/catalog/catalog-names.ts';
import type { Asked } from '#src/check/asked.ts';
import { conditionsOf } from '#src/check/conditions.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { ExprNode, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import { columnNodes, nodesIn } from '#src/sql/nodes.ts';

const NAME = 'picked_rows';

const ASKS_SAMPLE =
  /\b(?:even|odd|every|each|modulo|remainder|divisible|multiples?|sample|random|any)\b|\d+(?:st|nd|rd|th)\b/i;
const ASKS_LATER =
  /\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|next|skip|after|except|excluding|other than|but the|runner|page|offset|median|middle|rest|following|zweit|dritt|deuxi|segund|second)|\d+\s*(?:st|nd|rd|th|\.)(?=\W|$)/i;
const CHANCE: ReadonlySet<string> = new Set(['random', 'rand', 'gen_random_uuid', 'uuid']);

/** Whether rows are picked by something that has nothing to do with the question: a remainder of a key, chance, an OFFSET. */
export function checkPickedRows(facts: QueryFacts, catalog: Catalog, { question }: Asked): Check {
  const conditions = conditionsOf(facts);
  const offset = rowBlocks(facts.root).some((block) => block.offset !== 0);
  if (conditions.length === 0 && !offset && !facts.functions.some((name) => CHANCE.has(name)))
    return { name: NAME, outcome: 'skipped', detail: 'No rows are picked by position.' };
  const warn = (detail: string): Check => ({ name: NAME, outcome: 'warning', detail });
  const rest = conditions.flatMap(({ node }) => remainderOf(node, catalog) ?? [])[0];
  if (rest && !ASKS_SAMPLE.test(question))
    return warn(
      `The SQL filters rows by the remainder of ${rest} (modulo), which the question doesn't ask for.`,
    );
  if (facts.functions.some((name) => CHANCE.has(name)) && !ASKS_SAMPLE.test(question))
    return warn('The SQL picks random rows.');
  if (offset && !ASKS_LATER.test(question))
    return warn("The SQL skips the first rows, which the question doesn't ask for.");
  return { name: NAME, outcome: 'passed', detail: 'Rows are filtered only by their values.' };
}

/** The key that a condition takes the remainder of: `id % 2 = 0`. */
function remainderOf(node: ExprNode, catalog: Catalog): string | null {
  for (const each of nodesIn(node)) {
    const isRemainder =
      (each.kind === 'operation' && each.op === '%') ||
      (each.kind === 'call' && each.name === 'mod');
    if (!isRemainder) continue;
    const key = columnNodes(each)
      .flatMap(({ column }) => column ?? [])
      .find((column) => columnOf(catalog, column)?.kind === 'identifier');
    if (key) return labelOf(catalog, key);
  }
  return null;
}
