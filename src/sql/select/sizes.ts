import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  BaseColumn,
  CallNode,
  ColumnNode,
  ExprNode,
  JoinFacts,
  LiteralNode,
  SelectFacts,
  SourceFacts,
} from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { lookupTable } from '../lookup-table.ts';
import { numberOf as writtenNumber } from '../nodes.ts';
import type { SelectRules } from './rules.ts';
import type { BoundTable } from './scope.ts';
import {
  grownBy,
  largest,
  listed,
  MAX_ROWS,
  PLAIN,
  refuseSize,
  type Size,
  type SizedCall,
  seriesOf,
  sized,
  together,
  tooLarge,
} from './size-rules.ts';

/**
 * Bounds the bytes that a statement makes. Every node has a size: a column what its type declares or what was measured
 * of it, a call what its function makes of the sizes of its arguments (`size-rules.ts`), an aggregate that keeps values
 * the rows of its block times the size of one. What is too large, or has no bound, is refused.
 */

/** Bytes that one value may have. */
const MAX_VALUE = 10_000_000;
/** Bytes that all aggregates of a statement may keep; else twice what a list of each column in them takes. */
const MAX_KEPT = 48_000_000;
/** Bytes of all values that are made for one row. */
const MAX_MADE = 64_000_000;
/** Bytes of a text or document whose length nobody declared or measured: at most, and on average. */
const UNMEASURED = { longest: 256, mean: 32 };
/** What a value takes in memory beside its bytes. */
const IN_A_LIST = 24;
/** Results of a window that an engine may hold at once. */
const BATCH = 2_048;
/** Rows of a recursive WITH, and rounds in which its values grow, where no condition counts them. */
const RECURSIVE_ROWS = 1_000_000;
const RECURSIVE_ROUNDS = 1_000;
/** Nodes read, those of lambdas and recursions again for each time. */
const MAX_STEPS = 1_000_000;

const PADDED = /char|text|binary|string/;
/** What quotes the quotes in it when it is taken for a text. */
const QUOTING = /json|array|list|row|agg/;

/** How much more than its text a document takes while it is read. */
const PARSED = 32;

/** A recursive WITH: its two branches, and the nodes that stand for its own columns in the second. */
export interface Recursion {
  readonly whole: SelectFacts;
  readonly self: SelectFacts;
  readonly columns: readonly ExprNode[];
}

/** What a statement was read to, for the bounds on its sizes. */
interface Statement {
  readonly bound: readonly Pick<BoundTable, 'table'>[];
  readonly recursions: readonly Recursion[];
  readonly rules: SelectRules;
}

/** Refuses a statement that makes too large values. Throws `Refused`. */
export function checkSizes(root: SelectFacts, of: Statement): void {
  const catalog = new CatalogSizes(of.bound.map(({ table }) => table));
  const longest = new Sizes(catalog, of, 'longest');
  longest.rowsOf(root, 1);
  if (longest.made > MAX_MADE)
    refuseSize('The statement', 'together, the values of a row have too many bytes');
  const means = new Sizes(catalog, of, 'mean');
  means.rowsOf(root, 1);
  if (means.kept > Math.max(MAX_KEPT, 2 * catalog.listed(means.keptColumns))) tooManyKept();
}

function tooManyKept(): never {
  throw new Refused(
    'function_not_allowed',
    'Aggregates such as array_agg, string_agg, json_agg or GROUP_CONCAT would collect too many values. Reduce the rows with WHERE or LIMIT, limit the recursion, or aggregate differently.',
  );
}

type Measure = 'longest' | 'mean';

/** What is known of the columns of a catalog. */
class CatalogSizes {
  private readonly byName = new Map<string, CatalogTable>();
  private readonly columns = new Map<CatalogTable, Map<string, CatalogColumn>>();

  constructor(tables: readonly CatalogTable[]) {
    for (const table of tables) this.byName.set(table.name, table);
  }

