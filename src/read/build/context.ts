import { foldToLemmas } from '#src/catalog/fold.ts';
import { Declined, ReadingEnds } from '#src/planner/frame.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { isMetric } from '#src/planner/lexicon/metrics.ts';
import type { NamedColumns } from '#src/planner/lexicon/senses.ts';
import { numberCalledAs } from '#src/planner/measured.ts';
import { Aliases, type Scope } from '#src/planner/scope.ts';
import { tiesCut } from '#src/planner/ties-told.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Predicate } from '#src/plugin-api/query.ts';
import { type AggregateFunction, FUNCTIONS } from '#src/query/functions.ts';
import type { Ask, Condition, Measure, Option, Ref } from '#src/read/ask.ts';
import type { Choice, Schema } from '#src/read/resolve.ts';

/** A reading that computes nothing sound over this data. */
class Unsound extends ReadingEnds {}

export function unsound(why: string): never {
  throw new Unsound(why);
}

/** What a reading computes; a text where it is nothing sound. */
export function soundly<Result>(build: () => Result): Result | string {
  try {
    return build();
  } catch (error) {
    if (error instanceof Unsound || error instanceof Declined) return error.message;
    throw error;
  }
}

interface Target {
  readonly table: string;
  /** Null: the rows themselves. */
  readonly columns: NamedColumns | null;
}

/** A column that shows something. */
export interface ShownColumn {
  readonly table: string;
  readonly column: CatalogColumn;
}

type Make = (scope: Scope) => Predicate;

/** A condition of rows of a table. */
export interface TablePredicate {
  readonly table: string;
  readonly make: Make;
}

/** What is known while a reading is written as a query. */
export class BuildContext {
  readonly ask: Ask;
  readonly choice: Choice;
  readonly schema: Schema;
  readonly aliases = new Aliases();
  readonly assumptions = new Set<string>();
  /** Conditions of the rows that the asked ones are ranked by. */
  readonly within: TablePredicate[] = [];
  /** Whether a condition is of all rows that share the value that is shown. */
  isShared = false;

  constructor(ask: Ask, choice: Choice, schema: Schema) {
    this.ask = ask;
    this.choice = choice;
    this.schema = schema;
  }

  /** Whether rows are taken together although nothing is computed of them: the most common city, cities with 3 shops. */
  isGrouped(): boolean {
    const { ask } = this;
    if (ask.frequency !== null) return true;
    const [item] = ask.items;
    const { table, columns } = this.target(item!.of);
    if (columns === null || columns.some((column) => this.tellsApart(table, column))) return false;
    const entity = this.entity();
    if (entity !== null && entity !== table) return false;
    if (this.lone !== null && ask.conditions.some((one) => one.kind === 'rows' && isNone(one)))
      return false;
    const counts = ask.conditions.some(
      (one) =>
        (one.kind === 'rows' && this.target(one.of).table === table) ||
        (one.kind === 'computed' && this.target(one.of.of).table === table),
    );
    const ranked = ask.orders.some(
      ({ by, picks }) => picks && by.fn !== null && this.target(by.of).table === table,
    );
    return counts || ranked;
  }

  /** The only column that is shown, where several rows share its values: conditions may be of all of them. */
  get lone(): { readonly table: string; readonly column: CatalogColumn } | null {
    const { items } = this.ask;
    if (items.length !== 1 || items[0]!.fn !== null) return null;
    const { table, columns } = this.target(items[0]!.of);
    const [column] = columns ?? [];
    if (columns?.length !== 1 || !column || this.tellsApart(table, column)) return null;
    const entity = this.entity();
    return entity === null || entity === table ? { table, column } : null;
  }

  option(ref: Ref): Option {
    return this.choice.refs.get(ref) ?? unsound(`It's not clear what "${ref.text}" refers to.`);
  }

  target(ref: Ref): Target {
    const option = this.option(ref);
    return {
      table: option.table,
      columns: option.kind === 'column' ? option.columns : null,
    };
  }

  entity(): string | null {
    return this.ask.entity ? this.target(this.ask.entity).table : null;
  }

  table(name: string): CatalogTable {
    return this.schema.tables.get(name)!;
  }

  tellsApart(table: string, column: CatalogColumn): boolean {
    const key = this.table(table).primaryKey;
    return (key?.length === 1 && key[0] === column.name) || column.profile?.unique === true;
  }

