import { wordsOf } from '#src/catalog/name-keys.ts';
import { VALIDITY } from '#src/language/en/name-heads.ts';
import type { Day } from '#src/planner/day.ts';
import { blocksIn, columnsIn, inEachBlock, sourcesOf } from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Expr, Literal, Predicate, SelectQuery, TableSource } from '#src/plugin-api/query.ts';

/** The days between which a row holds. */
interface Validity {
  readonly from: CatalogColumn;
  readonly to: CatalogColumn;
}

const { valid, starts, ends, carriers } = VALIDITY;
/** Rows that hold until now have no end, or one that nobody will see. */
const NEVER = '9999';

/**
 * The query over rows that hold today, in each of its blocks: of a history (`valid from`, `valid to`) the other rows are what was so
 * once. A block that speaks of these days keeps all. Beside it a sentence for each table.
 */
export function withValidRows<Part extends object>(
  query: Part,
  tables: ReadonlyMap<string, CatalogTable>,
  today: Day,
): { readonly query: Part; readonly assumptions: readonly string[] } {
  const isHistory = ({ table }: TableSource) => {
    const known = tables.get(table);
    return known !== undefined && validityOf(known, today) !== null;
  };
  // Most data has none, and is left as it is.
  if (!blocksIn(query).flatMap(sourcesOf).some(isHistory)) return { query, assumptions: [] };
  const told = new Set<string>();
  const held = inEachBlock(query, (block) => {
    const inner = block.joins.flatMap(({ type, source }) => (type === 'inner' ? [source] : []));
    const added = [block.from, ...inner].flatMap((source) => {
      const table = tables.get(source.table);
      const validity = table && validityOf(table, today);
      if (!validity || speaksOf(block, source, validity)) return [];
      told.add(`Only rows of ${table.label} that are valid on ${today} are used.`);
      return holding(source, validity, today);
    });
    return added.length === 0 ? block : { ...block, where: [...block.where, ...added] };
  });
  return told.size === 0 ? { query, assumptions: [] } : { query: held, assumptions: [...told] };
}

/** Null where rows have no such days, or none of them has ended. */
function validityOf({ columns }: CatalogTable, today: Day): Validity | null {
  const endCalled = (words: ReadonlySet<string>, isOpen: boolean) =>
    columns.find(({ name, type, hidden, sensitive }) => {
      const [first, second, ...more] = wordsOf(name).filter((word) => !carriers.has(word));
      const isTime = type === 'date' || type === 'timestamp';
      if (!isTime || hidden || sensitive || !first || more.length > 0) return false;
      return second ? valid.has(first) && words.has(second) : isOpen && words.has(first);
    });
  const isOpen = columns.some(({ profile }) => profile?.max?.startsWith(NEVER));
  const from = endCalled(starts, isOpen);
  const to = endCalled(ends, isOpen);
  const hasEnded = (to?.profile?.min ?? '') < today && to?.profile?.min !== null;
  return from && to && hasEnded ? { from, to } : null;
}

const speaksOf = (block: SelectQuery, { alias }: TableSource, { from, to }: Validity): boolean =>
  columnsIn(block).some(
    (one) => one.alias === alias && (one.column === from.name || one.column === to.name),
  );

function holding({ alias }: TableSource, { from, to }: Validity, today: Day): readonly Predicate[] {
  const day: Literal = { kind: 'literal', type: 'date', value: today };
  const within = (column: CatalogColumn, op: '<=' | '>='): Predicate => {
    const expr: Expr = { kind: 'column', alias, column: column.name };
    const compared: Predicate = { kind: 'compare', op, left: expr, right: day };
    if (column.profile?.nullCount === 0) return compared;
    return { kind: 'or', parts: [{ kind: 'null', expr, negated: false }, compared] };
  };
  return [within(from, '<='), within(to, '>=')];
}
