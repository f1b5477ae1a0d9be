import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, ExprFacts, ExprNode, SourceFacts } from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import type { AliasMode, SelectRules } from './rules.ts';
import type { TreeBaseTable } from './tree.ts';

/** One place in a statement where a base table is read, and what is read of it. */
export interface BoundTable {
  readonly ref: TreeBaseTable;
  readonly table: CatalogTable;
  readonly uses: Map<CatalogColumn, { onlyCounted: boolean }>;
  /** Columns that EXCLUDE or REPLACE names: the engine must find them, though nothing reads them. */
  readonly named: Set<CatalogColumn>;
  /** All its columns are shown at once: by `*`, as a row, by NATURAL, or renamed in order. */
  listed: boolean;
  /** Something has the name of a column of it that nobody may read, which the engine would find in the table itself. */
  shadowed: boolean;
  /** Its block groups by its key, so that its other columns may stand outside aggregates. */
  groupedByKey: boolean;
}

/** A column that a relation shows to the expressions around it. */
export interface VisibleColumn {
  readonly name: string;
  /** The base column where it is nothing but one. */
  readonly column: BaseColumn | null;
  /** Base columns that it is computed from. */
  readonly columns: readonly BaseColumn[];
  /** Where it is read, for a column of a base table; uses are noted there. */
  readonly origin: { readonly bound: BoundTable; readonly column: CatalogColumn } | null;
  /** The columns that USING or NATURAL made one. */
  readonly parts: readonly VisibleColumn[];
  /** Whether it may have fields. */
  readonly nested: boolean;
  /** What it is computed from; null for a column of a table. */
  readonly of: ExprNode | null;
  /** As `ColumnNode.made`. */
  readonly made?: ExprNode | undefined;
  /** What a use of it weighs: 1 for a column of a table, else all that it stands for. */
  readonly weight: number;
}

export interface Relation {
  /** Null where nothing names it: a subquery without an alias. */
  readonly alias: string | null;
  readonly columns: readonly VisibleColumn[];
  /** The order of its rows, which is read by its name alone, and where no column has that name. */
  readonly rowOrder?: VisibleColumn | undefined;
  /**
   * Folded names of columns that the engine has and nobody may read. A name never means one of them: whoever asks
   * cannot tell such a column from one that is not there.
   */
  readonly unseen: ReadonlySet<string>;
  readonly bound: BoundTable | null;
  readonly facts: SourceFacts;
}

/** What an item of FROM brings in. */
export interface Side {
  readonly relations: readonly Relation[];
  /** What a bare name may mean and `*` shows, in order: columns made one stand once. */
  readonly shown: readonly VisibleColumn[];
}

export const NOTHING_UNSEEN: ReadonlySet<string> = new Set();

export const NO_SIDE: Side = { relations: [], shown: [] };

export const together = (a: Side, b: Side): Side => ({
  relations: [...a.relations, ...b.relations],
  shown: [...a.shown, ...b.shown],
});

/** A result column that names may mean. */
export interface Alias {
  readonly facts: ExprFacts;
  /** What the engine puts in where it is used. */
  readonly weight: number;
}

/** What a column reference names. */
export type Hit =
  | {
      readonly kind: 'column';
      readonly column: VisibleColumn;
      readonly isField: boolean;
      /** Alias of the source that shows it; null where two columns were made one. */
      readonly alias: string | null;
    }
  | { readonly kind: 'parameter' }
  | { readonly kind: 'row'; readonly relation: Relation }
  | ({ readonly kind: 'alias' } & Alias);

export interface CteColumns {
  readonly columns: readonly VisibleColumn[];
  readonly facts: SourceFacts['derived'];
  /** What each use of it weighs, and the relations that it brings into a join. */
  readonly weight: number;
  readonly relations: number;
}

/** A WITH by folded name; null for one that is defined later and cannot be read yet. */
export type Ctes = ReadonlyMap<string, CteColumns | null>;

