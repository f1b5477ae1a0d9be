import { sameName } from '#src/catalog/catalog-names.ts';
import type {
  BaseColumn,
  QueryFacts,
  SelectFacts,
  SourceFacts,
} from '#src/plugin-api/query-facts.ts';
import { allBlocks, rowBlocks } from '#src/sql/blocks.ts';
import { aggregatesIn, callsIn, subqueriesIn } from '#src/sql/nodes.ts';

/** Where a filter holds in a statement, or why it can't. */
export type Placed =
  | { readonly columns: readonly BaseColumn[] }
  | { readonly problem: 'no_column' | 'partly' }
  | { readonly problem: 'ambiguous'; readonly between: readonly BaseColumn[] };

class Unplaced extends Error {
  readonly placed: Exclude<Placed, { columns: unknown }>;
  constructor(placed: Exclude<Placed, { columns: unknown }>) {
    super(placed.problem);
    this.placed = placed;
  }
}

/**
 * Finds the tables of a statement whose rows a filter narrows, so that the answer is the one that the question had if the
 * tables held those rows alone. Each block that makes rows needs such a table; one that keeps its rows whatever the
 * filter removes (the left side of a LEFT JOIN, a total of another table) would show a number that isn't filtered.
 */
export function placeFilter({ root, tables }: QueryFacts, columns: readonly BaseColumn[]): Placed {
  const known = columns.filter(({ table }) => tables.some((name) => sameName(name, table)));
  if (known.length === 0) return { problem: 'no_column' };
  try {
    const chosen = new Set<BaseColumn>();
    const passed = new Set<BaseColumn>();
    place(root, { known, chosen, passed, done: new Set(), reached: new Map() });
    // Tables are narrowed wherever they are read, also where another one was to be.
    const both = [...chosen].find((one) => passed.has(one));
    if (both) return { problem: 'ambiguous', between: [...new Set([both, ...chosen])] };
    return { columns: [...chosen] };
  } catch (error) {
    if (error instanceof Unplaced) return error.placed;
    throw error;
  }
}

interface Placing {
  readonly known: readonly BaseColumn[];
  /** What narrows a block. */
  readonly chosen: Set<BaseColumn>;
  /** What could have narrowed a block that another column narrows. */
  readonly passed: Set<BaseColumn>;
  /** Blocks that have been placed: each is looked at once, however deep it is nested. */
  readonly done: Set<SelectFacts>;
  readonly reached: Map<SelectFacts, boolean>;
}

function place(block: SelectFacts, placing: Placing): void {
  if (placing.done.has(block)) return;
  placing.done.add(block);
  if (block.setOperation) {
    for (const branch of block.setOperation.branches) place(branch, placing);
    return;
  }
  const kept = keptSources(block);
  const filtered = sourcesWith(kept, placing.known);
  // Rows of other tables that are computed first, or shown beside, show numbers of their own.
  const computed = block.sources.flatMap(({ derived }) => (derived ? [derived] : []));
  const shown = [...block.outputs, ...block.having, ...block.groupBy].flatMap(({ node }) =>
    subqueriesIn(node).map(({ select }) => select),
  );
  const reached = computed.filter((each) => reaches(each, placing));
  if (filtered.length > 0) choose(block, filtered, placing);
  else if (!reached.some((each) => kept.some(({ derived }) => derived === each))) {
    // SELECT (SELECT …), (SELECT …) has no rows of its own.
    const isAround = block.sources.length === 0 && shown.length > 0;
    if (!isAround) placeInAggregates(block, placing);
  }
  for (const each of [...computed.filter(computes), ...shown]) place(each, placing);
  for (const each of reached) if (filtered.length === 0) place(each, placing);
}

/** Whether a block can be narrowed by itself. */
function reaches(block: SelectFacts, placing: Placing): boolean {
  const known = placing.reached.get(block);
  if (known !== undefined) return known;
  const can = isPlaced(block, placing);
  placing.reached.set(block, can);
  return can;
}

