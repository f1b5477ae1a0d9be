import { Refused } from '#src/plugin-api/refused.ts';
import { type Fields, isFields, known, list, notAllowed, only, texts } from './nodes.ts';

/**
 * Types that a value may be cast to: PostgreSQL's own of data. Left out are those that look names up (`regclass`, …),
 * XML, and all types of users: a domain runs code.
 */
const TYPES: ReadonlySet<string> = new Set(
  (
    'bool int2 int4 int8 float4 float8 numeric money text varchar bpchar char name bytea bit varbit date time timetz ' +
    'timestamp timestamptz interval uuid inet cidr macaddr macaddr8 json jsonb jsonpath point line lseg box path polygon ' +
    'circle int4range int8range numrange daterange tsrange tstzrange int4multirange int8multirange nummultirange ' +
    'datemultirange tsmultirange tstzmultirange tsvector tsquery oid xid xid8 ' +
    'cid tid pg_lsn pg_snapshot txid_snapshot'
  ).split(' '),
);

/** Types that fill a value up to their size. */
const PADDED = /^(bpchar|char|bit)\b/;

/** The size that a type fills values up to; undefined: it does not. */
export function padsTo(fields: Fields, name: string): number | undefined {
  const [size] = list(fields['typmods']);
  if (size === undefined || !PADDED.test(name)) return undefined;
  const { ival } = only(size, 'A_Const', 'ival');
  return isFields(ival) ? Number(ival['ival'] ?? 0) : undefined;
}

/** No enums, for statements: a plain text compares with an enum as well. */
export const NO_ENUMS: ReadonlySet<string> = new Set();

/**
 * The name of a type, with `[]` for an array. Throws `Refused` for one that is neither PostgreSQL's own nor one of the
 * enums (`schema.name`) that are known to run no code.
 */
export function typeName(fields: Fields, enums = NO_ENUMS): string {
  known('TypeName', fields, 'names', 'typmods', 'typemod', 'arrayBounds');
  const names = texts(fields['names']);
  // `_int4` is how PostgreSQL itself calls `int4[]`.
  const [, array = '', name = ''] = /^(_?)(.*)$/s.exec(names.at(-1) ?? '') ?? [];
  const isBuiltin = names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog');
  if (!(isBuiltin && TYPES.has(name)) && !enums.has(names.join('.')))
    throw new Refused(
      'node_not_allowed',
      `The type ${names.join('.')} can't be used here. Compare with text instead.`,
    );
  for (const size of list(fields['typmods'])) {
    const constant = only(size, 'A_Const', 'ival');
    if (!('ival' in constant)) notAllowed('This type');
  }
  return `${name}${'[]'.repeat(array.length + list(fields['arrayBounds']).length)}`;
}
