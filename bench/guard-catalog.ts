import type { Catalog, CatalogTable } from '../src/plugin-api/catalog.ts';
import type { Refusal } from '../src/plugin-api/dialect.ts';
import { catalogOf, column, table } from '../test/unit/guard/fixtures.ts';

/** Columns by table (`table` or `schema.table`), as far as a statement was seen to name them. */
export type OwnTables = ReadonlyMap<string, ReadonlySet<string>>;

/** A catalog of those tables; physically all in `schema` where one is given. */
export function catalogFor(own: OwnTables, inSchema?: string): Catalog {
  const tables = [...own].map(([name, columns]): CatalogTable => {
    const [base = name, schema = 'main'] = name.split('.').reverse();
    return table(
      name,
      [...columns].map((each) => column(each, 'other')),
      { physical: { database: null, schema: inSchema ?? schema, table: base } },
    );
  });
  return catalogOf(tables);
}

/**
 * The tables with the table or column that a refusal missed; null where it says something else. `aliases` are the base
 * tables of the statement by alias in lower case.
 */
export function learnColumn(
  own: OwnTables,
  refusal: Refusal,
  aliases: ReadonlyMap<string, string>,
): OwnTables | null {
  const missed = /^There is no table "(.+)" in this workspace\.$/s.exec(refusal.text)?.[1];
  // What looks like a file is no relation of a database.
  if (missed !== undefined && /[/~*]|\.\w*\./.test(missed)) return null;
  if (missed !== undefined)
    return own.has(missed) ? null : new Map([...own, [missed, new Set(['c0'])]]);
  const match =
    /^There is no column "(.+)" in (.+)\.$/s.exec(refusal.text) ??
    /^There is no column "(.+)" on one side of the join\.$/s.exec(refusal.text);
  if (!match || refusal.code !== 'column_unknown') return null;
  const [, names, where] = match;
  const reach = where ? where.replaceAll('"', '').split(', ') : [...aliases.keys()];
  const column = names!.split('.').at(-1)!;
  for (const alias of reach) {
    const name = aliases.get(alias.toLowerCase());
    const columns = name === undefined ? undefined : own.get(name);
    const known = [...(columns ?? [])].some((each) => each.toLowerCase() === column.toLowerCase());
    if (name === undefined || !columns || known) continue;
    return new Map([...own, [name, new Set([...columns, column])]]);
  }
  return null;
}