  rows(table: string): number {
    return Math.max(1, this.byName.get(table)?.rowCount ?? 1);
  }

  column({ table, column }: BaseColumn): CatalogColumn | undefined {
    const owner = this.byName.get(table);
    if (!owner) return undefined;
    let columns = this.columns.get(owner);
    if (!columns) {
      columns = new Map(owner.columns.map((each) => [each.name, each]));
      this.columns.set(owner, columns);
    }
    return columns.get(column);
  }

  /** Different values; undefined where nobody counted them. */
  distinct(column: BaseColumn): number | undefined {
    const table = this.byName.get(column.table);
    const [key, ...more] = table?.primaryKey ?? [];
    if (key === column.column && more.length === 0) return this.rows(column.table);
    return this.column(column)?.profile?.distinctCount;
  }

  bytes(base: BaseColumn, measure: Measure): number {
    const column = this.column(base);
    if (!column || !['text', 'json', 'binary', 'other'].includes(column.type)) return PLAIN;
    const texts = column.profile?.textBytes;
    if (texts)
      return measure === 'longest' ? texts.longest : Math.ceil(texts.total / this.rows(base.table));
    const declared = /\((\d+)\)/.exec(column.nativeType)?.[1];
    const isPadded = /^(bpchar|char|bit)/i.test(column.nativeType);
    const unmeasured = UNMEASURED[measure];
    if (declared === undefined) return unmeasured;
    return isPadded ? Number(declared) : Math.min(Number(declared), unmeasured);
  }

  /** What a list of values of each of those columns takes, of as many as the largest table has rows. */
  listed(columns: Iterable<BaseColumn>): number {
    const rows = Math.max(1, ...[...this.byName.keys()].map((table) => this.rows(table)));
    let total = 0;
    for (const column of columns) total += rows * (this.bytes(column, 'mean') + IN_A_LIST);
    return total;
  }
}

class Sizes {
  /** Bytes that the aggregates keep. */
  kept = 0;
  /** The columns of tables that those are made of. */
  readonly keptColumns = new Set<BaseColumn>();
  /** Bytes that all calls and operators give for one row. */
  made = 0;
  private readonly known = new Map<ExprNode, Size>();
  private readonly rowsKnown = new Map<SelectFacts, number>();
  private readonly parameters = new Map<string, Size>();
  private steps = 0;
  private readonly catalog: CatalogSizes;
  private readonly of: Statement;
  private readonly measure: Measure;
  /** Rows of the blocks around times those of the block whose expressions are read, and that block. */
  private block: {
    readonly rows: number;
    readonly around: number;
    readonly select: SelectFacts;
  } | null = null;

  constructor(catalog: CatalogSizes, of: Statement, measure: Measure) {
    this.catalog = catalog;
    this.of = of;
    this.measure = measure;
  }

  /** Rows of a block at most, with everything in it checked; `around`: those of the blocks whose columns it sees. */
  rowsOf(select: SelectFacts, around: number): number {
    const known = this.rowsKnown.get(select);
    if (known !== undefined) return known;
    // One that reads itself is known by then.
    this.rowsKnown.set(select, 1);
    const { setOperation, extent } = select;
    const from = setOperation
      ? this.rowsOfSet(setOperation.branches, setOperation.op, around)
      : this.rowsOfFrom(select, around) *
        (extent?.rows ?? 1) *
        Math.max(1, extent?.groupingSets ?? 1);
    this.readAll(select, from, around);
    const rows = setOperation ? from : this.rowsShown(select, from, around);
    const limited = Math.min(rows, select.limit ?? Number.POSITIVE_INFINITY);
    this.rowsKnown.set(select, limited);
    return limited;
  }

