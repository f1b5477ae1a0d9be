import type { AskedWords, MentionedValue } from '#src/check/owed/asked-words.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { meaningAt } from '#src/check/owed/phrases.ts';
import type { Statement } from '#src/check/owed/statement.ts';
import type { BaseColumn, ExprNode, OperationNode } from '#src/plugin-api/query-facts.ts';
import { columnOf, nodesIn } from '#src/sql/nodes.ts';

/** "Lost or returned", "both lost and returned": either of two is enough, or each is asked for. */
export const alternativesOwed: ReadObligations = (asked) => [
  alwaysTrue(asked),
  ...eitherOwed(asked),
  ...bothOwed(asked),
];

/** `x <> 1 OR x <> 2` keeps all rows. */
const alwaysTrue = ({ question }: AskedWords): Obligation => ({
  kind: 'alternative',
  words: question,
  unmetBy: ({ nodes }) => {
    const found = nodes.find((node) => {
      if (!isOperation(node, 'or')) return false;
      const columns = node.args.flatMap((one) => comparedBy(one, ['<>', '!=']));
      return columns.length === node.args.length && columns.length > 1 && areSame(columns);
    });
    return found ? 'A condition excludes nothing, because it combines several <> with OR.' : null;
  },
});

function eitherOwed(asked: AskedWords): readonly Obligation[] {
  const { tokens, words: language, text, values } = asked;
  const at = tokens.findIndex(
    ({ lower, kind }, place) =>
      kind === 'word' &&
      language.alternative.has(lower) &&
      meaningAt(tokens, place, language.boundsAfter) === null &&
      !language.turning.has(tokens[place + 1]?.lower ?? '') &&
      !values.some(({ start, end }) => start <= place && place < end),
  );
  if (at < 0) return [];
  return [
    {
      kind: 'alternative',
      words: text(Math.max(0, at - 1), Math.min(tokens.length, at + 2)),
      unmetBy: (statement) => notEither(statement),
    },
  ];
}

function notEither({ nodes, blocks, comparisons, leavesOut }: Statement): string | null {
  const ors = nodes.filter((node) => isOperation(node, 'or'));
  const loose = ors.some(({ args }) => {
    const alone = args.flatMap((one) => comparedBy(one, ['=']));
    return args.some(
      (one) =>
        isOperation(one, 'and') &&
        one.args
          .flatMap((part) => comparedBy(part, ['=']))
          .some((part) => alone.some((other) => areSame([part, other]))),
    );
  });
  if (loose)
    return 'The question has an "or" between values, but in the SQL the other conditions apply to only one of them.';
  const mayBeEither =
    ors.length > 0 ||
    leavesOut ||
    blocks.some(({ setOperation }) => setOperation) ||
    comparisons.some(
      ({ op, texts, place }) => place === 'elsewhere' || op === 'like' || texts.length > 1,
    ) ||
    nodes.some(
      (node) =>
        node.kind === 'subquery' ||
        isOperation(node, 'between') ||
        isOperation(node, 'case') ||
        isOperation(node, 'case of'),
    );
  const held = comparisons.filter(
    ({ column, place, texts, op }) =>
      column !== null && place === 'rows' && (texts.length > 0 || op === 'true'),
  );
  return !mayBeEither && held.length > 1
    ? 'The question has an "or", but the SQL requires all conditions at once.'
    : null;
}

/** "Both lost and returned parcels": rows of the one and rows of the other. */
function bothOwed(asked: AskedWords): readonly Obligation[] {
  const { tokens, values, words: language, text } = asked;
  return values.flatMap((value): readonly Obligation[] => {
    const other = values.find(
      ({ start }) =>
        start >= value.end + 1 &&
        start <= value.end + 3 &&
        tokens.slice(value.end, start).some(({ lower }) => language.joining.has(lower)),
    );
    const column = other && columnOfBoth(value, other);
    const before = tokens.slice(Math.max(0, value.start - 2), value.start);
    if (!other || !column || !before.some(({ lower }) => language.both.has(lower))) return [];
    const words = text(value.start, other.end);
    return [
      {
        kind: 'alternative',
        words,
        unmetBy: ({ nodes, blocks, comparisons, calls }) => {
          const isEither =
            comparisons.some(({ op, texts }) => op === 'in' && texts.length > 1) ||
            nodes.some((node) => isOperation(node, 'or'));
          const isBoth =
            calls.some(({ aggregate }) => aggregate) ||
            blocks.some(({ setOperation, having }) => setOperation || having.length > 0) ||
            nodes.some(({ kind }) => kind === 'subquery');
          return isEither && !isBoth
            ? `The question asks for both ${words}, but the SQL accepts either.`
            : null;
        },
      },
    ];
  });
}

const columnOfBoth = (one: MentionedValue, other: MentionedValue) =>
  one.hits.find((hit) =>
    other.hits.some(({ table, column }) => table === hit.table && column === hit.column),
  );

const isOperation = (node: ExprNode, op: string): node is OperationNode =>
  node.kind === 'operation' && node.op === op;

interface Compared {
  readonly alias: string | null;
  readonly column: BaseColumn;
}

/** The column that a plain comparison with a constant is of. */
function comparedBy(node: ExprNode, ops: readonly string[]): readonly Compared[] {
  if (node.kind !== 'operation' || !ops.includes(node.op)) return [];
  const [side, value] = node.args;
  const column = side && columnOf(side);
  const isConstant =
    value !== undefined && [...nodesIn(value)].every(({ kind }) => kind !== 'column');
  return side?.kind === 'column' && column && isConstant ? [{ alias: side.alias, column }] : [];
}

const areSame = ([first, ...others]: readonly Compared[]) =>
  first !== undefined &&
  others.every(
    ({ alias, column }) =>
      alias === first.alias &&
      column.table === first.column.table &&
      column.column === first.column.column,
  );
