import type { PhysicalColumn, ReadColumn, ViewReads } from '#src/plugin-api/catalog.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';
import type { ViewReading } from './view-reading.ts';

/** A view as it is known. */
export interface KnownView {
  /** Null where its definition could not be read: then each of its columns is taken to be made of all below. */
  readonly reading: ViewReading | null;
  /** The relations that it names, as `relationKey`. */
  readonly relations: readonly string[];
  /** All columns of those, as far as they are known; the tables as `relationKey`. */
  readonly below: readonly BaseColumn[];
}

/** Names a relation of a database: what `BaseColumn.table` holds here. */
export const relationKey = (schema: string | null, table: string): string =>
  JSON.stringify([schema, table]);

/** Views and what their columns are made of, through each other. */
export class ViewLineage {
  readonly #views: ReadonlyMap<string, KnownView>;

  /** @param views by `relationKey`; names that differ only in case are taken for one view's */
  constructor(views: ReadonlyMap<string, KnownView>) {
    this.#views = new Map([...views].map(([key, view]) => [key.toLowerCase(), view]));
  }

  /** What a view with these columns shows of other relations. */
  reads(key: string, columns: readonly string[]): ViewReads {
    const behind = columns.map((name) => [name, this.#behind(key, name, [])] as const);
    const copies = columns.flatMap((name) => {
      const original = this.#original(key, name, []);
      return original ? [[name, original] as const] : [];
    });
    return {
      columns: Object.fromEntries(behind),
      elsewhere: this.#elsewhere(key, []),
      copies: Object.fromEntries(copies),
    };
  }

  #view(key: string): KnownView | undefined {
    return this.#views.get(key.toLowerCase());
  }

  #behind(key: string, column: string, seen: readonly string[]): readonly ReadColumn[] {
    const view = this.#view(key);
    if (!view || seen.includes(key)) return [];
    const output = outputOf(view, column);
    return this.#through(view, output?.columns ?? view.below, [...seen, key]);
  }

  /** The column of a table that a view shows as it is, through views between; null for what it computes. */
  #original(key: string, column: string, seen: readonly string[]): PhysicalColumn | null {
    const view = this.#view(key);
    if (!view || seen.includes(key)) return null;
    const output = outputOf(view, column);
    const [only] = output?.columns ?? [];
    if (!output?.isPlain || !only) return null;
    if (this.#view(only.table)) return this.#original(only.table, only.column, [...seen, key]);
    const [schema, table] = JSON.parse(only.table) as [string | null, string];
    return { schema, table, column: only.column };
  }

  #elsewhere(key: string, seen: readonly string[]): readonly ReadColumn[] {
    const view = this.#view(key);
    if (!view || seen.includes(key)) return [];
    const path = [...seen, key];
    const below = view.relations.flatMap((each) => this.#elsewhere(each, path));
    return withoutRepeats([...this.#through(view, view.reading?.elsewhere ?? [], path), ...below]);
  }

  /** Columns with what is behind those of them that are of views. */
  #through(
    { reading }: KnownView,
    columns: readonly BaseColumn[],
    seen: readonly string[],
  ): readonly ReadColumn[] {
    const isCounted = ({ table, column }: BaseColumn) =>
      reading?.counted.some((each) => each.table === table && each.column === column) ?? false;
    return withoutRepeats(
      columns.flatMap((each) => {
        const [schema, table] = JSON.parse(each.table) as [string | null, string];
        const all: readonly ReadColumn[] = [
          { schema, table, column: each.column },
          ...this.#behind(each.table, each.column, seen),
        ];
        return isCounted(each) ? all.map((one) => ({ ...one, counted: true as const })) : all;
      }),
    );
  }
}

function outputOf({ reading }: KnownView, column: string) {
  const same = (name: string) => name.toLowerCase() === column.toLowerCase();
  return (
    reading?.outputs.find(({ name }) => name === column) ??
    reading?.outputs.find(({ name }) => same(name))
  );
}

function withoutRepeats(columns: readonly ReadColumn[]): readonly ReadColumn[] {
  const found = new Map<string, ReadColumn>();
  for (const each of columns) {
    const key = JSON.stringify([each.schema, each.table, each.column]);
    const known = found.get(key);
    if (!known || (known.counted && !each.counted)) found.set(key, each);
  }
  return [...found.values()];
}
