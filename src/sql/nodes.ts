import type {
  BaseColumn,
  CallNode,
  ColumnNode,
  ExprNode,
  LiteralNode,
  SelectFacts,
  SubqueryNode,
} from '#src/plugin-api/query-facts.ts';

/**
 * Reading expressions that have been resolved. What is asked here holds for every spelling of one thing:
 * `SUM(COALESCE(x, 0))`, `SUM(CAST(x AS DOUBLE))` and `SUM(x)` sum the same column.
 */

/** The parts of an expression; not those behind its columns, nor those of SELECTs nested in it. */
function partsOf(node: ExprNode): readonly ExprNode[] {
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

export const DIVISIONS: ReadonlySet<string> = new Set(['/', '//', 'div']);
export const DIVIDING_CALLS: ReadonlySet<string> = new Set(['divide', 'fdiv']);

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
export const sameNode = (one: ExprNode, other: ExprNode): boolean =>
  alike(one, other, bare, sameShown);

/** Whether two expressions are the same to the last rounding and cast: a sort key and the result column that shows it. */
export const identical = (one: ExprNode, other: ExprNode): boolean =>
  alike(one, other, unnamed, sameShown);

/** What an alias of the same SELECT names. */
const unnamed = (node: ExprNode): ExprNode =>
  node.kind === 'column' && node.alias === null && node.of ? unnamed(node.of) : node;

/** Whether expressions of two statements compute the same of the same tables, whatever their sources are called. */
export const sameOfTables = (one: ExprNode, other: ExprNode): boolean =>
  alike(one, other, unnamed, sameBase);

type Strip = (node: ExprNode) => ExprNode;
type SameColumn = (one: ColumnNode, other: ColumnNode) => boolean;

const sameShown: SameColumn = (one, other) =>
  one.alias === other.alias && one.name.toLowerCase() === other.name.toLowerCase();

const sameBase: SameColumn = ({ column: one }, { column: other }) =>
  one !== null &&
  other !== null &&
  one.table.toLowerCase() === other.table.toLowerCase() &&
  one.column.toLowerCase() === other.column.toLowerCase();

function alike(one: ExprNode, other: ExprNode, strip: Strip, same: SameColumn): boolean {
  const [a, b] = [strip(one), strip(other)];
  if (a === b) return true;
  const all = (left: readonly ExprNode[], right: readonly ExprNode[]) =>
    left.length === right.length &&
    left.every((each, index) => alike(each, right[index] as ExprNode, strip, same));
  if (a.kind === 'column' && b.kind === 'column') return same(a, b);
  if (a.kind === 'literal' && b.kind === 'literal') return a.text === b.text;
  if (a.kind === 'row' && b.kind === 'row') return true;
  if (a.kind === 'cast' && b.kind === 'cast') return a.type === b.type && all([a.arg], [b.arg]);
  if (a.kind === 'call' && b.kind === 'call')
    return (
      a.name === b.name &&
      a.distinct === b.distinct &&
      (a.over && b.over
        ? all(a.over.partitionBy, b.over.partitionBy) && all(a.over.orderBy, b.over.orderBy)
        : a.over === b.over) &&
      (a.filter && b.filter ? alike(a.filter, b.filter, strip, same) : a.filter === b.filter) &&
      all(a.args, b.args)
    );
  if (a.kind === 'operation' && b.kind === 'operation')
    return (
      a.op === b.op &&
      (all(a.args, b.args) || (COMMUTES.has(a.op) && all(a.args, b.args.toReversed())))
    );
  return false;
}

/** The place of the result column that an expression is; -1 where it is none. */
export const shownAt = (node: ExprNode, outputs: readonly { readonly node: ExprNode }[]): number =>
  outputs.findIndex((output) => identical(output.node, node));

/** The one aggregate that an expression is, rounded or not; null where something is computed from it, or none is there. */
export function soleAggregate(node: ExprNode): CallNode | null {
  const plain = bare(node);
  return plain.kind === 'call' && plain.aggregate && plain.over === null ? plain : null;
}

/** Whether an aggregate counts rows: COUNT(*), COUNT(1). */
export const countsRows = ({ name, distinct, args: [counted] }: CallNode): boolean =>
  name === 'count' && !distinct && (!counted || bare(counted).kind === 'literal');

/** What an expression is computed by, looked up behind aliases, derived tables and WITH. */
export function origin(node: ExprNode): ExprNode {
  const plain = bare(node);
  return plain.kind === 'column' && plain.of ? origin(plain.of) : plain;
}

/** The SELECTs that stand in an expression. */
export const subqueriesIn = (node: ExprNode): readonly SubqueryNode[] =>
  [...nodesIn(node)].filter((each) => each.kind === 'subquery');

/** The numbers that are written out in an expression, also as texts that are cast to numbers. */
export const numbersIn = (node: ExprNode): readonly number[] =>
  [...nodesIn(node)].flatMap((each): readonly number[] => {
    const isNumber = each.kind === 'literal' && each.type === 'number';
    const isCast =
      each.kind === 'cast' && each.arg.kind === 'literal' && NUMERIC.has(baseType(each.type));
    const value = isNumber || isCast ? numberOf(each) : null;
    return value === null ? [] : [value];
  });

const NUMERIC: ReadonlySet<string> = new Set(
  'int integer int2 int4 int8 bigint smallint tinyint hugeint signed unsigned decimal numeric number float float4 float8 double real'.split(
    ' ',
  ),
);

/** `decimal` of `decimal(10, 2)`, `double` of `double precision`. */
const baseType = (type: string): string => type.split(/[ (]/, 1)[0] ?? type;

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
