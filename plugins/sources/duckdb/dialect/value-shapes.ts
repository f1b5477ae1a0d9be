import { notAllowed } from './refused.ts';
import {
  type Check,
  dispatch,
  empty,
  type Fields,
  integer,
  list,
  object,
  oneOf,
  only,
  optional,
  record,
  text,
  unknownShape,
} from './shapes.ts';

/** The shapes of `tree-values.ts`: types and constants. */

/** A type; JSON is the only one that may stand there by its name. */
export const type: Check = (value, level) => logicalType(value, level);

const typeInfo = (name: string, fields: Fields) =>
  record({ type: oneOf(name), alias: oneOf('', 'JSON'), extension_info: oneOf(null), ...fields });

const logicalType = record({
  id: oneOf(
    ...['NULL', 'BOOLEAN', 'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT', 'UTINYINT'],
    ...['USMALLINT', 'UINTEGER', 'UBIGINT', 'UHUGEINT', 'FLOAT', 'DOUBLE', 'DECIMAL', 'VARCHAR'],
    ...['BLOB', 'BIT', 'UUID', 'DATE', 'TIME', 'TIME WITH TIME ZONE', 'TIMESTAMP', 'TIMESTAMP_S'],
    ...['TIMESTAMP_MS', 'TIMESTAMP_NS', 'TIMESTAMP WITH TIME ZONE', 'INTERVAL', 'LIST', 'ARRAY'],
    ...['STRUCT', 'MAP', 'UNION', 'VARIANT', 'BIGNUM', 'TIME_NS', 'UNBOUND'],
  ),
  type_info: optional(
    dispatch('type', {
      DECIMAL_TYPE_INFO: typeInfo('DECIMAL_TYPE_INFO', { width: integer, scale: integer }),
      LIST_TYPE_INFO: typeInfo('LIST_TYPE_INFO', { child_type: type }),
      ARRAY_TYPE_INFO: typeInfo('ARRAY_TYPE_INFO', { child_type: type, size: integer }),
      STRUCT_TYPE_INFO: typeInfo('STRUCT_TYPE_INFO', {
        child_types: list(record({ first: text, second: type })),
      }),
      UNBOUND_TYPE_INFO: typeInfo('UNBOUND_TYPE_INFO', {
        name: (name) => {
          if (typeof name !== 'string' || name.toUpperCase() !== 'JSON') notAllowed(`Type ${name}`);
        },
        catalog: only('A qualified type name', ''),
        schema: only('A qualified type name', ''),
        user_type_modifiers: empty('A type with modifiers'),
      }),
    }),
  ),
});

const half = record({ upper: integer, lower: integer });
const elements = record({ children: (value, level) => list(constant)(value, level) });
const scalar: Check = (value, level) => {
  if (typeof value === 'object')
    (Object.hasOwn(object(value), 'children') ? elements : half)(value, level);
  else if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value)) unknownShape();
};
const nullConstant = record({ type, is_null: oneOf(true) });
const someConstant = record({ type, is_null: oneOf(false), value: scalar });
/** A constant with its type. */
export const constant: Check = (value, level) =>
  (object(value)['is_null'] === true ? nullConstant : someConstant)(value, level);
