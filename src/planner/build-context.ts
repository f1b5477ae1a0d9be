import { Declined } from '#src/planner/frame.ts';
import type { JoinGraph } from '#src/planner/joins.ts';
import type { Mention } from '#src/planner/lattice.ts';
import type { Assignment, Sense } from '#src/planner/resolve.ts';
import { Aliases } from '#src/planner/scope.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

/** What building one query needs to know, and the sentences that it leaves behind. */
export class BuildContext {
  readonly aliases = new Aliases();
  readonly assumptions = new Set<string>();
  readonly graph: JoinGraph;
  readonly tables: ReadonlyMap<string, CatalogTable>;
  private readonly senses: Assignment;
  readonly references: ReadonlyMap<string, string>;

  constructor(
    graph: JoinGraph,
    tables: ReadonlyMap<string, CatalogTable>,
    senses: Assignment,
    references: ReadonlyMap<string, string>,
  ) {
    this.graph = graph;
    this.tables = tables;
    this.senses = senses;
    this.references = references;
  }

  sense(mention: Mention): Sense {
    const sense = this.senses.get(mention);
    if (!sense) throw new Error(`Mention ${mention.text} was not resolved`);
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
      throw new Declined(
        'unsupported_question',
        `The rows of ${name} cannot be told apart by one column.`,
        name,
      );
    return key[0]!;
  }

  assume(sentence: string): void {
    this.assumptions.add(sentence);
  }
}
