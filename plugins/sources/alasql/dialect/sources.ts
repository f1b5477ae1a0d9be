import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { RewriteOptions } from '#src/plugin-api/dialect.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import type { RowCondition } from '#src/plugin-api/row-clause.ts';
import { cannotFilter } from '#src/sql/select/rewrite.ts';
import { typedLiteral } from './coerce.ts';
import { allTrue, type Compiled, compiled } from './compiled.ts';
import type { ProgramWriter } from './program-writer.ts';
import { BOOLEAN, declined, type SqlType, storedType, TEXT } from './types.ts';

/** A table that a step made, as a query block around sees it: columns `c0…` in order. */
export interface Relation {
  readonly step: string;
  readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
}

/** What a name of a source's column stands for. */
interface SourceColumn {
  readonly name: string;
  readonly at: number;
  /** Worked out when the column is used: a type that the engine does not hold harms only those who name it. */
  readonly type: () => SqlType;
  readonly hidden: boolean;
}

export interface JoinKey {
  /** Of the sources before. */
  readonly left: Compiled;
  /** Of the source itself. */
  readonly right: Compiled;
}

/** One table in the FROM of a block. */
export class Source {
  /** Its alias in AlaSQL: `a0…`. */
  readonly alias: string;
  /** Its name in the statement, folded; null where nothing names it. */
  readonly name: string | null;
  readonly columns: readonly SourceColumn[];
  /** `t0…` or `s0…`. */
  readonly table: string;
  readonly program: ProgramWriter;
  readonly isStored: boolean;
  join: 'first' | 'inner' | 'left' = 'first';
  readonly keys: JoinKey[] = [];
  /** Conditions over its own columns that hold before it is joined. */
  readonly before: Compiled[] = [];
  /** Sides of the block around that tie it to a row; its column `k` holds the key. */
  ties: readonly Compiled[] = [];
  /** Conditions of a LEFT JOIN that are no keys. */
  readonly on: Compiled[] = [];
  readonly #used = new Set<number>();

  constructor(
    program: ProgramWriter,
    at: {
      readonly alias: string;
      readonly name: string | null;
      readonly columns: readonly SourceColumn[];
      readonly table: string;
      readonly isStored: boolean;
    },
  ) {
    this.program = program;
    this.alias = at.alias;
    this.name = at.name;
    this.columns = at.columns;
    this.table = at.table;
    this.isStored = at.isStored;
  }

  /** A column as an expression; it is then read. */
  column(column: SourceColumn): Compiled {
    this.#used.add(column.at);
    if (this.isStored) this.program.reads(this.table, column.at, column.name);
    return {
      ...compiled(`${this.alias}.c${column.at}`, column.type(), []),
      sources: new Set([this.alias]),
      label: column.name,
    };
  }

  /** Its text in FROM. What must hold before the join is a step of its own, which nothing is pushed into. */
  text(): string {
    return `${this.before.length > 0 ? this.#filtered() : this.table} AS ${this.alias}`;
  }

  #filtered(): string {
    const columns = [...this.#used].map((at) => `${this.alias}.c${at} AS c${at}`);
    const list = columns.length > 0 ? columns.join(', ') : 'TRUE AS c0';
    return this.program.step({
      kind: 'select',
      sql: `SELECT ${list} FROM ${this.table} AS ${this.alias} WHERE ${allTrue(this.before)}`,
    });
  }
}

/** A table of the catalog with the caller's row filters in it. Throws `Refused` (`row_filter`). */
export function storedSource(
  program: ProgramWriter,
  table: CatalogTable,
  place: { readonly alias: string; readonly name: string; readonly renamed: readonly string[] },
  rowFilters: RewriteOptions['rowFilters'],
): Source {
  const columns = table.columns.map((column, at) => ({
    name: column.name,
    at,
    type: () => storedType(column.nativeType),
    hidden: column.hidden,
  }));
  if (place.renamed.length > 0) declined('A list of column names after a table');
  const source = new Source(program, {
    alias: place.alias,
    name: place.name,
    columns,
    table: program.table(table.physical),
    isStored: true,
  });
  for (const clause of rowFilters.get(table.name) ?? [])
    source.before.push(
      clause
        .map((filter) => filterOf(source, filter, table))
        .reduce((a, b) => compiled(`F_OR(${a.sql}, ${b.sql})`, BOOLEAN, [a, b])),
    );
  return source;
}

const COMPARISONS = { '=': 'F_EQ', '>=': 'F_GE', '<': 'F_LT' } as const;

function filterOf(source: Source, filter: RowCondition, table: CatalogTable): Compiled {
  const column = source.columns.find((each) => each.name === filter.column);
  if (!column || column.type().kind === 'wide') throw cannotFilter(filter, table);
  const left = source.column(column);
  const { op = '=', value } = filter;
  if (value === null) return compiled(`F_NULL(${left.sql})`, BOOLEAN, [left]);
  try {
    const right = typedLiteral(String(value), left.type, source.program);
    return compiled(`${COMPARISONS[op]}(${left.sql}, ${right.sql})`, TEXT, [left]);
  } catch (error) {
    throw error instanceof Refused ? cannotFilter(filter, table) : error;
  }
}

export function derivedSource(
  program: ProgramWriter,
  relation: Relation,
  place: {
    readonly alias: string;
    readonly name: string | null;
    readonly renamed: readonly string[];
  },
): Source {
  return new Source(program, {
    alias: place.alias,
    name: place.name,
    table: relation.step,
    isStored: false,
    columns: relation.columns.map(({ name, type }, at) => ({
      name: place.renamed[at] ?? name,
      at,
      type: () => type,
      hidden: false,
    })),
  });
}

/** The catalog's table of that name. */
export function catalogTable(catalog: Catalog, names: readonly string[]): CatalogTable {
  const name = names.at(-1)!.toLowerCase();
  const table = catalog.tables.find((each) => each.name.toLowerCase() === name);
  if (!table || names.length > 1)
    throw new Refused('table_not_in_catalog', `There is no table "${names.join('.')}" here.`);
  return table;
}
