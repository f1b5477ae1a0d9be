import { isKeyName } from '#src/catalog/column-kind.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { KEY_WORDS } from '#src/language/en/name-heads.ts';
import { HUMANS, PEOPLE_NOUNS } from '#src/language/en/people.ts';
import { isAgent } from '#src/language/en/stem.ts';
import { same, unique } from '#src/planner/compile/finish.ts';
import { displayColumns, shownBy } from '#src/planner/lexicon/display.ts';
import { isNumeric } from '#src/planner/measured.ts';
import { Aliases } from '#src/planner/scope.ts';
import { sourcesOf, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  ColumnRef,
  Expr,
  Join,
  OrderItem,
  SelectItem,
  SelectQuery,
  TableSource,
} from '#src/plugin-api/query.ts';

interface Ground {
  readonly tables: ReadonlyMap<string, CatalogTable>;
  /** `table\0column` of a reference of one column → that of the key that it refers to. */
  readonly references: ReadonlyMap<string, string>;
}

export interface NamedRows {
  readonly query: SelectQuery;
  /** What was told of the rows before, as it holds now. */
  readonly told: (assumptions: Iterable<string>) => readonly string[];
}

/** A result column that says by a number which row of another table is meant. */
interface Referring {
  readonly item: SelectItem;
  readonly expr: ColumnRef;
  /** The reference that leads to the named rows: the column itself, or the one that its row is known by. */
  readonly reference: ColumnRef;
  readonly key: string;
  readonly named: CatalogTable;
  readonly names: readonly CatalogColumn[];
  readonly table: CatalogTable;
  /** The rows whose own key was shown, where they have no name but that of the row that each of them is. */
  readonly rows: CatalogTable | null;
}

/**
 * The query with names in the place of numbers that only refer: `who is the head of Sales` shows the name of the employee
 * rather than `department.head`, and candidates that are people are shown by the names of these. A key that the words ask for
 * (`manager id`) stays, and groups are still told apart by it.
 */
export function withNames(query: SelectQuery, ground: Ground, asked: readonly string[]): NamedRows {
  const unchanged = { query, told: (assumptions: Iterable<string>) => [...assumptions] };
  if (asked.some((word) => KEY_WORDS.has(word) || isKeyName([word]))) return unchanged;
  const found = wholly(
    query.select.flatMap((item) => referringOf(item, query, ground) ?? []),
    query,
  );
  if (found.length === 0) return unchanged;
  const joined = { from: query.from, joins: [...query.joins] };
  const aliases = new Aliases(aliasesIn(query));
  const replaced = found.map((one) => ({ one, names: namesFor(one, joined, aliases) }));
  const namesOf = (expr: Expr): readonly ColumnRef[] =>
    replaced.find(({ one }) => same(one.expr, expr))?.names ?? [];
  const select = query.select.flatMap((item): readonly SelectItem[] => {
    const named = replaced.find(({ one }) => one.item === item);
    if (!named) return [item];
    const { one, names } = named;
    return names.map((expr) => ({ expr, as: names.length > 1 ? expr.column : nameOf(one) }));
  });
  const orderBy = query.orderBy.flatMap((item): readonly OrderItem[] => {
    const named = namesOf(item.expr).map((expr) => ({ ...item, expr }));
    return named.length > 0 && query.distinct ? named : [...named, item];
  });
  const groupBy = query.groupBy.flatMap((expr) => [expr, ...namesOf(expr)]);
  return {
    query: { ...query, joins: joined.joins, select: unique(select), groupBy, orderBy },
    told: (assumptions) => told([...assumptions], found),
  };
}

/** Rows that are known by several references are shown by all of their names, or as they are. */
const wholly = (found: readonly Referring[], { select }: SelectQuery): readonly Referring[] =>
  found.filter(({ table, expr }) => {
    const key = table.primaryKey ?? [];
    const inKey = (one: Expr) =>
      one.kind === 'column' && one.alias === expr.alias && key.includes(one.column);
    const shown = select.filter((item) => inKey(item.expr));
    const named = found.filter((one) => inKey(one.expr));
    return !inKey(expr) || shown.length < key.length || named.length === shown.length;
  });

/** What the rows are shown by is told of the names now. */
const told = (assumptions: readonly string[], found: readonly Referring[]): readonly string[] =>
  assumptions.map((text) => {
    const one = found.find(({ rows }) => rows && text === shownBy(rows, displayColumns(rows)));
    return one ? shownBy(one.rows!, one.names, one.named.label) : text;
  });

