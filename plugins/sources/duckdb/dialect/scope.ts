import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, ExprFacts, SourceFacts } from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import type { BaseTable } from './tree.ts';

/** One place in a statement where a base table is read, and what is read of it. */
export interface BoundTable {
  readonly ref: BaseTable;
  readonly table: CatalogTable;
  /** By column name in lower case. */
  readonly uses: Map<string, { readonly column: CatalogColumn; onlyCounted: boolean }>;
  /** Columns that EXCLUDE or REPLACE names: the engine must find them, though nothing reads them. */
  readonly named: Set<string>;
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
  /** Whether fields may be taken from it (`column.field`). */
  readonly nested: boolean;
}

export interface Relation {
  readonly alias: string;
  readonly columns: readonly VisibleColumn[];
  readonly facts: SourceFacts;
}

/** Columns that USING or NATURAL made one. */
interface Merged {
  readonly value: VisibleColumn;
  readonly parts: readonly VisibleColumn[];
}

export interface Alias {
  readonly facts: ExprFacts;
  /** How many expressions the engine puts in where the alias is used. */
  readonly weight: number;
}

/** What a column reference names. */
export type Hit =
  | {
      readonly kind: 'column';
      readonly column: VisibleColumn;
      readonly relation: Relation | null;
      readonly parts: readonly VisibleColumn[];
      readonly isField: boolean;
    }
  | { readonly kind: 'row'; readonly relation: Relation }
  | ({ readonly kind: 'alias' } & Alias)
  | { readonly kind: 'parameter' };

export interface CteColumns {
  readonly columns: readonly VisibleColumn[];
  readonly facts: SourceFacts['derived'];
  /** SELECT blocks in it. */
  readonly blocks: number;
  readonly madeRows: number;
}

/** Columns go before aliases, or aliases before all columns but some. */
export type NamePreference =
  | { readonly columns: true }
  | { readonly columns: false; readonly except: ReadonlySet<BaseColumn> };

export const COLUMNS_FIRST: NamePreference = { columns: true };

/** How DuckDB compares names: without case, but of ASCII letters only. Most names have none to fold. */
export const fold = (name: string) =>
  CAPITAL.test(name) ? name.replace(CAPITALS, (letters) => letters.toLowerCase()) : name;

const CAPITAL = /[A-Z]/;
const CAPITALS = /[A-Z]+/g;

/** Names in reach of an expression: the relations of one FROM, select aliases, and the scopes around it. */
export class Scope {
  readonly relations: Relation[] = [];
  readonly parent: Scope | null;
  readonly ctes: Map<string, CteColumns>;
  /** Aliases of the select list in lower case. */
  readonly aliases = new Map<string, Alias>();
  /** Which goes first where an alias and a column share a name. */
  private prefer: NamePreference = COLUMNS_FIRST;
  private readonly merged = new Map<string, Merged>();
  private readonly parameters: string[] = [];
  /** Whether an aggregate that keeps all its values stands here. */
  private keepsValues = false;

  constructor(parent: Scope | null, ctes: ReadonlyMap<string, CteColumns>) {
    this.parent = parent;
    this.ctes = new Map(ctes);
  }

  get collects(): boolean {
    return this.keepsValues;
  }

  /** Notes an aggregate that keeps all its values. One over outer columns alone belongs to a block around. */
  noteCollecting(): void {
    this.keepsValues = true;
    this.parent?.noteCollecting();
  }

  /** Runs `body` under a rule for names that an alias and a column share. */
  preferring<T>(prefer: NamePreference, body: () => T): T {
    const before = this.prefer;
    this.prefer = prefer;
    try {
      return body();
    } finally {
      this.prefer = before;
    }
  }

  /** Runs `body` with the parameters of a lambda in reach. */
  withParameters<T>(names: readonly string[], body: () => T): T {
    this.parameters.push(...names.map(fold));
    try {
      return body();
    } finally {
      this.parameters.length -= names.length;
    }
  }

  /** The columns that one name may mean here, among `relations`. */
  candidates(
    name: string,
    relations: readonly Relation[] = this.relations,
  ): readonly Extract<Hit, { kind: 'column' }>[] {
    const key = fold(name);
    const found: Extract<Hit, { kind: 'column' }>[] = [];
    const merged = this.merged.get(key);
    const together = merged?.parts.every((part) => relations.some((each) => owns(each, part)));
    if (merged && together)
      found.push({
        kind: 'column',
        column: merged.value,
        relation: null,
        parts: merged.parts,
        isField: false,
      });
    for (const relation of relations)
      for (const column of byName(relation.columns, key))
        if (!(together && merged?.parts.includes(column)))
          found.push({ kind: 'column', column, relation, parts: [column], isField: false });
    return found;
  }

