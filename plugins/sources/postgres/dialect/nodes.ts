import { Refused } from '#src/plugin-api/refused.ts';

/** Fields of a node of libpg-query's tree. */
export type Fields = Readonly<Record<string, unknown>>;

/** Refuses a construct of SQL by its name as a user writes it. */
export function notAllowed(what: string): never {
  throw new Refused('node_not_allowed', `${what} can't be used here.`);
}

const PLACES: ReadonlySet<string> = new Set([
  'location',
  'list_start',
  'list_end',
  'rexpr_list_start',
  'rexpr_list_end',
]);

/** The kind of a wrapped node (`{ColumnRef: {…}}`) and its fields. */
export function unwrap(value: unknown): readonly [kind: string, fields: Fields] {
  if (!isFields(value)) notAllowed('This construct');
  let kind: string | null = null;
  for (const name in value) {
    if (kind !== null) notAllowed('This construct');
    kind = name;
  }
  const fields = kind === null ? null : value[kind];
  return kind !== null && isFields(fields) ? [kind, fields] : notAllowed('This construct');
}

/** The fields of a node that has no others than those named: what this version does not know is refused. */
export function known(kind: string, fields: Fields, ...names: readonly string[]): Fields {
  for (const name in fields)
    if (!names.includes(name) && !PLACES.has(name)) notAllowed(`${name} of ${kind}`);
  return fields;
}

/** The fields of a wrapped node of one kind. */
export function only(value: unknown, kind: string, ...names: readonly string[]): Fields {
  const [found, fields] = unwrap(value);
  if (found !== kind) notAllowed(found);
  return known(kind, fields, ...names);
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of a node; a missing one is empty. */
export function list(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : notAllowed('This construct');
}

/** The items of a wrapped List. */
export const items = (value: unknown): readonly unknown[] =>
  list(only(value, 'List', 'items')['items']);

/** The text of a wrapped String node. */
function text(value: unknown): string {
  const { sval } = only(value, 'String', 'sval');
  return typeof sval === 'string' ? sval : '';
}

export const texts = (value: unknown): readonly string[] => list(value).map(text);

export const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);
