import { Refused } from '#src/plugin-api/refused.ts';
import type { TreeColumn, TreeTable } from '#src/sql/select/tree.ts';
import type { Compiled, ExpressionScope } from './compiled.ts';
import type { ProgramWriter } from './program-writer.ts';
import { catalogTable, derivedSource, type Source, storedSource } from './sources.ts';
import type { Ctes, Statement } from './statement.ts';
import { compileSubquery } from './subqueries.ts';
import { declined } from './types.ts';

export const fold = (name: string) => name.toLowerCase();

/** One SELECT while its steps are worked out: its sources and what names mean among them. */
export class Block {
  readonly statement: Statement;
  /** Where the block stands as a subquery: what names of the block around mean there. */
  readonly parent: ExpressionScope | null;
  readonly ctes: Ctes;
  readonly sources: Source[] = [];
  /** Sources that subqueries in expressions brought in; they are joined after the others. */
  readonly added: Source[] = [];
  /** Names and subqueries among the rows; aggregates are declined. */
  readonly rowScope: ExpressionScope;
  /** Aliases are the statement's own numbering, so that nothing of a block around can be mistaken. */
  #aliases = 0;

  constructor(statement: Statement, parent: ExpressionScope | null, ctes: Ctes) {
    this.statement = statement;
    this.parent = parent;
    this.ctes = ctes;
    this.rowScope = {
      program: statement.program,
      known: () => null,
      column: (expr) => this.column(expr),
      aggregate: ({ name, over }) =>
        over
          ? declined(`${name}() OVER inside an expression or condition`, 'Put it in a subquery.')
          : declined(`${name}() in this place`),
      subquery: (expr) => compileSubquery(expr, this, this.rowScope, this.added),
    };
  }

  get program(): ProgramWriter {
    return this.statement.program;
  }

  nextAlias(): string {
    return `a${this.#aliases++}`;
  }

  source(item: Exclude<TreeTable, { kind: 'join' }>): Source {
    const alias = this.nextAlias();
    switch (item.kind) {
      case 'table': {
        const name = fold(item.alias ?? item.names.at(-1)!);
        const place = { alias, name, renamed: item.columnAliases };
        const cte = item.names.length === 1 ? this.ctes.get(fold(item.names[0]!)) : undefined;
        if (cte) return derivedSource(this.program, cte, place);
        const { catalog, rowFilters } = this.statement;
        return storedSource(this.program, catalogTable(catalog, item.names), place, rowFilters);
      }
      case 'derived': {
        const relation = this.statement.query(item.query, this.ctes);
        const name = item.alias === null ? null : fold(item.alias);
        return derivedSource(this.program, relation, { alias, name, renamed: item.columnAliases });
      }
      case 'function':
        return declined('A function in FROM');
    }
  }

  /** Whether a column of the sources has that name. */
  has(name: string): boolean {
    return this.sources.some((source) =>
      source.columns.some((column) => fold(column.name) === fold(name)),
    );
  }

  /** What a reference names, here or in the block around. */
  column({ names }: TreeColumn): Compiled {
    const found = this.#find(names);
    if (found) return found;
    const name: TreeColumn = { kind: 'column', names };
    const outer = this.parent?.known(name) ?? this.parent?.column(name);
    if (!outer)
      throw new Refused('column_unknown', `There is no column "${names.join('.')}" here.`);
    if (outer.outer) return declined('A subquery that refers to a query two levels up');
    return { ...outer, outer: true, around: outer.sources, sources: new Set() };
  }

  /** The columns that `*` or `table.*` shows. */
  star(
    qualifier: readonly string[],
  ): readonly { readonly name: string; readonly expr: Compiled }[] {
    const [name] = qualifier;
    const shown =
      name === undefined ? this.sources : this.sources.filter((each) => each.name === fold(name));
    return shown.flatMap((source) =>
      source.columns
        .filter((column) => !column.hidden)
        .map((column) => ({ name: column.name, expr: source.column(column) })),
    );
  }

  #find(names: readonly string[]): Compiled | null {
    const [first = '', second] = names;
    if (names.length > 2) return declined('A name of more than two parts');
    const sources =
      second === undefined
        ? this.sources
        : this.sources.filter((each) => each.name === fold(first));
    const wanted = fold(second ?? first);
    const hits = sources.flatMap((source) =>
      source.columns
        .filter((column) => fold(column.name) === wanted)
        .map((column) => ({ source, column })),
    );
    if (hits.length > 1)
      throw new Refused(
        'column_ambiguous',
        `The column "${names.join('.')}" is ambiguous. Qualify it with its table.`,
      );
    const [hit] = hits;
    return hit ? hit.source.column(hit.column) : null;
  }
}
