import { Refused } from '#src/plugin-api/refused.ts';
import { notAllowed } from './refused.ts';

/** Parts that an allow-list of shapes is made of: what a value of a tree must be, down to the exact set of its fields. */

/** Levels of the tree; a statement within the lexical depth limit has far fewer. */
const MAX_LEVELS = 1_200;

/** Throws `Refused` unless a value of the tree, at that level, has a shape. */
export type Check = (value: unknown, level: number) => void;
export type Fields = Readonly<Record<string, Check>>;

export const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : unknownShape();

export function unknownShape(): never {
  throw new Refused('node_not_allowed', "The statement has a part that isn't supported.");
}

function deeper(level: number): number {
  if (level > MAX_LEVELS)
    throw new Refused('too_deep', 'The statement is nested too deeply. Split it into steps.');
  return level + 1;
}

export const text: Check = (value) => {
  if (typeof value !== 'string') unknownShape();
};
export const bool: Check = (value) => {
  if (typeof value !== 'boolean') unknownShape();
};
export const integer: Check = (value) => {
  if (typeof value !== 'bigint' && !Number.isInteger(value)) unknownShape();
};
export const oneOf = (...allowed: readonly unknown[]): Check => {
  const set = new Set(allowed);
  return (value) => {
    if (!set.has(value)) unknownShape();
  };
};
/** The construct `what` is written with any other value than these. */
export const only =
  (what: string, ...allowed: readonly unknown[]): Check =>
  (value) => {
    if (!allowed.includes(value)) notAllowed(what);
  };
export const empty =
  (what: string): Check =>
  (value) => {
    if (!Array.isArray(value) || value.length > 0) notAllowed(what);
  };
export const list =
  (item: Check): Check =>
  (value, level) => {
    if (!Array.isArray(value)) unknownShape();
    const next = deeper(level);
    for (const each of value) item(each, next);
  };
export const optional =
  (check: Check): Check =>
  (value, level) => {
    if (value !== null) check(value, level);
  };
/** Exactly these fields, no other. */
export const record = (fields: Fields): Check => {
  const names = Object.keys(fields);
  return (value, level) => {
    const found = object(value);
    const next = deeper(level);
    let count = 0;
    for (const _ in found) count++;
    if (count !== names.length) unknownShape();
    for (const name of names) {
      if (!Object.hasOwn(found, name)) unknownShape();
      fields[name]!(found[name], next);
    }
  };
};
export const dispatch = (field: string, kinds: Readonly<Record<string, Check>>): Check => {
  const table = new Map(Object.entries(kinds));
  return (value, level) => {
    const kind = object(value)[field];
    const check = typeof kind === 'string' ? table.get(kind) : undefined;
    if (check) check(value, level);
    else unknownShape();
  };
};