  /** Whether a column is the key of its rows, or refers to one. */
  isKey(table: string, { name }: CatalogColumn): boolean {
    const key = this.table(table).primaryKey;
    return (
      (key?.length === 1 && key[0] === name) || this.schema.references.has(`${table}\0${name}`)
    );
  }

  key(table: string): string {
    const key = this.table(table).primaryKey;
    return key?.length === 1 ? key[0]! : unsound(`${table} has no single-column key.`);
  }

  /** The columns that show an item. */
  shown(item: Measure): readonly ShownColumn[] {
    const { of, everything } = item;
    const { table, columns } = this.target(of);
    if (columns) return columns.map((column) => ({ table, column }));
    const own = this.table(table);
    const visible = own.columns.filter(({ hidden }) => !hidden);
    const display = everything ? [] : displayColumns(own);
    return (display.length > 0 ? display : visible).map((column) => ({ table, column }));
  }

  /** The table whose rows all of some tables' rows belong to, nearest first; null where there is none. */
  base(tables: readonly string[]): string | null {
    const { graph } = this.schema;
    const wanted = [...new Set(tables)];
    const candidates = new Set(wanted);
    for (const one of wanted)
      for (const other of wanted) {
        const found = graph.path(one, other);
        if (found.kind === 'path') for (const hop of found.path) candidates.add(hop.to);
      }
    let best: { table: string; cost: number } | null = null;
    for (const table of candidates) {
      const paths = wanted.map((other) => (other === table ? [] : graph.toOne(table, other)));
      if (paths.some((path) => path === null)) continue;
      const cost =
        paths.reduce((sum, path) => sum + path!.length, 0) + (wanted.includes(table) ? 0 : 0.5);
      if (best === null || cost < best.cost) best = { table, cost };
    }
    return best?.table ?? null;
  }

  reach(scope: Scope, table: string): void {
    if (!scope.reach(table)) unsound(`${table} has several rows for each row of ${scope.base}.`);
  }

  /** Whether a condition gives the only value that a column can have. */
  isSaid(column: CatalogColumn, table: string): boolean {
    return this.ask.conditions.some((one) => {
      if (one.kind !== 'value' || one.negated || one.values.length > 1) return false;
      const chosen = this.choice.values.get(one.values[0]!);
      return chosen?.table === table && chosen.column === column.name;
    });
  }

  /** Whether a condition gives the value of a column, or of a person's first and last name. */
  isNamed(column: CatalogColumn, table: string): boolean {
    return this.ask.conditions.some((one) => {
      if (one.kind !== 'value' || one.negated || one.values.length > 1) return false;
      const chosen = this.choice.values.get(one.values[0]!);
      return chosen?.table === table && [chosen.column, chosen.and?.column].includes(column.name);
    });
  }

  /** `more than 20 staff`, where a number is called so: how many rows say it tells nothing. */
  refuseCountOf(table: string): void {
    if (numberCalledAs(this.table(table)))
      unsound('The question could mean the number of rows or the column of the same name.');
  }

  /** Whether two words that are shown were taken for one column: `published` and `publisher`. */
  showsTwice(): boolean {
    const shown = this.ask.items.flatMap(({ fn, of }) => {
      const option = this.option(of);
      const isColumn = fn === null && option.kind === 'column';
      return isColumn ? [{ text: foldToLemmas(of.text), option }] : [];
    });
    return shown.some((one, index) =>
      shown
        .slice(0, index)
        .some(
          ({ text, option }) =>
            text !== one.text &&
            option.table === one.option.table &&
            option.columns[0] === one.option.columns[0] &&
            option.evidence !== one.option.evidence,
        ),
    );
  }

  assumeTies(count: number): void {
    this.assumptions.add(tiesCut(count));
  }

  single(ref: Ref): { readonly table: string; readonly column: CatalogColumn } {
    const { table, columns } = this.target(ref);
    if (columns?.length !== 1) unsound(`"${ref.text}" doesn't match exactly one column.`);
    if (isMetric(columns[0])) unsound('A metric has no value for a single row.');
    return { table, column: columns[0] };
  }
}

/** Whether a row that comes twice would count twice; counts are of different keys where rows repeat. */
export const weighsRows = (fn: AggregateFunction | null): boolean =>
  fn !== null && fn !== 'count' && FUNCTIONS[fn].duplicateSensitive;

export const isNone = ({
  op,
  value,
}: Pick<Extract<Condition, { kind: 'rows' }>, 'op' | 'value'>): boolean =>
  op === '=' && value === 0;
