import type { CatalogTable, PhysicalName } from '#src/plugin-api/catalog.ts';
import type {
  BaseColumn,
  FilterFacts,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';

/** What the definition of a view does with the columns of the tables that it names. */
export interface ViewReading {
  readonly outputs: readonly ViewOutput[];
  /** Columns in conditions, keys and joins, and whatever else is read and shown nowhere. */
  readonly elsewhere: readonly BaseColumn[];
  /** Columns whose values are compared with each other because rows are: DISTINCT, UNION and its like. */
  readonly compared: readonly BaseColumn[];
  /** Columns of which nothing is told but whether there is a value: `COUNT(x)`, `x IS NULL`. */
  readonly counted: readonly BaseColumn[];
  /** All that is read. */
  readonly all: readonly BaseColumn[];
}

interface ViewOutput {
  readonly name: string;
  readonly columns: readonly BaseColumn[];
  /** Whether it is nothing but a column. */
  readonly isPlain: boolean;
}

/** Reads the facts of the SELECT that a view is. */
export function viewReading({ root, columns: uses }: QueryFacts): ViewReading {
  const found = new Blocks();
  found.read(root);
  const { elsewhere, compared, shown, tested } = found;
  const counted = new ColumnBag();
  for (const use of uses) {
    const isTold = shown.has(use) || elsewhere.has(use);
    if (use.onlyCounted || (tested.has(use) && !isTold)) counted.add([use]);
    // What no block shows or tests: DISTINCT ON, named windows.
    else if (!isTold) elsewhere.add([use]);
  }
  elsewhere.add(tested.columns);
  const outputs = root.outputs.map(({ name, columns, column }) => ({
    name,
    columns,
    isPlain: column !== null,
  }));
  return {
    outputs,
    elsewhere: elsewhere.columns,
    compared: compared.columns,
    counted: counted.columns,
    all: uses,
  };
}

/** What the blocks of a SELECT do with columns, nested ones included. */
class Blocks {
  readonly elsewhere = new ColumnBag();
  readonly compared = new ColumnBag();
  readonly shown = new ColumnBag();
  /** In `IS NULL` and `IS NOT NULL`. */
  readonly tested = new ColumnBag();

  read(block: SelectFacts): void {
    for (const each of [...block.filters, ...block.having]) this.filter(each);
    for (const { equalities, conditions } of block.joins) {
      for (const { left, right } of equalities) this.elsewhere.add([left, right]);
      for (const each of conditions ?? []) this.filter(each);
    }
    for (const each of block.groupBy) this.elsewhere.add(each.columns);
    for (const { expr } of block.orderBy) this.elsewhere.add(expr.columns);
    for (const { columns } of block.outputs) {
      this.shown.add(columns);
      if (block.distinct || block.setOperation) this.compared.add(columns);
    }
    for (const each of block.setOperation?.branches ?? []) this.read(each);
    for (const { derived } of block.sources) if (derived) this.read(derived);
    for (const each of block.subqueries) this.read(each);
  }

  private filter({ op, columns }: FilterFacts): void {
    const isTest = op === 'is null' || op === 'is not null';
    (isTest ? this.tested : this.elsewhere).add(columns);
  }
}

/** Columns without repeats: facts have the same one as several objects. */
class ColumnBag {
  private readonly byName = new Map<string, BaseColumn>();

  get columns(): readonly BaseColumn[] {
    return [...this.byName.values()];
  }

  add(columns: readonly BaseColumn[]): void {
    for (const { table, column } of columns)
      this.byName.set(JSON.stringify([table, column]), { table, column });
  }

  has({ table, column }: BaseColumn): boolean {
    return this.byName.has(JSON.stringify([table, column]));
  }
}

/** A table as the resolver takes it, of which nothing counts but the names of its columns. */
export function namedTable(
  physical: PhysicalName,
  columns: readonly string[],
  name: string,
): CatalogTable {
  return {
    name,
    physical,
    label: name,
    description: null,
    synonyms: [],
    rowCount: 0,
    primaryKey: null,
    isView: false,
    shared: false,
    columns: columns.map((column) => ({
      name: column,
      label: column,
      description: null,
      synonyms: [],
      type: 'other',
      nativeType: '',
      nullable: true,
      kind: 'dimension',
      unit: null,
      additive: false,
      hidden: false,
      sensitive: false,
      profile: null,
    })),
  };
}
