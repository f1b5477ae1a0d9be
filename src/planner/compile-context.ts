import { Declined } from '#src/planner/frame.ts';
import type { JoinGraph } from '#src/planner/joins.ts';
import type { Mention } from '#src/planner/lattice.ts';
import type { Assignment, Sense } from '#src/planner/resolve.ts';
import { Aliases } from '#src/planner/scope.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

/** What all queries of a catalog are built on. */
export interface BuildGround {
  readonly graph: JoinGraph;
  readonly tables: ReadonlyMap<string, CatalogTable>;
  /** `table\0column` of a column that refers to another table → the one that it refers to. */
  readonly references: ReadonlyMap<string, string>;
  /** The day that the workspace counts relative times from, where that is set; null where it is today. */
  readonly asOf: string | null;
}

/** What building one query needs to know, and the sentences that it leaves behind. */
export class BuildContext {
  readonly aliases = new Aliases();
  readonly assumptions = new Set<string>();
  readonly graph: JoinGraph;
  readonly tables: ReadonlyMap<string, CatalogTable>;
  private readonly senses: Assignment;
  readonly references: ReadonlyMap<string, string>;
  readonly asOf: string | null;

  constructor(senses: Assignment, made: BuildGround) {
    this.senses = senses;
    this.graph = made.graph;
    this.tables = made.tables;
    this.references = made.references;
    this.asOf = made.asOf;
  }

  /** Whether a word of the question was taken for the rows of a table. */
  speaksOfRows(table: string): boolean {
    return [...this.senses.values()].some((one) => one.kind === 'table' && one.table === table);
  }

  sense(mention: Mention): Sense {
    const sense = this.senses.get(mention);
    if (!sense) throw new Error(`"${mention.text}" couldn't be resolved`);
    return sense;
  }

  table(name: string): CatalogTable {
    return this.tables.get(name)!;
  }

  column(table: string, name: string): CatalogColumn {
    return this.table(table).columns.find((column) => column.name === name)!;
  }

  /** The column that a reference refers to; the column itself where it refers to none. */
  canonical(column: string): string {
    return this.references.get(column) ?? column;
  }

  /** The column that tells the rows of a table apart. */
  key(name: string): string {
    const key = this.table(name).primaryKey;
    if (key?.length !== 1)
      throw new Declined('unsupported_question', `${name} has no single-column key.`, name);
    return key[0]!;
  }

  assume(sentence: string): void {
    this.assumptions.add(sentence);
  }
}