  /** Reads every expression of a block, which is of so many rows. */
  private readAll(select: SelectFacts, rows: number, around: number): void {
    const before = this.block;
    this.block = { rows, around, select };
    const { outputs, filters, having, qualify = [], groupBy, orderBy, joins, extent } = select;
    const conditions = joins.flatMap((join) => join.conditions ?? []);
    const facts = [...outputs, ...filters, ...having, ...qualify, ...groupBy, ...conditions];
    const keys = orderBy.map(({ expr }) => expr);
    for (const { node } of [...facts, ...keys]) this.size(node);
    for (const node of extent?.besides ?? []) this.size(node);
    this.block = before;
  }

  private rowsOfSet(branches: readonly SelectFacts[], op: string, around: number): number {
    const rows = branches.map((branch) => this.rowsOf(branch, around));
    if (op === 'except') return rows[0] ?? 0;
    return op === 'intersect' ? Math.min(...rows) : rows.reduce((total, each) => total + each, 0);
  }

  private rowsShown({ outputs, groupBy }: SelectFacts, from: number, around: number): number {
    const unfolded = outputs.reduce((rows, { node }) => rows * this.unfolded(node), 1);
    const isOneRow =
      groupBy.length === 0 && outputs.some(({ aggregates }) => aggregates.length > 0);
    // In a nested block an aggregate may be one of a block around, which leaves the rows as many.
    if (isOneRow && around === 1) return unfolded;
    const groups = groupBy.reduce((rows, { columns }) => {
      const [only, ...more] = columns;
      const distinct = only && more.length === 0 ? this.catalog.distinct(only) : undefined;
      return rows * ((distinct ?? Number.POSITIVE_INFINITY) + 1);
    }, 1);
    return unfolded * (groupBy.length > 0 ? Math.min(from, groups) : from);
  }

  /** Rows of what is joined: equalities of columns keep those with the same value, by how many values there are. */
  private rowsOfFrom({ sources, joins }: SelectFacts, around: number): number {
    return sources.reduce((rows, source) => {
      const join = joins.find(({ alias }) => alias === source.alias);
      const own = this.rowsOfSource(source, around);
      if (join?.type === 'semi' || join?.type === 'anti') return rows;
      return Math.max(rows * own * this.shareOf(join), join ? Math.min(rows, own) : 0);
    }, 1);
  }

  private shareOf(join: JoinFacts | undefined): number {
    const shares = (join?.equalities ?? []).map(({ left, right }) => {
      const values = [left, right].map((side) => this.catalog.distinct(side) ?? 1);
      return 1 / Math.max(1, ...values);
    });
    return Math.min(1, ...shares);
  }

  private rowsOfSource({ table, derived, calls = [] }: SourceFacts, around: number): number {
    if (table !== null) return this.catalog.rows(table);
    const recursion = this.of.recursions.find(
      (each) => each.self === derived || each.whole === derived,
    );
    if (recursion && recursion.self === derived) return RECURSIVE_ROWS;
    if (recursion) {
      this.rowsOf(recursion.whole, around);
      return this.roundsOf(recursion).rows;
    }
    if (derived) return this.rowsOf(derived, around);
    return Math.max(1, ...calls.map((call) => this.rowsOfCall(call)));
  }

  private rowsOfCall(node: ExprNode): number {
    if (node.kind !== 'call') return 1;
    if (!this.isSeries(node)) return Math.max(1, this.size(node).values);
    return seriesOf(this.called(node), MAX_ROWS).values;
  }

  private isSeries({ name }: CallNode): boolean {
    return this.of.rules.sizes.results.get(name) === seriesOf;
  }

  /** Rows that functions among the result columns make of one row. */
  private unfolded(node: ExprNode): number {
    if (node.kind === 'call' && this.of.rules.functions.table.has(node.name))
      return Math.max(1, this.size(node).values);
    return Math.max(1, ...partsOf(node).map((part) => this.unfolded(part)));
  }

