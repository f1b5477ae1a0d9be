import type { ColumnType } from '#src/plugin-api/catalog.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';

/**
 * How a column is held, as its native type says it. `wide` columns hold values that JavaScript's numbers (or ISO 8601
 * with four digits of the year) do not hold exactly: they can be shown and counted, nothing else.
 */
export interface Held {
  readonly type: ColumnType;
  /** Digits behind the point of a decimal. */
  readonly scale: number;
  readonly wide: boolean;
}

const WIDE = ' WIDE';
const NAMES: Readonly<Record<string, ColumnType>> = lookupTable({
  INTEGER: 'integer',
  DOUBLE: 'float',
  TEXT: 'text',
  DATE: 'date',
  TIMESTAMP: 'timestamp',
  TIME: 'time',
  BOOLEAN: 'boolean',
});

export function nativeType({ type, scale, wide }: Held): string {
  const name =
    type === 'decimal'
      ? `DECIMAL(${scale})`
      : Object.keys(NAMES).find((each) => NAMES[each] === type)!;
  return wide ? `${name}${WIDE}` : name;
}

/** Reads it back; null for a text that `nativeType` does not write. */
export function heldAs(native: string): Held | null {
  const wide = native.endsWith(WIDE);
  const name = wide ? native.slice(0, -WIDE.length) : native;
  const scale = /^DECIMAL\((\d+)\)$/.exec(name)?.[1];
  if (scale !== undefined) return { type: 'decimal', scale: Number(scale), wide };
  const type = NAMES[name];
  return type ? { type, scale: 0, wide } : null;
}
