import { columnOf as knownColumn } from '#src/catalog/catalog-names.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { withoutTotalRowFilters } from '#src/check/total-rows.ts';
import { NEGATIVE_TEXT } from '#src/language/en/asked-words.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type {
  BaseColumn,
  CallNode,
  ExprNode,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { allBlocks, expressionsOf } from '#src/sql/blocks.ts';
import { bare, columnOf, literalsIn, nodesIn, numberOf } from '#src/sql/nodes.ts';

type ComparisonOp =
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'like'
  | 'empty'
  /** A bare condition: `WHERE active`. */
  | 'true';

/** One comparison with constants, wherever it stands. */
export interface Comparison {
  /** What is compared, without what leaves its value the same. */
  readonly left: ExprNode;
  readonly column: BaseColumn | null;
  readonly op: ComparisonOp;
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
  /** Whether it leaves rows out that it holds for: under NOT, NOT EXISTS, NOT IN, behind EXCEPT. */
  readonly negated: boolean;
  /** `elsewhere`: in CASE, FILTER, an outer join, an output: what it does to the rows is not told here. */
  readonly place: 'rows' | 'groups' | 'elsewhere';
}

/** An end of an order that a statement takes; null: which one is not known. */
export interface OrderEnd {
  readonly direction: 'asc' | 'desc' | null;
  readonly of: ExprNode | null;
}

/**
 * What a statement says, as obligations are compared with it. Conditions that leave out known total rows are not among
 * it: no question has to ask for them.
 */
export interface Statement {
  readonly facts: QueryFacts;
  readonly catalog: Catalog;
  readonly blocks: readonly SelectFacts[];
  readonly comparisons: readonly Comparison[];
  /** All expressions of all blocks with their parts. */
  readonly nodes: readonly ExprNode[];
  readonly calls: readonly CallNode[];
  readonly ends: readonly OrderEnd[];
  readonly limits: readonly number[];
  /** Whether something leaves rows out for what they are not, or for having none. */
  readonly leavesOut: boolean;
  /** Words of the known total rows that it leaves out. */
  readonly totalsLeftOut: ReadonlySet<string>;
  readonly columnOf: (column: BaseColumn) => CatalogColumn | null;
  readonly reads: (table: string, column: string) => boolean;
}

export function statementOf(facts: QueryFacts, catalog: Catalog): Statement {
  const asked = (block: SelectFacts) => withoutTotalRowFilters(block, catalog);
  const written = allBlocks(facts.root);
  const blocks = written.map(asked);
  const roots = blocks.flatMap(expressionsOf);
  const nodes = roots.flatMap((node) => [...nodesIn(node)]);
  const calls = nodes.filter((node) => node.kind === 'call');
  const comparisons = comparisonsOf(facts.root, asked);
  const known = new Set(facts.columns.map(({ table, column }) => keyOf(table, column)));
  return {
    ...{ facts, catalog, blocks, nodes, calls, comparisons },
    ends: endsOf(blocks, calls, facts.functions),
    limits: blocks.flatMap(({ limit }) => limit ?? []),
    leavesOut: leavesOut(blocks, nodes, comparisons),
    totalsLeftOut: new Set(
      written
        .flatMap(({ filters }, at) => filters.filter((one) => !blocks[at]?.filters.includes(one)))
        .flatMap(({ node }) => literalsIn(node).flatMap(({ text }) => wordsOf(text))),
    ),
    columnOf: (column) => knownColumn(catalog, column),
    reads: (table, column) => known.has(keyOf(table, column)),
  };
}

export const isSame = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();
const keyOf = (table: string, column: string) => `${table}.${column}`.toLowerCase();

const COMPARING: ReadonlyMap<string, ComparisonOp> = new Map([
  ['=', '='],
  ['==', '='],
  ['<>', '<>'],
  ['!=', '<>'],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
  ['in', 'in'],
  ['like', 'like'],
  ['ilike', 'like'],
  ['is null', 'empty'],
]);
/** Forms that are others negated. */
const NEGATED: ReadonlyMap<string, ComparisonOp> = new Map(
  Object.entries({
    'not in': 'in',
    'not like': 'like',
    'not ilike': 'like',
    'is not null': 'empty',
  }),
);
const FLIPPED: ReadonlyMap<ComparisonOp, ComparisonOp> = new Map([
  ['<', '>'],
  ['<=', '>='],
  ['>', '<'],
  ['>=', '<='],
]);

type Place = Comparison['place'];

