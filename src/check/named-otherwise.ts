import { columnOf, readable } from '#src/catalog/catalog-names.ts';
import type { Asked } from '#src/check/asked.ts';
import { baseWords } from '#src/check/things.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { CallNode, ExprNode, OutputFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { AGGREGATE_NAMES, type AggregateFunction, FUNCTIONS, rowOf } from '#src/query/functions.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import { callsIn, columnNodes, divides, origin, soleAggregate } from '#src/sql/nodes.ts';

const NAME = 'named_otherwise';
/** Functions whose words say which number is meant: totals, averages, ends. "Total" is said of counts, too. */
const TOLD = AGGREGATE_NAMES.filter((name) => {
  const { takes, combine, averages } = FUNCTIONS[name];
  return takes !== 'any' && (combine !== null || averages === true);
});
const [AVERAGE = ''] = FUNCTIONS.avg.sql;
/** Columns that hold numbers of things: adding them up counts. */
const NUMBERING: ReadonlySet<string> = new Set(
  'number count amount quantity qty total unit num no size'.split(' '),
);

/**
 * Whether a model calls a result column what it computes: a largest value under the name `total_quantity`, a sum of delays
 * under `shipments`. The names that people see are made of what is computed; a name that says something else shows that
 * something else was meant.
 */
export function checkNamedOtherwise(
  { root }: QueryFacts,
  catalog: Catalog,
  { writtenFor }: Asked,
): Check {
  if (!writtenFor) return { name: NAME, outcome: 'skipped', detail: 'No model wrote this SQL.' };
  const outputs = rowBlocks(root).flatMap((block) => block.outputs);
  const computed = outputs.flatMap((output) => {
    const call = computedBy(origin(output.node));
    return call ? [{ output, call }] : [];
  });
  if (computed.length === 0)
    return { name: NAME, outcome: 'skipped', detail: 'The SQL has no aggregates.' };
  for (const { output, call } of computed) {
    const other = otherFunction(output, call, catalog) ?? otherThing(output, call, catalog);
    if (other !== null)
      return {
        name: NAME,
        outcome: 'warning',
        detail: `The column "${readable(output.name)}" is actually ${other}.`,
      };
  }
  return { name: NAME, outcome: 'passed', detail: 'Column names match what is calculated.' };
}

/** The aggregate that a result column is; a sum over the count of the same is an average. */
function computedBy(node: ExprNode): CallNode | null {
  const sole = soleAggregate(node);
  if (sole || !divides(node)) return sole;
  const calls = callsIn(node).filter(({ aggregate }) => aggregate);
  const sum = calls.find(({ name }) => rowOf(name) === FUNCTIONS.sum);
  const count = calls.find(({ name }) => rowOf(name) === FUNCTIONS.count);
  const isAverage = sum && count && calls.length === 2 && columnsOf(sum) === columnsOf(count);
  return isAverage ? { ...sum, name: AVERAGE } : null;
}

const columnsOf = ({ args }: CallNode) =>
  [...new Set(args.flatMap(columnNodes).map(({ name }) => name))].toSorted().join(', ');

/** What a call computes in words, and the words of what it is computed of. */
const saidOf = (call: CallNode) => `the ${rowOf(call.name)?.word ?? call.name}`;

function wordsOfArgument({ args }: CallNode, catalog: Catalog): ReadonlySet<string> {
  const columns = args.flatMap(columnNodes);
  return new Set(
    columns.flatMap(({ name, column }) =>
      baseWords(`${readable(name)} ${column ? (columnOf(catalog, column)?.label ?? '') : ''}`),
    ),
  );
}

/** `MAX(quantity) AS total_quantity`: the word of another function, and none of its own. */
function otherFunction(output: OutputFacts, call: CallNode, catalog: Catalog): string | null {
  const row = rowOf(call.name);
  const own = TOLD.find((name) => row === FUNCTIONS[name]);
  if (!own) return null;
  const argument = wordsOfArgument(call, catalog);
  const said = baseWords(readable(output.name)).filter((word) => !argument.has(word));
  const says = (name: AggregateFunction) =>
    FUNCTIONS[name].named.split(' ').some((word) => said.includes(word));
  return !says(own) && TOLD.some((name) => name !== own && says(name)) ? saidOf(call) : null;
}

/** `SUM(delay_days) AS shipments`: the name of a table alone, over a measure that counts none of its rows. */
function otherThing({ name }: OutputFacts, call: CallNode, catalog: Catalog): string | null {
  const row = rowOf(call.name);
  if (!TOLD.some((one) => row === FUNCTIONS[one])) return null;
  const said = baseWords(readable(name));
  const isTable = catalog.tables.some(({ label, name: table }) =>
    [label, readable(table)].some((one) => baseWords(one).join(' ') === said.join(' ')),
  );
  const columns = call.args.flatMap(columnNodes).flatMap(({ column }) => column ?? []);
  const [known, more] = new Set(columns.flatMap((one) => columnOf(catalog, one) ?? []));
  if (!isTable || !known || more || known.kind !== 'measure') return null;
  const words = wordsOfArgument(call, catalog);
  const isOfIt = [...words].some((word) => said.includes(word) || NUMBERING.has(word));
  return isOfIt ? null : `${saidOf(call)} of ${known.label}`;
}
