import { columnsIn } from '#src/planner/select-blocks.ts';
import type { ColumnRef, Expr, Literal, Predicate, SelectQuery } from '#src/plugin-api/query.ts';

/**
 * Whether no row can meet the conditions of a query, whatever the data holds: `EXISTS x AND NOT EXISTS x`, two values of
 * one column, bounds that exclude each other. Only what the conditions themselves show is found.
 */
export function isContradictory(query: SelectQuery): boolean {
  const parts = [...query.where, ...query.having].flatMap(conjuncts);
  if (parts.length === 0) return false;
  const tables = tableOfAlias(query);
  return (
    (parts.length > 1 && deniesItself(parts.map((one) => canonical(one, tables)))) ||
    existsAndNot(parts, tables) ||
    joinsDenied(query, parts, tables) ||
    [...Map.groupBy(parts.flatMap(boundsOf), ({ of }) => canonical(of, tables)).values()].some(
      excludeEachOther,
    ) ||
    parts.some((one) => one.kind === 'exists' && !one.negated && isContradictory(one.query))
  );
}

const conjuncts = (one: Predicate): readonly Predicate[] =>
  one.kind === 'and' ? one.parts.flatMap(conjuncts) : [one];

/** Table behind each alias of a query and its subqueries: the same rows are known by it under any alias. */
function tableOfAlias(query: SelectQuery): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    if ('table' in node && 'alias' in node) found.set(String(node.alias), String(node.table));
    Object.values(node).forEach(visit);
  };
  visit(query);
  return found;
}

/** A part of a query as text that is the same under other aliases. */
const canonical = (part: unknown, tables: ReadonlyMap<string, string>): string =>
  JSON.stringify(part, (key, value) =>
    key === 'alias' ? (tables.get(value as string) ?? value) : value,
  );

/** A condition and the very same condition denied. */
function deniesItself(texts: readonly string[]): boolean {
  const known = new Set(texts);
  return texts.some(
    (text) =>
      known.has(JSON.stringify({ kind: 'not', part: JSON.parse(text) })) ||
      (text.includes('"negated":true') && known.has(lastReplaced(text))),
  );
}

/** The same text with its own, outermost, denial taken back; it is written last. */
function lastReplaced(text: string): string {
  const at = text.lastIndexOf('"negated":true');
  return `${text.slice(0, at)}"negated":false${text.slice(at + '"negated":true'.length)}`;
}

/** Rows that must exist where rows of the same table must not, under the same conditions or fewer. */
function existsAndNot(parts: readonly Predicate[], tables: ReadonlyMap<string, string>): boolean {
  const related = parts.filter((one) => one.kind === 'exists');
  const demands = (query: SelectQuery) =>
    [...query.where.flatMap(conjuncts), ...query.joins].map((one) => canonical(one, tables));
  const wanted = related.filter(({ negated }) => !negated).map(({ query }) => query);
  return related
    .filter(({ negated }) => negated)
    .some(({ query: denied }) =>
      wanted.some((query) => {
        const held = new Set(demands(query));
        const same = query.from.table === denied.from.table;
        return same && demands(denied).every((one) => held.has(one));
      }),
    );
}

/** Rows that are joined, and that must not exist under the same keys and no condition that is not demanded of them. */
function joinsDenied(
  { joins, select }: SelectQuery,
  parts: readonly Predicate[],
  tables: ReadonlyMap<string, string>,
): boolean {
  const denied = parts.flatMap((one) => (one.kind === 'exists' && one.negated ? [one.query] : []));
  if (denied.length === 0) return false;
  const demanded = parts.map((one) => canonical(one, tables));
  return joins.some(({ type, source, on }) => {
    const keys = on.flatMap(({ left, right }) => [
      canonical({ kind: 'compare', op: '=', left, right }, tables),
      canonical({ kind: 'compare', op: '=', left: right, right: left }, tables),
    ]);
    const held = new Set([...keys, ...demanded]);
    // What alone is shown of them is nothing.
    const isNeeded =
      type === 'inner' || columnsIn(select).every(({ alias }: ColumnRef) => alias === source.alias);
    return (
      isNeeded &&
      denied.some(
        (one) =>
          one.from.table === source.table &&
          one.joins.length === 0 &&
          one.where.every((part) => held.has(canonical(part, tables))),
      )
    );
  });
}

/** What one condition leaves of a column: a range, or values. */
interface Bound {
  readonly of: Expr;
  readonly low?: End;
  readonly high?: End;
  readonly values?: readonly Literal['value'][];
  readonly not?: Literal['value'];
}

interface End {
  readonly value: Literal['value'];
  readonly open: boolean;
}

function boundsOf(one: Predicate): readonly Bound[] {
  if (one.kind === 'in') return one.negated ? [] : [{ of: one.expr, values: valuesOf(one.values) }];
  if (one.kind === 'range')
    return [
      {
        of: one.expr,
        ...(one.from && { low: { value: one.from.value, open: false } }),
        ...(one.to && { high: { value: one.to.value, open: true } }),
      },
    ];
  if (one.kind !== 'compare' || one.right.kind !== 'literal') return [];
  const { left: of, right, op } = one;
  const { value } = right;
  if (op === '=') return [{ of, values: [value] }];
  if (op === '<>') return [{ of, not: value }];
  const end = { value, open: !op.endsWith('=') };
  return [op.startsWith('>') ? { of, low: end } : { of, high: end }];
}

const valuesOf = (literals: readonly Literal[]) => literals.map(({ value }) => value);

function excludeEachOther(bounds: readonly Bound[]): boolean {
  const lists = bounds.flatMap(({ values }) => (values ? [values] : []));
  const denied = bounds.flatMap(({ not }) => (not === undefined ? [] : [not]));
  const lows = bounds.flatMap(({ low }) => (low ? [low] : []));
  const highs = bounds.flatMap(({ high }) => (high ? [high] : []));
  const [first] = lists;
  const left = first?.filter(
    (value) =>
      lists.every((list) => list.includes(value)) &&
      !denied.includes(value) &&
      lows.every((low) => fits(low, { value, open: false })) &&
      highs.every((high) => fits({ value, open: false }, high)),
  );
  if (left) return left.length === 0;
  return lows.some((low) => highs.some((high) => !fits(low, high)));
}

/** Whether something lies from one end to the other. Numbers are compared as such, everything else as text. */
function fits(low: End, high: End): boolean {
  const order = compare(low.value, high.value);
  return order < 0 || (order === 0 && !low.open && !high.open);
}

function compare(one: Literal['value'], other: Literal['value']): number {
  const [left, right] = [Number(one), Number(other)];
  if (!Number.isNaN(left) && !Number.isNaN(right)) return left - right;
  return String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0;
}