function comparisonsOf(
  root: SelectFacts,
  asked: (block: SelectFacts) => SelectFacts,
): readonly Comparison[] {
  const found: Comparison[] = [];
  const inSelect = (select: SelectFacts, negated: boolean, place: Place): void => {
    select.setOperation?.branches.forEach((branch, index) => {
      inSelect(branch, negated !== (select.setOperation?.op === 'except' && index > 0), place);
    });
    for (const { derived } of select.sources) if (derived) inSelect(derived, negated, place);
    for (const { node } of asked(select).filters) inNode(node, negated, place);
    for (const { node } of select.having)
      inNode(node, negated, place === 'rows' ? 'groups' : place);
    for (const { type, conditions = [] } of select.joins)
      for (const { node } of conditions)
        inNode(node, negated !== (type === 'anti'), isStrict(type) ? place : 'elsewhere');
    for (const { node } of [...select.outputs, ...select.groupBy])
      inNode(node, negated, 'elsewhere');
    for (const { expr } of select.orderBy) inNode(expr.node, negated, 'elsewhere');
  };
  const inNode = (node: ExprNode, negated: boolean, place: Place): void => {
    if (node.kind === 'subquery') {
      if (node.outer) inNode(node.outer, negated, 'elsewhere');
      inSelect(node.select, negated !== node.negated, place);
    } else if (node.kind === 'operation') inOperation(node, negated, place);
    else if (node.kind === 'column' && place !== 'elsewhere') {
      add(node, 'true', [], negated, place);
      if (node.of && node.alias === null) inNode(node.of, negated, 'elsewhere');
    } else for (const part of nodesIn(node)) if (part !== node) inPart(part, negated);
  };
  // What stands inside a call or a CASE tells of a value, not of rows.
  const inPart = (part: ExprNode, negated: boolean): void => {
    if (
      part.kind === 'operation' &&
      (COMPARING.has(part.op) ||
        NEGATED.has(part.op) ||
        part.op === 'between' ||
        part.op === 'case of')
    )
      inOperation(part, negated, 'elsewhere');
    else if (part.kind === 'subquery') inSelect(part.select, negated !== part.negated, 'elsewhere');
  };
  const inOperation = (
    { op, args }: Extract<ExprNode, { kind: 'operation' }>,
    negated: boolean,
    place: Place,
  ): void => {
    const [first, second, third] = args;
    if (op === 'and' || op === 'or') for (const part of args) inNode(part, negated, place);
    else if (op === 'not' && first) inNode(first, !negated, place);
    else if ((op === 'between' || op === 'not between') && first && second && third) {
      const out = negated !== (op === 'not between');
      add(first, '>=', [second], out, place);
      add(first, '<=', [third], out, place);
    } else if (op === 'case of' && first) {
      add(first, 'in', args.slice(1), negated, 'elsewhere');
    } else if ((COMPARING.has(op) || NEGATED.has(op)) && !args.every(isConstant)) {
      const plain = COMPARING.get(op) ?? NEGATED.get(op) ?? '=';
      const out = negated !== NEGATED.has(op);
      const isFlipped = first && second && isConstant(first) && !isConstant(second);
      if (isFlipped) add(second, FLIPPED.get(plain) ?? plain, [first], out, place);
      else if (first) add(first, plain, args.slice(1), out, place);
      for (const part of args)
        if (!isConstant(part) && part.kind !== 'column') inNode(part, negated, 'elsewhere');
    } else for (const part of args) inNode(part, negated, 'elsewhere');
  };
  const add = (
    side: ExprNode,
    op: ComparisonOp,
    values: readonly ExprNode[],
    negated: boolean,
    place: Place,
  ): void => {
    const left = bare(side);
    const texts = values.flatMap((value) => {
      const plain = bare(value);
      return plain.kind === 'literal' && plain.type !== 'null' ? [plain.text] : [];
    });
    const numbers = values.flatMap((value) => numberOf(value) ?? []);
    found.push({ left, column: columnOf(left), op, texts, numbers, negated, place });
  };
  inSelect(root, false, 'rows');
  return found;
}

const isStrict = (type: string) =>
  type === 'inner' || type === 'cross' || type === 'semi' || type === 'anti';
const isConstant = (node: ExprNode) => bare(node).kind === 'literal' || numberOf(node) !== null;

const END_CALLS: ReadonlyMap<string, 'asc' | 'desc'> = new Map(
  Object.entries({
    max: 'desc',
    arg_max: 'desc',
    max_by: 'desc',
    greatest: 'desc',
    min: 'asc',
    arg_min: 'asc',
    min_by: 'asc',
    least: 'asc',
  }),
);
const ORDERED_CALLS =
  'rank dense_rank row_number first last first_value last_value nth_value ntile quantile_cont quantile_disc percentile_cont percentile_disc lag lead any_value';
const UNKNOWN_ENDS: ReadonlySet<string> = new Set(ORDERED_CALLS.split(' '));

/** Functions of QUALIFY stand in no expression, but among those that are called. */
function endsOf(
  blocks: readonly SelectFacts[],
  calls: readonly CallNode[],
  functions: readonly string[],
): readonly OrderEnd[] {
  const ordered = blocks.flatMap(({ orderBy: [first], limit }): readonly OrderEnd[] =>
    first && limit !== null ? [{ direction: first.direction, of: bare(first.expr.node) }] : [],
  );
  const called = calls.flatMap(({ name, args }): readonly OrderEnd[] => {
    const direction = END_CALLS.get(name);
    const of = args[name.startsWith('arg_') || name.endsWith('_by') ? 1 : 0];
    return direction ? [{ direction, of: of ? bare(of) : null }] : [];
  });
  const ranked = functions.some((name) => UNKNOWN_ENDS.has(name));
  const compared = blocks
    .flatMap(({ filters, having }) => [...filters, ...having])
    .flatMap(({ node }) => [...nodesIn(node)])
    .some((node) => node.kind === 'subquery' && node.mode === 'quantified');
  return [...ordered, ...called, ...(compared || ranked ? [{ direction: null, of: null }] : [])];
}

function leavesOut(
  blocks: readonly SelectFacts[],
  nodes: readonly ExprNode[],
  comparisons: readonly Comparison[],
): boolean {
  return (
    comparisons.some(
      ({ op, negated, numbers, texts }) =>
        (op === 'empty' ? !negated : negated !== (op === '<>')) ||
        numbers.includes(0) ||
        (op === '<' && numbers.includes(1)) ||
        texts.some((text) => NEGATIVE_TEXT.test(text)),
    ) ||
    nodes.some((node) => node.kind === 'subquery' && node.negated) ||
    nodes.some(
      (node) => node.kind === 'operation' && (node.op === 'case' || node.op === 'case of'),
    ) ||
    nodes.some((node) => node.kind === 'operation' && node.op === '-' && node.args.length > 1) ||
    blocks.some(
      ({ setOperation, joins }) =>
        setOperation?.op === 'except' || joins.some(({ type }) => type === 'anti'),
    )
  );
}