function isPlaced(block: SelectFacts, { known, reached }: Placing): boolean {
  try {
    place(block, { known, reached, chosen: new Set(), passed: new Set(), done: new Set() });
    return true;
  } catch (error) {
    if (error instanceof Unplaced) return error.placed.problem === 'ambiguous';
    throw error;
  }
}

/**
 * The sources whose rows a block loses where they are narrowed: not those that an outer join only adds. Behind the first
 * one of those, brackets may have put anything: it counts as added.
 */
function keptSources({ sources, joins }: SelectFacts): readonly SourceFacts[] {
  const outer = joins.filter(({ type }) => type !== 'inner' && type !== 'cross');
  const [only] = joins;
  if (outer.some(({ type }) => type === 'right' || type === 'full'))
    return joins.length === 1 && only?.type === 'right'
      ? sources.filter(({ alias }) => alias === only.alias)
      : [];
  const added = new Set(outer.map(({ alias }) => alias));
  const first = sources.findIndex(({ alias }) => added.has(alias));
  return first < 0 ? sources : sources.slice(0, first);
}

const sourcesWith = (sources: readonly SourceFacts[], known: readonly BaseColumn[]) =>
  known.filter(({ table }) =>
    sources.some((source) => source.table !== null && sameName(source.table, table)),
  );

/** Whether a block computes numbers of its rows rather than passing them on. */
const computes = (block: SelectFacts): boolean =>
  rowBlocks(block).some(
    ({ groupBy, outputs, setOperation, distinct, limit }) =>
      groupBy.length > 0 ||
      distinct ||
      limit !== null ||
      setOperation !== null ||
      outputs.some(({ node }) => callsIn(node).some(({ aggregate, over }) => aggregate || over)),
  );

/** One column narrows a block: the only one, or the only one that the block itself speaks of. */
function choose(block: SelectFacts, found: readonly BaseColumn[], placing: Placing): void {
  const used = found.length === 1 ? found : found.filter((column) => isUsed(block, column));
  const [only, ...more] = used;
  if (!only || more.length > 0)
    throw new Unplaced({ problem: 'ambiguous', between: used.length > 0 ? used : found });
  placing.chosen.add(only);
  for (const other of found) if (other !== only) placing.passed.add(other);
}

const isUsed = ({ outputs, filters, groupBy, orderBy }: SelectFacts, column: BaseColumn) =>
  [...outputs, ...filters, ...groupBy, ...orderBy.map(({ expr }) => expr)].some(({ columns }) =>
    columns.some((each) => isSame(each, column)),
  );

/**
 * Customers LEFT JOIN orders: where each number is computed from columns of orders, narrowing those narrows all of them,
 * and customers without such orders stay with 0 or nothing.
 */
function placeInAggregates(block: SelectFacts, placing: Placing): void {
  const found = sourcesWith(block.sources, placing.known);
  if (found.length === 0) throw new Unplaced({ problem: 'partly' });
  const [only, ...more] = found;
  if (!only || more.length > 0) throw new Unplaced({ problem: 'ambiguous', between: found });
  const numbers = block.outputs.filter(({ node }) => aggregatesIn(node).length > 0);
  const isAll =
    numbers.length > 0 &&
    block.outputs.every(({ node }) => callsIn(node).every(({ over }) => over === null)) &&
    numbers.every(({ aggregates }) =>
      aggregates.every(
        ({ arg }) =>
          arg !== null &&
          arg.columns.length > 0 &&
          arg.columns.every(({ table }) => sameName(table, only.table)),
      ),
    );
  if (!isAll) throw new Unplaced({ problem: 'partly' });
  placing.chosen.add(only);
}

export const isSame = (one: BaseColumn, other: BaseColumn): boolean =>
  sameName(one.table, other.table) && sameName(one.column, other.column);

/** Whether a statement limits a column itself, wherever. */
export const isLimited = ({ root }: QueryFacts, column: BaseColumn): boolean =>
  allBlocks(root).some(({ filters, joins }) =>
    [...filters, ...joins.flatMap(({ conditions = [] }) => conditions)].some(({ columns }) =>
      columns.some((each) => isSame(each, column)),
    ),
  );
