import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { RewriteOptions } from '#src/plugin-api/dialect.ts';
import type { TreeQuery, TreeSubquery } from '#src/sql/select/tree.ts';
import type { ExpressionScope } from './compiled.ts';
import type { ProgramWriter } from './program-writer.ts';
import type { Relation } from './sources.ts';
import type { SqlType } from './types.ts';

/** WITHs in reach, by folded name; each is made once. */
export type Ctes = ReadonlyMap<string, Relation>;

/** What all blocks of a statement share. */
export interface Statement {
  readonly program: ProgramWriter;
  readonly catalog: Catalog;
  readonly rowFilters: RewriteOptions['rowFilters'];
  /** Makes the steps of a query. */
  query(tree: TreeQuery, ctes: Ctes): Relation;
  /** Makes the table of a subquery inside an expression; `scope` is what names mean there. */
  subquery(expr: TreeSubquery, scope: ExpressionScope, ctes: Ctes): SubqueryTable;
}

/** A subquery as a table: its column `c0` is the value, `k` the key by which it is tied to the block around. */
export interface SubqueryTable {
  readonly step: string;
  readonly type: SqlType;
  /** Expressions of the block around, in the order of the key; none where the subquery stands alone. */
  readonly ties: readonly { readonly sql: string; readonly sources: ReadonlySet<string> }[];
  /** A count: 0 where there is no row. */
  readonly isCount: boolean;
}

/** The block that a subquery stands in. */
export interface SubqueryPlace {
  readonly statement: Statement;
  readonly program: ProgramWriter;
  readonly ctes: Ctes;
  nextAlias(): string;
}
