import type {
  BaseColumn,
  ExprNode,
  OutputFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';

/** What a query around may see of a column, whatever the dialect's reader keeps beside it. */
interface Column {
  readonly column: BaseColumn | null;
  readonly columns: readonly BaseColumn[];
  readonly weight: number;
}

interface Output<C> {
  readonly facts: OutputFacts;
  readonly column: C;
}

interface Side<C> {
  readonly facts: SelectFacts;
  readonly columns: readonly C[];
}

/** The outputs of a set operation: those of both sides, under the names of the left. Throws `Refused`. */
export function byPosition<C extends Column>(left: Side<C>, right: Side<C>): readonly Output<C>[] {
  const [one, two] = [outputsOf(left), outputsOf(right)];
  if (one.length !== two.length)
    throw new Refused(
      'syntax',
      `The two sides of the set operation have ${one.length} and ${two.length} columns.`,
    );
  return one.map((each, index) => both(each, two[index]!));
}

/** The outputs of UNION BY NAME: those of the left side, then those that only the right side has. */
export function byOutputName<C extends Column>(
  left: Side<C>,
  right: Side<C>,
  fold: (name: string) => string,
): readonly Output<C>[] {
  const [one, two] = [outputsOf(left), outputsOf(right)];
  const same = (a: Output<C>) => (b: Output<C>) => fold(a.facts.name) === fold(b.facts.name);
  return [
    ...one.map((each) => {
      const other = two.find(same(each));
      return other ? both(each, other) : each;
    }),
    ...two.filter((each) => !one.some(same(each))),
  ];
}

const outputsOf = <C>({ facts, columns }: Side<C>): readonly Output<C>[] =>
  facts.outputs.map((output, index) => ({ facts: output, column: columns[index]! }));

/** An output that comes of two. */
function both<C extends Column>(a: Output<C>, b: Output<C>): Output<C> {
  const columns = [...new Set([...a.facts.columns, ...b.facts.columns])];
  const column = a.facts.column === b.facts.column ? a.facts.column : null;
  // What reads it is written out for each side.
  const weight = a.column.weight + b.column.weight;
  const aggregates = [...new Set([...a.facts.aggregates, ...b.facts.aggregates])];
  const node: ExprNode = { kind: 'operation', op: 'union', args: [a.facts.node, b.facts.node] };
  const facts = { ...a.facts, node, columns, column, aggregates, dateUnit: null };
  return { facts, column: { ...a.column, columns, column, of: node, weight } };
}
