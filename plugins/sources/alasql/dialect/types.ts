import type { ColumnType } from '#src/plugin-api/catalog.ts';
import type { ResultColumn } from '#src/plugin-api/data-source.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { heldAs, nativeType } from '#workers/alasql/native-types.ts';

/**
 * What an expression gives. `exact` numbers have a scale and are never rounded (`isWhole`: PostgreSQL's integer types);
 * a `fraction` is a quotient or a mean of exact numbers, right to 15 digits; `float` is double precision. `literal` is a
 * text in quotes that takes the type of what it meets; `wide` values can only be shown and counted.
 */
export type SqlType =
  | { readonly kind: 'exact'; readonly scale: number; readonly isWhole: boolean }
  | { readonly kind: 'fraction' | 'float' | 'text' | 'date' | 'timestamp' | 'time' | 'boolean' }
  | { readonly kind: 'null' }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'interval'; readonly count: number; readonly unit: string }
  | { readonly kind: 'wide'; readonly type: ColumnType; readonly scale: number };

export const WHOLE: SqlType = { kind: 'exact', scale: 0, isWhole: true };
export const FRACTION: SqlType = { kind: 'fraction' };
export const FLOAT: SqlType = { kind: 'float' };
export const TEXT: SqlType = { kind: 'text' };
export const DATE: SqlType = { kind: 'date' };
export const TIMESTAMP: SqlType = { kind: 'timestamp' };
export const BOOLEAN: SqlType = { kind: 'boolean' };
export const NULL: SqlType = { kind: 'null' };
export const decimal = (scale: number): SqlType => ({ kind: 'exact', scale, isWhole: false });

/** The engine declines what it was not shown to do as PostgreSQL does; the text names the construct. */
export function declined(construct: string, instead = ''): never {
  throw new Refused(
    'node_not_allowed',
    `${construct} can't be used with the AlaSQL engine.${instead && ` ${instead}`}`,
  );
}

/** The type of a stored column, from what the engine file says of it. */
export function storedType(native: string): SqlType {
  const held = heldAs(native);
  if (!held) return declined(`A column of the type ${native}`);
  const { type, scale, wide } = held;
  if (wide) return { kind: 'wide', type, scale };
  switch (type) {
    case 'integer':
      return WHOLE;
    case 'decimal':
      return decimal(scale);
    case 'float':
    case 'text':
    case 'date':
    case 'timestamp':
    case 'time':
    case 'boolean':
      return { kind: type };
    default:
      return declined(`A column of the type ${native}`);
  }
}

export function resultColumn(name: string, type: SqlType): ResultColumn {
  const { type: columnType, scale, wide } = shownAs(type);
  return { name, type: columnType, nativeType: nativeType({ type: columnType, scale, wide }) };
}

function shownAs(type: SqlType): { type: ColumnType; scale: number; wide: boolean } {
  switch (type.kind) {
    case 'exact':
      return { type: type.isWhole ? 'integer' : 'decimal', scale: type.scale, wide: false };
    case 'fraction':
      return { type: 'float', scale: 0, wide: false };
    case 'null':
    case 'literal':
      return { type: 'text', scale: 0, wide: false };
    case 'wide':
      return { type: type.type, scale: type.scale, wide: true };
    case 'interval':
      return declined('An interval as a result');
    default:
      return { type: type.kind, scale: 0, wide: false };
  }
}

export const isNumber = (type: SqlType) =>
  type.kind === 'exact' || type.kind === 'fraction' || type.kind === 'float';

export const isInstant = (type: SqlType) => type.kind === 'date' || type.kind === 'timestamp';

/** How a type is called in a text for users. */
export function typeName(type: SqlType): string {
  switch (type.kind) {
    case 'exact':
      return type.isWhole ? 'integer' : 'decimal';
    case 'literal':
      return 'text';
    case 'fraction':
      return 'decimal';
    default:
      return type.kind;
  }
}
