import { unique } from '#src/ask/conditions.ts';
import type { Draft } from '#src/ask/draft.ts';
import { nodeLabel } from '#src/ask/expression-labels.ts';
import { exprLabel } from '#src/ask/labels.ts';
import { isTrueAlias } from '#src/ask/model/alias.ts';
import { tellingQuantity, unitTold } from '#src/ask/model/told-unit.ts';
import { labelOf, readable } from '#src/catalog/catalog-names.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { OutputFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';

/**
 * A model's statement with result columns that say what they are. A name of the model's stays if its words are those of
 * the question or the columns and contradict nothing that is computed; otherwise the name is made from the expression.
 * The unit follows where the name doesn't say it. Only the names that people see change, not the SQL.
 */
export function withOwnNames(draft: Draft, catalog: Catalog, question: string): Draft {
  const { facts } = draft.checked;
  const taken = new Set<string>();
  const labels = facts.root.outputs.map((output) => labelled(output, facts, catalog, question));
  const columnNames = labels.map(({ label, alias }) => {
    const name = alias ?? nameOf(label);
    let own = name;
    for (let count = 2; taken.has(own.toLowerCase()); count++) own = `${name}_${count}`;
    taken.add(own.toLowerCase());
    return own;
  });
  const renamed = (text: string) => {
    const at = facts.root.outputs.findIndex(({ name }) => name === text);
    return at < 0 ? text : columnNames[at]!;
  };
  const root = {
    ...facts.root,
    outputs: facts.root.outputs.map((one, at) => ({
      ...one,
      name: columnNames[at]!,
      ...(labels[at]!.alias === null && { label: labels[at]!.label }),
    })),
    orderBy: facts.root.orderBy.map((one) => ({
      ...one,
      expr: { ...one.expr, printed: renamed(one.expr.printed) },
    })),
    groupBy: facts.root.groupBy.map((one) => ({ ...one, printed: renamed(one.printed) })),
  };
  const checked = { ...draft.checked, facts: { ...facts, root } };
  return { ...draft, checked, columnNames };
}

interface Labelled {
  readonly label: string;
  /** The model's own name, where it stays as it is. */
  readonly alias: string | null;
}

function labelled(
  output: OutputFacts,
  facts: QueryFacts,
  catalog: Catalog,
  question: string,
): Labelled {
  const quantity = tellingQuantity(output, catalog, question);
  const unit = quantity && unitTold(output, quantity, catalog, question);
  const made = madeLabel(output, facts, catalog, unit !== null);
  const told = unit?.isSaid === false && unit.text !== '' ? ` (${unit.text})` : '';
  const isTrue =
    !PRINTED.test(output.name) && isTrueAlias(output, { facts, catalog, question, made, quantity });
  if (isTrue)
    return told
      ? { label: `${readable(output.name)}${told}`, alias: null }
      : { label: '', alias: output.name };
  const text = unit?.text && !made.includes(unit.text) ? ` (${unit.text})` : '';
  return { label: `${made}${text}`, alias: null };
}

/** `avg(amount)`: what an engine calls a column that the model gave no name. */
const PRINTED = /^\w+\(/;

/** `number_of_orders`, `total_amount_euros`. */
const nameOf = (label: string) =>
  label
    .toLowerCase()
    .replaceAll('%', ' percent ')
    .replaceAll('/', ' per ')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '') || 'value';

function madeLabel(
  output: OutputFacts,
  facts: QueryFacts,
  catalog: Catalog,
  unitApart: boolean,
): string {
  const { columns, node } = output;
  if (output.column || output.dateUnit) return exprLabel(output, facts, catalog);
  const label = nodeLabel(node, { facts, catalog, unitApart });
  if (label) return label;
  const of = unique(columns.map((one) => labelOf(catalog, one))).join(' and ');
  return of ? `value of ${of}` : 'value';
}