  private size(node: ExprNode): Size {
    const known = this.known.get(node);
    if (known && this.parameters.size === 0) return known;
    this.steps += 1;
    if (this.steps > MAX_STEPS)
      throw new Refused(
        'too_deep',
        'The statement has too many parts inside lambdas or recursions.',
      );
    const size = this.sizeOf(node);
    if (!(size.bytes <= MAX_VALUE))
      tooLarge(nameOf(node), 'the sizes in the statement multiply to more than 10 million bytes');
    if (this.parameters.size > 0) return size;
    if (node.kind === 'call' || node.kind === 'operation' || node.kind === 'cast')
      this.made += size.bytes;
    this.known.set(node, size);
    return size;
  }

  private sizeOf(node: ExprNode): Size {
    switch (node.kind) {
      case 'literal':
        return this.parameters.get(node.text.toLowerCase()) ?? literalSize(node);
      case 'column':
        return this.columnSize(node);
      case 'row':
        return listed(this.called({ name: 'row', args: node.columns ?? [] }));
      case 'lambda':
        return this.size(node.body);
      case 'cast':
        return this.castSize(node);
      case 'operation':
        if (node.op === 'element of') return this.elementSize(node.args[0]);
        return this.ruled(node.op, node.args, OPERATIONS[node.op] ?? largest);
      case 'subquery':
        return this.subquerySize(node);
      case 'call':
        return this.callSize(node);
    }
  }

  private columnSize(node: ColumnNode): Size {
    const made = node.of ?? node.made;
    const recursion = made && this.of.recursions.find(({ columns }) => columns.includes(made));
    if (recursion) return this.known.get(made) ?? this.recursive(recursion, made);
    if (made) return this.outside(() => this.size(made));
    if (!node.column) return sized(PLAIN);
    const bytes = this.catalog.bytes(node.column, this.measure);
    return sized(bytes, Math.max(1, Math.ceil(bytes / PLAIN)), bytes);
  }

  /** A value of the rows that a function in FROM makes. */
  private elementSize(call: ExprNode | undefined): Size {
    return call?.kind === 'call' && !this.isSeries(call)
      ? sized(this.size(call).each)
      : sized(PLAIN);
  }

  /** What a column stands for has nothing to do with the lambda that it is used in. */
  private outside<T>(body: () => T): T {
    const before = [...this.parameters];
    this.parameters.clear();
    const result = body();
    for (const [name, size] of before) this.parameters.set(name, size);
    return result;
  }

  private castSize({ arg, type, padsTo }: Extract<ExprNode, { kind: 'cast' }>): Size {
    const size = this.size(arg);
    if (padsTo !== undefined && padsTo > 10_000)
      refuseSize(`The type ${type}`, 'its size can be at most 10000');
    const quotes = PADDED.test(type) && QUOTING.test(nameOf(arg)) ? 2 : 1;
    const factor = type === 'jsonb' && arg.kind !== 'literal' ? PARSED : quotes;
    return { ...size, bytes: Math.max(size.bytes * factor, padsTo ?? 0) };
  }

  private subquerySize({ mode, outer, select }: Extract<ExprNode, { kind: 'subquery' }>): Size {
    if (outer) this.size(outer);
    const around = this.block ? this.block.around * this.block.rows : 1;
    const rows = this.outside(() => this.rowsOf(select, around));
    const shown = select.outputs[0];
    if (!shown || mode === 'exists' || mode === 'in' || mode === 'quantified') return sized(PLAIN);
    const size = this.outside(() => this.size(shown.node));
    if (mode !== 'array') return size;
    for (const column of shown.columns) this.keptColumns.add(column);
    return this.keep(rows, size.bytes);
  }

  private callSize(node: CallNode): Size {
    const { rules } = this.of;
    for (const part of [
      node.filter,
      ...(node.over?.partitionBy ?? []),
      ...(node.over?.orderBy ?? []),
    ])
      if (part) this.size(part);
    if (!rules.sizes.collects.has(node.name))
      return this.ruled(node.name, node.args, node.aggregate || node.over ? largest : together);
    const each = (rules.sizes.results.get(node.name) ?? together)(this.called(node)).bytes;
    for (const column of basesOf(node.args)) this.keptColumns.add(column);
    const rows = this.rowsFor(node);
    // What is made for each row of a window goes over the rows before it.
    const isRunning = each > UNMEASURED.longest && (node.over?.orderBy.length ?? 0) > 0;
    return this.keep(isRunning ? (rows * Math.min(rows, BATCH)) / 2 : rows, each);
  }