/** Names in reach of an expression: what one FROM shows, result columns, and the scopes around. */
export class Scope {
  /** What is in reach of this level now. */
  side: Side = NO_SIDE;
  readonly parent: Scope | null;
  readonly ctes: Ctes;
  /** Result columns by folded name. */
  readonly aliases = new Map<string, Alias>();
  /** Columns that the block groups by. */
  keys: ReadonlySet<BaseColumn> = new Set();
  private readonly rules: SelectRules;
  private mode: AliasMode;
  /** Parameters of the lambdas that an expression is inside of, folded. */
  private readonly parameters: string[] = [];

  constructor(rules: SelectRules, parent: Scope | null, ctes: Ctes) {
    this.rules = rules;
    this.mode = rules.aliases.elsewhere ?? 'none';
    this.parent = parent;
    this.ctes = ctes;
  }

  /** Runs `body` with another side in reach, as ON and LATERAL have it. */
  within<T>(side: Side, body: () => T): T {
    const before = this.side;
    this.side = side;
    try {
      return body();
    } finally {
      this.side = before;
    }
  }

  /** Runs `body` under a rule for bare names that may be result columns. */
  preferring<T>(mode: AliasMode, body: () => T): T {
    const before = this.mode;
    this.mode = mode;
    try {
      return body();
    } finally {
      this.mode = before;
    }
  }

  /** Runs `body` with the parameters of a lambda in reach. */
  withParameters<T>(names: readonly string[], body: () => T): T {
    this.parameters.push(...names.map(this.rules.foldColumn));
    try {
      return body();
    } finally {
      this.parameters.length -= names.length;
    }
  }

  /** What a reference names, from here outwards; null where nothing has that name. */
  find(names: readonly string[]): Hit | null {
    const [first = '', second, ...fields] = names;
    if (second !== undefined)
      return fields.length > 0 && !this.rules.fields
        ? null
        : this.findQualified(first, second, fields.length > 0);
    if (this.isParameter(first)) return { kind: 'parameter' };
    const column = this.local(first);
    const alias = this.mode === 'none' ? undefined : this.aliases.get(this.rules.foldColumn(first));
    const hit = alias && { kind: 'alias' as const, ...alias };
    if (hit && (column ? this.goesFirst(column.column) : !this.isRow(first))) return hit;
    return column ?? this.parent?.findColumn(first) ?? this.findRow(first);
  }

  /** Whether a name alone stands for the row of a table of this level before it stands for a result column. */
  isRow(name: string): boolean {
    return (
      this.rules.rowsFirst === true &&
      this.mode !== 'aliases-first' &&
      this.mode !== 'aliases-but-keys' &&
      this.relation(name) !== null
    );
  }

  private isParameter(name: string): boolean {
    return this.parameters.includes(this.rules.foldColumn(name));
  }

  /** Whether a result column goes before this column of the same name. */
  private goesFirst({ column }: VisibleColumn): boolean {
    if (this.mode === 'aliases-but-keys') return !column || !this.keys.has(column);
    return this.mode === 'aliases-first';
  }

  /** The column of that bare name at this level alone. */
  local(name: string): Extract<Hit, { kind: 'column' }> | null {
    const key = this.rules.foldColumn(name);
    const named = byName(this.side.shown, key, this.rules);
    for (const relation of this.side.relations) noteUnseen(relation, key);
    const orders = this.side.relations.flatMap((one) => rowOrderOf(one, key, this.rules));
    const found = named.length > 0 ? named : orders;
    if (found.length > 1) throw ambiguous(name);
    const [column] = found;
    return column ? { kind: 'column', column, isField: false, alias: this.aliasOf(column) } : null;
  }

  /** The relation of that alias, here or in the scopes around. */
  relationAround(alias: string): Relation | null {
    return this.relation(alias) ?? this.parent?.relationAround(alias) ?? null;
  }

  /** The alias of the source of this level that shows a column, empty where it has none; null where none does alone. */
  aliasOf(column: VisibleColumn): string | null {
    const shows = this.side.relations.find(
      (each) => each.columns.includes(column) || each.rowOrder === column,
    );
    return shows ? (shows.alias ?? '') : null;
  }

