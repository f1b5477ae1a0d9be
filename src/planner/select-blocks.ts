import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  ColumnRef,
  ComparisonOperator,
  Expr,
  Literal,
  SelectQuery,
  TableSource,
} from '#src/plugin-api/query.ts';

/** A query with each of its SELECT blocks changed, those nested in a block before it. */
export function inEachBlock<Part>(part: Part, change: (block: SelectQuery) => SelectQuery): Part {
  if (part === null || typeof part !== 'object') return part;
  if (Array.isArray(part)) return part.map((one) => inEachBlock(one, change)) as Part;
  const changed = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, inEachBlock(value, change)]),
  ) as Part & object;
  const isBlock = 'kind' in part && part.kind === 'select';
  return isBlock ? (change(changed as unknown as SelectQuery) as Part) : changed;
}

/** The tables that the rows of a block are of. */
export const sourcesOf = ({ from, joins }: Pick<SelectQuery, 'from' | 'joins'>): TableSource[] => [
  from,
  ...joins.map(({ source }) => source),
];

/** The table behind each alias of a block. */
export const tablesByAlias = (
  block: Pick<SelectQuery, 'from' | 'joins'>,
): ReadonlyMap<string, string> =>
  new Map(sourcesOf(block).map(({ alias, table }) => [alias, table]));

/** The same of several blocks, whose aliases differ. */
export const tablesOfBlocks = (blocks: readonly SelectQuery[]): ReadonlyMap<string, string> =>
  new Map(blocks.flatMap((block) => [...tablesByAlias(block)]));

/** The columns that a part of a query names, at any depth. */
export function columnsIn(part: unknown): readonly ColumnRef[] {
  if (part === null || typeof part !== 'object') return [];
  if ('kind' in part && part.kind === 'column') return [part as ColumnRef];
  return Object.values(part).flatMap(columnsIn);
}

/** The column that an expression of a query is, with its table; null where it is none of the catalog. */
export function columnBehind(
  expr: Expr,
  sources: ReadonlyMap<string, string>,
  tables: ReadonlyMap<string, CatalogTable>,
): { readonly table: CatalogTable; readonly column: CatalogColumn } | null {
  if (expr.kind !== 'column') return null;
  const table = tables.get(sources.get(expr.alias) ?? '');
  const column = table?.columns.find(({ name }) => name === expr.column);
  return table && column ? { table, column } : null;
}

/** Whether a node of a part of a query, at any depth, meets a condition. */
export const hasNode = (part: unknown, meets: (node: object) => boolean): boolean =>
  part !== null &&
  typeof part === 'object' &&
  (meets(part) || Object.values(part).some((one) => hasNode(one, meets)));

const blocks = new WeakMap<object, readonly SelectQuery[]>();

/** The SELECT blocks of a part of a query, at any depth. */
export function blocksIn(part: unknown): readonly SelectQuery[] {
  if (part === null || typeof part !== 'object') return [];
  const known = blocks.get(part);
  if (known) return known;
  const nested = Object.values(part).flatMap(blocksIn);
  const found =
    'kind' in part && part.kind === 'select' ? [part as SelectQuery, ...nested] : nested;
  if (found.length > 0) blocks.set(part, found);
  return found;
}

/** A column that a condition compares with a value, and the block that it stands in. */
interface Stated {
  readonly block: SelectQuery;
  readonly column: ColumnRef;
  readonly op: ComparisonOperator;
  readonly literal: Literal;
}

/** What the conditions of blocks compare with values. */
export const statedIn = (blocks: readonly SelectQuery[]): readonly Stated[] =>
  blocks.flatMap((block) =>
    block.where.flatMap((one) =>
      one.kind === 'compare' && one.left.kind === 'column' && one.right.kind === 'literal'
        ? [{ block, column: one.left, op: one.op, literal: one.right }]
        : [],
    ),
  );

/** A part of a query with other aliases. */
export function withAliases<Part>(part: Part, name: (alias: string) => string): Part {
  if (Array.isArray(part)) return part.map((one) => withAliases(one, name)) as Part;
  if (part === null || typeof part !== 'object') return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === 'alias' ? name(value as string) : withAliases(value, name),
    ]),
  ) as Part & object;
}

/** The aliases of a query and of all that is nested in it. */
export function aliasesIn(part: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  withAliases(part, (alias) => {
    found.add(alias);
    return alias;
  });
  return found;
}