  /** What a list of that many values takes in memory. */
  private keep(rows: number, each: number): Size {
    const bytes = rows * (each + PLAIN / 2);
    this.kept += bytes;
    // Too many are refused when all are known: what they keep of what is stored is no larger than that.
    return sized(Math.min(bytes, MAX_VALUE / 4), rows, each);
  }

  /** Rows that an aggregate goes over: of a block around, where its columns are of that. */
  private rowsFor({ args }: CallNode): number {
    if (!this.block) return 1;
    const { rows, around, select } = this.block;
    const columns = args.flatMap(columnsIn);
    const isOwn = ({ alias }: ColumnNode) =>
      alias !== null && select.sources.some((source) => source.alias === alias);
    return columns.length === 0 || columns.some(isOwn) ? rows : rows * around;
  }

  private ruled(
    name: string,
    args: readonly ExprNode[],
    otherwise: (call: SizedCall) => Size,
  ): Size {
    const rule = this.of.rules.sizes.results.get(name) ?? CHOICES.get(name) ?? otherwise;
    return rule(this.called({ name, args }));
  }

  private called({ name, args }: Pick<CallNode, 'name' | 'args'>): SizedCall {
    const lambda = args.find((arg) => arg.kind === 'lambda');
    return {
      name,
      nodes: args,
      args: args.map((arg) => (arg === lambda ? sized(0) : this.size(arg))),
      lambda: (sizes) => (lambda ? this.applied(lambda, sizes) : null),
    };
  }

  private applied(
    { parameters, body }: Extract<ExprNode, { kind: 'lambda' }>,
    sizes: readonly Size[],
  ): Size {
    const before = new Map(this.parameters);
    for (const [at, name] of parameters.entries())
      this.parameters.set(name.toLowerCase(), sizes[at] ?? sized(PLAIN));
    const size = this.size(body);
    this.parameters.clear();
    for (const [name, each] of before) this.parameters.set(name, each);
    return size;
  }

  /** Sizes of the columns of a recursive WITH inside it: those that grow in a round grow in each, by no more. */
  private recursive(recursion: Recursion, column: ExprNode): Size {
    const { columns, whole } = recursion;
    const [first, again] = whole.setOperation?.branches ?? [];
    if (!first || !again) return sized(PLAIN);
    const start = first.outputs.map(({ node }) => this.size(node).bytes);
    const growing = new Set<number>();
    const round = (size: number): number => {
      const within = this.inside();
      for (const [at, each] of columns.entries())
        within.known.set(each, sized(growing.has(at) ? size : (start[at] ?? PLAIN)));
      within.rowsOf(again, 1);
      const made = again.outputs.map(({ node }) => within.size(node).bytes);
      this.steps = within.steps;
      this.kept = Math.max(this.kept, within.kept);
      const more = made.flatMap((bytes, at) =>
        !growing.has(at) && bytes > start[at]! ? [at] : [],
      );
      for (const at of more) growing.add(at);
      if (more.length > 0) return round(Math.max(size, ...more.map((at) => start[at]!)));
      return Math.max(size, ...made.filter((_, at) => growing.has(at)));
    };
    const least = 1;
    round(least);
    const from = Math.max(least, ...[...growing].map((at) => start[at]!));
    const grown = growing.size > 0 ? grownBy(round, from, this.roundsOf(recursion).rounds) : from;
    for (const [at, each] of columns.entries())
      this.known.set(each, sized(growing.has(at) ? grown : (start[at] ?? PLAIN)));
    const size = this.known.get(column)!;
    if (size.bytes > MAX_VALUE)
      refuseSize('WITH RECURSIVE', 'each iteration makes them longer. Limit its depth');
    return size;
  }