  private findColumn(name: string): Exclude<Hit, { readonly kind: 'alias' | 'row' }> | null {
    if (this.isParameter(name)) return { kind: 'parameter' };
    return this.local(name) ?? this.parent?.findColumn(name) ?? null;
  }

  private findRow(name: string): Hit | null {
    const relation = this.rules.wholeRows ? this.relationAround(name) : null;
    return relation && { kind: 'row', relation };
  }

  private findQualified(qualifier: string, name: string, hasFields: boolean): Hit | null {
    const { foldTable, noQualifier } = this.rules;
    if (foldTable(qualifier) === noQualifier)
      throw new Refused('column_ambiguous', `Write ${name} without "${qualifier}" before it.`);
    const relation = this.relationAround(qualifier);
    if (!relation) return this.rules.fields ? this.fieldOf(qualifier) : null;
    const columns = columnsOf(relation, name, this.rules);
    const key = this.rules.foldColumn(name);
    const found = columns.length > 0 ? columns : rowOrderOf(relation, key, this.rules);
    if (found.length > 1) throw ambiguous(name);
    if (!found[0])
      throw new Refused(
        'column_unknown',
        `There is no column "${name}" in "${relation.alias}".${spelling(name, relation.columns, this.rules)}`,
      );
    const [column] = found;
    return hasFields && !column.nested
      ? null
      : { kind: 'column', column, isField: hasFields, alias: relation.alias ?? '' };
  }

  /** `column.field`. */
  private fieldOf(name: string): Hit | null {
    const hit = this.findColumn(name);
    if (hit?.kind !== 'column') return hit;
    return hit.column.nested ? { ...hit, isField: true } : null;
  }

  private relation(alias: string): Relation | null {
    const { foldTable } = this.rules;
    const key = foldTable(alias);
    const found = this.side.relations.filter(
      (each) => each.alias !== null && foldTable(each.alias) === key,
    );
    if (found.length > 1)
      throw new Refused(
        'column_ambiguous',
        `Two tables have the name "${alias}". Give each its own alias.`,
      );
    return found[0] ?? null;
  }
}

/** The columns of a relation with that name. */
export function columnsOf(
  relation: Relation,
  name: string,
  rules: SelectRules,
): readonly VisibleColumn[] {
  const key = rules.foldColumn(name);
  noteUnseen(relation, key);
  return byName(relation.columns, key, rules);
}

function rowOrderOf(
  { rowOrder }: Relation,
  key: string,
  { foldColumn }: SelectRules,
): readonly VisibleColumn[] {
  return rowOrder && foldColumn(rowOrder.name) === key ? [rowOrder] : [];
}

/** The table then shows only what is read of it: the engine finds no such column there, and looks further as is done here. */
function noteUnseen({ bound, unseen }: Relation, key: string): void {
  if (bound && unseen.has(key)) bound.shadowed = true;
}

const indexes = new WeakMap<readonly VisibleColumn[], Map<string, VisibleColumn[]>>();

/** The columns of a list with that folded name. The index is kept with the list: wide tables are asked often. */
export function byName(
  columns: readonly VisibleColumn[],
  key: string,
  { foldColumn }: SelectRules,
): readonly VisibleColumn[] {
  let index = indexes.get(columns);
  if (!index) {
    index = Map.groupBy(columns, (column) => foldColumn(column.name));
    indexes.set(columns, index);
  }
  return index.get(key) ?? [];
}

/** How a name is to be written that only case tells from one that there is; else nothing. */
export function spelling(
  name: string,
  known: readonly { readonly name: string }[],
  { quote }: SelectRules,
): string {
  const near = known.find((each) => each.name.toLowerCase() === name.toLowerCase());
  return near ? ` Write it as ${quote(near.name)}.` : '';
}

export function ambiguous(name: string): Refused {
  return new Refused(
    'column_ambiguous',
    `Several tables have the column "${name}". Write the table before it: table.${name}.`,
  );
}