function referringOf(item: SelectItem, query: SelectQuery, ground: Ground): Referring | null {
  const { expr } = item;
  if (expr.kind !== 'column') return null;
  const table = ground.tables.get(tablesByAlias(query).get(expr.alias) ?? '');
  const column = table?.columns.find(({ name }) => name === expr.column);
  if (!table || !column || showsAll(query, expr.alias, table)) return null;
  const words = wordsOf(column.label);
  if (isCode(words) || !(isNumeric(column.type) || isKeyName(words))) return null;
  const own = namedBy(table, column.name, ground);
  if (own) return { ...own, item, table, expr, reference: expr, rows: null };
  const [only, second] = displayColumns(table);
  if (second || only?.name !== column.name || table.primaryKey?.[0] !== column.name) return null;
  const known = table.columns
    .filter(({ name, profile }) => name !== column.name && profile?.unique === true)
    .flatMap(({ name }) => {
      const named = namedBy(table, name, ground);
      return named && isOneOf(table, named.named)
        ? [{ ...named, reference: { ...expr, column: name } }]
        : [];
    });
  return known.length === 1 ? { ...known[0]!, item, table, expr, rows: table } : null;
}

/** `star rating code`: it tells by itself what it stands for. */
const isCode = (words: readonly string[]) => words.length > 1 && words.at(-1) === 'code';

/** Whether rows are some of those of another table: candidates are people, orders are no customers. */
function isOneOf({ label, columns }: CatalogTable, people: CatalogTable): boolean {
  if (columns.some(({ type }) => type === 'date' || type === 'timestamp')) return false;
  return HUMANS.has(nounOf(people.label)) || [label, people.label].every(isPerson);
}

const nounOf = (label: string) => wordsOf(label).at(-1)!;

const isPerson = (label: string) => PEOPLE_NOUNS.has(nounOf(label)) || isAgent(nounOf(label));

/** Where a column leads to rows of another table that have a name. */
function namedBy(
  { name }: CatalogTable,
  column: string,
  { tables, references }: Ground,
): Pick<Referring, 'key' | 'named' | 'names'> | null {
  const [target, key] = references.get(`${name}\0${column}`)?.split('\0') ?? [];
  const named = target === undefined ? undefined : tables.get(target);
  if (!named || key === undefined) return null;
  const names = displayColumns(named);
  const isName = names.every(
    (one) => one.name !== key && !one.sensitive && one.kind !== 'identifier',
  );
  return names.length > 0 && isName ? { key, named, names } : null;
}

/** Whether all columns of some rows are shown, as they are. */
function showsAll({ select }: SelectQuery, alias: string, { columns }: CatalogTable): boolean {
  const own = select.flatMap(({ expr }) =>
    expr.kind === 'column' && expr.alias === alias ? [expr.column] : [],
  );
  const visible = columns.filter(({ hidden, sensitive }) => !hidden && !sensitive);
  return visible.length > 2 && visible.every(({ name }) => own.includes(name));
}

interface Joined {
  readonly from: TableSource;
  readonly joins: Join[];
}

/** The names that a reference leads to, over a join that is there or a new one, which keeps rows without a name. */
function namesFor(
  { reference, named, key, names }: Referring,
  joined: Joined,
  aliases: Aliases,
): readonly ColumnRef[] {
  const alias = joinedBy(reference, named.name, key, joined) ?? aliases.next(named.name);
  if (!sourcesOf(joined).some((source) => source.alias === alias)) {
    const right: ColumnRef = { kind: 'column', alias, column: key };
    const source = { table: named.name, alias };
    joined.joins.push({ type: 'left', source, on: [{ left: reference, right }] });
  }
  return names.map(({ name }) => ({ kind: 'column', alias, column: name }));
}

/** The alias of a table whose key a reference is joined to; none where it is not. */
function joinedBy(
  reference: ColumnRef,
  table: string,
  key: string,
  joined: Joined,
): string | undefined {
  const tables = tablesByAlias(joined);
  return joined.joins
    .flatMap(({ on }) =>
      on.length === 1 ? [on[0]!, { left: on[0]!.right, right: on[0]!.left }] : [],
    )
    .find(
      ({ left, right }) =>
        same(left, reference) && right.column === key && tables.get(right.alias) === table,
    )?.right.alias;
}

/** What a reference is called without what says that it is one: `manufacturer`, `head`. */
function nameOf({ item, rows, names }: Referring): string {
  const words = wordsOf(item.as);
  const isKey = KEY_WORDS.has(words.at(-1)!) || isKeyName(words);
  return rows || isKey ? names[0]!.name : item.as;
}

function aliasesIn(part: unknown, found = new Set<string>()): Set<string> {
  if (part === null || typeof part !== 'object') return found;
  if ('alias' in part && typeof part.alias === 'string') found.add(part.alias);
  for (const inner of Object.values(part)) aliasesIn(inner, found);
  return found;
}