  private inside(): Sizes {
    const within = new Sizes(this.catalog, this.of, this.measure);
    within.steps = this.steps;
    return within;
  }

  /** Rounds and rows of a recursion, where a column counts from a number up to one (`WHERE n < 10`). */
  private roundsOf({ whole, columns }: Recursion): {
    readonly rounds: number;
    readonly rows: number;
  } {
    const [first, again] = whole.setOperation?.branches ?? [];
    const counts = (again?.filters ?? []).flatMap(({ node }) => {
      if (!first || !again || node.kind !== 'operation' || !/^<=?$/.test(node.op)) return [];
      const [counter, end] = node.args;
      const at = counter?.kind === 'column' ? columns.indexOf(counter.made!) : -1;
      const from = first.outputs[at] && writtenNumber(first.outputs[at].node);
      const to = end && writtenNumber(end);
      const next = again.outputs[at]?.node;
      if (from == null || to == null || next?.kind !== 'operation' || next.op !== '+') return [];
      const [own, step] = next.args;
      const by = step && writtenNumber(step);
      const isCounter = own?.kind === 'column' && own.made === columns[at];
      return isCounter && by != null && by >= 1 ? [Math.max(1, to - from + 2)] : [];
    });
    const rounds = Math.min(...counts);
    if (counts.length === 0 || !first) return { rounds: RECURSIVE_ROUNDS, rows: RECURSIVE_ROWS };
    const others = again?.sources.length === 1 ? 1 : Number.POSITIVE_INFINITY;
    const rows = rounds * (this.rowsKnown.get(first) ?? 1) * others;
    return { rounds, rows: Math.min(rows, others === 1 ? rows : RECURSIVE_ROWS) };
  }
}

const literalSize = ({ type, text }: LiteralNode): Size => {
  const bytes = Math.max(type === 'text' ? 1 : PLAIN, Buffer.byteLength(text));
  return sized(bytes, bytes);
};

const nameOf = (node: ExprNode): string => {
  switch (node.kind) {
    case 'call':
      return node.name;
    case 'operation':
      return node.op;
    case 'cast':
      return nameOf(node.arg);
    default:
      return node.kind;
  }
};

const partsOf = (node: ExprNode): readonly ExprNode[] => {
  if (node.kind === 'cast') return [node.arg];
  if (node.kind === 'row') return node.columns ?? [];
  return 'args' in node ? node.args : [];
};

const columnsIn = (node: ExprNode): readonly ColumnNode[] =>
  node.kind === 'column' ? [node] : partsOf(node).flatMap(columnsIn);

/** The columns of tables that expressions are made of. */
function basesOf(nodes: readonly ExprNode[]): ReadonlySet<BaseColumn> {
  const seen = new Set<ExprNode>();
  const found = new Set<BaseColumn>();
  const visit = (node: ExprNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    const of = node.kind === 'column' ? (node.of ?? node.made) : undefined;
    if (of) visit(of);
    else if (node.kind === 'column' && node.column) found.add(node.column);
    partsOf(node).forEach(visit);
  };
  nodes.forEach(visit);
  return found;
}

/** Operators whose result holds all their arguments; that of the others is no larger than the largest. */
const OPERATIONS: Readonly<Record<string, (call: SizedCall) => Size>> = lookupTable({
  '||': together,
  '*': together,
  array: listed,
  list: listed,
  row: listed,
});

/** Functions that give one of their arguments, or a number of no more digits. */
const CHOICES: ReadonlyMap<string, (call: SizedCall) => Size> = new Map(
  'coalesce greatest least nullif ifnull nvl nvl2 if iif elt mod abs round floor ceil ceiling trunc truncate gcd'
    .split(' ')
    .map((name) => [name, largest]),
);