  /** Makes the columns `name` of the two sides one, as USING does. Gives both sides. */
  merge(
    name: string,
    left: readonly Relation[],
    right: readonly Relation[],
    keep: 'left' | 'right' | 'both',
  ): readonly [Extract<Hit, { kind: 'column' }>, Extract<Hit, { kind: 'column' }>] {
    const one = single(name, this.candidates(name, left));
    const two = single(name, this.candidates(name, right));
    const kept = keep === 'right' ? two.column : one.column;
    const both = [...new Set([...one.column.columns, ...two.column.columns])];
    const value: VisibleColumn =
      keep === 'both' ? { ...kept, column: null, columns: both, origin: null } : kept;
    this.merged.set(fold(name), { value, parts: [...one.parts, ...two.parts] });
    return [one, two];
  }

  /** What `*` shows: the columns of all relations, those made one only once. */
  star(): readonly VisibleColumn[] {
    const shown: VisibleColumn[] = [];
    for (const relation of this.relations)
      for (const column of relation.columns) {
        const merged = this.merged.get(fold(column.name));
        if (!merged?.parts.includes(column)) shown.push(column);
        else if (merged.parts[0] === column) shown.push(merged.value);
      }
    return shown;
  }

  /** The parts behind a column that `star` gave. */
  partsOf(column: VisibleColumn): readonly VisibleColumn[] {
    const merged = this.merged.get(fold(column.name));
    return merged && (merged.value === column || merged.parts.includes(column))
      ? merged.parts
      : [column];
  }

  relation(alias: string): Relation | null {
    const key = fold(alias);
    const found = this.relations.filter((each) => fold(each.alias) === key);
    if (found.length > 1)
      throw new Refused(
        'column_ambiguous',
        `The name "${alias}" stands for two tables. Give each an alias of its own.`,
      );
    return found[0] ?? null;
  }

  /** The relation of that alias, here or in the scopes around. */
  relationAround(alias: string): Relation | null {
    return this.relation(alias) ?? this.parent?.relationAround(alias) ?? null;
  }

  /** What a reference names, from here outwards; null where nothing has that name. */
  find(names: readonly string[]): Hit | null {
    return (
      (names.length === 1 ? this.findBare(names[0]!) : this.findQualified(names)) ??
      this.parent?.findOuter(names) ??
      null
    );
  }

  private findOuter(names: readonly string[]): Hit | null {
    const hit = names.length === 1 ? this.findColumn(names[0]!) : this.findQualified(names);
    return hit ?? this.parent?.findOuter(names) ?? null;
  }

  private findBare(name: string): Hit | null {
    if (this.parameters.includes(fold(name))) return { kind: 'parameter' };
    const alias = this.aliases.get(fold(name));
    const candidates = this.candidates(name);
    const column = candidates.length === 1 ? candidates[0]!.column.column : null;
    const hit = alias && { kind: 'alias' as const, ...alias };
    if (hit && !this.prefer.columns && !(column && this.prefer.except.has(column))) return hit;
    return this.findColumn(name) ?? hit ?? null;
  }

  private findColumn(name: string): Hit | null {
    if (this.parameters.includes(fold(name))) return { kind: 'parameter' };
    const candidates = this.candidates(name);
    if (candidates.length > 0) return single(name, candidates);
    const relation = this.relation(name);
    return relation ? { kind: 'row', relation } : null;
  }

  private findQualified([first, second, ...rest]: readonly string[]): Hit | null {
    // DuckDB reads `alias.x` as the result column x of the same SELECT.
    if (fold(first!) === 'alias')
      throw new Refused('column_ambiguous', `Name ${second} without "alias" before it.`);
    const relation = this.relation(first!);
    if (relation) {
      const own = byName(relation.columns, fold(second!));
      if (own.length > 1) throw ambiguous(second!);
      if (own.length === 0)
        throw new Refused(
          'column_unknown',
          `There is no column "${second}" in "${relation.alias}".`,
        );
      const column = own[0]!;
      if (rest.length > 0 && !column.nested) return null;
      return { kind: 'column', column, relation, parts: [column], isField: rest.length > 0 };
    }
    if (this.parameters.includes(fold(first!))) return { kind: 'parameter' };
    const columns = this.candidates(first!);
    if (columns.length === 0) return null;
    const hit = single(first!, columns);
    return hit.column.nested ? { ...hit, isField: true } : null;
  }
}

const indexes = new WeakMap<readonly VisibleColumn[], Map<string, VisibleColumn[]>>();

/** The columns of a list with that folded name. The index is kept with the list: wide tables are asked often. */
function byName(columns: readonly VisibleColumn[], key: string): readonly VisibleColumn[] {
  let index = indexes.get(columns);
  if (!index) {
    index = Map.groupBy(columns, (column) => fold(column.name));
    indexes.set(columns, index);
  }
  return index.get(key) ?? [];
}

const owns = (relation: Relation, column: VisibleColumn) => relation.columns.includes(column);

function ambiguous(name: string): Refused {
  return new Refused(
    'column_ambiguous',
    `The column "${name}" is in more than one table here. Write the table before it: table.${name}.`,
  );
}

function single(name: string, hits: readonly Extract<Hit, { kind: 'column' }>[]) {
  if (hits.length === 0)
    throw new Refused('column_unknown', `There is no column "${name}" on one side of the join.`);
  if (hits.length > 1) throw ambiguous(name);
  return hits[0]!;
}
