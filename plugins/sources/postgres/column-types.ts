import type { FieldDef } from 'pg';
import type { ColumnType } from '#src/plugin-api/catalog.ts';
import type { Connections } from './connections.ts';
import type { Texts } from './flight.ts';

/** How a type is called and used. */
export interface NamedType {
  readonly type: ColumnType;
  readonly nativeType: string;
}

/** Built-in types by their object identifiers (PostgreSQL source, `pg_type.dat`: they are the same everywhere). */
const BUILT_IN = new Map<number, NamedType>(
  (
    [
      [16, 'boolean', 'boolean'],
      [17, 'binary', 'bytea'],
      [18, 'text', '"char"'],
      [19, 'text', 'name'],
      [20, 'integer', 'bigint'],
      [21, 'integer', 'smallint'],
      [23, 'integer', 'integer'],
      [25, 'text', 'text'],
      [26, 'integer', 'oid'],
      [114, 'json', 'json'],
      [142, 'other', 'xml'],
      [700, 'float', 'real'],
      [701, 'float', 'double precision'],
      [790, 'other', 'money'],
      [869, 'other', 'inet'],
      [650, 'other', 'cidr'],
      [829, 'other', 'macaddr'],
      [1042, 'text', 'character'],
      [1043, 'text', 'character varying'],
      [1082, 'date', 'date'],
      [1083, 'time', 'time without time zone'],
      [1114, 'timestamp', 'timestamp without time zone'],
      [1184, 'timestamp', 'timestamp with time zone'],
      [1186, 'other', 'interval'],
      [1266, 'time', 'time with time zone'],
      [1700, 'decimal', 'numeric'],
      [2950, 'text', 'uuid'],
      [3802, 'json', 'jsonb'],
      [705, 'text', 'unknown'],
    ] as const
  ).map(([oid, type, nativeType]) => [oid, { type, nativeType }]),
);

/** Identifiers below are the server's own (`FirstNormalObjectId`). */
const FIRST_OF_USERS = 16_384;
const UNKNOWN: NamedType = { type: 'other', nativeType: 'unknown' };

export const OIDS = {
  boolean: 16,
  bytea: 17,
  bigint: 20,
  smallint: 21,
  integer: 23,
  oid: 26,
  real: 700,
  double: 701,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
} as const;

/** Of a type that PostgreSQL does not bring: enums and other texts are text, the rest is only shown. */
function userType(typtype: string, category: string): ColumnType {
  return typtype === 'e' || category === 'S' || category === 'E' ? 'text' : 'other';
}

/** How a column of a table is used, by the type below its domains. */
export function columnType(oid: number, typtype: string, category: string): ColumnType {
  return BUILT_IN.get(oid)?.type ?? (oid < FIRST_OF_USERS ? 'other' : userType(typtype, category));
}

/** Types by identifier; those that the server does not bring are looked up once. */
export class TypeNames {
  readonly #connections: Connections;
  readonly #timeoutMs: number;
  readonly #known = new Map(BUILT_IN);

  constructor(connections: Connections, timeoutMs: number) {
    this.#connections = connections;
    this.#timeoutMs = timeoutMs;
  }

  /** The types of result columns. A type that cannot be looked up in time is only shown (`other`). */
  async of(fields: readonly FieldDef[], signal: AbortSignal): Promise<readonly NamedType[]> {
    const unknown = [...new Set(fields.map((field) => field.dataTypeID))].filter(
      (oid) => !this.#known.has(oid),
    );
    if (unknown.length > 0) await this.#lookUp(unknown, signal).catch(() => {});
    return fields.map((field) => withSize(this.#known.get(field.dataTypeID) ?? UNKNOWN, field));
  }

  async #lookUp(oids: readonly number[], signal: AbortSignal): Promise<void> {
    const rows = await this.#connections.rows<Texts<4>>(
      {
        sql: `SELECT oid, typtype, typcategory, pg_catalog.format_type(oid, NULL)
              FROM pg_catalog.pg_type
              WHERE oid IN (SELECT v::oid FROM pg_catalog.json_array_elements_text($1) AS j(v))`,
        values: [JSON.stringify(oids)],
      },
      { timeoutMs: this.#timeoutMs, signal },
    );
    for (const [oid, typtype, category, name] of rows)
      this.#known.set(Number(oid), {
        type: columnType(Number(oid), typtype, category),
        nativeType: name,
      });
  }
}

/** With what was declared in brackets: `numeric(12,2)`, `character varying(20)`. */
function withSize({ type, nativeType }: NamedType, field: FieldDef): NamedType {
  // The modifier counts its own four bytes (PostgreSQL source, `VARHDRSZ`).
  const modifier = field.dataTypeModifier - 4;
  if (field.dataTypeModifier < 4) return { type, nativeType };
  if (field.dataTypeID === OIDS.numeric)
    return { type, nativeType: `numeric(${modifier >> 16},${((modifier & 0x7ff) ^ 1024) - 1024})` };
  if (field.dataTypeID === 1042 || field.dataTypeID === 1043)
    return { type, nativeType: `${nativeType}(${modifier})` };
  return { type, nativeType };
}
