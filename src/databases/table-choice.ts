import type { TableFilter } from '#src/databases/types.ts';
import type { PhysicalName } from '#src/plugin-api/catalog.ts';

/** Whether a table is read: included where something is, and not excluded. Without case; `*` stands for anything. */
export function tableChoice({ include, exclude }: TableFilter): (table: PhysicalName) => boolean {
  const included = include?.map(matcher);
  const excluded = (exclude ?? []).map(matcher);
  return (table) => {
    const fits = (matches: (table: PhysicalName) => boolean) => matches(table);
    return (included?.some(fits) ?? true) && !excluded.some(fits);
  };
}

/** A pattern is of the table's name, or of `schema.table`. */
function matcher(pattern: string): (table: PhysicalName) => boolean {
  const parts = pattern.trim().toLowerCase().split('*');
  return ({ schema, table }) => {
    const name = table.toLowerCase();
    return fits(name, parts) || fits(`${schema?.toLowerCase()}.${name}`, parts);
  };
}

/** Whether a text is these parts in their order, with anything between them. Linear, whatever the pattern. */
function fits(text: string, parts: readonly string[]): boolean {
  const [first, ...others] = parts as [string, ...string[]];
  if (others.length === 0) return text === first;
  const last = others.pop()!;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** The key of a table by which it is found again in a later discovery. */
export const physicalKey = ({ schema, table }: PhysicalName) => JSON.stringify([schema, table]);

/**
 * Names for users: the table's own, and `schema_table` where two tables have the same (compared without case). A table
 * that had a name before (`kept`, by `physicalKey`) keeps it, so that a new table of another schema renames nothing.
 */
export function catalogNames(
  tables: readonly PhysicalName[],
  kept: ReadonlyMap<string, string>,
): { readonly physical: PhysicalName; readonly name: string }[] {
  const sorted = tables.toSorted((a, b) => compare(physicalKey(a), physicalKey(b)));
  const taken = new Set<string>();
  const names = new Map<string, string>();
  const give = (physical: PhysicalName, name: string) => {
    if (taken.has(name.toLowerCase())) return false;
    taken.add(name.toLowerCase());
    names.set(physicalKey(physical), name);
    return true;
  };
  for (const physical of sorted) {
    const before = kept.get(physicalKey(physical));
    if (before !== undefined) give(physical, before);
  }
  const counts = new Map<string, number>();
  for (const { table } of sorted)
    counts.set(table.toLowerCase(), (counts.get(table.toLowerCase()) ?? 0) + 1);
  for (const physical of sorted) {
    if (names.has(physicalKey(physical))) continue;
    const { schema, table } = physical;
    const isAlone = counts.get(table.toLowerCase()) === 1;
    const long = schema === null ? table : `${schema}_${table}`;
    if (isAlone && give(physical, table)) continue;
    let name = long;
    for (let number = 2; !give(physical, name); number++) name = `${long}_${number}`;
  }
  return tables.map((physical) => ({ physical, name: names.get(physicalKey(physical))! }));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
