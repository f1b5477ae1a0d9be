import { labelOf } from '#src/catalog/catalog-names.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  BaseColumn,
  ExprNode,
  OperationNode,
  QueryFacts,
} from '#src/plugin-api/query-facts.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import { bare, columnOf, nodesIn, textComparisons } from '#src/sql/nodes.ts';

const NAME = 'swapped_labels';

/** A value of a column and what is shown in its place. */
interface Renamed {
  readonly column: BaseColumn;
  readonly value: string;
  readonly shown: string;
}

/**
 * Whether a CASE shows one value of a column under the name of another, whose own rows go by a third, and whether two
 * columns of the result are each called by the other's name.
 */
export function checkSwappedLabels(facts: QueryFacts, catalog: Catalog): Check {
  const swapped = swappedColumns(facts);
  if (swapped)
    return {
      name: NAME,
      outcome: 'failed',
      detail: `${labelOf(catalog, swapped)} and another column are shown under each other's names.`,
    };
  const cases = caseNodes(facts)
    .map(renamedBy)
    .filter((one) => one.length > 0);
  const opposite = caseNodes(facts)
    .map(oppositeLabel)
    .find((one) => one !== null);
  if (opposite) return { name: NAME, outcome: 'failed', detail: opposite };
  if (cases.length === 0)
    return { name: NAME, outcome: 'skipped', detail: 'No values are renamed.' };
  for (const renamed of cases) {
    const wrong = renamed.find(({ value, shown }) => {
      const own = renamed.find((one) => one.value === shown);
      return shown !== value && own !== undefined && own.shown !== shown;
    });
    if (wrong)
      return {
        name: NAME,
        outcome: 'failed',
        detail: `Rows whose ${labelOf(catalog, wrong.column)} is "${wrong.value}" are shown as "${wrong.shown}".`,
      };
  }
  return { name: NAME, outcome: 'passed', detail: 'Values are shown under their own names.' };
}

const caseNodes = (facts: QueryFacts): readonly ExprNode[] =>
  rowBlocks(facts.root)
    .flatMap(({ outputs, groupBy }) => [...outputs, ...groupBy])
    .flatMap(({ node }) => [...nodesIn(node)]);

/** Words for the two sides of a bound, the upper one first. */
const SIDES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:above|over|more|greater|higher|at least)\b/i,
    /\b(?:below|under|less|fewer|lower|at most)\b/i,
  ],
  [
    /\b(?:high|large|big|long|expensive|heavy|old|many)\b/i,
    /\b(?:low|small|little|short|cheap|light|young|few)\b/i,
  ],
];

/**
 * `CASE WHEN revenue > 500 THEN 'small' ELSE 'large' END`, and `WHEN status = 'paid' THEN 'other' ELSE 'paid'`: the two
 * sides under each other's names.
 */
function oppositeLabel(node: ExprNode): string | null {
  if (node.kind !== 'operation' || node.op !== 'case' || node.args.length !== 3) return null;
  const [test, then, otherwise] = node.args;
  const whole = test && bare(test);
  const isNegated = whole?.kind === 'operation' && whole.op === 'not';
  const sides = isNegated ? [otherwise, then] : [then, otherwise];
  const [shown, rest] = sides.map((one) => one && textOf(one));
  const plain = isNegated ? whole.args[0] && bare(whole.args[0]) : whole;
  if (!shown || !rest || plain?.kind !== 'operation') return null;
  const [found, more] = textComparisons(plain);
  if (
    (found?.op === '=' || found?.op === 'in') &&
    !more &&
    found.values.includes(rest) &&
    shown !== rest
  )
    return `Rows that are "${rest}" are shown as "${shown}", and all others as "${rest}".`;
  const [left, right] = plain.args;
  const turned = left !== undefined && bare(left).kind === 'literal';
  const bound = turned ? left : right;
  if (!bound || bare(bound).kind !== 'literal' || !/^[<>]=?$/.test(plain.op)) return null;
  const isUpper = plain.op.startsWith('>') !== turned;
  const swapped = SIDES.some(([upper, lower]) =>
    isUpper ? lower.test(shown) && upper.test(rest) : upper.test(shown) && lower.test(rest),
  );
  return swapped ? `"${shown}" and "${rest}" are swapped.` : null;
}

function textOf(node: ExprNode): string | null {
  const plain = bare(node);
  return plain.kind === 'literal' && plain.type === 'text' ? plain.text : null;
}

/** A column that goes by another name, while its own is given to something that it is no part of. */
function swappedColumns({ root: { outputs } }: QueryFacts): BaseColumn | null {
  const found = outputs.find(
    ({ name, column }) =>
      column !== null &&
      !isSame(name, column.column) &&
      outputs.some(
        (other) =>
          isSame(other.name, column.column) &&
          !other.columns.some((one) => isSame(one.column, column.column)) &&
          isCalledAfter(name, other),
      ),
  );
  return found?.column ?? null;
}

/** Whether a name is that of a column, or one of no column at all where something is computed. */
const isCalledAfter = (name: string, { column }: QueryFacts['root']['outputs'][number]) =>
  column === null || isSame(name, column.column);

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function renamedBy(node: ExprNode): readonly Renamed[] {
  if (node.kind !== 'operation') return [];
  if (node.op === 'case') return pairs(node.args).flatMap(([test, shown]) => named(test, shown));
  if (node.op !== 'case of') return [];
  const [tested, ...branches] = node.args;
  return pairs(branches).flatMap(([value, shown]) =>
    tested ? named(equality(tested, value), shown) : [],
  );
}

const equality = (left: ExprNode, right: ExprNode): OperationNode => ({
  kind: 'operation',
  op: '=',
  args: [left, right],
});

/** `when, then, when, then, …, else`: without what ELSE gives. */
const pairs = (args: readonly ExprNode[]): readonly (readonly [ExprNode, ExprNode])[] =>
  args.flatMap((when, at) => {
    const then = args[at + 1];
    return at % 2 === 0 && then ? [[when, then] as const] : [];
  });

function named(test: ExprNode, then: ExprNode): readonly Renamed[] {
  const shown = bare(then);
  const [found, more] = textComparisons(test);
  if (!found || more || (found.op !== '=' && found.op !== 'in')) return [];
  if (shown.kind === 'literal' && shown.type === 'text')
    return found.values.map((value) => ({ column: found.column, value, shown: shown.text }));
  // `THEN name`: the value's own.
  const own = columnOf(shown);
  const isOwn = own?.table === found.column.table && own.column === found.column.column;
  return isOwn ? found.values.map((value) => ({ column: found.column, value, shown: value })) : [];
}
