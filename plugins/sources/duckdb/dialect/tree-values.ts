/** Types and constants of DuckDB's syntax tree, limited to what the guard lets pass (`tree.ts`). */

export interface LogicalType {
  readonly id: string;
  readonly type_info: TypeInfo | null;
}

type TypeInfo =
  | { readonly type: 'DECIMAL_TYPE_INFO'; readonly width: number; readonly scale: number }
  | { readonly type: 'LIST_TYPE_INFO'; readonly child_type: LogicalType }
  | { readonly type: 'ARRAY_TYPE_INFO'; readonly child_type: LogicalType; readonly size: number }
  | {
      readonly type: 'STRUCT_TYPE_INFO';
      readonly child_types: readonly { readonly first: string; readonly second: LogicalType }[];
    }
  /** A type by its name, e.g. `JSON`. */
  | {
      readonly type: 'UNBOUND_TYPE_INFO';
      readonly name: string;
      readonly catalog: string;
      readonly schema: string;
    };

export interface ConstantValue {
  readonly type: LogicalType;
  readonly is_null: boolean;
  /** DECIMAL: the digits without the point; HUGEINT: two 64-bit halves; LIST: its elements. */
  readonly value?:
    | string
    | number
    | bigint
    | boolean
    | { readonly upper: number | bigint; readonly lower: number | bigint }
    | { readonly children: readonly ConstantValue[] };
}
