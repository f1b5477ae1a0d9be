import type {
  BaseColumn,
  CallNode,
  ColumnNode,
  ExprNode,
  LiteralNode,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';

/**
 * Reading expressions that have been resolved. What is asked here holds for every spelling of one thing:
 * `SUM(COALESCE(x, 0))`, `SUM(CAST(x AS DOUBLE))` and `SUM(x)` sum the same column.
 */

/** The parts of an expression; not those behind its columns, nor those of SELECTs nested in it. */
export function partsOf(node: ExprNode): readonly ExprNode[] {
  switch (node.kind) {
    case 'call':
      return [
        ...node.args,
        ...(node.filter ? [node.filter] : []),
        ...(node.over ? [...node.over.partitionBy, ...node.over.orderBy] : []),
      ];
    case 'operation':
      return node.args;
    case 'cast':
      return [node.arg];
    case 'lambda':
      return [node.body];
    case 'subquery':
      return node.outer ? [node.outer] : [];
    case 'column':
    case 'literal':
    case 'row':
      return [];
  }
}

/** An expression and all its parts, outermost first. An alias of the same SELECT stands for what it names. */
export function* nodesIn(node: ExprNode): Generator<ExprNode, undefined, undefined> {
  yield node;
  const named = node.kind === 'column' && node.alias === null ? node.of : null;
  for (const part of named ? [named] : partsOf(node)) yield* nodesIn(part);
}

/** The columns that stand in an expression, wherever. */
export const columnNodes = (node: ExprNode): readonly ColumnNode[] =>
  [...nodesIn(node)].filter((each) => each.kind === 'column');

/** The calls in an expression, of one of those names where they are given. */
export const callsIn = (node: ExprNode, names?: ReadonlySet<string>): readonly CallNode[] =>
  [...nodesIn(node)].filter(
    (each) => each.kind === 'call' && (names === undefined || names.has(each.name)),
  ) as readonly CallNode[];

/** Aggregates in an expression that are none over a window. */
export const aggregatesIn = (node: ExprNode): readonly CallNode[] =>
  callsIn(node).filter(({ aggregate, over }) => aggregate && over === null);

export const literalsIn = (node: ExprNode): readonly LiteralNode[] =>
  [...nodesIn(node)].filter((each) => each.kind === 'literal');

/** Whether a SELECT stands in an expression. */
export const hasSubquery = (node: ExprNode): boolean =>
  [...nodesIn(node)].some(({ kind }) => kind === 'subquery');

/** Whether an operator stands in an expression, by its name. */
export const hasOperation = (node: ExprNode, ops: ReadonlySet<string>): boolean =>
  [...nodesIn(node)].some((each) => each.kind === 'operation' && ops.has(each.op));

/** Functions that give their first argument, or something in place of an empty or odd one. */
const STAND_INS: ReadonlySet<string> = new Set(['coalesce', 'ifnull', 'nvl', 'nullif']);
/** Functions that give their first argument, only less exactly. */
const ROUNDED: ReadonlySet<string> = new Set([
  ...['round', 'round_even', 'trunc', 'truncate', 'floor', 'ceil', 'ceiling'],
]);

/**
 * The expression without what leaves its value the same but for empty values and rounding: casts, COALESCE with a
 * constant, NULLIF, ROUND, signs, `+ 0`, `* 1`, `CASE WHEN x IS NULL THEN 0 ELSE x END`, and aliases of the same SELECT.
 */
export function bare(node: ExprNode): ExprNode {
  switch (node.kind) {
    case 'cast':
      return bare(node.arg);
    case 'column':
      return node.alias === null && node.of ? bare(node.of) : node;
    case 'call':
      return bareCall(node);
    case 'operation':
      return bareOperation(node);
    default:
      return node;
  }
}

function bareCall(node: CallNode): ExprNode {
  const [first, ...more] = node.args;
  if (!first || node.over) return node;
  const isConstant = more.every((each) => bare(each).kind === 'literal');
  return isConstant && (STAND_INS.has(node.name) || ROUNDED.has(node.name)) ? bare(first) : node;
}

function bareOperation(node: Extract<ExprNode, { kind: 'operation' }>): ExprNode {
  const { op, args } = node;
  const [first, second, third] = args;
  if (!first) return node;
  if (op === '+' && !second) return bare(first);
  if ((op === '+' || op === '-') && second && isNumber(second, 0)) return bare(first);
  if (op === '+' && second && isNumber(first, 0)) return bare(second);
  if ((op === '*' || op === '/') && second && isNumber(second, 1)) return bare(first);
  if (op === '*' && second && isNumber(first, 1)) return bare(second);
  if (op !== 'case' || args.length > 3) return node;
  const test = bare(first);
  if (test.kind !== 'operation' || !second) return node;
  const [tested] = test.args;
  const [whenEmpty, otherwise] =
    test.op === 'is null' ? [second, third] : test.op === 'is not null' ? [third, second] : [];
  if (!tested || !otherwise || (whenEmpty && bare(whenEmpty).kind !== 'literal')) return node;
  return sameNode(tested, otherwise) ? bare(otherwise) : node;
}

/** Whether an expression is a number written out, with its sign. */
export function numberOf(node: ExprNode): number | null {
  if (node.kind === 'cast') return numberOf(node.arg);
  if (node.kind === 'literal') {
    const value = node.type === 'number' || node.type === 'text' ? Number(node.text) : Number.NaN;
    return Number.isNaN(value) || node.text.trim() === '' ? null : value;
  }
  const [first, second] = node.kind === 'operation' && node.op === '-' ? node.args : [];
  const value = first && !second ? numberOf(first) : null;
  return value === null ? null : -value;
}

const isNumber = (node: ExprNode, value: number) => numberOf(node) === value;

/** The operands of a sum or difference, stripped; the expression alone where it is none. */
export function addendsOf(node: ExprNode): readonly ExprNode[] {
  const plain = bare(node);
  return plain.kind === 'operation' && (plain.op === '+' || plain.op === '-')
    ? plain.args.flatMap(addendsOf)
    : [plain];
}

/** The operands of a product, stripped; the expression alone where it is none. */
export function factorsOf(node: ExprNode): readonly ExprNode[] {
  const plain = bare(node);
  return plain.kind === 'operation' && plain.op === '*' ? plain.args.flatMap(factorsOf) : [plain];
}

export interface Quotient {
  readonly dividend: ExprNode;
  readonly divisor: ExprNode;
  /** Whether the fraction is dropped. */
  readonly whole: boolean;
}

const DIVISIONS: ReadonlySet<string> = new Set(['/', '//', 'div']);
const DIVIDING_CALLS: ReadonlySet<string> = new Set(['divide', 'fdiv']);

/** The outermost division; constants that multiply or divide what it gives (`100.0 *`) aside. Null where it is none. */
export function quotientOf(node: ExprNode): Quotient | null {
  const plain = bare(node);
  if (plain.kind === 'call' && DIVIDING_CALLS.has(plain.name)) {
    const [dividend, divisor] = plain.args;
    return dividend && divisor ? { dividend, divisor, whole: true } : null;
  }
  if (plain.kind !== 'operation') return null;
  const [left, right] = plain.args;
  if (!left || !right) return null;
  if (plain.op === '*') {
    if (numberOf(left) !== null) return quotientOf(right);
    return numberOf(right) !== null ? quotientOf(left) : null;
  }
  if (!DIVISIONS.has(plain.op)) return null;
  if (numberOf(right) !== null) {
    const inner = quotientOf(left);
    if (inner) return inner;
  }
  return { dividend: left, divisor: right, whole: plain.op !== '/' };
}

/** Whether a division stands anywhere in an expression. */
export const divides = (node: ExprNode): boolean =>
  hasOperation(node, DIVISIONS) || callsIn(node, DIVIDING_CALLS).length > 0;

/** Whether a division that drops the fraction stands anywhere in an expression. */
export const dividesWhole = (node: ExprNode): boolean =>
  hasOperation(node, WHOLE_DIVISIONS) || callsIn(node, DIVIDING_CALLS).length > 0;

const WHOLE_DIVISIONS: ReadonlySet<string> = new Set(['//', 'div']);

/** The base column that an expression is nothing but, in whatever spelling; null where it is more. */
export function columnOf(node: ExprNode): BaseColumn | null {
  const plain = bare(node);
  return plain.kind === 'column' ? plain.column : null;
}

const COMMUTES: ReadonlySet<string> = new Set(['+', '*', '=', '<>', 'and', 'or']);

/** Whether two expressions compute the same of the same sources. SELECTs in them are never the same. */
export function sameNode(one: ExprNode, other: ExprNode): boolean {
  const [a, b] = [bare(one), bare(other)];
  if (a.kind === 'column' && b.kind === 'column')
    return a.alias === b.alias && a.name.toLowerCase() === b.name.toLowerCase();
  if (a.kind === 'literal' && b.kind === 'literal') return a.text === b.text;
  if (a.kind === 'row' && b.kind === 'row') return true;
  if (a.kind === 'call' && b.kind === 'call')
    return (
      a.name === b.name &&
      a.distinct === b.distinct &&
      a.over === null &&
      b.over === null &&
      (a.filter && b.filter ? sameNode(a.filter, b.filter) : a.filter === b.filter) &&
      sameNodes(a.args, b.args)
    );
  if (a.kind === 'operation' && b.kind === 'operation')
    return (
      a.op === b.op &&
      (sameNodes(a.args, b.args) || (COMMUTES.has(a.op) && sameNodes(a.args, b.args.toReversed())))
    );
  return false;
}

const sameNodes = (one: readonly ExprNode[], other: readonly ExprNode[]): boolean =>
  one.length === other.length &&
  one.every((each, index) => sameNode(each, other[index] as ExprNode));

/** A column set beside texts, by `=`, `<>`, IN or NOT IN. */
export interface TextComparison {
  readonly column: BaseColumn;
  readonly op: '=' | '<>' | 'in' | 'not in';
  readonly values: readonly string[];
}

/** The comparisons of base columns with texts that stand anywhere in an expression: in CASE, FILTER, OR. */
export function textComparisons(node: ExprNode): readonly TextComparison[] {
  return [...nodesIn(node)].flatMap((each): readonly TextComparison[] => {
    if (each.kind !== 'operation') return [];
    const { op, args } = each;
    const [first, ...more] = args;
    if (!first) return [];
    if (op === 'in' || op === 'not in') return comparison(op, first, more);
    // `CASE status WHEN 'paid' THEN … END`.
    if (op === 'case of')
      return comparison(
        '=',
        first,
        more.slice(0, more.length - (more.length % 2)).filter((_, index) => index % 2 === 0),
      );
    const [second] = more;
    if ((op !== '=' && op !== '<>' && op !== '!=') || !second) return [];
    const name = op === '=' ? '=' : '<>';
    const found = comparison(name, first, [second]);
    return found.length > 0 ? found : comparison(name, second, [first]);
  });
}

function comparison(
  op: TextComparison['op'],
  side: ExprNode,
  texts: readonly ExprNode[],
): readonly TextComparison[] {
  const column = columnOf(side);
  const values = texts.flatMap((text) => {
    const plain = bare(text);
    return plain.kind === 'literal' && plain.type === 'text' ? [plain.text] : [];
  });
  return column && values.length > 0 && values.length === texts.length
    ? [{ column, op, values }]
    : [];
}

/** The result columns of derived tables that an expression reads, with the source that shows each. */
export function derivedOutputs(node: ExprNode, { sources }: SelectFacts) {
  const read = columnNodes(node);
  return sources.flatMap(({ alias, derived }) =>
    (derived?.outputs ?? [])
      .filter(({ name }) =>
        read.some(
          (one) =>
            one.name.toLowerCase() === name.toLowerCase() &&
            (one.alias === null || one.alias.toLowerCase() === alias.toLowerCase()),
        ),
      )
      .map((output) => ({ output, alias, derived: derived as SelectFacts })),
  );
}
