import { functionWords, nodeLabel } from '#src/ask/expression-labels.ts';
import { aggregateLabel } from '#src/ask/labels.ts';
import { type Scope, scopeOf } from '#src/ask/nested-labels.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  ExprNode,
  OutputFacts,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { aggregatesIn, bare, columnNodes, soleAggregate, subqueriesIn } from '#src/sql/nodes.ts';

/** What is computed of two numbers, as it is said between them. */
const BETWEEN: ReadonlyMap<string, string> = new Map([
  ['-', 'minus'],
  ['+', 'plus'],
]);

/** What an output computes, as texts name it; several where it has no one name. */
export function measureLabels(
  output: OutputFacts,
  facts: QueryFacts,
  catalog: Catalog,
): readonly string[] {
  const whole = computedLabel(output, facts, catalog);
  if (whole !== null) return [whole];
  const nested = subqueriesIn(output.node).map(({ select }) => select);
  return [
    ...output.aggregates.map((one) => aggregateLabel(one, facts, catalog)),
    ...nested.flatMap(({ outputs, ...block }) =>
      outputs.flatMap((one) =>
        measureLabels(one, { ...facts, root: { ...block, outputs } }, catalog),
      ),
    ),
  ];
}

/**
 * `number of stores (region is West)`, `maximum price less minimum price`: what an output computes from aggregates of its
 * own SELECT and of nested ones; null where that has no short name. The conditions of a nested SELECT are told with it,
 * and those of its own where they hold for it alone.
 */
export function computedLabel(
  output: OutputFacts,
  facts: QueryFacts,
  catalog: Catalog,
): string | null {
  const own = saysOwnScopes(facts) ? scopeText(scopeOf(facts.root, facts, catalog)) : '';
  const calls = aggregatesIn(output.node);
  if (calls.length !== output.aggregates.length) return null;
  const label = (node: ExprNode): string | null => {
    const plain = bare(node);
    const aggregate = plain.kind === 'call' ? output.aggregates[calls.indexOf(plain)] : undefined;
    const over = aggregate?.arg && bare(aggregate.arg.node);
    if (aggregate && over?.kind === 'subquery') {
      const each = nestedLabel(over.select, facts, catalog);
      return each && `${functionWords(aggregate)} ${each}${own}`;
    }
    if (plain.kind === 'call' && aggregate)
      return plain.filter ? null : `${aggregateLabel(aggregate, facts, catalog)}${own}`;
    if (plain.kind === 'subquery')
      return plain.mode === 'scalar' ? nestedLabel(plain.select, facts, catalog) : null;
    if (plain.kind !== 'operation') return null;
    const word = BETWEEN.get(plain.op);
    const [left, right, third] = plain.args;
    if (!word || !left || !right || third) return null;
    const sides = [label(left), label(right)];
    return sides.includes(null) ? null : sides.join(` ${word} `);
  };
  const isAlone = own === '' && output.aggregates.length > 0;
  return label(output.node) ?? (isAlone ? nodeLabel(output.node, { facts, catalog }) : null);
}

function nestedLabel(root: SelectFacts, facts: QueryFacts, catalog: Catalog): string | null {
  const [output, second] = root.outputs;
  const isPlain = root.setOperation === null && root.groupBy.length === 0 && root.limit === null;
  if (!output || second || !isPlain || !soleAggregate(output.node)) return null;
  const label = computedLabel(output, { ...facts, root }, catalog);
  return label && `${label}${scopeText(scopeOf(root, facts, catalog))}`;
}

/** ` (2025; region is West)`; empty where nothing is asked of the rows. */
const scopeText = ({ periods, attributes, filters }: Scope): string => {
  const parts = [...periods, ...filters, ...attributes];
  return parts.length > 0 ? ` (${parts.join('; ')})` : '';
};

/**
 * Whether the numbers of a statement are totals of different rows, so that what is asked of the rows of one is not asked of
 * the others: `(SELECT COUNT(*) FROM stores)` beside a count of customers.
 */
export function saysOwnScopes({ root }: QueryFacts): boolean {
  const { outputs, groupBy, setOperation } = root;
  const nested = outputs.map(({ node }) => subqueriesIn(node).map(({ select }) => select));
  return (
    groupBy.length === 0 &&
    setOperation === null &&
    nested.flat().some((select) => !isTied(select)) &&
    outputs.every(({ aggregates }, at) => aggregates.length > 0 || nested[at]!.length > 0)
  );
}

/** Whether a nested SELECT looks at the rows of the one around it. */
function isTied({ sources, filters, outputs }: SelectFacts): boolean {
  const own = new Set(sources.map(({ alias }) => alias.toLowerCase()));
  return [...filters, ...outputs].some(({ node }) =>
    columnNodes(node).some(({ alias }) => alias && !own.has(alias.toLowerCase())),
  );
}
