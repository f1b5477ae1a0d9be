import { Refused } from '#src/plugin-api/refused.ts';
import { declined } from './types.ts';

/** A node of PostgreSQL's raw parse tree (libpg-query): its fields by name. */
export type Node = Readonly<Record<string, unknown>>;

const ALWAYS = new Set(['location', 'stmt_location', 'stmt_len', 'type_location']);

/** The fields of a node, of which it may have these only: what is not known is declined. */
export function fields(node: Node, construct: string, allowed: readonly string[]): Node {
  for (const [name, value] of Object.entries(node)) {
    const isEmpty = value === false || (Array.isArray(value) && value.length === 0);
    if (!allowed.includes(name) && !ALWAYS.has(name) && !isEmpty)
      declined(`${construct} (${name.replaceAll('_', ' ')})`);
  }
  return node;
}

/** A wrapped node: `{"ColumnRef": {…}}`. */
export function unwrap(value: unknown): { readonly kind: string; readonly node: Node } {
  const [entry] = Object.entries((value ?? {}) as Node);
  if (!entry)
    throw new Refused(
      'syntax',
      'Part of the statement is missing. Check for an empty clause or an extra comma.',
    );
  return { kind: entry[0], node: entry[1] as Node };
}

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The text of a `String` node. */
export function textOf(value: unknown): string {
  const { kind, node } = unwrap(value);
  if (kind !== 'String') return declined('This name');
  return String(node['sval'] ?? '');
}

/** A name of a function, type or operator without `pg_catalog` before it. */
export function builtInName(value: unknown): string {
  const names = list(value).map(textOf);
  const [first, second, ...more] = names;
  if (second === undefined) return first ?? '';
  if (first !== 'pg_catalog' || more.length > 0)
    throw new Refused('function_not_allowed', `Write ${names.at(-1)} without a prefix.`);
  return second;
}
